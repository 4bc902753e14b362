import pytest

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.domain.errors import ModelBlocked, SearchFailed, Unreadable
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Assignment, Manuscript, Opinion, Writing

TARN = Source("Tarn", "https://tarn.example", "2 GB", "Tarn needs 2 GB.")
MOOR = Source("Moor", "https://moor.example", "", "Moor needs nothing.")


def test_a_script_is_read_in_order_and_its_exceptions_are_raised():
    # GIVEN a model with two drafts, the second of them a blocked call
    model = ScriptedModel(drafts=["Tarn needs 2 GB.[^1]", ModelBlocked("filtered")])
    first = Assignment("What does Tarn need?", [TARN])
    second = Assignment("What does Tarn need?", [TARN], previous="Tarn needs 2 GB.[^1]")
    # WHEN it is asked twice
    draft = model.write(first)
    with pytest.raises(ModelBlocked, match="filtered"):
        model.write(second)
    # THEN the answers came in order, and it remembers both assignments
    assert draft == Writing("Tarn needs 2 GB.[^1]")
    assert model.assignments == [first, second]


def test_a_walk_that_asks_for_more_than_the_script_holds_fails_the_test():
    # GIVEN a model with a single opinion
    model = ScriptedModel(opinions=[Verdict.ACCEPT])
    manuscript = Manuscript("What does Tarn need?", "Tarn needs 2 GB.[^1]", (), [TARN])
    assert model.review(manuscript) == Opinion(Verdict.ACCEPT)
    # WHEN it is asked for a second, THEN it says which queue is empty
    with pytest.raises(AssertionError, match="no further opinion"):
        model.review(manuscript)


def test_without_a_script_of_plans_nothing_is_proposed():
    # GIVEN a model without plans
    model = ScriptedModel()
    # WHEN it plans, THEN it proposes nothing and remembers the question
    assert list(model.plan("What does Tarn need?")) == []
    assert model.questions == ["What does Tarn need?"]


def test_a_fixed_search_ranks_sources_before_near_misses():
    # GIVEN one source and one near miss
    search = FixedSearch([TARN], near_misses=[MOOR], name="corpus")
    # WHEN anything is searched
    hits = search.search("anything", limit=5)
    # THEN both come back in order, and only the near miss says that it is off topic
    assert [(hit.url, hit.rank, hit.off_topic is None) for hit in hits] == [
        (TARN.url, 0, True),
        (MOOR.url, 1, False),
    ]
    assert search.search("anything", limit=1) == hits[:1]
    assert {hit.provider for hit in hits} == {"corpus"}


def test_a_fixed_search_with_an_error_fails_every_time():
    # GIVEN a provider that is down
    search = FixedSearch([TARN], error="the provider is down")
    # WHEN it is asked, THEN it fails with that sentence and remembers the query
    with pytest.raises(SearchFailed, match="the provider is down"):
        search.search("tarn memory", limit=5)
    assert search.queries == ["tarn memory"]


def test_a_fixed_fetcher_returns_the_text_of_the_source_or_is_unreadable():
    # GIVEN a fetcher of two sources, one of them broken
    fetcher = FixedFetcher([TARN, MOOR], unreadable={MOOR.url: "it is a picture"})
    tarn, moor = FixedSearch([TARN, MOOR]).search("anything", limit=5)
    # WHEN both are fetched, THEN one gives its text and the other its reason
    assert fetcher.fetch(tarn).content == TARN.content
    with pytest.raises(Unreadable, match="it is a picture"):
        fetcher.fetch(moor)
    assert fetcher.fetched == [TARN.url, MOOR.url]
    with pytest.raises(Unreadable, match=r"no document has the address https://moor\.example"):
        FixedFetcher().fetch(moor)
