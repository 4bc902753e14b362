"""Runs in one SQLite file, under the conditions that DynamoDB has, safe among several processes."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cite_or_refuse.adapters.conditions import changed, decided, taken, unknown
from cite_or_refuse.adapters.packing import (
    Packed,
    expand,
    outline,
    pack,
    squeeze,
    unpack,
    unpack_source,
)
from cite_or_refuse.adapters.sqlite_file import transaction
from cite_or_refuse.domain.budget import Budget, Usage
from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.errors import TransientError
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Decision
from cite_or_refuse.domain.run import Run, Summary
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Commit, RunStore, Standing


class SqliteStore(RunStore):
    """A RunStore in the file `path`.

    Each method opens the file anew, so that a store may be shared among threads. Any of them
    raises TransientError when the file is kept busy, and PermanentError when it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def create(self, run: Run) -> None:
        """Store a new run. Raises BadInput if the id is taken."""
        packed = pack(run)
        with transaction(self._path, "IMMEDIATE") as db:
            _store_bodies(db, packed.bodies)
            made = db.execute(
                "INSERT OR IGNORE INTO runs VALUES"
                " (:run_id, :version, :status, :created_at, :reason, :header, :parts, :spent)",
                _row(run, packed) | {"spent": json.dumps(to_plain(run.spent))},
            )
            if not made.rowcount:
                raise taken(run.run_id)

    def load(self, run_id: str) -> Run:
        """Return the run with all its texts, and all it was charged with. Raises UnknownRun."""
        with transaction(self._path) as db:
            return _load(db, run_id)

    def load_without_texts(self, run_id: str) -> Run:
        """Return the run as `load` does, but with the content of each source empty.

        It is to be looked at: to store it raises ValueError. Raises UnknownRun.
        """
        with transaction(self._path) as db:
            return _load(db, run_id, texts=False)

    def source(self, run_id: str, number: int) -> Source | None:
        """Return the source that `[^number]` cites, None if there is none. Raises UnknownRun.

        No other source's text is read.
        """
        with transaction(self._path) as db:
            (parts,) = _columns(db, run_id, "parts")
            return unpack_source(json.loads(parts), number, lambda wanted: _bodies(db, wanted))

    def standing(self, run_id: str) -> Standing:
        """Return where the run stands, for little: no text is read. Raises UnknownRun."""
        with transaction(self._path) as db:
            header, parts, status, reason = _columns(db, run_id, "header, parts, status, reason")
            return outline(
                header,
                json.loads(parts),
                lambda addresses: _bodies(db, addresses),
                status=Status(status),
                reason=reason,
                trail=_trail(db, run_id),
            )

    def find_commit(self, run_id: str, seq: int) -> Commit | None:
        """Return the step committed under this number, if any."""
        with transaction(self._path) as db:
            return next(_commits(db, "WHERE run_id = ? AND seq = ?", run_id, seq), None)

    def commit(self, run: Run, commit: Commit) -> None:
        """Store `run`, whose `version` is the loaded one plus 1, and the step, both or neither.

        `run.spent` is not stored: `charge` alone changes it. Raises TransientError if the stored
        version is not `run.version - 1` or the step number is taken: the caller loads again.
        """
        packed = pack(run)
        facts, usage = json.dumps(to_plain(commit.facts)), json.dumps(to_plain(commit.usage))
        with transaction(self._path, "IMMEDIATE") as db:
            _replace(db, run, packed)
            made = db.execute(
                "INSERT OR IGNORE INTO commits VALUES (?, ?, ?, ?, ?, ?)",
                (commit.run_id, commit.seq, commit.step, commit.at, facts, usage),
            )
            if not made.rowcount:
                raise TransientError(f"Run {run.run_id} has a step {commit.seq} already.")

    def amend(self, run: Run) -> None:
        """Store the options of `run`, whose `version` is the loaded one plus 1, without a step.

        Raises TransientError if the stored version is not `run.version - 1`.
        """
        packed = pack(run)
        with transaction(self._path, "IMMEDIATE") as db:
            _replace(db, run, packed)

    def charge(self, run_id: str, usage: Usage, budget: Budget) -> None:
        """Add to what the run has spent, at once and under no version.

        Raises UnknownRun, and BudgetExhausted, then adding nothing, if `budget` does not allow
        the sum.
        """
        with transaction(self._path, "IMMEDIATE") as db:
            (before,) = _columns(db, run_id, "spent")
            total = from_plain(Usage, json.loads(before)) + usage
            budget.check(total)
            spent = json.dumps(to_plain(total))
            db.execute("UPDATE runs SET spent = ? WHERE run_id = ?", (spent, run_id))

    def decide(self, run_id: str, decision: Decision) -> Run:
        """Store a human's decision. Raises NotWaiting unless the run waits and is undecided."""
        with transaction(self._path, "IMMEDIATE") as db:
            run = decided(_load(db, run_id), decision)
            _replace(db, run, pack(run))
            return run

    def trail(self, run_id: str) -> Sequence[Commit]:
        """Return the committed steps in order."""
        with transaction(self._path) as db:
            return _trail(db, run_id)

    def recent(self, limit: int, status: Status | None = None) -> Sequence[Summary]:
        """Return the newest runs first, of one status if given."""
        which = "" if status is None else "WHERE status = :status"
        with transaction(self._path) as db:
            rows = db.execute(
                f"SELECT run_id, header, status, reason, created_at FROM runs {which}"  # noqa: S608 - one of two constants
                " ORDER BY created_at DESC, run_id DESC LIMIT :limit",
                {"status": status, "limit": limit},
            )
            return [
                Summary(run_id, json.loads(header)["question"], Status(state), reason, created_at)
                for run_id, header, state, reason, created_at in rows
            ]


