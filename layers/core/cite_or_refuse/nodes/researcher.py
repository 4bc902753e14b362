"""Search, fetch and number the sources. The only step that touches the world."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.errors import SearchFailed
from cite_or_refuse.domain.parts import Research
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked, Hit, Unfetched
from cite_or_refuse.domain.urls import page_key
from cite_or_refuse.nodes.gathering import POOL, gather
from cite_or_refuse.ports import Ports, Search

HITS_PER_QUERY = 10
LONGEST_MS = 60_000  # what is set aside of a budget in seconds until the time taken is known
# Reciprocal rank fusion's usual constant: Cormack, Clarke and Büttcher, SIGIR 2009.
RRF_K = 60


@dataclass(frozen=True, slots=True)
class _Answer:
    asked: Asked
    hits: Sequence[Hit] = ()


def researcher(run: Run, ports: Ports) -> Research:
    """Return the sources in the order of their merged rank, each with its whole text."""
    assert run.plan is not None, "routing sends only a planned run here"
    pairs = [(search, query) for search in ports.searches for query in run.plan.queries]
    searches = Usage(searches=len(pairs), milliseconds=LONGEST_MS)
    with ports.meter.reserve(searches):
        with ThreadPoolExecutor(POOL) as pool:
            answers = list(pool.map(lambda pair: _ask(*pair), pairs))
        for provider, error in dict.fromkeys((a.asked.provider, a.asked.error) for a in answers):
            if error:
                ports.progress(f"{provider} failed: {error}")
        hits = fuse([answer.hits for answer in answers])
        wanted = [hit for hit in hits if hit.off_topic is None]
        sources, left_out = gather(wanted, run.options.max_sources, ports)
    ports.progress(f"kept {len(sources)} of {len(hits)} results as sources")
    near_misses = [
        Unfetched(hit.title, hit.url, hit.off_topic, provider=hit.provider, rank=hit.rank)
        for hit in hits
        if hit.off_topic
    ]
    return Research(
        searched=not all(answer.asked.error for answer in answers),
        sources=tuple(sources),
        asked=tuple(answer.asked for answer in answers),
        unfetched=(*left_out, *near_misses),
    )


def _ask(search: Search, query: str) -> _Answer:
    try:
        hits = search.search(query, HITS_PER_QUERY)
    except SearchFailed as error:
        return _Answer(Asked(search.name, query, 0, str(error)))
    found = sum(hit.off_topic is None for hit in hits)
    return _Answer(Asked(search.name, query, found), hits)


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Merge ranked lists into one, best first, by reciprocal rank fusion.

    Addresses of one page are one hit, and count once in each list.
    """
    scores: dict[str, float] = defaultdict(float)
    best: dict[str, Hit] = {}
    for ranking in rankings:
        counted: set[str] = set()
        for hit in ranking:
            key = page_key(hit.url)
            if key not in counted:
                scores[key] += 1 / (RRF_K + hit.rank)
                counted.add(key)
            known = best.get(key)
            if known is None or (known.off_topic and not hit.off_topic):
                best[key] = hit
    return sorted(best.values(), key=lambda hit: (-scores[page_key(hit.url)], hit.url))
