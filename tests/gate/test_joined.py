import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.joined import unknown_together
from cite_or_refuse.gate.reading import read
from cite_or_refuse.gate.support import judge

PAGE = (
    "The default implementation is built on asyncio, and others may be added. A journal saves "
    "untouched pages and edits the database in place."
)


def found(claim: str) -> list[str]:
    return list(unknown_together(read(claim, [(1, build_index(PAGE))])))


@pytest.mark.parametrize(
    ("claim", "unknown"),
    [
        ("Besides asyncio there are implementations for gevent and curio.", ["gevent", "curio"]),
        ("Others are gevent, curio and trio.", ["gevent", "curio", "trio"]),
    ],
)
def test_things_that_are_joined_and_all_unknown_are_named(claim, unknown):
    # GIVEN a page that knows neither of some things
    # WHEN a claim joins them
    # THEN they are named
    assert found(claim) == unknown


@pytest.mark.parametrize(
    "claim",
    [
        "There are implementations for asyncio and curio.",  # one is known
        "The implementation is built on asyncio, which is bundled.",  # a single strange word
        "It was welcomed warmly, and honoured by all.",  # a comma between clauses
        "A name has letters, digits, hyphens and underscores.",  # a page may write them as signs
        "The journal keeps the pages unharmed while the database is overwritten.",
    ],
)
def test_a_strange_word_beside_a_known_one_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a claim has one strange word, or two in clauses of their own
    # THEN none is named
    assert not found(claim)


def test_a_claim_in_another_language_is_not_refused_for_its_words():
    # GIVEN a source in German, and a claim in English about it with its number
    source = (
        "Die Fähre ist 62 Meter lang und wurde in Rostock gebaut. Sie ist schnell und nicht alt."
    )
    # WHEN the claim joins words that are English
    result = judge(
        "The ferry is 62 metres long, fast and modern in the harbour.", [(1, build_index(source))]
    )
    # THEN it is at most weak, and may ship
    assert result.verdict is Support.WEAK
