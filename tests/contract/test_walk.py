"""What every engine does with the same run. An engine joins by one more parameter of `engine`.

The workflow of the stack, which is slower, walks the same stories in test_workflow.py.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Commit
from cite_or_refuse.report.markdown import is_report
from cite_or_refuse.runtime.graph import ROUTERS, walk
from tests.stories import STORIES, Engine, Story, tell

SHIPPED = (Status.ACCEPTED, Status.CAPPED)


@pytest.fixture(params=["langgraph"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """Takes a run as far as it goes."""
    return {"langgraph": lambda run, ports, on_step: walk(run, ports, on_step, tmp_path)}[
        request.param
    ]


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "runs.sqlite3")


def edges(trail: Sequence[Commit]) -> set[tuple[str, str]]:
    """The edges that a walk took: where a router pointed, if that step came next."""
    pairs = [(a, b) for a, b in pairwise(trail) if a.step in ROUTERS]
    return {(a.step, b.step) for a, b in pairs if ROUTERS[a.step](a.facts) == b.step}


@pytest.mark.parametrize("story", STORIES, ids=[story.says for story in STORIES])
def test_a_run_takes_the_steps_of_its_story(
    story: Story, engine: Engine, store: SqliteStore
) -> None:
    # GIVEN a story, WHEN an engine walks it
    run = tell(story, engine, store)
    assert run.publication is None or is_report(run.publication.report)
    # THEN these steps were committed, and it ended like this
    trail = store.trail(run.run_id)
    assert " ".join(commit.step for commit in trail) == story.steps
    assert (run.status, reason(run)) == (story.status, story.reason)
    assert [commit.seq for commit in trail] == list(range(1, len(trail) + 1))
    # AND nothing ships unless it ended well
    assert bool(run.publication and run.publication.draft) == (run.status in SHIPPED)


def reason(run: Run) -> str | None:
    return run.current_publication.reason if run.current_publication else None


def test_every_edge_of_every_router_is_taken(engine: Engine, store: SqliteStore) -> None:
    # GIVEN the edges that the routers' types list
    listed = {
        (step, edge)
        for step, router in ROUTERS.items()
        for edge in get_args(get_type_hints(router)["return"])
    }
    # WHEN all stories are told
    taken = set()
    for story in STORIES:
        taken |= edges(store.trail(tell(story, engine, store).run_id))
    # THEN each edge was taken
    assert taken == listed
