"""Stories of runs: what a model says and people decide, and the steps that have to follow.

Any engine can be told them; tests/contract/test_walk.py does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.domain.errors import BudgetExhausted, ModelBlocked
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice, DraftProblem, Verdict
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Opinion, Ports, RunStore, Writing
from cite_or_refuse.runtime.runs import decide, start_run
from tests.builders import a_source

ACCEPT = Opinion(Verdict.ACCEPT)
REVISE = Opinion(Verdict.REVISE, notes=("Say more.",))
BLOCKED = ModelBlocked("A filter stopped the answer.")
TRUNCATED = Writing("The default", DraftProblem.TRUNCATED)

SIZE = "The default cache size is 512 MB.[^1]"
DATE = "Tarn 2.4 was released on 5 March 2024.[^1]"
INVENTED = "The default cache size is 640 MB.[^1]"
HALF_TRUE = f"{SIZE}\n\n{INVENTED}"
UNCITED = "The default cache size is 512 MB."
DANGLING = "The default cache size is 512 MB.[^7]"

FOUND = "supervisor researcher supervisor"
WRITTEN = "writer validate"
REVIEWED = f"{WRITTEN} reviewer"
ANSWERED = "ask_human ask_human"

type Decide = Callable[[str, Choice, str, int, str, Ports], Run]
type Engine = Callable[[Run, Ports, Callable[[Step, Facts], None]], Run]


class Killed(BaseException):
    """The process ends, and no line of its code runs any more."""


@dataclass
class Stage:
    """Where a story is played. `decide` is the engine's door for decisions."""

    run_id: str
    ports: Ports
    decide: Decide
    search: FixedSearch
    now: list[datetime]


type Event = Callable[[Stage], object]


def decided(choice: Choice, rounds: int = 1) -> Event:
    """A human decides."""
    return lambda stage: stage.decide(stage.run_id, choice, "Do.", rounds, "ann", stage.ports)


def time_ran_out(stage: Stage) -> None:
    """Nobody decided in time."""
    stage.now[0] += timedelta(minutes=61)


def search_works_again(stage: Stage) -> None:
    """The provider has recovered."""
    stage.search.error = None


def nothing(_stage: Stage) -> None:
    """Somebody just resumes the run."""


@dataclass(frozen=True)
class Story:
    """`steps` is what has to be committed; before each further walk, one of `events` happens.

    The process is killed after each of the steps numbered in `kills`, and the run resumed.
    """

    says: str
    steps: str
    status: Status
    reason: str | None = None
    drafts: Sequence[str | Writing | Exception] = ()
    opinions: Sequence[Opinion | Exception] = ()
    found: Sequence[Source] = field(default_factory=lambda: [a_source()])
    search_error: str | None = None
    events: Sequence[Event] = ()
    kills: Sequence[int] = ()
    options: dict[str, Any] = field(default_factory=dict)


def tell(story: Story, engine: Engine, store: RunStore, decide: Decide = decide) -> Run:
    """Play a story to its end and return the run."""
    search = FixedSearch(story.found, error=story.search_error)
    now = [datetime(2026, 1, 2, 12, tzinfo=UTC)]
    ports = Ports(
        model=ScriptedModel(drafts=story.drafts, opinions=story.opinions),
        searches=(search,),
        fetcher=FixedFetcher(story.found),
        store=store,
        now=lambda: now[0],
    )
    options = Options(**{"max_revisions": 1, "wait_minutes": 60, **story.options})
    run = start_run("How large is Tarn's cache?", options, "ann", ports)
    kills = set(story.kills)

    def on_step(_step: Step, facts: Facts) -> None:
        if facts.seq in kills:
            kills.remove(facts.seq)
            raise Killed

    def go() -> Run:
        try:
            return engine(run, ports, on_step)
        except Killed:
            return go()

    ended = go()
    for event in story.events:
        event(Stage(run.run_id, ports, decide, search, now))
        ended = go()
    return ended


