"""The index of a corpus: one SQLite file, kept between runs, refreshed when files change."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from filelock import FileLock, Timeout

from cite_or_refuse.adapters.corpus.refresh import refresh
from cite_or_refuse.adapters.corpus.walk import File, files_of, resolved
from cite_or_refuse.adapters.documents import SUFFIXES
from cite_or_refuse.domain.errors import BadInput, SearchFailed

_SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    mtime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    content_type TEXT NOT NULL,
    canonical_url TEXT NOT NULL,
    language TEXT NOT NULL,
    published TEXT NOT NULL,
    modified TEXT NOT NULL,
    problem TEXT
);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);
CREATE INDEX passages_of ON passages (document);
CREATE VIRTUAL TABLE words USING fts5 (
    title, heading, body, companions, tokenize = 'porter unicode61 remove_diacritics 2'
);
"""
_BUSY_SECONDS = 30.0


class Index:
    """The passages of some files and folders, safe among threads and processes.

    Its paths are looked at when it is refreshed, and not before. Raises then BadInput for one that
    is not there, for a corpus without a readable document and for a cache folder that cannot be
    used; SearchFailed when the index itself cannot.
    """

    def __init__(
        self, paths: Sequence[Path], cache_dir: Path, progress: Callable[[str], None]
    ) -> None:
        self._paths = paths
        self._cache_dir = cache_dir
        self._progress = progress

    @cached_property
    def _roots(self) -> Sequence[Path]:
        return resolved(self._paths)

    @cached_property
    def path(self) -> Path:
        """The file of the index, named by what is in it."""
        key = sha256("\0".join(sorted(map(repr, self._roots))).encode()).hexdigest()[:16]
        return self._cache_dir / f"corpus-{key}.sqlite"

    def refresh(self) -> None:
        """Bring the index up to date. One process does it, others wait and find it done."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked():
                files = files_of(self._roots)
                self._refresh(files)
        except OSError as error:
            raise BadInput(
                f"The index cannot be kept in {self.path.parent}: {error.strerror or error}."
            ) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the index for one reader; what it reads is one state of it."""
        try:
            with closing(_connect(self.path)) as db:
                db.execute("BEGIN")
                yield db
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = FileLock(self.path.with_suffix(".lock"))
        try:
            lock.acquire(timeout=1)
        except Timeout:
            self._progress("waiting for another process that indexes the same documents")
            lock.acquire()
        try:
            yield
        finally:
            lock.release()

    def _refresh(self, files: Sequence[File]) -> None:
        try:
            with closing(self._opened()) as db:
                refresh(db, files, self._progress)
                readable = db.execute("SELECT 1 FROM passages LIMIT 1").fetchone()
                problem = db.execute("SELECT problem FROM documents LIMIT 1").fetchone()
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        if not readable:
            where = ", ".join(map(str, self._roots))
            why = (
                f"none of {len(files)} files can be read; the first: {problem[0]}"
                if problem
                else f"it holds no file that ends in {', '.join(sorted(SUFFIXES))}"
            )
            raise BadInput(f"There is nothing to search in {where}: {why}")

    def _opened(self) -> sqlite3.Connection:
        """Open the index for writing; a damaged one, or one of other code, is made anew."""
        version = _version()
        db = _connect(self.path)
        try:
            (found,) = db.execute("PRAGMA user_version").fetchone()
            if found == version:
                return db
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                db.close()
                raise
        db.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        db = _connect(self.path)
        db.execute("PRAGMA journal_mode = WAL")  # readers do not wait for the one who writes
        db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {version}; COMMIT;")
        return db

    def _unusable(self, error: sqlite3.Error) -> SearchFailed:
        return SearchFailed(f"The index {self.path} cannot be used ({error}); delete it.")


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, autocommit=True)


def _version() -> int:
    """A number that changes with any line of code that shapes an index, so that nobody has to."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *(here.parent / "documents").glob("*.py")])
    code = b"\0".join(source.read_bytes() for source in sources)
    return int.from_bytes(sha256(code).digest()[:4]) >> 1 or 1
