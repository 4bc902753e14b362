"""Runs that LangGraph walks, up to where a test begins."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports, RunStore
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from tests.builders import some_ports
from tests.stories import ACCEPT, HALF_TRUE, SIZE, Decide, Engine


def unheard(step: Step, facts: Facts) -> None:
    """Nobody listens."""


def begin(ports: Ports, **options: Any) -> Run:
    return start_run("How large is Tarn's cache?", Options(**options), "ann", ports)


def a_waiting_run(store: RunStore, home: Path) -> tuple[Run, Ports]:
    """A run that waits for a human with half a draft, and a model that can mend it."""
    ports = some_ports(ScriptedModel(drafts=[HALF_TRUE, SIZE], opinions=[ACCEPT]), store=store)
    run = walk(begin(ports, human=True, max_revisions=0), ports, unheard, home)
    assert run.status is Status.WAITING
    return run, ports


def checkpoint_of(run: Run, home: Path) -> Path:
    return home / "walks" / f"{run.run_id}.sqlite3"


type Answers = list[tuple[Choice, int] | None]

answers: st.SearchStrategy[Answers] = st.lists(
    st.one_of(st.none(), st.tuples(st.sampled_from(Choice), st.integers(1, 2))), max_size=4
)
"""What a human decides, one time after the other: a choice and rounds, or nothing in time."""


def walks(
    ports: Ports, options: Options, answers: Answers, engine: Engine, decide: Decide
) -> Iterator[Run]:
    """Yield a run after each of its walks; one that failed is resumed once."""
    clock = [datetime(2026, 1, 2, 12, tzinfo=UTC)]
    ports = replace(ports, now=lambda: clock[0])
    answers = list(answers)
    run = start_run("What is Tarn?", options, "ann", ports)
    resumes = 1
    while True:
        run = engine(run, ports, unheard)
        yield run
        if run.status is Status.WAITING:
            answer = answers.pop(0) if answers else None
            if answer:
                decide(run.run_id, answer[0], "Mend it.", answer[1], "ann", ports)
            clock[0] += timedelta(days=0 if answer else 2)
        elif run.status is Status.FAILED and resumes:
            resumes -= 1
        else:
            return
