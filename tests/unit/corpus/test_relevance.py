import pytest

from cite_or_refuse.adapters.corpus.relevance import ENOUGH, Relevance
from cite_or_refuse.adapters.retrieval.words import terms_of

HERE, ELSEWHERE = 1, 2


def relevance(question: str, held: str, passages: int = 5000, common: str = "") -> Relevance:
    """A corpus where one passage holds `held`, and 400 passages hold the words in `common`."""
    holders = {}
    for term in terms_of(question):
        holders[term] = set(range(10, 410)) if term.text in common.split() else set()
        if term.text in held.split():
            holders[term].add(HERE)
    return Relevance(list(holders), holders, passages)


def test_a_passage_with_every_word_speaks_of_the_question():
    assert relevance("pause a graph", "pause graph").share(HERE) == pytest.approx(1)


def test_a_word_that_occurs_nowhere_outweighs_the_common_ones():
    # GIVEN a question whose rare words the corpus does not know
    question = "bake bread with requests and boto3"
    # WHEN a passage holds the two common ones
    found = relevance(question, "requests boto3", common="requests boto3")
    # THEN that is not enough, and what it lacks is named, the heaviest first
    assert found.share(HERE) < ENOUGH
    assert found.missing(HERE) == ["bake", "bread"]


def test_a_missing_common_word_does_not_matter():
    assert relevance("interrupt graph", "interrupt", common="graph").share(HERE) > ENOUGH


def test_half_of_the_weight_is_not_more_than_half():
    holders = dict(zip(terms_of("speed light"), ({HERE}, {ELSEWHERE}), strict=True))
    assert not Relevance(list(holders), holders, 5000).share(HERE) > ENOUGH


def test_in_a_corpus_of_one_passage_a_missing_word_is_not_everything():
    # GIVEN a single page, where rarity tells nothing
    # WHEN one of three words is missing
    found = relevance("How much memory does the Tarn server need?", "memory Tarn", passages=1)
    # THEN the page still speaks of the question; with two missing it does not
    assert found.share(HERE) > ENOUGH
    assert relevance("boiling point of Tarn", "Tarn", passages=1).share(HERE) < ENOUGH
