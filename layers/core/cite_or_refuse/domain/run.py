"""A run: one question on its way to a report or a refusal.

A run is immutable. Each part has one owning node, named in its docstring; `run | part` returns
a new run with that part replaced.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from cite_or_refuse.domain.budget import NO_LIMIT, NOTHING, Budget, Usage
from cite_or_refuse.domain.check import Check, Claim, Reason
from cite_or_refuse.domain.outcome import Outcome, Status
from cite_or_refuse.domain.source import Asked, Source, Unfetched

MAX_QUESTION_CHARS = 4000


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
class Options:
    """What the caller chose, within the operator's limits.

    `plan_model` and `review_model` are empty where `model` does that, too. `allow_hosts` holds each
    `host:port` that may be fetched from although it is not on the public web; only the command line
    sets it.
    """

    model: str = "extractive"
    plan_model: str = ""
    review_model: str = ""
    search: tuple[str, ...] = ("corpus",)
    corpus: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    max_revisions: int = 3
    human: bool = False
    wait_minutes: int = 24 * 60
    max_sources: int = 8
    budget: Budget = NO_LIMIT


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

_FIELD_OF: dict[type[Part], str] = {
    Plan: "plan",
    Research: "research",
    Draft: "draft",
    Judgement: "judgement",
    Review: "review",
    Waiting: "waiting",
    Publication: "publication",
}


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that is known about one question.

    `seq` is the number of the last committed step. `version` grows with every write, decisions
    included: the optimistic lock of the store. `spent` is what was charged up to the
    moment of loading; it changes without a new version.
    """

    run_id: str
    question: str
    options: Options
    started_by: str
    created_at: str
    seq: int = 0
    version: int = 0
    plan: Plan | None = None
    research: Research | None = None
    draft: Draft | None = None
    judgement: Judgement | None = None
    review: Review | None = None
    waiting: Waiting | None = None
    decisions: tuple[Decision, ...] = ()
    publication: Publication | None = None
    spent: Usage = NOTHING

    def __or__(self, part: Part) -> Self:
        """Return the run with this part in the place of the old one."""
        change: dict[str, Any] = {_FIELD_OF[type(part)]: part}
        return replace(self, **change)

    def decided(self, decision: Decision) -> Self:
        """Return the run with one more decision."""
        return replace(self, decisions=(*self.decisions, decision))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The numbered sources; `[^n]` is `sources[n - 1]`."""
        return self.research.sources if self.research else ()

    @property
    def current_check(self) -> Check | None:
        """The gate's check of the current draft, or None until it is judged."""
        if self.draft and self.judgement and self.judgement.revision == self.draft.revision:
            return self.judgement.check
        return None

    @property
    def current_review(self) -> Review | None:
        """The review of the current draft, or None until it is reviewed."""
        if self.draft and self.review and self.review.revision == self.draft.revision:
            return self.review
        return None

    @property
    def current_waiting(self) -> Waiting | None:
        """The question to a human about the current draft, if it was put."""
        if self.draft and self.waiting and self.waiting.revision == self.draft.revision:
            return self.waiting
        return None

    @property
    def current_decision(self) -> Decision | None:
        """The human's decision on the current draft, if there is one."""
        if self.draft and self.decisions and self.decisions[-1].revision == self.draft.revision:
            return self.decisions[-1]
        return None

    @property
    def cap(self) -> int:
        """How many rewrites are allowed: the option, and what a human granted."""
        granted = sum(d.rounds for d in self.decisions if d.choice is Choice.REVISE)
        return self.options.max_revisions + granted

    @property
    def current_publication(self) -> Publication | None:
        """The publication, unless a resumed walk has gone on since."""
        if self.publication and self.publication.seq == self.seq:
            return self.publication
        return None

    @property
    def undecided(self) -> bool:
        """Whether a human was asked about the current draft and can still answer."""
        waiting = self.current_waiting
        return (
            waiting is not None
            and not waiting.late
            and self.current_decision is None
            and self.current_publication is None
        )

    @property
    def status(self) -> Status:
        """Where the run stands."""
        if self.current_publication:
            return Status(self.current_publication.outcome.value)
        return Status.WAITING if self.undecided else Status.RUNNING


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of a list of runs."""

    run_id: str
    question: str
    status: Status
    reason: str | None
    created_at: str
