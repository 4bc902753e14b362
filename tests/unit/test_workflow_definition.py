"""What the definition of the workflow promises, and what it has in common with the code."""

from collections.abc import Iterator
from typing import Any

import pytest

from cite_or_refuse.domain.errors import CiteOrRefuseError, TransientError
from cite_or_refuse.runtime.graph import RETRY
from tests.built import read_template
from tests.workflow import definition

STATES: dict[str, dict[str, Any]] = definition()["States"]
TASKS = {name: state for name, state in STATES.items() if state["Type"] == "Task"}

# Names that no class of ours has: of Step Functions, of Lambda, and the one that the outcome has.
DOCUMENTED = {
    "States.ALL",
    "States.Timeout",
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.TooManyRequestsException",
    "InsufficientGrounding",
}


def branch(root: type[CiteOrRefuseError]) -> set[str]:
    """The names of a class and of all below it, but for those of tests."""
    below = [kind for kind in root.__subclasses__() if kind.__module__.startswith("cite_or_refuse")]
    return {root.__name__}.union(*(branch(kind) for kind in below))


def named() -> Iterator[str]:
    """Every error name of the definition."""
    for state in STATES.values():
        for rule in (*state.get("Retry", ()), *state.get("Catch", ())):
            yield from rule["ErrorEquals"]
        yield from (value for key, value in state.get("Result", {}).items() if key == "Error")
        if state["Type"] == "Fail" and "Error" in state:
            yield state["Error"]


def test_every_error_name_is_a_class_of_the_tree_or_a_documented_one() -> None:
    ours = set(named()) - DOCUMENTED
    assert ours <= branch(CiteOrRefuseError)
    assert {"TransientError", "StaleStep", "SearchFailed", "Miscounted"} <= ours
    assert set(named()) >= DOCUMENTED


@pytest.mark.parametrize("task", TASKS)
def test_a_task_retries_what_langgraph_retries_as_often_and_as_slowly(task: str) -> None:
    ours, of_lambda = TASKS[task]["Retry"]
    # GIVEN what LangGraph retries: a class with all below it
    assert RETRY.retry_on is TransientError
    # THEN the workflow, which has to name each, names the same
    assert set(ours["ErrorEquals"]) == branch(TransientError)
    assert ours["MaxAttempts"] + 1 == RETRY.max_attempts
    assert ours["IntervalSeconds"] == RETRY.initial_interval
    assert ours["BackoffRate"] == RETRY.backoff_factor
    assert ours["MaxDelaySeconds"] == RETRY.max_interval
    # AND with jitter, as it does what Lambda answers for itself
    assert RETRY.jitter
    assert ours["JitterStrategy"] == of_lambda["JitterStrategy"] == "FULL"
    assert all(name.startswith("Lambda.") for name in of_lambda["ErrorEquals"])


@pytest.mark.parametrize("task", TASKS)
def test_a_task_ends_in_time_and_its_errors_go_where_the_run_is_ended(task: str) -> None:
    state = TASKS[task]
    caught = [(c["ErrorEquals"], c["Next"], c["ResultPath"]) for c in state.get("Catch", ())]
    ended = [(["StaleStep"], "Overtaken", "$.error"), (["States.ALL"], "Publish", "$.error")]
    if task == "Publish":  # nothing is left that could end it; the rule on dead executions does
        assert caught == []
    elif task == "AskHuman":
        assert caught == [(["States.Timeout"], "AskAgain", None), *ended]
    else:
        assert caught == ended
    assert ("TimeoutSeconds" in state) != ("TimeoutSecondsPath" in state)
    assert state["Comment"]


@pytest.mark.parametrize("task", [name for name in TASKS if name != "AskHuman"])
def test_a_task_outlasts_its_function(task: str) -> None:
    # GIVEN the time that the template gives the function
    template = read_template()
    function = TASKS[task]["Resource"].rpartition(":")[2]
    own = template["Resources"][f"{function}Function"]["Properties"].get("Timeout")
    seconds = own or template["Globals"]["Function"]["Timeout"]
    # THEN it runs out first: the error is then the function's, and nobody works on unseen
    assert seconds < TASKS[task]["TimeoutSeconds"]


def test_every_choice_explains_each_of_its_rules() -> None:
    choices = [state for state in STATES.values() if state["Type"] == "Choice"]
    assert len(choices) == 9
    for choice in choices:
        assert all(rule["Comment"] for rule in choice["Choices"])
        assert choice["Default"] in STATES
