"""Read pages until there are enough that differ, or no time or no results are left."""

import time
import zlib
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit, Source, Unfetched
from cite_or_refuse.domain.urls import host_of, page_key
from cite_or_refuse.nodes.likeness import Likeness, likeness, say_the_same
from cite_or_refuse.ports import Ports

POOL = 8
SECONDS = 45.0  # with the quarter of a minute that a search may take, the researcher's minute


@dataclass(frozen=True, slots=True)
class _Found:
    """A page that was read, and by what it is known.

    Its text waits packed, apart from `source`: a page that is parsed meanwhile needs the memory.
    """

    source: Source
    packed: bytes
    keys: frozenset[str]
    likeness: Likeness

    def whole(self) -> Source:
        """Return the source with its text."""
        content = zlib.decompress(self.packed).decode("utf-8", "surrogatepass")
        return replace(self.source, content=content)


_Outcome = _Found | Unreadable
_Read = Source | Unreadable


def gather(
    hits: Sequence[Hit], wanted: int, ports: Ports, seconds: float = SECONDS
) -> tuple[list[Source], list[Unfetched]]:
    """Return at most `wanted` sources in the order of the hits, and what was left out.

    A hit is only tried while too few of those before it can be sources, so a page that fails is
    made up for by the next, and the result does not depend on which server is faster. After
    `seconds` what is there is used. Pages that exist but could not be read fill up what is missing
    with the snippet that the search gave, and come last.
    """
    gathering = _Gathering(hits, ports)
    end = time.monotonic() + seconds
    pool = ThreadPoolExecutor(POOL)
    try:
        while gathering.advance(pool, wanted, end):
            pass
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return gathering.result(wanted)


class _Gathering:
    def __init__(self, hits: Sequence[Hit], ports: Ports) -> None:
        self._hits = hits
        self._ports = ports
        self._running: dict[Future[_Read], int] = {}
        self._outcomes: dict[int, _Outcome] = {}
        self._twins: dict[int, set[int]] = {}
        self._tried = 0

    def advance(self, pool: ThreadPoolExecutor, wanted: int, end: float) -> bool:
        """Start what may be needed and take in what is done; False when there is nothing to do."""
        possible = len(self._distinct()) + len(self._running)
        started = range(self._tried, min(len(self._hits), self._tried + wanted - possible))
        for index in started:
            self._running[pool.submit(_read, self._hits[index], self._ports)] = index
        self._tried += len(started)
        if not self._running:
            return False
        left = max(0.0, end - time.monotonic())
        done, late = wait(self._running, left, FIRST_COMPLETED)
        for future in done:
            self._take(self._running.pop(future), future.result())
        if not done:
            for future in late:
                why = Unreadable("There was no time left to read it.", withheld=True)
                self._take(self._running.pop(future), why)
            return False
        return True

    def _take(self, index: int, read: _Read) -> None:
        # In this thread, not in the one that read it: each of those would keep the memory that it
        # needs for a moment.
        outcome: _Outcome
        if isinstance(read, Unreadable):
            outcome = read
            self._ports.progress(f"left out {self._hits[index].url}: {read}")
        else:
            outcome = _identified(read)
            self._ports.progress(f"read {read.title or read.url}")
            self._twins[index] = {
                other
                for other, found in self._outcomes.items()
                if isinstance(found, _Found) and _are_one(outcome, found)
            }
            for other in self._twins[index]:
                self._twins[other].add(index)
        self._outcomes[index] = outcome

    def _distinct(self) -> list[int]:
        """Return the pages that are no repetition of a better ranked one."""
        kept: list[int] = []
        for index in sorted(self._twins):
            if self._twins[index].isdisjoint(kept):
                kept.append(index)
        return kept

    def result(self, wanted: int) -> tuple[list[Source], list[Unfetched]]:
        """Number the sources, and say of each other page that was tried why it is none."""
        kept = self._distinct()[:wanted]
        found: list[_Found] = []
        snippets: list[_Found] = []
        left_out: list[Unfetched] = []
        now = self._ports.now().isoformat()
        for index, outcome in sorted(self._outcomes.items()):
            hit = self._hits[index]
            if isinstance(outcome, Unreadable):
                left_out.append(_unfetched(hit, str(outcome), outcome.status, now))
                if outcome.withheld and hit.snippet.strip():
                    snippets.append(_identified(_of_snippet(hit, outcome.status, now)))
            elif index in kept:
                found.append(outcome)
            else:
                twin = min(self._twins[index].intersection(kept), default=None)
                why = f"It says the same as {self._hits[twin].url}." if twin is not None else ""
                status = outcome.source.status
                left_out.append(_unfetched(hit, why or "Enough was read.", status, now))
        for snippet in snippets:
            if len(found) < wanted and not any(_are_one(snippet, other) for other in found):
                found.append(snippet)
        return [one.whole() for one in found], left_out


def _are_one(one: _Found, other: _Found) -> bool:
    if one.keys & other.keys:
        return True
    same_site = host_of(one.source.url) == host_of(other.source.url)
    return say_the_same(one.likeness, other.likeness, same_site=same_site)


def _read(hit: Hit, ports: Ports) -> _Read:
    try:
        page = ports.fetcher.fetch(hit)
    except Unreadable as error:
        return error
    if not page.content.strip():
        return Unreadable("the document holds no text", status=page.status)
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
        requested_url=hit.url,
        canonical_url=page.canonical_url,
        language=page.language,
        published=page.published,
        modified=page.modified,
    )


def _identified(source: Source) -> _Found:
    source = source.sealed()
    packed = zlib.compress(source.content.encode("utf-8", "surrogatepass"), level=1)
    alike = likeness(source.content)
    return _Found(replace(source, content=""), packed, _keys(source), alike)


def _keys(source: Source) -> frozenset[str]:
    """Return the addresses by which a page is known.

    Of the one it calls its own, `rel=canonical`, only one of its own site counts: else a page could
    push another site's page out.
    """
    urls = [source.url, source.requested_url]
    if source.canonical_url and host_of(source.canonical_url) == host_of(source.url):
        urls.append(source.canonical_url)
    return frozenset(map(page_key, urls))


def _of_snippet(hit: Hit, status: int, now: str) -> Source:
    return Source(
        title=hit.title,
        url=hit.url,
        snippet=hit.snippet,
        content=hit.snippet,
        snippet_only=True,
        provider=hit.provider,
        rank=hit.rank,
        fetched_at=now,
        content_type="text/plain",
        status=status,
        requested_url=hit.url,
    )


def _unfetched(hit: Hit, why: str, status: int, now: str) -> Unfetched:
    return Unfetched(hit.title, hit.url, why, status, hit.provider, hit.rank, now)
