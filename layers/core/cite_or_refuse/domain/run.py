"""A run: one question on its way to a report or a refusal.

A run is immutable. Each part has one owning node, see `parts`; `run | part` returns a new run with
that part replaced.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from cite_or_refuse.domain.budget import NOTHING, Usage
from cite_or_refuse.domain.check import Check
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import (
    Choice,
    Decision,
    Draft,
    Judgement,
    Part,
    Plan,
    Publication,
    Research,
    Review,
    Waiting,
)
from cite_or_refuse.domain.source import Source

MAX_QUESTION_CHARS = 4000

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
