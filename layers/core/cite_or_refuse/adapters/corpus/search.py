"""The `corpus` provider of search: BM25 over the passages of files and folders."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from cite_or_refuse.adapters.corpus.index import Index
from cite_or_refuse.adapters.corpus.relevance import ENOUGH, Relevance
from cite_or_refuse.adapters.retrieval.words import terms_of, without_seams
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

# A word in the title or heading counts as much as two in the text.
_BM25 = "bm25(words, 2.0, 2.0, 1.0, 1.0)"
_CANDIDATES = 300  # passages that are looked at
_NEAR_MISSES = 3


class CorpusSearch(Search):
    """Searches files and folders; its index is kept in `cache_dir` and refreshed on first use.

    `prepare` does early, and in one thread, what the first search would do. Both raise as
    `Index.refresh` does, for a path that is not there too.
    """

    name = "corpus"

    def __init__(
        self, paths: Sequence[Path], cache_dir: Path, progress: Callable[[str], None]
    ) -> None:
        self.index = Index(paths, cache_dir, progress)
        self._is_fresh = False
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Bring the index up to date, once in the life of this object."""
        with self._lock:
            if not self._is_fresh:
                self.index.refresh()
                self._is_fresh = True

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return a hit for each document, its snippet the best passage.

        If none speaks of the query: up to three near misses, `off_topic` saying what they lack.
        """
        self.prepare()
        terms = terms_of(query)
        with self.index.reading() as db:
            holders = {term: _passages_with(db, term.match) for term in terms}
            named = without_seams(terms, holders)
            (passages,) = db.execute("SELECT count(*) FROM passages").fetchone()
            return _hits(db, Relevance(named, holders, passages), limit) if named else []


def _passages_with(db: sqlite3.Connection, match: str) -> set[int]:
    return {row[0] for row in db.execute("SELECT rowid FROM words WHERE words MATCH ?", (match,))}


def _hits(db: sqlite3.Connection, relevance: Relevance, limit: int) -> list[Hit]:
    match = " OR ".join(term.match for term in relevance.terms)
    query = f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY {_BM25} LIMIT ?"  # noqa: S608
    candidates = [row[0] for row in db.execute(query, (match, _CANDIDATES))]
    on_topic = [passage for passage in candidates if relevance.share(passage) > ENOUGH]
    if on_topic:
        return [hit for _, hit in islice(_by_document(db, on_topic), limit)]
    # Stable: among passages that hold as much of the question, BM25 goes on deciding.
    nearest = sorted(candidates, key=relevance.share, reverse=True)
    return [
        replace(hit, off_topic=_lacks(relevance.missing(passage)))
        for passage, hit in islice(_by_document(db, nearest), min(limit, _NEAR_MISSES))
    ]


def _by_document(db: sqlite3.Connection, passages: Sequence[int]) -> Iterator[tuple[int, Hit]]:
    """Yield the first passage of each document as a hit, ranked by its place."""
    seen: set[str] = set()
    for passage in passages:
        title, url, snippet = db.execute(
            """SELECT documents.title, url, body
            FROM words JOIN passages ON passages.id = words.rowid
            JOIN documents ON documents.id = document WHERE words.rowid = ?""",
            (passage,),
        ).fetchone()
        if url not in seen:
            yield passage, Hit(title, url, snippet.strip(), CorpusSearch.name, len(seen))
            seen.add(url)


def _lacks(words: Sequence[str]) -> str:
    *most, last = words
    return f"It does not speak of {', '.join(most)}{' or ' if most else ''}{last}."
