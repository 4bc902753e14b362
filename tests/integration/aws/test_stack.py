"""What the doors of the stack do with a run, also when two of them do it at once, or one dies."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.walks import Walk
from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.budget import NO_LIMIT, Budget
from cite_or_refuse.domain.errors import (
    BadInput,
    NotWaiting,
    PermanentError,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime import runs
from cite_or_refuse.runtime.aws.stack import (
    Stack,
    begin,
    close,
    decide,
    first_state,
    open_stack,
    resume,
)
from tests.builders import some_ports
from tests.stories import ACCEPT, HALF_TRUE, SIZE
from tests.workflow import QUESTION, Workflow, a_workflow

ASKING = Options(human=True, max_revisions=0)


@pytest.fixture(scope="module")
def account() -> Iterator[Workflow]:
    with a_workflow() as workflow:
        yield workflow


@pytest.fixture
def workflow(account: Workflow) -> Iterator[Workflow]:
    yield account
    account.instead.clear()
    account.events.clear()


@pytest.fixture
def ports(workflow: Workflow) -> Ports:
    """A model that writes what half stands, then what stands; whoever asks."""
    model = ScriptedModel(drafts=[HALF_TRUE, SIZE, SIZE], opinions=[ACCEPT] * 3)
    workflow.ports, workflow.on_step = some_ports(model, store=workflow.store), None
    return workflow.ports


@pytest.fixture
def stack(workflow: Workflow, ports: Ports) -> Stack:
    return workflow.stack(ports)


def asleep(workflow: Workflow, stack: Stack) -> Run:
    """A run that waits for a human."""
    run = begin(stack, QUESTION, ASKING, "ann")
    return ended(workflow, stack, run)


def ended(workflow: Workflow, stack: Stack, run: Run) -> Run:
    """The run when its walk has ended, or sleeps."""
    workflow.wait(stack, run.run_id)
    return stack.store.load(run.run_id)


def walk_of(stack: Stack, run: Run) -> Walk:
    walk = stack.walks.current(run.run_id)
    assert walk is not None
    return walk


def kill(workflow: Workflow, stack: Stack, run: Run) -> Walk:
    """End the run's execution as an operator may."""
    walk = walk_of(stack, run)
    client("stepfunctions").stop_execution(executionArn=workflow.execution_arn(walk))
    workflow.time_out(stack, run.run_id)  # moto ends what waits for a token only then
    workflow.wait(stack, run.run_id)
    return walk


