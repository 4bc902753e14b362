"""Much at once, and large things: nothing is lost, doubled, or carried where it does not fit."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import pytest

from cite_or_refuse.adapters.aws.stack_api import StackApi
from cite_or_refuse.adapters.aws.uploads import upload_once
from tests.e2e_stack.conftest import Command, Deployed, eventually
from tests.e2e_stack.test_runs import QUESTION, execution_of, run_id_of

RUNS = 100


@pytest.mark.timeout(900)
def test_a_hundred_runs_at_once_all_end_and_each_once(stack: Deployed, api: StackApi, corpus: Path):
    # GIVEN a hundred requests, each with a key of its own
    documents = upload_once(stack.documents, [str(corpus)], lambda _: None)
    keys = [uuid4().hex for _ in range(RUNS)]

    def ask(key: str) -> str:
        asked = {
            "question": QUESTION, "documents": documents, "options": {"model": "extractive"}
        }  # fmt: skip
        return str(api.begin(asked, key)["run_id"])

    # WHEN all are asked at once, and some of them again
    with ThreadPoolExecutor(RUNS) as pool:
        run_ids = list(pool.map(ask, keys))
        assert list(pool.map(ask, keys[:10])) == run_ids[:10]
    # THEN each began one run, and all of them end
    assert len(set(run_ids)) == RUNS

    def ended() -> bool:
        found = {run.run_id: run.status.value for run in api.runs(100, None)}
        assert set(run_ids) == set(found), "a run is lost, or one too many"
        statuses = Counter(found.values())
        assert statuses.keys() <= {"running", "accepted"}, statuses
        return statuses == {"accepted": RUNS}

    eventually(ended, 600)
    # AND each was walked by one execution, and took each step once
    machine = stack.client("stepfunctions")
    names = [
        execution["name"]
        for page in machine.get_paginator("list_executions").paginate(
            stateMachineArn=stack.outputs()["StateMachineArn"]
        )
        for execution in page["executions"]
    ]
    walked = Counter(name.rpartition("-")[0] for name in names)
    assert {walked[run_id] for run_id in run_ids} == {1}
    for run_id in run_ids[:10]:
        assert [step["step"] for step in api.status(run_id)["trail"]] == [
            "supervisor", "researcher", "supervisor", "writer", "validate", "reviewer", "publish"
        ]  # fmt: skip


def test_twenty_sources_of_400_kb_do_not_weigh_on_the_workflow(
    stack: Deployed, command: Command, tmp_path: Path
):
    # GIVEN twenty documents of 400 KB each that speak of the question, and of much else
    folder = tmp_path / "large"
    folder.mkdir()
    words = [sha256(str(n).encode()).hexdigest()[:7] for n in range(60_000)]
    paragraphs = [" ".join(words[n : n + 100]) + "." for n in range(0, len(words), 100)]
    for n in range(20):
        path = folder / f"shelf {n}.txt"
        fact = f"The default cache size of Tarn on shelf {n} is {n + 1} MB."
        path.write_text("\n\n".join([fact, *paragraphs[n:], *paragraphs[:n]])[:400_000])
    # WHEN the question is asked over them
    asked = command(
        "ask", "How large is the default cache of Tarn?", "--corpus", folder, "--engine", "stack",
        "--model", "extractive", "--out", tmp_path / "out",
    )  # fmt: skip
    # THEN it is answered, and the sources come back whole
    assert asked.code in (0, 4), asked.err
    sources = json.loads((tmp_path / "out" / "sources.json").read_text())
    assert len(sources) == 8
    assert all(len(source["content"]) > 390_000 for source in sources)
    # AND no state carried more than 4 KB
    run_id = run_id_of(asked)
    history = stack.client("stepfunctions").get_execution_history(
        executionArn=execution_of(stack, run_id)["executionArn"], maxResults=1000
    )
    carried = [
        len(details.get(part, ""))
        for event in history["events"]
        for details in event.values()
        if isinstance(details, dict)
        for part in ("input", "output")
    ]
    assert len(carried) > 10
    assert max(carried) < 4096
