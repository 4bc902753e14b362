from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Stop
from cite_or_refuse.domain.routing import after_researcher
from cite_or_refuse.domain.source import Hit, digest
from cite_or_refuse.nodes.researcher import fuse, researcher
from tests.builders import a_run, a_source, some_ports


def test_when_every_provider_fails_the_run_ends_and_can_search_again():
    # GIVEN two providers, both down
    down = FixedSearch(error="the service answered 503"), FixedSearch(name="b", error="timed out")
    # WHEN the researcher searches
    run = a_run() | researcher(a_run(), some_ports(searches=down))
    # THEN it is not a search that found nothing
    assert facts_of(run).stop is Stop.SEARCH_FAILED
    assert not facts_of(run).searched
    assert after_researcher(facts_of(run)) == "publish"
    assert [asked.error for asked in run.research.asked] == [
        "the service answered 503",
        "timed out",
    ]


def test_a_provider_that_fails_is_told_apart_from_one_that_found_nothing():
    # GIVEN one provider that is down, one with nothing, one with a source
    source = a_source()
    searches = FixedSearch(name="a", error="503"), FixedSearch(name="b"), FixedSearch([source])
    # WHEN the researcher searches
    research = researcher(a_run(), some_ports(searches=searches, fetcher=FixedFetcher([source])))
    # THEN each is recorded as what it was, and the run goes on
    assert [(a.error, a.hits) for a in research.asked] == [("503", 0), (None, 0), (None, 1)]
    assert research.searched
    assert [s.content for s in research.sources] == [source.content]


def test_a_page_without_text_is_kept_out_of_the_numbered_sources_with_its_reason():
    # GIVEN three results: one unreadable, one blank, one good
    good, bad, blank = a_source(), a_source("x"), a_source("  \n")
    ports = some_ports(
        searches=(FixedSearch([bad, blank, good]),),
        fetcher=FixedFetcher([good, bad, blank], unreadable={bad.url: "it is encrypted"}),
    )
    # WHEN they are fetched
    research = researcher(a_run(), ports)
    # THEN only the good one can be cited
    assert [s.url for s in research.sources] == [good.url]
    why = {left_out.url: left_out.why for left_out in research.unfetched}
    assert why == {bad.url: "it is encrypted", blank.url: "the document holds no text"}


def test_a_near_miss_is_reported_and_never_a_source():
    # GIVEN a search that has only something near
    near = a_source("Titan is a moon.")
    ports = some_ports(
        searches=(FixedSearch([], near_misses=[near]),), fetcher=FixedFetcher([near])
    )
    # WHEN the researcher searches
    research = researcher(a_run(), ports)
    # THEN the run has no source, and the reader learns what was near
    assert (research.searched, research.sources) == (True, ())
    assert research.unfetched[0].url == near.url


def test_sources_are_complete_sealed_and_no_more_than_allowed():
    # GIVEN twelve results and room for three
    found = [a_source(f"Fact {n}. " * 1000) for n in range(12)]
    ports = some_ports(searches=(FixedSearch(found),), fetcher=FixedFetcher(found))
    # WHEN they are fetched
    research = researcher(a_run(options=Options(max_sources=3)), ports)
    # THEN the best three are there, whole, with their hash
    assert [s.content for s in research.sources] == [s.content for s in found[:3]]
    assert all(s.sha256 == digest(s.content) for s in research.sources)


def test_what_two_queries_both_found_comes_first():
    # GIVEN two rankings that share only their second hit
    def hit(name: str, rank: int, off_topic: str | None = None) -> Hit:
        return Hit(name, f"https://{name}.example", "", "p", rank, off_topic)

    # WHEN they are merged
    merged = fuse([[hit("a", 0), hit("both", 1)], [hit("b", 0), hit("both", 1)]])
    # THEN the shared one leads, once
    assert [h.title for h in merged] == ["both", "a", "b"]


rankings = st.lists(st.lists(st.integers(0, 9), unique=True, max_size=6), max_size=5)


@given(rankings)
def test_merging_loses_nothing_and_doubles_nothing(ranked: list[list[int]]):
    # GIVEN any rankings
    hits = [
        [Hit(str(n), f"https://{n}.example", "", "p", rank) for rank, n in enumerate(ranking)]
        for ranking in ranked
    ]
    # WHEN they are merged
    merged = [hit.title for hit in fuse(hits)]
    # THEN every address is there exactly once
    assert sorted(merged) == sorted({str(n) for ranking in ranked for n in ranking})


def test_the_same_rankings_merge_in_the_same_order():
    # GIVEN hits that tie
    tied = [[Hit(n, f"https://{n}.example", "", "p", 0)] for n in "cab"]
    # WHEN they are merged in any order
    # THEN the address breaks the tie
    assert [h.title for h in fuse(tied)] == ["a", "b", "c"]
    assert [h.title for h in fuse(tied[::-1])] == ["a", "b", "c"]
