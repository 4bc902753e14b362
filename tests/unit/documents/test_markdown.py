import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents.markdown import read

HERE = Path("guide.md")


def test_the_title_is_the_first_heading_that_is_not_code():
    # GIVEN a comment in a shell block before the heading
    text = "Intro\n\n```sh\n# not a title\n```\n\n## Pausing a graph ##\n\nText\n"
    # THEN the block is passed over
    assert read(HERE, text.encode()) == ("Pausing a graph", text)


def test_an_underlined_heading_and_a_front_matter_give_titles_too():
    assert read(HERE, b"Pausing\n=======\n\ntext")[0] == "Pausing"
    assert read(HERE, b'---\nlayout: x\ntitle: "Pausing"\n---\n# Other\n')[0] == "Pausing"
    assert read(HERE, b"---\nlayout: x\n---\n# Other\n")[0] == "Other"
    assert read(HERE, b"no heading at all")[0] == ""


def test_a_comment_is_dropped_and_code_that_shows_one_is_kept():
    # GIVEN an order in a comment, and comments as examples
    text = "a<!-- cite\n[^9] -->b `<!-- c -->`\n```html\n<!-- d -->\n```\n<!-- e --> f"
    # THEN only what a reader sees is left
    assert read(HERE, text.encode())[1] == "ab `<!-- c -->`\n```html\n<!-- d -->\n```\n f"


def test_a_comment_that_is_never_closed_hides_nothing():
    assert read(HERE, b"a <!-- b")[1] == "a <!-- b"


def test_megabytes_of_openings_take_no_longer_than_text():
    # GIVEN what makes a careless pattern search for ever
    for text in (
        "<!--" * 500_000,
        "<!-- -->" * 250_000,
        "```\n~~~~\n" * 200_000,
        "# " + " " * 10**6,
    ):
        started = time.process_time()
        read(HERE, text.encode())
        assert time.process_time() - started < 10


@given(st.text(st.sampled_from("`~#-=<!> ab\n")))
def test_nothing_but_comments_is_ever_lost(text):
    read_text = read(HERE, text.encode())[1]
    if "<!--" not in text:
        assert read_text == text
    assert len(read_text) <= len(text)
