"""To begin a run: once for each key, whoever dies in between."""

from datetime import timedelta

import pytest

from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.errors import (
    BadInput,
    UnknownRun,
)
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.runtime import runs
from cite_or_refuse.runtime.aws.stack import (
    Stack,
    begin,
    first_state,
    open_stack,
)
from tests.doors import asleep, at_once, ended, executions
from tests.workflow import QUESTION, Workflow


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
