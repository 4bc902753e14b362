"""The workflow keeps its limits, whatever its functions do: states, bytes, rounds, tries, time."""

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.walks import Walks
from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.domain.codec import from_plain
from cite_or_refuse.domain.errors import PermanentError, TransientError
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.aws import stack as doors
from cite_or_refuse.runtime.aws.failures import named
from cite_or_refuse.runtime.run_step import run_step
from tests.builders import a_source, some_ports
from tests.stories import ACCEPT, DATE, HALF_TRUE, INVENTED, REVISE, SIZE
from tests.workflow import Workflow

MAX_STATES, MAX_BYTES = 15, 4096


def ports(workflow: Workflow, model: ScriptedModel, **others: Any) -> Ports:
    return some_ports(model, store=workflow.store, **others)


def steps(workflow: Workflow, run: Run) -> str:
    return " ".join(commit.step for commit in workflow.store.trail(run.run_id))


def reason(run: Run) -> str | None:
    return run.publication and run.publication.reason


def events(workflow: Workflow, run: Run) -> list[dict[str, Any]]:
    """All that the workflow has noted of the run's current walk."""
    walk = Walks(workflow.settings.table).current(run.run_id)
    answer = client("stepfunctions").get_execution_history(
        executionArn=workflow.execution_arn(walk)
    )
    return json.loads(json.dumps(answer["events"], default=str))  # type: ignore[no-any-return]


def carried(value: Any) -> Iterator[str]:
    """The inputs, outputs and causes among what was noted."""
    if isinstance(value, list):
        for item in value:
            yield from carried(item)
    if isinstance(value, dict):
        for key, item in value.items():
            if key in {"input", "output", "cause"} and isinstance(item, str):
                yield item
            yield from carried(item)


def test_a_run_that_is_accepted_at_once_enters_no_more_than_15_states(workflow: Workflow) -> None:
    # GIVEN a first draft that the reviewer accepts, WHEN the workflow walks the run
    run = workflow.begin(ports(workflow, ScriptedModel(drafts=[SIZE], opinions=[ACCEPT])))
    # THEN it has entered these states, each of which costs a transition
    assert run.status is Status.ACCEPTED
    entered = [name for name, _ in workflow.histories(run.run_id)]
    assert entered[-3:] == ["Publish", "AfterPublish", "Accepted"]
    assert len(entered) == MAX_STATES


def test_the_state_stays_small_whatever_the_sources_hold(workflow: Workflow) -> None:
    # GIVEN 20 sources of 400 KB, a writer that errs, and one that then fails with a source's words
    text = "The pump of Tarn number {} moves water uphill at night. "
    sources = [
        a_source(f"{SIZE[:-4]} " + "".join(text.format(i + n) for n in range(7_000)), title=f"T{i}")
        for i in range(20)
    ]
    assert min(len(source.content) for source in sources) > 400_000
    failing = ScriptedModel(drafts=[INVENTED, ValueError(sources[0].content)])
    searches = (FixedSearch(sources[:10], name="one"), FixedSearch(sources[10:], name="two"))
    found = ports(workflow, failing, searches=searches, fetcher=FixedFetcher(sources))
    # WHEN the workflow walks the run
    run = workflow.begin(found, max_sources=20)
    assert (len(run.sources), run.status, reason(run)) == (20, Status.FAILED, "ValueError")
    # THEN no input, output or cause of a state reaches 4 KB, nor holds a source's words
    noted = events(workflow, run)
    assert len(noted) > 30
    assert max(len(text.encode()) for text in carried(noted)) < MAX_BYTES
    assert "uphill" not in json.dumps(noted)


def test_the_state_stays_small_whatever_an_error_says(workflow: Workflow) -> None:
    # GIVEN an error with a text of 100 KB
    model = ScriptedModel(drafts=[PermanentError("No. " * 25_000)])
    # WHEN the workflow walks the run, THEN its beginning is carried, to the report
    run = workflow.begin(ports(workflow, model))
    assert run.publication is not None
    assert run.publication.notes[0].startswith("No. No. ")
    assert max(len(text.encode()) for text in carried(events(workflow, run))) < MAX_BYTES


