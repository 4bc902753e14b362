"""What becomes of a run whose execution has died."""

import json
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.walks import Walk
from cite_or_refuse.domain.budget import NO_LIMIT
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.runtime.aws.stack import (
    Stack,
    close,
    decide,
    resume,
)
from tests.doors import asleep, ended, kill, walk_of
from tests.workflow import Workflow


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
