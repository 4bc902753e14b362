"""A human's decision, also when two of them decide at once, or a walk has died."""

from collections.abc import Callable
from typing import Any

import pytest

from cite_or_refuse.domain.errors import (
    NotWaiting,
    TransientError,
)
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.runtime import runs
from cite_or_refuse.runtime.aws.stack import (
    Stack,
    begin,
    decide,
)
from tests.doors import ASKING, asleep, at_once, ended, executions, kill, walk_of
from tests.workflow import QUESTION, Workflow


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
