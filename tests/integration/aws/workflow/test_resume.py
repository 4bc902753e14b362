"""To go on with a run, also when two of them do it at once."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.budget import NO_LIMIT, Budget
from cite_or_refuse.domain.errors import (
    BadInput,
    NotWaiting,
    TransientError,
)
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime import runs
from cite_or_refuse.runtime.aws.stack import (
    Stack,
    begin,
    decide,
    resume,
)
from tests.builders import some_ports
from tests.doors import asleep, at_once, ended, executions, kill
from tests.stories import ACCEPT, SIZE
from tests.workflow import QUESTION, Workflow


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
