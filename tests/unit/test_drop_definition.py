"""What the definition of the workflow of drops promises."""

from pathlib import Path
from typing import Any

import yaml

from cite_or_refuse.domain import errors
from cite_or_refuse.runtime.settings import Settings
from tests.built import read_template

ROOT = Path(__file__).parents[2]
WORKFLOW = yaml.safe_load((ROOT / "statemachine" / "drop.asl.yaml").read_text())
STATES: dict[str, dict[str, Any]] = WORKFLOW["States"]
TASKS = [state for state in STATES.values() if state["Type"] == "Task"]


def test_what_passes_is_tried_again_for_minutes_and_nothing_else_is():
    for task in TASKS:
        [retry] = task["Retry"]
        ours = [name for name in retry["ErrorEquals"] if not name.startswith("Lambda.")]
        # GIVEN the names that are tried again
        assert ours == [errors.TransientError.__name__]
        # THEN they are so for minutes
        waits = [
            min(retry["MaxDelaySeconds"], retry["IntervalSeconds"] * retry["BackoffRate"] ** n)
            for n in range(retry["MaxAttempts"])
        ]
        assert 300 < sum(waits) < 900


def test_the_workflow_outlives_its_function_and_the_longest_wait():
    function = read_template()["Resources"]["DropFunction"]["Properties"]
    assert all(task["TimeoutSeconds"] > function["Timeout"] for task in TASKS)
    longest = Settings.__dataclass_fields__["companion_minutes"].metadata["most"] * 60
    assert WORKFLOW["TimeoutSeconds"] > longest


def test_each_rule_says_what_it_is_for():
    assert all(rule["Comment"] for rule in STATES["AfterTake"]["Choices"])