def executions(workflow: Workflow, run: Run) -> list[str]:
    answer = client("stepfunctions").list_executions(stateMachineArn=workflow.arn)
    names = [execution["name"] for execution in answer["executions"]]
    return sorted(name for name in names if name.startswith(run.run_id))


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The answers, or what was raised, of calls that start at the same moment."""
    barrier = Barrier(len(calls))

    def answer(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except PermanentError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(answer, calls))


# --- begin ---


def test_a_run_is_begun_and_walked_to_its_end(workflow: Workflow, stack: Stack) -> None:
    # WHEN a question is asked, THEN its run is known at once, and ends by itself
    run = begin(stack, f"  {QUESTION}\n", Options(), "ann")
    assert (run.question, run.started_by, run.seq) == (QUESTION, "ann", 0)
    assert ended(workflow, stack, run).status is Status.ACCEPTED
    assert executions(workflow, run) == [f"{run.run_id}-0"]


def test_the_same_key_begins_one_run_however_often_and_by_how_many(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a request that is delivered eight times at once
    calls = [lambda: begin(stack, QUESTION, Options(), "ann", "ann/one")] * 8
    # WHEN they are answered, and once more when the run has ended
    found = at_once(*calls)
    done = ended(workflow, stack, found[0])
    found.append(begin(stack, QUESTION, Options(), "ann", "ann/one"))
    # THEN there is one run, and one walk of it
    assert {run.run_id for run in found} == {runs.run_id_of("ann/one")}
    assert done.status is Status.ACCEPTED
    assert executions(workflow, done) == [f"{done.run_id}-0"]


def test_a_key_stands_for_one_question_with_its_options(workflow: Workflow, stack: Stack) -> None:
    # GIVEN a key that has begun a run
    run = begin(stack, QUESTION, Options(), "ann", "ann/two")
    # WHEN it comes with something else, THEN that is refused, and nothing is begun
    for question, options in (("Another one?", Options()), (QUESTION, Options(max_sources=2))):
        with pytest.raises(BadInput, match="another question or other options"):
            begin(stack, question, options, "ann", "ann/two")
    # AND a raised budget is no other option
    ended(workflow, stack, run)
    dear = Options(budget=Budget(calls=9))
    assert begin(stack, QUESTION, dear, "ann", "ann/two").run_id == run.run_id


def test_a_bad_question_is_refused_with_a_key_as_without(stack: Stack) -> None:
    for key in ("", "ann/three"):
        with pytest.raises(BadInput, match="question is empty"):
            begin(stack, " ", Options(), "ann", key)
    with pytest.raises(UnknownRun):
        stack.store.load(runs.run_id_of("ann/three"))


def test_a_run_whose_door_died_before_its_walk_started_is_started_by_the_same_key(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that was stored, and no more, and one whose walk was noted, and not started
    stored, noted = (
        runs.start_run(QUESTION, Options(), "ann", stack, runs.run_id_of(key))
        for key in ("ann/four", "ann/five")
    )
    stack.walks.begin(noted.run_id, f"{noted.run_id}-0")
    # WHEN the request comes again, THEN the run is walked
    for key, run in (("ann/four", stored), ("ann/five", noted)):
        assert begin(stack, QUESTION, Options(), "ann", key).run_id == run.run_id
        assert ended(workflow, stack, run).publication is not None


# --- decide ---


def test_of_two_decisions_at_once_one_counts(workflow: Workflow, stack: Stack) -> None:
    # GIVEN a run that sleeps
    run = asleep(workflow, stack)
    assert run.status is Status.WAITING
    workflow.asleep.clear()
    # WHEN two people decide at once
    answers = at_once(
        lambda: decide(stack, run.run_id, Choice.ACCEPT, "", 1, "ann"),
        lambda: decide(stack, run.run_id, Choice.REFUSE, "", 1, "bob"),
    )
    # THEN one is told that nobody waits any more, and the other's decision ends the run
    [late] = [answer for answer in answers if isinstance(answer, NotWaiting)]
    assert "does not wait" in str(late)
    done = ended(workflow, stack, run)
    [decision] = done.decisions
    how = {Choice.ACCEPT: Status.CAPPED, Choice.REFUSE: Status.REFUSED}
    assert done.status is how[decision.choice]
    # AND a third changes nothing
    with pytest.raises(NotWaiting):
        decide(stack, run.run_id, Choice.REVISE, "Mend it.", 1, "cyd")


def test_a_decision_on_a_run_whose_walk_has_died_starts_a_new_one(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that sleeps, and whose execution was ended
    run = asleep(workflow, stack)
    dead = kill(workflow, stack, run)
    # WHEN a human grants a round
    decided = decide(stack, run.run_id, Choice.REVISE, "Mend it.", 1, "ann")
    # THEN a walk of its own takes it up, with the cap that was raised, to the end
    done = ended(workflow, stack, run)
    assert walk_of(stack, run).name == f"{run.run_id}-{decided.version}" != dead.name
    assert (done.status, done.draft and done.draft.revision) == (Status.ACCEPTED, 1)


def test_a_decision_between_two_deliveries_of_the_question_is_found_by_the_second(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a function that dies after its run waits, and a human who decides before it is called
    # again, through a door that wakes nobody
    def die_once(real: Callable[[], Any]) -> Any:
        answer = real()
        if len([name for name, _ in workflow.events if name == "AskHuman"]) == 1:
            run_id = workflow.events[-1][1]["facts"]["run_id"]
            runs.decide(run_id, Choice.ACCEPT, "", 1, "ann", stack)
            raise TransientError("It was cut off.")
        return answer

    workflow.instead["AskHuman"] = die_once
    # WHEN the workflow delivers the question again, THEN the walk wakes itself
    run = begin(stack, QUESTION, ASKING, "ann")
    done = ended(workflow, stack, run)
    while done.status is Status.RUNNING:
        workflow.asleep.clear()
        done = ended(workflow, stack, run)
    assert done.status is Status.CAPPED
    names = [name for name, _ in workflow.events]
    assert names[-4:] == ["AskHuman", "AskHuman", "AskHuman", "Publish"]


def test_a_decision_that_meets_a_task_just_timed_out_is_found_by_the_walk(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that sleeps, under a token that is good no more
    run = asleep(workflow, stack)
    walk = walk_of(stack, run)
    stack.walks.keep_token(run.run_id, walk.name, "A token of another day")
    # WHEN a human decides
    decide(stack, run.run_id, Choice.ACCEPT, "", 1, "ann")
    # THEN no second walk is started
    assert executions(workflow, run) == [walk.name]
    # AND the first finds the decision when its time is up
    stack.walks.keep_token(run.run_id, walk.name, walk.token)
    workflow.time_out(stack, run.run_id)
    assert ended(workflow, stack, run).status is Status.CAPPED


# --- resume ---


def test_a_decision_that_woke_nobody_is_taken_up_by_a_resume(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that sleeps, and a door that died after it had stored a decision
    run = asleep(workflow, stack)
    runs.decide(run.run_id, Choice.ACCEPT, "", 1, "ann", stack)
    # WHEN the run is resumed, THEN the same walk goes on
    workflow.asleep.clear()
    resume(stack, run.run_id, NO_LIMIT)
    assert ended(workflow, stack, run).status is Status.CAPPED
    assert executions(workflow, run) == [f"{run.run_id}-0"]


def test_a_run_that_is_at_work_or_has_ended_is_not_resumed(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that sleeps
    run = asleep(workflow, stack)
    # WHEN it is resumed, THEN that is refused, as it is after the end
    with pytest.raises(NotWaiting, match="at work already"):
        resume(stack, run.run_id, NO_LIMIT)
    workflow.asleep.clear()
    decide(stack, run.run_id, Choice.REFUSE, "", 1, "ann")
    ended(workflow, stack, run)
    with pytest.raises(NotWaiting, match="has ended"):
        resume(stack, run.run_id, NO_LIMIT)
    assert executions(workflow, run) == [f"{run.run_id}-0"]


def test_a_run_that_failed_is_resumed_with_what_the_operator_allows(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run whose writer broke
    broken = ScriptedModel(drafts=[ValueError("a bug"), SIZE], opinions=[ACCEPT])
    workflow.ports = some_ports(broken, store=workflow.store)
    run = ended(workflow, stack, begin(stack, QUESTION, Options(), "ann"))
    assert run.status is Status.FAILED
    # WHEN it is resumed with more than the operator allows, THEN that is refused
    strict = replace(stack, settings=replace(stack.settings, budget=Budget(calls=5)))
    with pytest.raises(BadInput, match="beyond the operator's"):
        resume(strict, run.run_id, Budget(calls=6))
    # AND with as much, it goes on
    resumed = resume(strict, run.run_id, Budget(calls=5))
    assert resumed.options.budget == Budget(calls=5)
    assert ended(workflow, stack, run).status is Status.ACCEPTED
    assert executions(workflow, run) == [f"{run.run_id}-0", f"{run.run_id}-{resumed.version}"]


def test_a_second_resume_is_refused_before_the_first_has_done_a_step(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that failed
    broken = ScriptedModel(drafts=[ValueError("a bug"), SIZE], opinions=[ACCEPT])
    workflow.ports = some_ports(broken, store=workflow.store)
    run = ended(workflow, stack, begin(stack, QUESTION, Options(), "ann"))
    assert run.status is Status.FAILED
    # WHEN it is resumed, and again while its new walk is at the first step
    both = Event()
    workflow.instead["Supervisor"] = lambda real: both.wait(30) and real()
    resume(stack, run.run_id, NO_LIMIT)
    with pytest.raises(NotWaiting, match="at work already"):
        resume(stack, run.run_id, NO_LIMIT)
    both.set()
    # THEN one new walk takes it to its end
    assert ended(workflow, stack, run).status is Status.ACCEPTED
    assert len(executions(workflow, run)) == 2


def test_a_run_that_failed_is_resumed_though_its_old_walk_is_not_quite_at_its_end(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that has failed, and an execution that has still to hear of it
    failed, resumed = Event(), Event()

    def slow(real: Callable[[], Any]) -> Any:
        answer = real()
        failed.set()
        resumed.wait(30)
        return answer

    workflow.instead["Publish"] = slow
    broken = ScriptedModel(drafts=[ValueError("a bug"), SIZE], opinions=[ACCEPT])
    workflow.ports = some_ports(broken, store=workflow.store)
    run = begin(stack, QUESTION, Options(), "ann")
    assert failed.wait(30)
    # WHEN it is resumed, THEN its new walk takes it to its end
    del workflow.instead["Publish"]
    resume(stack, run.run_id, NO_LIMIT)
    resumed.set()
    assert ended(workflow, stack, run).status is Status.ACCEPTED


def test_of_two_resumes_at_once_at_most_one_walk_goes_on(workflow: Workflow, stack: Stack) -> None:
    # GIVEN a run that waits, and whose walk has died
    run = asleep(workflow, stack)
    kill(workflow, stack, run)

    # WHEN two people resume it at once
    def go() -> Any:
        try:
            return resume(stack, run.run_id, NO_LIMIT)
        except TransientError as error:
            return error

    answers = at_once(go, go)
    # THEN one of them at least has done it, and the run waits again, once
    assert any(isinstance(answer, Run) for answer in answers)
    done = ended(workflow, stack, run)
    while done.status is not Status.WAITING or run.run_id not in workflow.asleep:
        done = ended(workflow, stack, run)
    decide(stack, run.run_id, Choice.ACCEPT, "", 1, "ann")
    workflow.asleep.clear()
    assert ended(workflow, stack, run).status is Status.CAPPED


# --- close ---


def died(walk: Walk, status: str = "ABORTED", **why: Any) -> dict[str, Any]:
    """What the rule on dead executions passes on."""
    return {"name": walk.name, "status": status, "error": None, "cause": None, **why}


def test_a_run_whose_execution_was_ended_is_failed_and_can_be_resumed(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that sleeps, and whose execution was ended
    run = asleep(workflow, stack)
    dead = kill(workflow, stack, run)
    # WHEN the news come, twice, to the function that ends runs
    for _ in range(2):
        workflow.invoke("Publish", {"died": died(dead)})
    # THEN the run has failed, once, and says how
    closed = stack.store.load(run.run_id)
    assert closed.status is Status.FAILED
    assert closed.publication is not None
    assert closed.publication.reason == "ExecutionAborted"
    assert closed.seq == run.seq + 1
    # AND it can go on
    workflow.asleep.clear()
    resume(stack, run.run_id, NO_LIMIT)
    assert ended(workflow, stack, run).status is Status.WAITING


@pytest.mark.parametrize(
    ("status", "why", "reason"),
    [
        ("TIMED_OUT", {}, "States.Timeout"),
        ("FAILED", {"error": "States.DataLimitExceeded", "cause": "Too much."}, None),
        (
            "FAILED",
            {
                "error": "Runtime.HandlerError",
                "cause": json.dumps({"errorType": "BudgetExhausted", "errorMessage": "Spent."}),
            },
            "budget_exhausted",
        ),
    ],
)
def test_a_dead_walk_is_told_by_its_own_error(
    workflow: Workflow, stack: Stack, status: str, why: dict[str, str], reason: str | None
) -> None:
    run = asleep(workflow, stack)
    dead = kill(workflow, stack, run)
    taken = close(stack, died(dead, status, **why))
    assert taken is not None
    assert taken.run is not None
    assert taken.run.publication is not None
    assert taken.run.publication.reason == (reason or why["error"])


def test_the_death_of_an_old_walk_changes_nothing_after_a_resume(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that was resumed after its execution had died, before the news came
    run = asleep(workflow, stack)
    dead = kill(workflow, stack, run)
    resume(stack, run.run_id, NO_LIMIT)
    again = ended(workflow, stack, run)
    # WHEN they come, THEN it still waits
    assert close(stack, died(dead)) is None
    assert stack.store.load(run.run_id) == again
    assert again.status is Status.WAITING


def test_a_refusal_is_no_death_and_neither_is_a_run_of_another_stack(
    workflow: Workflow, stack: Stack
) -> None:
    # GIVEN a run that was refused, whose execution so has FAILED
    run = asleep(workflow, stack)
    workflow.asleep.clear()
    decide(stack, run.run_id, Choice.REFUSE, "", 1, "ann")
    refused = ended(workflow, stack, run)
    assert workflow.ended(run.run_id) == ("FAILED", "InsufficientGrounding")
    # WHEN the news come, THEN it stays refused
    assert close(stack, died(walk_of(stack, run), "FAILED", error="InsufficientGrounding")) is None
    assert stack.store.load(run.run_id) == refused
    # AND of a run that nobody knows, nothing is said
    assert close(stack, died(Walk("no-such-0"))) is None


# --- the first state ---


def test_a_walk_waits_for_what_is_left_of_the_runs_wait(workflow: Workflow, stack: Stack) -> None:
    # GIVEN a run that has 90 minutes of a day left
    run = asleep(workflow, stack)
    later = stack.now() + timedelta(minutes=24 * 60 - 90)
    # WHEN a walk begins then, THEN it waits as long, and half a minute more, and a whole day after
    state = first_state(run, later)
    assert (state["wait_seconds"], state["next_wait_seconds"]) == (90 * 60 + 30, 86_430)
    # AND when that has run out, only for the half minute
    assert first_state(run, later + timedelta(days=3))["wait_seconds"] == 30


def test_a_stack_is_what_its_settings_name(workflow: Workflow) -> None:
    stack = open_stack(workflow.settings)
    assert stack.walks.current("nobody") is None
    assert not stack.machine.is_running("nobody-0")
    assert not stack.machine.wake("A token that nobody has")