STORIES = [
    Story(
        "the first draft is accepted",
        f"{FOUND} {REVIEWED} publish",
        Status.ACCEPTED,
        drafts=[SIZE],
        opinions=[ACCEPT],
    ),
    Story(
        "nothing is found",
        f"{FOUND} publish",
        Status.REFUSED,
        "no_sources",
        found=[],
    ),
    Story(
        "every provider fails",
        "supervisor researcher publish",
        Status.FAILED,
        "search_failed",
        search_error="It is down.",
    ),
    Story(
        "every provider fails, and works the next day",
        f"supervisor researcher publish {FOUND} {REVIEWED} publish",
        Status.ACCEPTED,
        search_error="It is down.",
        drafts=[SIZE],
        opinions=[ACCEPT],
        events=[search_works_again],
    ),
    Story(
        "the writer is blocked",
        f"{FOUND} writer publish",
        Status.REFUSED,
        "model_blocked",
        drafts=[BLOCKED],
    ),
    Story(
        "the reviewer is blocked",
        f"{FOUND} {REVIEWED} publish",
        Status.REFUSED,
        "model_blocked",
        drafts=[SIZE],
        opinions=[BLOCKED],
    ),
    Story(
        "nothing is cited",
        f"{FOUND} {WRITTEN} publish",
        Status.REFUSED,
        "no_citations",
        drafts=[UNCITED],
    ),
    Story(
        "a rewrite cites a source that is not there",
        f"{FOUND} {WRITTEN} {WRITTEN} publish",
        Status.REFUSED,
        "dangling_citation",
        drafts=[INVENTED, DANGLING],
    ),
    Story(
        "the gate sends back what the reviewer then accepts",
        f"{FOUND} {WRITTEN} {REVIEWED} publish",
        Status.ACCEPTED,
        drafts=[INVENTED, SIZE],
        opinions=[ACCEPT],
    ),
    Story(
        "the reviewer sends back, then accepts",
        f"{FOUND} {REVIEWED} {REVIEWED} publish",
        Status.ACCEPTED,
        drafts=[SIZE, f"{SIZE}\n\n{DATE}"],
        opinions=[REVISE, ACCEPT],
    ),
    Story(
        "the reviewer is never content",
        f"{FOUND} {REVIEWED} {REVIEWED} publish",
        Status.CAPPED,
        drafts=[SIZE, f"{SIZE}\n\n{DATE}"],
        opinions=[REVISE, REVISE],
    ),
    Story(
        "half of it is invented, to the last",
        f"{FOUND} {WRITTEN} {WRITTEN} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE, f"{DATE}\n\n{INVENTED}"],
    ),
    Story(
        "all of it is invented, to the last",
        f"{FOUND} {WRITTEN} {WRITTEN} publish",
        Status.REFUSED,
        "unsupported_claims",
        drafts=[INVENTED, INVENTED.replace("640", "650")],
    ),
    Story(
        "the writer says the same again",
        f"{FOUND} {WRITTEN} {WRITTEN} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE, HALF_TRUE],
        options={"max_revisions": 3},
    ),
    Story(
        "the writer is cut off every time",
        f"{FOUND} {WRITTEN} {WRITTEN} publish",
        Status.REFUSED,
        "unsupported_claims",
        drafts=[TRUNCATED, TRUNCATED],
    ),
    Story(
        "no rewrite is allowed",
        f"{FOUND} {WRITTEN} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE],
        options={"max_revisions": 0},
    ),
    Story(
        "a human accepts what stands as it is",
        f"{FOUND} {REVIEWED} {ANSWERED} publish",
        Status.ACCEPTED,
        drafts=[SIZE],
        opinions=[REVISE],
        events=[nothing, decided(Choice.ACCEPT)],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human accepts, and what does not stand is cut",
        f"{FOUND} {WRITTEN} {ANSWERED} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE],
        events=[decided(Choice.ACCEPT)],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human refuses",
        f"{FOUND} {WRITTEN} {ANSWERED} publish",
        Status.REFUSED,
        "human_refused",
        drafts=[HALF_TRUE],
        events=[decided(Choice.REFUSE)],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human grants two more rounds, and the gate judges each",
        f"{FOUND} {WRITTEN} {ANSWERED} {WRITTEN} {REVIEWED} {ANSWERED} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE, f"{DATE}\n\n{INVENTED}", SIZE],
        opinions=[REVISE],
        events=[decided(Choice.REVISE, rounds=2), time_ran_out],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human does not answer in time",
        f"{FOUND} {WRITTEN} {ANSWERED} publish",
        Status.CAPPED,
        drafts=[HALF_TRUE],
        events=[time_ran_out],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human is asked for, and too little is left to ask about",
        f"{FOUND} {WRITTEN} publish",
        Status.REFUSED,
        "unsupported_claims",
        drafts=[INVENTED],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a human is still to be asked, and nobody has",
        f"{FOUND} {WRITTEN} ask_human",
        Status.WAITING,
        drafts=[HALF_TRUE],
        events=[nothing],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "a budget runs out, and is raised",
        f"{FOUND} publish supervisor {REVIEWED} publish",
        Status.ACCEPTED,
        drafts=[BudgetExhausted("All tokens are spent."), SIZE],
        opinions=[ACCEPT],
        events=[nothing],
    ),
    Story(
        "a budget runs out",
        f"{FOUND} {WRITTEN} publish",
        Status.FAILED,
        "budget_exhausted",
        drafts=[INVENTED, BudgetExhausted("All tokens are spent.")],
    ),
    Story(
        "the process is killed after every step",
        "supervisor supervisor researcher supervisor supervisor writer supervisor validate"
        " supervisor reviewer supervisor publish",
        Status.ACCEPTED,
        drafts=[SIZE],
        opinions=[ACCEPT],
        kills=[1, 3, 4, 6, 8, 10, 12],
    ),
    Story(
        "the process is killed after every step of a run that a human sends back",
        f"{FOUND} {WRITTEN} supervisor {ANSWERED} supervisor writer supervisor validate"
        f" supervisor reviewer supervisor {ANSWERED} supervisor publish",
        Status.ACCEPTED,
        drafts=[HALF_TRUE, SIZE],
        opinions=[REVISE],
        events=[decided(Choice.REVISE), decided(Choice.ACCEPT)],
        kills=[5, 8, 10, 12, 14, 17],
        options={"max_revisions": 0, "human": True},
    ),
    Story(
        "the process is killed between a sent-back draft and its rewrite",
        f"{FOUND} {WRITTEN} supervisor {REVIEWED} supervisor {REVIEWED} publish",
        Status.ACCEPTED,
        drafts=[INVENTED, SIZE, f"{SIZE}\n\n{DATE}"],
        opinions=[REVISE, ACCEPT],
        kills=[5, 9],
        options={"max_revisions": 2},
    ),
]
