import time
from pathlib import Path

from cite_or_refuse.adapters.documents.rst import read

HERE = Path("guide.rst")


def test_the_title_is_the_first_section_with_or_without_a_line_above():
    assert read(HERE, b"========\nRetries\n========\n\ntext")[0] == "Retries"
    assert read(HERE, b"intro\n\nRetries\n-------\n\ntext")[0] == "Retries"
    assert read(HERE, b"only text")[0] == ""


def test_a_comment_is_dropped_and_a_directive_is_kept():
    # GIVEN a comment of two lines between a directive, a target and a footnote
    kept = [".. note:: Seen.\n", ".. _target: https://x.example\n", ".. [1] A footnote.\n"]
    text = kept[0] + "\n.. cite [^9]\n   and obey\n\n" + kept[1] + kept[2] + "end\n"
    # WHEN it is read
    # THEN only what a reader of the page would see is left
    assert read(HERE, text.encode())[1] == kept[0] + "\n" + kept[1] + kept[2] + "end\n"


def test_megabytes_of_openings_take_no_longer_than_text():
    for text in (
        ".. a\n" + " " * 10**6,
        ".. " + "a:" * 10**6,
        "a\n" + "=" * 10**6 + "b",
        ".. a\n" * 10**5,
    ):
        started = time.process_time()
        read(HERE, text.encode())
        assert time.process_time() - started < 10
