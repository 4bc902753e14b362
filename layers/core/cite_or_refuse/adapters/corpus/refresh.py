"""Read what changed since the index was last refreshed, and forget what is gone."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import file_digest

from cite_or_refuse.adapters.corpus.walk import File
from cite_or_refuse.adapters.documents import MAX_BYTES, read_document
from cite_or_refuse.adapters.retrieval.passages import split
from cite_or_refuse.adapters.retrieval.words import companions
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

# So much work is lost at most when the first indexing of a large corpus is interrupted.
_DOCUMENTS_A_COMMIT = 200
_SECONDS_A_LINE = 1.0
_PROBLEMS_SHOWN = 3
KEPT = (
    "title", "content", "content_type", "canonical_url", "language", "published", "modified"
)  # fmt: skip
"""The fields of a Page that are kept as columns; its size and address are the file's."""


@dataclass(frozen=True, slots=True)
class _Known:
    id: int
    stamp: tuple[int, int]
    sha256: str


def refresh(db: sqlite3.Connection, files: Sequence[File], progress: Callable[[str], None]) -> None:
    """Make the index hold exactly these files. The caller holds the lock."""
    known = {
        url: _Known(number, (mtime_ns, size), digest)
        for number, url, mtime_ns, size, digest in db.execute(
            "SELECT id, url, mtime_ns, size, sha256 FROM documents"
        )
    }
    changed = []
    for file in files:
        url = file.path.as_uri()
        before = known.pop(url, None)
        if before is None or before.stamp != (file.mtime_ns, file.size):
            changed.append((file, url, before))
    if not (changed or known):
        return
    db.execute("BEGIN IMMEDIATE")
    for gone in known.values():
        _forget(db, gone.id)
    said = time.monotonic()
    for number, (file, url, before) in enumerate(changed, 1):
        _read(db, file, url, before)
        if number % _DOCUMENTS_A_COMMIT == 0:
            db.execute("COMMIT")
            db.execute("BEGIN IMMEDIATE")
        if number == 1 or time.monotonic() - said >= _SECONDS_A_LINE:
            said = time.monotonic()
            progress(f"indexing {number:,} of {len(changed):,} documents")
    db.execute("COMMIT")
    _summarise(db, progress)


def _read(db: sqlite3.Connection, file: File, url: str, before: _Known | None) -> None:
    digest = _digest(file)
    if before and digest and digest == before.sha256:  # touched, not changed
        db.execute(
            "UPDATE documents SET mtime_ns = ?, size = ? WHERE id = ?",
            (file.mtime_ns, file.size, before.id),
        )
        return
    if before:
        _forget(db, before.id)
    page, problem = Page("", url, "", ""), None
    try:
        page = read_document(file.path)
    except Unreadable as error:
        problem = str(error)
    values = (url, file.mtime_ns, file.size, digest, *(getattr(page, n) for n in KEPT), problem)
    document = db.execute(
        f"INSERT INTO documents (url, mtime_ns, size, sha256, {', '.join(KEPT)}, problem)"  # noqa: S608
        f" VALUES ({', '.join('?' * len(values))})",
        values,
    ).lastrowid
    _split(db, file, page.title, page.content, document)


def _split(
    db: sqlite3.Connection, file: File, title: str, content: str, document: int | None
) -> None:
    for passage in split(title, content):
        number = db.execute(
            'INSERT INTO passages (document, start, "end") VALUES (?, ?, ?)',
            (document, passage.start, passage.end),
        ).lastrowid
        texts = (f"{title} {file.words}", passage.heading, content[passage.start : passage.end])
        db.execute(
            "INSERT INTO words (rowid, title, heading, body, companions) VALUES (?, ?, ?, ?, ?)",
            (number, *texts, companions(" ".join(texts))),
        )


def _digest(file: File) -> str:
    """The sha256 of the file's bytes, empty when it cannot be read or is too large anyway."""
    if file.size > MAX_BYTES or not file.path.is_file():
        return ""
    try:
        with file.path.open("rb") as data:
            return file_digest(data, "sha256").hexdigest()
    except OSError:
        return ""


def _forget(db: sqlite3.Connection, document: int) -> None:
    db.execute(
        "DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (document,)
    )
    db.execute("DELETE FROM passages WHERE document = ?", (document,))
    db.execute("DELETE FROM documents WHERE id = ?", (document,))


def _summarise(db: sqlite3.Connection, progress: Callable[[str], None]) -> None:
    documents, skipped = db.execute(
        "SELECT count(*) - count(problem), count(problem) FROM documents"
    ).fetchone()
    rest = f"; skipped, having no text: {skipped:,}" if skipped else ""
    progress(f"indexed {documents:,} documents{rest}")
    for (problem,) in db.execute(
        # That a Python module documents nothing is no news.
        "SELECT problem FROM documents WHERE problem NOT NULL AND url NOT LIKE '%.py' LIMIT ?",
        (_PROBLEMS_SHOWN,),
    ):
        progress(f"  {problem}")