def _row(run: Run, packed: Packed) -> dict[str, object]:
    published = run.current_publication
    return {
        "run_id": run.run_id,
        "version": run.version,
        "status": run.status.value,
        "created_at": run.created_at,
        "reason": published.reason if published else None,
        "header": packed.header,
        "parts": json.dumps(packed.parts),
    }


def _replace(db: sqlite3.Connection, run: Run, packed: Packed) -> None:
    _store_bodies(db, packed.bodies)
    written = db.execute(
        "UPDATE runs SET version = :version, status = :status, reason = :reason,"
        " header = :header, parts = :parts"
        " WHERE run_id = :run_id AND version = :version - 1",
        _row(run, packed),
    )
    if not written.rowcount:
        raise changed(run.run_id)


def _columns(db: sqlite3.Connection, run_id: str, names: str) -> tuple[str, ...]:
    row: tuple[str, ...] | None = db.execute(
        f"SELECT {names} FROM runs WHERE run_id = ?",  # noqa: S608 - `names` is a constant of this file
        (run_id,),
    ).fetchone()
    if row is None:
        raise unknown(run_id)
    return row


def _load(db: sqlite3.Connection, run_id: str, *, texts: bool = True) -> Run:
    header, parts, spent = _columns(db, run_id, "header, parts, spent")
    run = unpack(header, json.loads(parts), lambda wanted: _bodies(db, wanted), texts=texts)
    return replace(run, spent=from_plain(Usage, json.loads(spent)))


def _bodies(db: sqlite3.Connection, addresses: Iterable[str]) -> Mapping[str, str]:
    """Return those bodies that are stored."""
    found: dict[str, str] = {}
    for address in addresses:
        row = db.execute("SELECT data FROM bodies WHERE sha256 = ?", (address,)).fetchone()
        if row:
            found[address] = expand(address, row[0])
    return found


def _store_bodies(db: sqlite3.Connection, bodies: Mapping[str, str]) -> None:
    """Store those bodies that are not stored yet."""
    for address, text in bodies.items():
        if not db.execute("SELECT 1 FROM bodies WHERE sha256 = ?", (address,)).fetchone():
            db.execute("INSERT INTO bodies VALUES (?, ?)", (address, squeeze(text)))


def _trail(db: sqlite3.Connection, run_id: str) -> Sequence[Commit]:
    return list(_commits(db, "WHERE run_id = ? ORDER BY seq", run_id))


def _commits(db: sqlite3.Connection, which: str, *values: object) -> Iterator[Commit]:
    rows = db.execute(f"SELECT run_id, seq, step, at, facts, usage FROM commits {which}", values)  # noqa: S608 - `which` is a constant of this file
    for run_id, seq, step, at, facts, usage in rows:
        plain = {"run_id": run_id, "seq": seq, "step": step, "at": at}
        plain |= {"facts": json.loads(facts), "usage": json.loads(usage)}
        yield from_plain(Commit, plain)
