"""Search, fetch and number the sources. The only step that touches the world."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.errors import SearchFailed, Unreadable
from cite_or_refuse.domain.run import Research, Run
from cite_or_refuse.domain.source import Asked, Hit, Source, Unfetched
from cite_or_refuse.ports import Ports, Search

HITS_PER_QUERY = 10
POOL = 8
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
    with ports.meter.reserve(searches), ThreadPoolExecutor(POOL) as pool:
        answers = list(pool.map(lambda pair: _ask(*pair), pairs))
        hits = fuse([answer.hits for answer in answers])
        wanted = [hit for hit in hits if hit.off_topic is None]
        fetched = list(pool.map(lambda hit: _fetch(hit, ports), wanted[: run.options.max_sources]))
    sources = [source for source in fetched if isinstance(source, Source)]
    ports.progress(f"{len(sources)} sources from {len(hits)} results")
    near_misses = [Unfetched(hit.title, hit.url, hit.off_topic) for hit in hits if hit.off_topic]
    return Research(
        searched=not all(answer.asked.error for answer in answers),
        sources=tuple(sources),
        asked=tuple(answer.asked for answer in answers),
        unfetched=(*(f for f in fetched if isinstance(f, Unfetched)), *near_misses),
    )


def _ask(search: Search, query: str) -> _Answer:
    try:
        hits = search.search(query, HITS_PER_QUERY)
    except SearchFailed as error:
        return _Answer(Asked(search.name, query, 0, str(error)))
    found = sum(hit.off_topic is None for hit in hits)
    return _Answer(Asked(search.name, query, found), hits)


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Merge ranked lists into one, best first, one hit per URL, by reciprocal rank fusion."""
    scores: dict[str, float] = defaultdict(float)
    best: dict[str, Hit] = {}
    for ranking in rankings:
        for hit in ranking:
            scores[hit.url] += 1 / (RRF_K + hit.rank)
            known = best.get(hit.url)
            if known is None or (known.off_topic and not hit.off_topic):
                best[hit.url] = hit
    return sorted(best.values(), key=lambda hit: (-scores[hit.url], hit.url))


def _fetch(hit: Hit, ports: Ports) -> Source | Unfetched:
    try:
        page = ports.fetcher.fetch(hit)
    except Unreadable as error:
        return Unfetched(hit.title, hit.url, str(error))
    if not page.content.strip():
        return Unfetched(hit.title, hit.url, "the document holds no text")
    ports.progress(f"read {page.title or page.url}")
    return Source(
        title=page.title or hit.title,
        url=page.url,
        snippet=hit.snippet,
        content=page.content,
        provider=hit.provider,
        rank=hit.rank,
        fetched_at=ports.now().isoformat(),
        content_type=page.content_type,
        status=page.status,
        bytes=page.bytes,
    ).sealed()
