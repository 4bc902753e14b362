"""What the nodes need of the world, in the words of the domain."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from cite_or_refuse.domain.budget import NOTHING, Budget, Usage
from cite_or_refuse.domain.check import Claim
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Decision, DraftProblem, Verdict, Waiting
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run, Summary
from cite_or_refuse.domain.source import Hit, Page, Source


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a writer is asked: the first draft, or a rewrite of `previous` that heeds `notes`."""

    question: str
    sources: Sequence[Source]
    previous: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Writing:
    """A writer's answer: a draft whose claims end with `[^n]`, or the problem it has instead."""

    text: str
    problem: DraftProblem | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What a reviewer is asked: the draft, with the evidence the gate found for each claim."""

    question: str
    draft: str
    claims: tuple[Claim, ...]
    sources: Sequence[Source]


@dataclass(frozen=True, slots=True)
class Opinion:
    """A reviewer's answer. `notes` are for the writer, `open_notes` for the reader."""

    verdict: Verdict
    notes: tuple[str, ...] = ()
    open_notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Bill:
    """What a call used; the whole reservation, until whoever called knows better."""

    used: Usage


class Meter(Protocol):
    """Counts what one step uses, and stops it at the run's budget."""

    def reserve(self, at_most: Usage) -> AbstractContextManager[Bill]:
        """Reserve what a call could use, before the call; on leaving, the bill is charged instead.

        The time is measured, whatever the bill says. Raises BudgetExhausted, and then the call
        must not be made.
        """


class Unmetered(Meter):
    """For what costs nothing."""

    @contextmanager
    def reserve(self, at_most: Usage) -> Iterator[Bill]:
        """Allow everything."""
        yield Bill(at_most)


class Model(Protocol):
    """Proposes; code disposes. Each method raises ModelBlocked if a filter stopped the answer."""

    @property
    def name(self) -> str:
        """The spec it was made from, as `extractive` or `bedrock:ID`."""

    def metered(self, meter: Meter) -> "Model":  # noqa: ARG002 - a model that costs nothing
        """Return the model that reserves its calls with this meter."""
        return self

    def plan(self, question: str) -> Sequence[str]:
        """Propose search queries."""

    def write(self, assignment: Assignment) -> Writing:
        """Write or rewrite a draft."""

    def review(self, manuscript: Manuscript) -> Opinion:
        """Judge a draft that the gate found grounded."""


class Search(Protocol):
    """One provider of search results."""

    @property
    def name(self) -> str:
        """The word that `--search` takes."""

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return at most `limit` hits, best first, near misses marked `off_topic`.

        Called from several threads at once. Raises SearchFailed when the provider cannot answer.
        """


class Fetcher(Protocol):
    """Turns a hit into readable text."""

    def fetch(self, hit: Hit) -> Page:
        """Return the page. Raises Unreadable with the reason; called from several threads."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One committed step of a run, the facts that the engine got for it, and what it used."""

    run_id: str
    seq: int
    step: Step
    at: str
    facts: Facts
    usage: Usage = NOTHING


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands: what can be told of it without its texts.

    `reason` is that of the publication, `waiting` there only while a human can still answer.
    """

    question: str
    started_by: str
    created_at: str
    status: Status
    reason: str | None
    cap: int
    waiting: Waiting | None
    trail: Sequence[Commit]

    @property
    def revision(self) -> int:
        """How often the draft was rewritten."""
        return self.trail[-1].facts.revision if self.trail else 0

    @property
    def sources(self) -> int:
        """How many sources were found."""
        return self.trail[-1].facts.sources if self.trail else 0


class RunStore(Protocol):
    """Where runs live. Every write is conditional, so an engine may repeat any step."""

    def create(self, run: Run) -> None:
        """Store a new run. Raises BadInput if the id is taken."""

    def load(self, run_id: str) -> Run:
        """Return the run with all its texts, and all it was charged with. Raises UnknownRun."""

    def load_without_texts(self, run_id: str) -> Run:
        """Return the run as `load` does, but with the content of each source empty.

        It is to be looked at: to store it raises ValueError. Raises UnknownRun.
        """

    def source(self, run_id: str, number: int) -> Source | None:
        """Return the source that `[^number]` cites, None if there is none. Raises UnknownRun.

        No other source's text is read.
        """

    def standing(self, run_id: str) -> Standing:
        """Return where the run stands, for little: no text is read. Raises UnknownRun."""

    def find_commit(self, run_id: str, seq: int) -> Commit | None:
        """Return the step committed under this number, if any."""

    def commit(self, run: Run, commit: Commit) -> None:
        """Store `run`, whose `version` is the loaded one plus 1, and the step, both or neither.

        `run.spent` is not stored: `charge` alone changes it. Raises TransientError if the stored
        version is not `run.version - 1` or the step number is taken: the caller loads again.
        """

    def amend(self, run: Run) -> None:
        """Store the options of `run`, whose `version` is the loaded one plus 1, without a step.

        Raises TransientError if the stored version is not `run.version - 1`.
        """

    def charge(self, run_id: str, usage: Usage, budget: Budget) -> None:
        """Add to what the run has spent, at once and under no version.

        Raises UnknownRun, and BudgetExhausted, then adding nothing, if `budget` does not allow
        the sum.
        """

    def decide(self, run_id: str, decision: Decision) -> Run:
        """Store a human's decision. Raises NotWaiting unless the run waits and is undecided."""

    def trail(self, run_id: str) -> Sequence[Commit]:
        """Return the committed steps in order."""

    def recent(self, limit: int, status: Status | None = None) -> Sequence[Summary]:
        """Return the newest runs first, of one status if given."""


@dataclass(frozen=True, slots=True)
class Ports:
    """All that a node may use. `progress` takes one line for a person's eyes.

    `run_step` puts the meter of the step in.
    """

    model: Model
    searches: tuple[Search, ...]
    fetcher: Fetcher
    store: RunStore
    now: Callable[[], datetime]
    progress: Callable[[str], None] = lambda _line: None
    meter: Meter = field(default_factory=Unmetered)
