"""What is LangGraph's own; what every engine promises is in tests/contract/test_walk.py."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.codec import to_plain
from cite_or_refuse.domain.errors import BadInput, TransientError
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.outcome import Outcome, Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime import graph
from cite_or_refuse.runtime.graph import bound, build_graph, walk
from cite_or_refuse.runtime.runs import decide
from tests.builders import TARN, some_ports
from tests.stories import ACCEPT, REVISE, SIZE
from tests.walks import a_waiting_run, begin, checkpoint_of, unheard

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_wait_before_a_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "RETRY", graph.RETRY._replace(initial_interval=0.0, jitter=False))


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "runs.sqlite3")


def all_bytes(path: Path) -> bytes:
    """Whatever a checkpoint's file holds, its journal included."""
    files = [path, path.with_name(path.name + "-wal")]
    return b"".join(file.read_bytes() for file in files if file.exists())


def test_the_state_holds_the_facts_and_nothing_else(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a run that walks, with a long source, and waits
    run, ports = a_waiting_run(store, tmp_path)
    # WHEN its checkpoint is opened
    checkpoint = checkpoint_of(run, tmp_path)
    with SqliteSaver.from_conn_string(str(checkpoint)) as saver:
        compiled = build_graph(ports, unheard).compile(checkpointer=saver)
        config: Any = {"configurable": {"thread_id": run.run_id}}
        history = [snapshot.values for snapshot in compiled.get_state_history(config)]
    # THEN each state is the facts of its step, as plain JSON, under one key
    stored = [to_plain(commit.facts) for commit in reversed(store.trail(run.run_id)[:-1])]
    assert [state["facts"] for state in history if state][: len(stored)] == stored
    assert all(set(state) <= {"facts"} for state in history)
    assert json.loads(json.dumps(stored)) == stored
    # AND no word of the question, the source or the draft is anywhere in the file
    found = all_bytes(checkpoint)
    assert b"supervisor" in found
    for text in (TARN[:20], "default cache", run.question):
        assert text.encode() not in found


def test_a_checkpoint_is_gone_when_the_walk_is_over(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a waiting run, whose checkpoint is there
    run, ports = a_waiting_run(store, tmp_path)
    assert checkpoint_of(run, tmp_path).exists()
    # WHEN it has ended, THEN nothing of the walk is left but its lock
    decide(run.run_id, Choice.ACCEPT, "", 1, "ann", ports)
    walk(run, ports, unheard, tmp_path)
    assert [path.suffix for path in (tmp_path / "walks").iterdir()] == [".lock"]


class Listener:
    """Hears the steps of a walk."""

    def __init__(self) -> None:
        self.heard: list[tuple[Step, int]] = []

    def __call__(self, step: Step, facts: Facts) -> None:
        self.heard.append((step, facts.seq))


def test_each_step_is_heard_of_once(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a listener
    listener = Listener()
    ports = some_ports(ScriptedModel(drafts=[SIZE], opinions=[ACCEPT]), store=store)
    # WHEN a run walks
    run = walk(begin(ports), ports, listener, tmp_path)
    # THEN it hears what is committed
    assert listener.heard == [(commit.step, commit.seq) for commit in store.trail(run.run_id)]


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_the_longest_walk_stays_within_the_limit_of_langgraph(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: int
) -> None:
    # GIVEN a reviewer who is never content, and a writer who never repeats itself
    def longest_walk() -> Run:
        drafts = ["\n\n".join([SIZE] * n) for n in range(1, cap + 2)]
        model = ScriptedModel(drafts=drafts, opinions=[REVISE] * (cap + 1))
        ports = some_ports(model, store=store)
        return walk(begin(ports, max_revisions=cap), ports, unheard, tmp_path)

    # WHEN the run walks, THEN it comes to its end, within its bound
    steps = len(store.trail(longest_walk().run_id))
    assert steps == bound(cap) - 1  # nobody was to be asked
    # AND LangGraph counts as we do: the limit may be that number, and no less
    monkeypatch.setattr(graph, "bound", lambda _cap: steps)
    assert longest_walk().status is Status.CAPPED
    monkeypatch.setattr(graph, "bound", lambda _cap: steps - 1)
    assert longest_walk().status is Status.FAILED


def test_ten_rounds_that_a_human_grants_stay_within_the_limit(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN a run without rewrites, and a human who grants as many as there may be
    drafts = ["\n\n".join([SIZE] * n) for n in range(1, 12)]
    ports = some_ports(ScriptedModel(drafts=drafts, opinions=[REVISE] * 11), store=store)
    run = walk(begin(ports, human=True, max_revisions=0), ports, unheard, tmp_path)
    decide(run.run_id, Choice.REVISE, "Go on.", 10, "ann", ports)
    # WHEN all are used up, THEN the human is asked again
    run = walk(run, ports, unheard, tmp_path)
    assert run.status is Status.WAITING
    assert run.draft is not None
    assert run.draft.revision == 10


def test_should_a_router_go_astray_the_limit_ends_the_walk(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a router that never has enough
    astray = {**graph.ROUTERS, "validate": lambda _facts: "writer"}
    monkeypatch.setattr(graph, "ROUTERS", astray)
    monkeypatch.setattr(graph, "get_type_hints", lambda _router: {"return": Step})
    ports = some_ports(ScriptedModel(drafts=[SIZE] * 100), store=store)
    # WHEN a run walks, THEN it fails after its bound, and can be resumed
    run = walk(begin(ports), ports, unheard, tmp_path)
    assert run.publication is not None
    assert (run.status, run.publication.reason) == (Status.FAILED, "GraphRecursionError")
    assert len(store.trail(run.run_id)) == bound(3) + 1


def test_what_may_pass_is_tried_again_and_the_walk_goes_on(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN a model that is overloaded twice
    busy = TransientError("Too busy.")
    ports = some_ports(ScriptedModel(drafts=[busy, busy, SIZE], opinions=[ACCEPT]), store=store)
    # WHEN a run walks, THEN nobody notices
    assert walk(begin(ports), ports, unheard, tmp_path).status is Status.ACCEPTED


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (TransientError("Too busy."), graph.RETRY.max_attempts),
        (BadInput("No such model."), 1),
        (ValueError("a bug"), 1),
        (ConnectionError("a library's own error"), 1),
    ],
    ids=["transient", "permanent", "bug", "foreign"],
)
def test_what_retries_do_not_cure_fails_and_a_resume_goes_on(
    store: SqliteStore, tmp_path: Path, error: Exception, tries: int
) -> None:
    # GIVEN a reviewer that breaks
    model = ScriptedModel(drafts=[SIZE], opinions=[error] * tries)
    ports = some_ports(model, store=store)
    # WHEN a run walks
    run = walk(begin(ports), ports, unheard, tmp_path)
    # THEN it was tried as often as makes sense, and failed with the error's name and sentence
    assert len(model.manuscripts) == tries
    assert run.publication is not None
    assert run.publication.outcome is Outcome.FAILED
    assert run.publication.reason == type(error).__name__
    assert str(error).rstrip(".") in run.publication.report
    # AND once the reviewer works, a resume needs neither a search nor a draft
    ports = some_ports(ScriptedModel(opinions=[ACCEPT]), store=store, searches=())
    assert walk(run, ports, unheard, tmp_path).status is Status.ACCEPTED
