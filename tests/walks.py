"""Runs that LangGraph walks, up to where a test begins."""

from pathlib import Path
from typing import Any

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports, RunStore
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from tests.builders import some_ports
from tests.stories import ACCEPT, HALF_TRUE, SIZE


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
