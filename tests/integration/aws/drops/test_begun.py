"""What becomes of a dropped question: one run for each version."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.runtime.aws.drops import handle
from cite_or_refuse.runtime.aws.stack import Stack
from tests.documents import drop, files_in, told
from tests.drops import (
    QUESTION,
    drop_json,
    executions,
    take,
)


def test_a_question_begins_a_run_that_names_the_version_of_the_object(stack: Stack):
    # GIVEN a question as text
    dropped = drop(stack.settings.documents, "questions/tarn/q.md", f"{QUESTION}\n".encode())
    # WHEN the workflow asks
    answer = take(dropped, stack)
    # THEN a run has begun, and is walked
    run = stack.store.load(answer["run_id"])
    assert (answer["state"], run.question, run.options.search) == ("started", QUESTION, ("brave",))
    assert run.started_by == (
        f"s3://{dropped.bucket}/questions/tarn/q.md?versionId={dropped.version}"
    )
    [walk] = executions(stack.settings.state_machine)
    assert json.loads(walk["input"])["facts"]["run_id"] == run.run_id
    assert files_in(dropped.bucket) == {}


def test_the_log_follows_a_question_into_its_run(
    stack: Stack, lines: Callable[[], list[dict[str, Any]]]
):
    # GIVEN a question
    dropped = drop_json(stack)
    lines()
    # WHEN the workflow asks
    answer = take(dropped, stack)
    # THEN the line about its run names both, and nothing of what was asked
    [line] = lines()
    assert (line["dropped"], line["run_id"]) == (dropped.address, answer["run_id"])
    assert "Tarn" not in json.dumps(line)


def test_a_version_begins_one_run_however_often_it_is_taken(stack: Stack):
    # GIVEN two versions, the first taken three times
    old, new = (drop(stack.settings.documents, "questions/q.txt", b"Old?"), None)
    begun = [take(old, stack)["run_id"] for _ in range(2)]
    new = drop(stack.settings.documents, "questions/q.txt", b"New?")
    begun += [take(dropped, stack)["run_id"] for dropped in (old, new)]
    # THEN there are two runs, and each has the question of its version
    assert begun[0] == begun[1] == begun[2] != begun[3]
    assert {run.question for run in stack.store.recent(10)} == {"Old?", "New?"}
    assert len(executions(stack.settings.state_machine)) == 2


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["told", "taken", "told by both"]), st.integers(0, 2)), max_size=6
    )
)
def test_deliveries_in_any_order_and_number_begin_one_run_for_each_version(
    stack: Stack, deliveries: list[tuple[str, int]]
):
    # GIVEN three versions of one question, and a key that no other example has
    key = f"questions/{uuid4().hex}.txt"
    versions = [drop(stack.settings.documents, key, f"{key} {n}?".encode()) for n in range(3)]
    # WHEN S3 and the workflow deliver some of them, again and again
    for how, number in deliveries:
        if how != "taken":
            handle(told(versions[number], versions[number]), stack)
        if how != "told":
            take(versions[number], stack)
    # THEN each that was taken has its run, and each that was told its execution
    taken = sorted({f"{key} {n}?" for how, n in deliveries if how != "told"})
    runs = [run.question for run in stack.store.recent(100) if key in run.question]
    assert sorted(runs) == taken
    stem = key.removeprefix("questions/").removesuffix(".txt")
    started = [
        one for one in executions(stack.settings.drop_machine) if one["name"].startswith(stem)
    ]
    assert len(started) == len({n for how, n in deliveries if how != "taken"})


def test_a_run_that_has_ended_is_not_walked_again_by_a_late_delivery(stack: Stack):
    # GIVEN a dropped question
    dropped = drop(stack.settings.documents, "questions/q.txt")
    run_id = take(dropped, stack)["run_id"]
    # WHEN it is taken again
    take(dropped, stack)
    # THEN its run stays what it was
    assert stack.store.load(run_id).status is Status.RUNNING
    assert len(executions(stack.settings.state_machine)) == 1