@pytest.mark.parametrize(
    "lie",
    [
        lambda facts: facts | {"revision": 0},
        lambda facts: facts | {"cap": 99},
        lambda facts: facts | {"cap": 99, "revision": 0},
    ],
)
def test_a_writer_that_hides_its_rewrites_or_lifts_the_cap_ends_the_run(
    workflow: Workflow, lie: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    # GIVEN a function that says it has rewritten less, or may more, than the workflow knows
    model = ScriptedModel(drafts=[INVENTED, HALF_TRUE, DATE, SIZE])
    workflow.instead["Writer"] = lambda real: lie(real())
    # WHEN the workflow walks the run
    run = workflow.begin(ports(workflow, model), max_revisions=2)
    # THEN it ends there, and nothing ships
    assert (run.status, reason(run)) == (Status.FAILED, "Miscounted")
    assert run.publication is not None
    assert not run.publication.draft
    assert workflow.ended(run.run_id) == ("FAILED", "Miscounted")
    assert len(model.assignments) <= 2


def test_a_function_that_never_accepts_is_asked_no_more_often_than_the_cap_says(
    workflow: Workflow,
) -> None:
    # GIVEN a gate that lies that there is always one more rewrite to be had
    drafts = [INVENTED.replace("640", str(n)) for n in range(600, 660)]
    model = ScriptedModel(drafts=drafts)
    workflow.instead["Validate"] = lambda real: (
        real() | {"gate": "unsupported", "repeated": False, "enough_left": False, "stop": None}
    )
    # WHEN the workflow walks the run, THEN its own count ends the rewrites
    run = workflow.begin(ports(workflow, model), max_revisions=3)
    assert run.status is Status.REFUSED
    assert len(model.assignments) == 4


def test_a_cap_beyond_the_operators_ends_the_run_unless_a_human_is_there_to_raise_it(
    workflow: Workflow,
) -> None:
    # GIVEN a door that lets a caller have 4 rewrites, where the template allows 3
    model = ScriptedModel(drafts=[INVENTED])
    # WHEN the workflow walks the run, THEN it does not go on after the first draft
    run = workflow.begin(ports(workflow, model), max_revisions=4)
    assert (run.status, reason(run)) == (Status.FAILED, "Miscounted")
    assert len(model.assignments) == 1


def test_rounds_that_no_human_granted_are_not_taken(workflow: Workflow) -> None:
    # GIVEN a run that sleeps, and a function that claims that a rewrite was granted
    model = ScriptedModel(drafts=[HALF_TRUE])
    asked = ports(workflow, model)
    run = workflow.begin(asked, max_revisions=0, human=True)
    assert run.status is Status.WAITING
    workflow.instead["AskHuman"] = lambda real: real() | {"human": "revise"}
    # WHEN the workflow is woken
    workflow.decide(run.run_id, Choice.ACCEPT, "", 1, "ann", asked)
    workflow.wait(workflow.stack(asked), run.run_id)
    # THEN there is no round for it
    run = workflow.store.load(run.run_id)
    assert (run.status, reason(run)) == (Status.FAILED, "Miscounted")
    assert len(model.assignments) == 1


def test_a_walk_that_is_woken_too_early_waits_on(workflow: Workflow) -> None:
    # GIVEN a run that sleeps
    asked = ports(workflow, ScriptedModel(drafts=[HALF_TRUE]))
    run = workflow.begin(asked, max_revisions=0, human=True)
    stack = workflow.stack(asked)
    walk = stack.walks.current(run.run_id)
    # WHEN it is woken, and nobody has decided
    workflow.asleep.clear()
    assert walk is not None
    assert stack.machine.wake(walk.token)
    workflow.wait(stack, run.run_id)
    # THEN it sleeps again, and a decision ends it
    assert workflow.store.load(run.run_id).status is Status.WAITING
    workflow.decide(run.run_id, Choice.ACCEPT, "", 1, "ann", asked)
    workflow.wait(stack, run.run_id)
    assert workflow.store.load(run.run_id).status is Status.CAPPED
    assert steps(workflow, run).endswith("ask_human ask_human ask_human ask_human publish")


def test_a_human_who_says_nothing_is_waited_for_no_longer_than_the_run_may_wait(
    workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a wait that is over as soon as it begins, and a task that knows it a second later
    monkeypatch.setattr(doors, "GRACE_SECONDS", 1)
    asked = ports(workflow, ScriptedModel(drafts=[HALF_TRUE]))
    run = workflow.begin(asked, max_revisions=0, human=True, wait_minutes=0)
    # WHEN that second has passed
    workflow.asleep.clear()
    workflow.wait(workflow.stack(asked), run.run_id)
    # THEN what stands has shipped
    run = workflow.store.load(run.run_id)
    assert run.status is Status.CAPPED
    assert run.waiting is not None
    assert run.waiting.late
    assert "TaskTimedOut" in {event["type"] for event in events(workflow, run)}


@pytest.mark.parametrize(("failures", "status"), [(3, Status.ACCEPTED), (4, Status.FAILED)])
def test_what_may_pass_is_tried_four_times_ever_more_slowly(
    workflow: Workflow, monkeypatch: pytest.MonkeyPatch, failures: int, status: Status
) -> None:
    # GIVEN a model that is too busy some times, and a clock that does not really wait
    slept: list[float] = []
    monkeypatch.setattr(retrier_decl, "time", SimpleNamespace(sleep=slept.append))
    busy = [TransientError("The model is busy.")] * failures
    model = ScriptedModel(drafts=[*busy, SIZE], opinions=[ACCEPT])
    # WHEN the workflow walks the run
    run = workflow.begin(ports(workflow, model))
    # THEN the fourth try is the last, and each wait was at most twice as long as the one before
    assert (run.status, reason(run)) == (status, None if failures < 4 else "TransientError")
    assert len(slept) == 3
    assert all(0 <= wait <= 2**n for n, wait in enumerate(slept))


def test_what_lambda_itself_refuses_for_a_while_is_asked_for_longer(
    workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a Lambda that is too busy to call a function eight times, as its name for that says
    slept: list[float] = []
    monkeypatch.setattr(retrier_decl, "time", SimpleNamespace(sleep=slept.append))
    calls = iter(range(9))

    def busy(real: Callable[[], Any]) -> Any:
        if next(calls) < 8:
            raise named("Lambda.TooManyRequestsException", "Rate exceeded.")
        return real()

    workflow.instead["Validate"] = busy
    # WHEN the workflow walks the run, THEN the ninth call is heard
    run = workflow.begin(ports(workflow, ScriptedModel(drafts=[SIZE], opinions=[ACCEPT])))
    assert run.status is Status.ACCEPTED
    assert len(slept) == 8
    assert max(slept) <= 30


class SandboxTimedout(Exception):
    """As Lambda says that a function took too long."""


def test_a_function_that_dies_after_its_step_was_committed_fails_the_run_by_its_name(
    workflow: Workflow,
) -> None:
    # GIVEN a writer whose answer is lost though its draft is stored
    def lose(real: Callable[[], Any]) -> Any:
        real()
        raise SandboxTimedout("Task timed out after 600.00 seconds")

    workflow.instead["Writer"] = lose
    model = ScriptedModel(drafts=[SIZE], opinions=[ACCEPT])
    # WHEN the workflow walks the run, THEN the run has failed with that error, and has its draft
    run = workflow.begin(ports(workflow, model))
    assert (run.status, reason(run)) == (Status.FAILED, "SandboxTimedout")
    assert steps(workflow, run).endswith("writer publish")
    # AND a resume goes on with it
    del workflow.instead["Writer"]
    done = workflow.walk(run, ports(workflow, model), lambda *_: None)
    assert done.status is Status.ACCEPTED
    assert len(model.assignments) == 1


def test_a_walk_that_another_has_overtaken_ends_without_a_word(workflow: Workflow) -> None:
    # GIVEN a run that another walk ends while this one searches
    own = ports(workflow, ScriptedModel(drafts=[SIZE]))

    def overtaken(real: Callable[[], Any]) -> Any:
        facts = real()
        run_step("publish", from_plain(Facts, facts), own, TransientError("It was busy."))
        return facts

    workflow.instead["Researcher"] = overtaken
    # WHEN this one goes on, THEN it ends as overtaken, and what the other said stays
    run = workflow.begin(own)
    assert workflow.ended(run.run_id) == ("FAILED", "StaleStep")
    assert (run.status, reason(run)) == (Status.FAILED, "TransientError")
    assert steps(workflow, run) == "supervisor researcher publish"


def test_a_reviewer_who_sends_back_is_counted_like_the_gate(workflow: Workflow) -> None:
    model = ScriptedModel(drafts=[SIZE, INVENTED, DATE], opinions=[REVISE, ACCEPT])
    run = workflow.begin(ports(workflow, model))
    rounds = [state["rounds"] for name, state in workflow.histories(run.run_id) if name == "Writer"]
    assert (run.status, rounds) == (Status.ACCEPTED, [0, 1, 2])
