"""How a run begins, and how a human decides on it: the functions behind every door."""

import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.errors import BadInput, NotWaiting
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice, Decision
from cite_or_refuse.domain.run import MAX_QUESTION_CHARS, Run
from cite_or_refuse.ports import RunStore

MAX_ROUNDS = 10
MAX_NOTES_CHARS = 4000
SET_BACK = timedelta(seconds=1)  # what a clock may lose when it is corrected

# Crockford's base 32: no i, l, o or u, so that an id can be read aloud and typed.
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID = re.compile(f"[{_DIGITS}]{{7}}-[{_DIGITS}]{{5}}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Desk(Protocol):
    """What a door needs to begin a run and to take a decision: `Ports` have it, and more."""

    @property
    def store(self) -> RunStore:
        """Where the runs live."""

    @property
    def now(self) -> Callable[[], datetime]:
        """The clock."""


def start_run(
    question: str, options: Options, started_by: str, desk: Desk, run_id: str = ""
) -> Run:
    """Store and return a new run, under an id of its own unless one is given.

    Raises BadInput if the question cannot be asked as it is, or the id is taken.
    """
    words = sound_question(question)
    now = _after_the_newest(desk)
    run = Run(run_id or _new_id(now), words, options, started_by, created_at=now.isoformat())
    desk.store.create(run)
    return run


def run_id_of(key: str) -> str:
    """Return the id of the one run that a key begins, however often it is used."""
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8])
    return f"{_base32(number >> 25, 7)}-{_base32(number, 5)}"


def is_run_id(text: str) -> bool:
    """Whether a run could have this id."""
    return _ID.fullmatch(text) is not None


def _after_the_newest(desk: Desk) -> datetime:
    """Return the time, a microsecond after the newest run's if the clock has not passed that yet.

    So the newest run is listed first though a clock is coarse or was set back a little. One that
    is further back was wrong before, or is now; then its time is kept as it is.
    """
    now = desk.now()
    for newest in desk.store.recent(1):
        last = datetime.fromisoformat(newest.created_at)
        if now <= last < now + SET_BACK:
            return last + timedelta(microseconds=1)
    return now


def sound_question(question: str) -> str:
    """Return the question on one line. Raises BadInput if it cannot be asked as it is."""
    words = " ".join(_sound(question, "question", MAX_QUESTION_CHARS).split())
    if not words:
        raise BadInput("The question is empty; ask one.")
    return words


def decide(  # noqa: PLR0913, PLR0917 - a decision has these parts at every door
    run_id: str, choice: Choice, notes: str, rounds: int, by: str, desk: Desk
) -> Run:
    """Store a human's decision on a run that waits; the caller wakes the engine.

    `notes` and `rounds` matter to REVISE only. Raises UnknownRun, NotWaiting, or BadInput for
    notes or rounds out of range, and for blank notes.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"{rounds} rounds cannot be granted; it has to be from 1 to {MAX_ROUNDS}.")
    notes = _sound(notes, "note", MAX_NOTES_CHARS).strip()
    if choice is Choice.REVISE and not notes:
        raise BadInput("The note is blank; say what is to be mended.")
    run = desk.store.load(run_id)
    read = run.draft.revision if run.draft else 0
    decision = Decision(read, choice, by, desk.now().isoformat(), notes, rounds)
    return desk.store.decide(run_id, decision)


def raise_budget(run: Run, budget: Budget, most: Budget) -> Run:
    """Return the run with another budget, for `amend`; parts that `budget` leaves open stay.

    Raises NotWaiting if the run has ended for good, BadInput if `most`, the operator's budget, is
    exceeded.
    """
    if run.status not in (Status.FAILED, Status.RUNNING, Status.WAITING):
        raise NotWaiting(f"Run {run.run_id} has ended as {run.status}; a budget changes nothing.")
    wished = budget.or_else(run.options.budget).within(most)
    options = replace(run.options, budget=wished)
    return replace(run, options=options, version=run.version + 1)


def _sound(text: str, what: str, longest: int) -> str:
    """Return the text if it is Unicode that every door can carry."""
    if len(text) > longest:
        raise BadInput(f"The {what} has {len(text)} characters; at most {longest} are taken.")
    if "\0" in text or _SURROGATE.search(text):
        raise BadInput(f"The {what} holds a NUL or a character that is not valid Unicode.")
    return text


def _new_id(now: datetime) -> str:
    """Seven digits of the second, so that ids sort by age, and five that nobody can guess."""
    return f"{_base32(int(now.timestamp()), 7)}-{_base32(secrets.randbits(25), 5)}"


def _base32(number: int, width: int) -> str:
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(width)))
