"""The parts of a run, each owned by the one node that its docstring names.

A human's decision is no node's: `decide` stores it.
"""

from dataclasses import dataclass
from enum import StrEnum

from cite_or_refuse.domain.check import Check, Claim, Reason
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.source import Asked, Source, Unfetched


class Verdict(StrEnum):
    """A reviewer's typed verdict. Whatever is not exactly ACCEPT is REVISE."""

    ACCEPT = "accept"
    REVISE = "revise"


class Choice(StrEnum):
    """What a human may decide at the cap."""

    ACCEPT = "accept"
    REVISE = "revise"
    REFUSE = "refuse"


class DraftProblem(StrEnum):
    """Why the writer's answer is no draft at all."""

    TRUNCATED = "truncated"
    MODEL_REFUSAL = "model_refusal"
    WRONG_LANGUAGE = "wrong_language"
    EMPTY_DRAFT = "empty_draft"
    BLOCKED = "blocked"

    @property
    def reason(self) -> Reason:
        """The same word as the gate's reason."""
        return Reason(self.value)


@dataclass(frozen=True, slots=True)
class Plan:
    """Owned by supervisor: the queries to search for."""

    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Research:
    """Owned by researcher: the numbered sources, what was asked, and what was left out.

    `searched` is false when every provider failed, so that a resume searches again.
    """

    searched: bool
    sources: tuple[Source, ...]
    asked: tuple[Asked, ...]
    unfetched: tuple[Unfetched, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """Owned by writer: its text, or the problem that it has instead. `revision` counts rewrites.

    `left_out` says of which sources the writer was not shown all, for lack of room.
    """

    text: str
    revision: int
    problem: DraftProblem | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """Owned by validate: the gate's check of the draft of this revision.

    `seen` holds the sha256 of every draft judged so far, this one included; `repeated` says
    that this one was among them before.
    """

    revision: int
    check: Check
    repeated: bool
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """Owned by reviewer: its verdict on the draft of this revision.

    `notes` are what the writer has to mend, `open_notes` what nobody here can.
    """

    revision: int
    verdict: Verdict
    notes: tuple[str, ...] = ()
    open_notes: tuple[str, ...] = ()
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """Owned by ask_human: who may decide on the draft of this revision, and until when.

    `late` is set once the time has run out without a decision.
    """

    revision: int
    who: str
    asked_at: str
    until: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """Stored by `decide`, the one door for a human's answer. `rounds` matter to REVISE only."""

    revision: int
    choice: Choice
    by: str
    at: str
    notes: str = ""
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Publication:
    """Owned by publish: how the run ended, and the text that ships.

    `draft` is what ships, empty unless accepted or capped; `claims` are its claims, or those of
    the last draft when nothing ships. `seq` is the step that published; a later step, of a
    resumed run, makes it void.
    """

    seq: int
    outcome: Outcome
    reason: str | None
    draft: str = ""
    claims: tuple[Claim, ...] = ()
    cut: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    report: str = ""


Part = Plan | Research | Draft | Judgement | Review | Waiting | Publication
