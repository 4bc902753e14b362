"""Our SQLite file: made, told from other programs' files, opened for one transaction at a time."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from cite_or_refuse.domain.errors import (
    CiteOrRefuseError,
    PermanentError,
    TransientError,
    UnknownRun,
)

APPLICATION_ID = 0x43695265  # "CiRe": tells our file from another program's
SCHEMA_VERSION = 2
BUSY_SECONDS = 30.0

_SCHEMA = (
    """CREATE TABLE runs (
        run_id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        status TEXT NOT NULL,
        created_at TEXT NOT NULL,
        reason TEXT,
        header TEXT NOT NULL,
        parts TEXT NOT NULL,
        spent TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX runs_by_age ON runs (created_at, run_id)",
    "CREATE INDEX runs_by_status ON runs (status, created_at, run_id)",
    """CREATE TABLE commits (
        run_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        step TEXT NOT NULL,
        at TEXT NOT NULL,
        facts TEXT NOT NULL,
        usage TEXT NOT NULL,
        PRIMARY KEY (run_id, seq)
    ) WITHOUT ROWID""",
    "CREATE TABLE bodies (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL)",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)

_WHY_UNUSABLE = {
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened or made",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk is full, over its quota, or failing",
    sqlite3.SQLITE_NOTADB: "the file is no database",
    sqlite3.SQLITE_PERM: "the file may not be opened",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only",
}


@contextmanager
def transaction(
    path: Path, kind: Literal["DEFERRED", "IMMEDIATE"] = "DEFERRED"
) -> Iterator[sqlite3.Connection]:
    """Open the file for one transaction: committed at the end, rolled back by an error.

    The file and its folder are made on first use. Where nothing can be written, what is there can
    be read in a DEFERRED transaction. Raises TransientError when other processes
    keep the file busy for half a minute, PermanentError when it cannot be used.
    """
    try:
        with closing(_open(path, to_read=kind == "DEFERRED")) as db:
            db.execute(f"BEGIN {kind}")
            yield db
            db.execute("COMMIT")
    except sqlite3.Error as error:
        raise _explained(error, path) from error
    except json.JSONDecodeError as error:
        raise PermanentError(f"{path} cannot be used: the file is damaged.") from error
    except UnicodeEncodeError as error:
        raise UnknownRun("No run has an id with such characters.") from error


def _open(path: Path, *, to_read: bool) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PermanentError(
            f"The folder {path.parent} cannot be made: {error.strerror}."
        ) from error
    try:
        return _prepared(sqlite3.connect(path, timeout=BUSY_SECONDS, autocommit=True), path)
    except sqlite3.OperationalError as error:
        unwritable = _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        if not (to_read and unwritable and path.is_file()):
            raise
    return _prepared(
        sqlite3.connect(_read_only(path), uri=True, timeout=BUSY_SECONDS, autocommit=True), path
    )


def _read_only(path: Path) -> str:
    """Return the URI of a file that cannot be written.

    SQLite wants to make a file for shared memory beside one in WAL mode, even to read it. If no
    writes are waiting in a `-wal` file, and nobody can write here, it may do without: `immutable`.
    """
    waiting = path.with_name(f"{path.name}-wal")
    whole = not waiting.exists() or not waiting.stat().st_size
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if whole else ''}"


def _prepared(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Lay the schema in an empty file. Raises PermanentError on another program's file."""
    if _is_new(db, path):
        db.execute("BEGIN IMMEDIATE")
        if _is_new(db, path):  # asked again: another process may have been faster
            for statement in _SCHEMA:
                db.execute(statement)
        db.execute("COMMIT")
    try:
        db.execute("PRAGMA journal_mode = WAL")  # kept in the file: readers never wait
    except sqlite3.OperationalError as error:
        # The switch does not wait for other processes as a transaction does. Both modes are safe,
        # and whoever opens the file next switches it.
        if not _is_busy(error):
            raise


def _is_new(db: sqlite3.Connection, path: Path) -> bool:
    owner, version, tables = db.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
        " FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    if (owner, version) == (APPLICATION_ID, SCHEMA_VERSION):
        return False
    if (owner, version, tables) == (0, 0, 0):
        return True
    whose = "another version of this program" if owner == APPLICATION_ID else "another program"
    raise PermanentError(f"{path} was made by {whose}; move it away.")


def _explained(error: sqlite3.Error, path: Path) -> CiteOrRefuseError:
    if _is_busy(error):
        return TransientError(f"{path} is kept busy by another process; try again.")
    why = _WHY_UNUSABLE.get(_code(error), str(error))
    return PermanentError(f"{path} cannot be used: {why}.")


def _is_busy(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(error: sqlite3.Error) -> int:
    """The primary code; its upper bits tell kinds of one error apart."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
