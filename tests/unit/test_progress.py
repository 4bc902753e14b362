from dataclasses import replace
from typing import get_args

import pytest

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.facts import Human, facts_of
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.runtime.cli.progress import did, told
from tests.builders import a_run

FACTS = facts_of(a_run(draft="Tarn needs 2 GB.[^1]"))


@pytest.mark.parametrize(
    ("step", "facts", "line"),
    [
        ("supervisor", {"searched": False}, "supervisor: chose what to search for"),
        ("supervisor", {}, "supervisor: chose the next step"),
        ("researcher", {"sources": 0}, "researcher: found nothing to read"),
        ("researcher", {"sources": 1}, "researcher: read 1 source"),
        ("writer", {}, "writer: wrote a draft"),
        ("writer", {"revision": 2, "cap": 3}, "writer: rewrote the draft (2 of at most 3 times)"),
        (
            "validate",
            {"gate": GateOutcome.UNSUPPORTED},
            "validate: checked each claim against its source: the draft does not pass",
        ),
        ("reviewer", {"verdict": Verdict.ACCEPT}, "reviewer: read the draft: accepted"),
        (
            "ask_human",
            {"human": Human.LATE},
            "ask_human: asked a person: no answer in time",
        ),
        ("publish", {"outcome": Outcome.CAPPED}, "publish: ended the run: capped"),
    ],
)
def test_a_line_says_what_happened_in_plain_words(step: Step, facts: dict[str, object], line: str):
    # GIVEN a step, and where the run stands behind it
    # WHEN it is told, THEN nobody needs to know how the workflow is built
    assert told(step, replace(FACTS, **facts)) == line  # type: ignore[arg-type]


@pytest.mark.parametrize("human", Human)
@pytest.mark.parametrize("verdict", [None, *Verdict])
@pytest.mark.parametrize("gate", [None, *GateOutcome])
def test_no_facts_are_without_words(
    gate: GateOutcome | None, verdict: Verdict | None, human: Human
):
    # GIVEN any facts, as after a step that a filter stopped
    facts = replace(FACTS, gate=gate, verdict=verdict, human=human)
    for step in get_args(Step):
        # WHEN a step is told, THEN the line is whole
        line = told(step, facts)
        assert line.startswith(f"{step}: ")
        assert line[-1].isalnum() or line.endswith(")")


def test_a_step_that_this_version_does_not_know_has_a_line():
    # GIVEN a stack of another version
    # WHEN its step is told, THEN it is told as it is called
    assert did("judge", searched=True, sources=1, rewrites=0, cap=3) == "judge: done"
