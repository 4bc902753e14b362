"""The workflow does with every run what LangGraph does, by its own rules and its own count."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Opinion, Ports, RunStore, Writing
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import decide
from tests.builders import some_ports
from tests.choices import taken
from tests.stories import STORIES, tell
from tests.walks import Answers, answers, walks
from tests.workflow import Workflow, a_workflow
from tests.writers import SOURCES, AnyModel, opinions, writings

# What only a function that errs can bring about, or two clocks; tests/integration/aws has them.
ODD = {
    ("AfterWriter", "Default"),
    ("AfterAskHuman", 1),
    ("AfterAskHuman", 2),
    ("MayRewrite", "Default"),
}


@pytest.fixture(scope="module")
def workflow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workflow]:
    with a_workflow(SqliteStore(tmp_path_factory.mktemp("runs") / "runs.sqlite3")) as workflow:
        yield workflow


def what_happened(run: Run, store: RunStore) -> tuple[object, ...]:
    """How it ended, and the committed steps with what was routed on; not when, nor the id."""
    steps = [(c.seq, c.step, replace(c.facts, run_id="")) for c in store.trail(run.run_id)]
    end = run.current_publication
    return run.status, end and end.reason, steps


@pytest.mark.timeout(300)
def test_the_workflow_walks_every_story_as_langgraph_does_and_takes_every_rule(
    workflow: Workflow, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    rules: set[tuple[str, object]] = set()
    laptop = SqliteStore(tmp_path / "runs.sqlite3")
    # GIVEN each story
    for story in STORIES:
        with subtests.test(story.says):
            # WHEN the workflow is told it, and LangGraph
            run = tell(story, workflow.walk, workflow.store, workflow.decide)
            same = tell(story, partial(walk, home=tmp_path), laptop)
            # THEN both commit the same steps, each with the same facts, and end the same
            assert what_happened(run, workflow.store) == what_happened(same, laptop)
            rules |= taken(workflow.definition, workflow.histories(run.run_id))
    # AND every rule of every Choice was taken, of which the test reads the same as the workflow
    listed = {
        (name, rule)
        for name, state in workflow.definition["States"].items()
        if state["Type"] == "Choice"
        for rule in (*range(len(state["Choices"])), "Default")
    }
    assert listed - rules == ODD


@settings(max_examples=15)
@given(
    written=st.lists(writings, min_size=1, max_size=6),
    said=st.lists(opinions, min_size=1, max_size=4),
    answers=answers,
    options=st.builds(Options, max_revisions=st.integers(0, 3), human=st.booleans()),
)
def test_the_workflow_walks_any_run_as_langgraph_does(
    workflow: Workflow,
    written: list[Writing | Exception],
    said: list[Opinion | Exception],
    answers: Answers,
    options: Options,
) -> None:
    # GIVEN anything that models and people may come up with
    search, fetcher = FixedSearch(SOURCES), FixedFetcher(SOURCES)

    def ports(store: RunStore) -> Ports:
        model = AnyModel(written, said)
        return some_ports(model, searches=(search,), fetcher=fetcher, store=store)

    with TemporaryDirectory() as place:
        home = Path(place)
        laptop = SqliteStore(home / "runs.sqlite3")
        # WHEN both engines walk it, as often as it takes
        there = walks(ports(workflow.store), options, answers, workflow.walk, workflow.decide)
        here = walks(ports(laptop), options, answers, partial(walk, home=home), decide)
        # THEN each walk leaves the same behind
        for run, same in zip(there, here, strict=True):
            event(run.status)
            assert what_happened(run, workflow.store) == what_happened(same, laptop)
            taken(workflow.definition, workflow.histories(run.run_id))
