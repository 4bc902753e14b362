import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read
from cite_or_refuse.gate.slots import exchanged, others

PAGE = (
    "On 'Red' I did three songs with Max Martin and Shellback. "
    + "Nothing else is said here of it. " * 20
    + "The sitcom Family Guy was shown at noon. All responses are bytes; to get decoded strings "
    "set `decode_responses=True`. "
    + "Nothing else is said here of it. " * 20
    + "A cluster of several databases needs `multi_database`. "
    + "Nothing else is said here of it. " * 20
    + "Raise `read_limit` to let a slow reply of the server take longer. "
    + "Nothing else is said here of it. " * 20
    + "The option `-q, --no-news` governs what is printed. "
    + "Nothing else is said here of it. " * 20
    + "Run `check --no-news all` to print the news of all tests at the end. "
    + "Nothing else is said here of it. " * 20
    + "The `cursor` is `None` where the last page of the results was read."
)


def found(claim: str) -> list[str]:
    return list(exchanged(read(claim, [(1, build_index(PAGE))])))


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("The three songs of Red were made with Family and Shellback.", "Family"),
        ("All responses are bytes, and `multi_database=True` makes strings.", "multi_database"),
        ("With `multi_database` a slow reply of the server may take longer.", "multi_database"),
    ],
)
def test_a_thing_of_the_page_in_the_place_of_another_is_named(claim, other):
    # GIVEN a page with two names and two options, each in a sentence of its own
    # WHEN one stands in the claim where its sentence has the other
    # THEN it is named
    assert found(claim) == [other]


@pytest.mark.parametrize(
    "claim",
    [
        "The three songs of Red were made with Martin and Shellback.",
        "The three songs of Red were made with Jonas and Shellback.",  # unknown: another rule's
        "All responses are bytes, and `decode_responses=True` makes strings.",
        "With `multi_database` a cluster of several databases is used.",
        "With `read_limit` a slow reply of the server may take longer.",
    ],
)
def test_a_thing_in_its_own_place_is_let_pass(claim):
    # GIVEN the same page
    # WHEN each stands where it belongs, or nowhere on the page
    # THEN nothing is named
    assert not found(claim)


@pytest.mark.parametrize(
    ("claim", "page", "names"),
    [
        ("`-q` prints all.", "The option `-q, --news` is old. `run --news all` prints.", {"run"}),
        ("`cursor` ends it.", "A `place` is `None` at the end.", {"place"}),
    ],
)
def test_an_alias_and_a_value_are_no_other_thing(claim, page, names):
    # GIVEN a page with an option of two names, or with a value in ticks
    index = build_index(page)
    # WHEN the other code of its sentences is looked for
    spans = [(0, len(index.starts))]
    found = {words[at] for words, at in others(read(claim, [(1, index)]), index, spans, code=True)}
    # THEN neither the second name nor the value is among it
    assert found == names
