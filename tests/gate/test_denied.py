import pytest

from cite_or_refuse.gate.denied import denied
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read

PAGE = """\
# Reading items

No read capacity units are consumed by a request for the old values of an item.

Policies that are set on a node are not inherited by its subgraphs, which may set their own.

A callback is not called if the transaction fails. Each callback is called after the commit.

The index cannot be rebuilt without the journal. When the journal is not synced, it is truncated.
"""


def found(claim: str) -> str:
    reading = read(claim, [(1, build_index(PAGE))])
    worths = reading.weights[0]
    return denied(claim, reading.facts, reading.indexes[0], reading.windows[0], worths)


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("A request for the old values consumes read capacity units.", "read"),
        ("Setting policies on a node is enough: they are inherited by subgraphs.", "inherited"),
    ],
)
def test_what_the_page_denies_in_another_sentence_of_the_same_words_is_named(claim, word):
    # GIVEN a page that denies a predicate
    # WHEN a claim states it of the same things, in other words
    # THEN the word that is denied is named
    assert found(claim) == word


@pytest.mark.parametrize(
    "claim",
    [
        "Policies of a node are not inherited by its subgraphs.",  # as the page says
        "Each callback is called after the commit.",  # stated elsewhere
        "The index can be rebuilt with the journal.",  # "not without" grants it
        "The journal is synced when the index is rebuilt.",  # "when it is not" denies nothing
        "Old values of an item are read from its history.",  # another predicate
    ],
)
def test_what_the_page_denies_of_something_else_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a claim denies it, too, or says what the page grants elsewhere or under a condition
    # THEN nothing is named
    assert found(claim) == ""
