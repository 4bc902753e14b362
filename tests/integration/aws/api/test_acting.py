"""To decide on a run, and to go on with one."""

from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.domain.parts import Choice
from tests.api import ACCEPTED, ANN, FAILED, WAITING, Stage, call, told

ACCEPT = {"choice": "accept"}


@pytest.mark.parametrize(
    ("body", "choice", "notes", "rounds"),
    [
        (ACCEPT, Choice.ACCEPT, "", 1),
        ({"choice": "refuse"}, Choice.REFUSE, "", 1),
        (
            {"choice": "revise", "notes": "Name the default.", "rounds": 3},
            Choice.REVISE,
            "Name the default.",
            3,
        ),
    ],
)
def test_a_decision_is_stored_under_its_caller_and_the_walk_goes_on(  # noqa: PLR0917 - a table
    api: Stage, tmp_path: Path, body: dict[str, Any], choice: Choice, notes: str, rounds: int
):
    # GIVEN a run that waits, and whose walk is gone
    run_id = told(api, WAITING, tmp_path).run_id
    # WHEN somebody decides
    answer = call("POST", f"/runs/{run_id}/decision", body)
    # THEN it is kept with who it was, and a walk of the run has started
    run = api.store.load(run_id)
    decision = run.current_decision
    assert answer.status == 202
    assert answer.json["links"]["report"].endswith(f"/runs/{run_id}/report")
    assert decision is not None
    assert (decision.choice, decision.notes, decision.rounds) == (choice, notes, rounds)
    assert decision.by == f"iam:{ANN}"
    assert api.executions() == [f"{run_id}-{run.version}"]


def test_only_the_first_decision_counts(api: Stage, tmp_path: Path):
    # GIVEN a run that somebody has decided on, one that has ended, and one that has just begun
    decided = told(api, WAITING, tmp_path).run_id
    call("POST", f"/runs/{decided}/decision", ACCEPT)
    ended = told(api, ACCEPTED, tmp_path).run_id
    begun = call("POST", "/runs", {"question": "Which?"}).json["run_id"]
    for run_id in (decided, ended, begun):
        # WHEN somebody decides
        answer = call("POST", f"/runs/{run_id}/decision", {"choice": "refuse"})
        # THEN nobody waits for that
        assert answer.status == 409
        assert run_id in answer.problem
    assert api.store.load(decided).current_decision.choice is Choice.ACCEPT


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "choice"),
        ({"choice": "maybe"}, "choice"),
        ({"choice": "revise"}, "note"),
        ({"choice": "revise", "notes": " "}, "note"),
        ({"choice": "revise", "notes": "a\0"}, "NUL"),
        ({"choice": "accept", "rounds": 0}, "rounds"),
        ({"choice": "revise", "notes": "More.", "rounds": 11}, "rounds"),
        ({"choice": "accept", "notes": "Fine."}, "takes notes; leave that out to accept"),
        ({"choice": "refuse", "notes": "", "rounds": 2}, "Only 'revise' takes notes and rounds"),
        ({"choice": "accept", "by": "the president"}, "by"),
    ],
)
def test_a_decision_that_cannot_be_taken_is_refused(
    api: Stage, tmp_path: Path, body: dict[str, Any], says: str
):
    # GIVEN a run that waits
    run_id = told(api, WAITING, tmp_path).run_id
    # WHEN a decision comes that is none
    answer = call("POST", f"/runs/{run_id}/decision", body)
    # THEN it is told why, and the run still waits
    assert answer.status == 400
    assert says in answer.problem
    assert api.store.load(run_id).undecided


@pytest.mark.parametrize("body", [None, {}, {"budget": {}}, {"budget": {"calls": 7}}])
def test_a_failed_run_goes_on(api: Stage, tmp_path: Path, body: dict[str, Any] | None):
    # GIVEN a run that failed
    failed = told(api, FAILED, tmp_path)
    # WHEN it is resumed, perhaps with another budget
    answer = call("POST", f"/runs/{failed.run_id}/resume", body)
    # THEN a new walk has started, under the operator's budget or the lower one
    run = api.store.load(failed.run_id)
    assert answer.status == 202
    assert api.executions() == [f"{failed.run_id}-{run.version}"]
    assert run.options.budget.calls == (7 if body and body.get("budget") else 20)


def test_a_run_that_is_at_work_or_has_ended_is_not_resumed(api: Stage, tmp_path: Path):
    # GIVEN a run that is at work, and one that has ended
    at_work = call("POST", "/runs", {"question": "Which?"}).json["run_id"]
    ended = told(api, ACCEPTED, tmp_path).run_id
    for run_id in (at_work, ended):
        # WHEN it is resumed
        answer = call("POST", f"/runs/{run_id}/resume", {})
        # THEN its state rules that out
        assert answer.status == 409
        assert run_id in answer.problem


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"budget": {"calls": 21}}, "calls=20"),
        ({"budget": {"calls": 1.5}}, "budget.calls"),
        ({"budget": {"dollars": 1}}, "'budget' has no field 'dollars'"),
        ({"rounds": 3}, "rounds"),
    ],
)
def test_a_resume_cannot_go_beyond_the_operator(
    api: Stage, tmp_path: Path, body: dict[str, Any], says: str
):
    # GIVEN a run that failed
    run_id = told(api, FAILED, tmp_path).run_id
    # WHEN it is resumed with what the operator does not allow
    answer = call("POST", f"/runs/{run_id}/resume", body)
    # THEN nothing is started
    assert answer.status == 400
    assert says in answer.problem
    assert api.executions() == []


@pytest.mark.parametrize(("what", "body"), [("decision", ACCEPT), ("resume", {})])
def test_nothing_can_be_done_to_a_run_that_there_is_not(api: Stage, what: str, body: object):
    answer = call("POST", f"/runs/1n8k2qa-7xw3e/{what}", body)
    assert answer.status == 404
    assert "1n8k2qa-7xw3e" in answer.problem
