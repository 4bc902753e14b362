"""Failures of other products, from public reports, as small drafts with the right answer.

Of each line `expect` and `alt` are answers that are fine; only grounded against refused counts.
A `policy` line depends on a written rule, which stands in docs/gate.md.
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.runtime.cli.batch import judge_lines

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("citation_cases.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_reported_failure_does_not_happen_here(case: dict[str, Any]):
    # GIVEN a draft that another product judged wrongly, with its sources
    line = {name: case.get(name) for name in ("id", "draft", "sources", "stop_reason")}
    # WHEN it is a line of a batch
    [(answer, _)] = judge_lines(io.BytesIO(json.dumps(line).encode()))
    # THEN it is grounded or refused, as is right
    fine = {word.partition(":")[0] for word in [case["expect"], *case.get("alt", [])]}
    assert {"grounded": "grounded", "refused": "refuse"}[answer["outcome"]] in fine, case["why"]
