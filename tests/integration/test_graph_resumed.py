"""Walks that go on: after a decision, a lost checkpoint, another engine."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.errors import BadInput, PermanentError, StaleStep
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Assignment, Commit, Writing
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.run_step import run_step
from cite_or_refuse.runtime.runs import decide
from tests.builders import some_ports
from tests.stories import ACCEPT, HALF_TRUE, SIZE
from tests.walks import a_waiting_run, begin, checkpoint_of, unheard

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "runs.sqlite3")


def test_a_decision_wakes_the_old_walk(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a run that waits
    run, ports = a_waiting_run(store, tmp_path)
    # WHEN it is sent back
    decide(run.run_id, Choice.REVISE, "Name the unit.", 1, "ann", ports)
    ended = walk(run, ports, unheard, tmp_path)
    # THEN it goes on from ask_human, and not by way of the supervisor
    steps = [commit.step for commit in store.trail(run.run_id)]
    assert steps[5:] == ["ask_human", "ask_human", "writer", "validate", "reviewer", "publish"]
    assert ended.status is Status.ACCEPTED


def lost(checkpoint: Path) -> None:
    for path in checkpoint.parent.glob("*.sqlite3*"):
        path.unlink()


def of_another_time(checkpoint: Path) -> None:
    """As if the store had been put back from a copy, and the checkpoint had not."""
    with sqlite3.connect(checkpoint) as db:
        db.execute("DELETE FROM checkpoints WHERE rowid > 3")
    db.close()


@pytest.mark.parametrize("damage", [lost, of_another_time])
@pytest.mark.parametrize(
    ("choice", "status"),
    [
        (Choice.ACCEPT, Status.CAPPED),
        (Choice.REVISE, Status.ACCEPTED),
        (Choice.REFUSE, Status.REFUSED),
    ],
)
def test_without_its_checkpoint_a_decided_run_comes_to_the_same_result(
    store: SqliteStore,
    tmp_path: Path,
    damage: Callable[[Path], None],
    choice: Choice,
    status: Status,
) -> None:
    # GIVEN a decided run whose checkpoint is not what it was
    run, ports = a_waiting_run(store, tmp_path)
    decide(run.run_id, choice, "Name the unit.", 1, "ann", ports)
    damage(checkpoint_of(run, tmp_path))
    # WHEN it is resumed, THEN a new walk ends as the old one would have
    assert walk(run, ports, unheard, tmp_path).status is status


def test_a_damaged_checkpoint_costs_one_resume(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a decided run whose checkpoint is no database
    run, ports = a_waiting_run(store, tmp_path)
    decide(run.run_id, Choice.ACCEPT, "", 1, "ann", ports)
    lost(checkpoint_of(run, tmp_path))
    checkpoint_of(run, tmp_path).write_text("Not a database. " * 500)
    # WHEN it is resumed, THEN that fails, and the next resume starts anew
    assert walk(run, ports, unheard, tmp_path).status is Status.FAILED
    assert walk(run, ports, unheard, tmp_path).status is Status.CAPPED


def test_a_wait_that_is_over_ends_without_the_checkpoint_too(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN a waiting run whose checkpoint was lost
    run, ports = a_waiting_run(store, tmp_path)
    lost(checkpoint_of(run, tmp_path))
    # WHEN nobody has decided in time, THEN what stands ships
    later = replace(ports, now=lambda: NOON + timedelta(days=2))
    assert walk(run, later, unheard, tmp_path).status is Status.CAPPED


def test_a_wait_goes_on_when_the_clock_of_the_step_says_so(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN a waiting run, taken up by a clock that is ahead, once
    run, ports = a_waiting_run(store, tmp_path)
    clock = [NOON, NOON, NOON, NOON, NOON + timedelta(days=2)]
    skewed = replace(ports, now=lambda: clock.pop() if len(clock) > 1 else clock[0])
    # WHEN it is resumed, THEN it goes on waiting, and a decision counts
    run = walk(run, skewed, unheard, tmp_path)
    assert run.status is Status.WAITING
    decide(run.run_id, Choice.REVISE, "Name the unit.", 1, "ann", ports)
    assert walk(run, ports, unheard, tmp_path).status is Status.ACCEPTED


class DecidedAtOnce(SqliteStore):
    """Somebody decides in the very moment that a run begins to wait."""

    def commit(self, run: Run, commit: Commit) -> None:
        super().commit(run, commit)
        if commit.step == "ask_human" and run.undecided:
            decide(run.run_id, Choice.REFUSE, "", 1, "ann", some_ports(store=self))


def test_a_decision_that_overtakes_the_interrupt_counts(tmp_path: Path) -> None:
    # GIVEN somebody who decides before the walk has come to its rest
    store = DecidedAtOnce(tmp_path / "runs.sqlite3")
    ports = some_ports(ScriptedModel(drafts=[HALF_TRUE]), store=store)
    # WHEN the run walks, THEN it does not stop to wait, and goes on where it is
    run = walk(begin(ports, human=True, max_revisions=0), ports, unheard, tmp_path)
    assert run.publication is not None
    assert run.publication.reason == "human_refused"
    steps = [commit.step for commit in store.trail(run.run_id)]
    assert steps[5:] == ["ask_human", "ask_human", "publish"]


def test_a_finished_run_is_not_walked_again(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a run that was accepted
    ports = some_ports(ScriptedModel(drafts=[SIZE], opinions=[ACCEPT]), store=store)
    run = walk(begin(ports), ports, unheard, tmp_path)
    # WHEN it is resumed, THEN it is what it was
    assert walk(run, ports, unheard, tmp_path) == run


class WaitingModel(ScriptedModel):
    """Writes when it is let."""

    def __init__(self) -> None:
        super().__init__(drafts=[SIZE], opinions=[ACCEPT])
        self.writes, self.may_go_on = Event(), Event()

    def write(self, assignment: Assignment) -> Writing:
        self.writes.set()
        self.may_go_on.wait()
        return super().write(assignment)


def test_a_run_that_somebody_works_on_is_left_alone(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a walk that is in the middle of a step
    model = WaitingModel()
    ports = some_ports(model, store=store)
    run = begin(ports)
    walker = Thread(target=walk, args=(run, ports, unheard, tmp_path))
    walker.start()
    model.writes.wait()
    # WHEN the run is resumed, THEN a sentence says that it is in other hands
    with pytest.raises(BadInput, match=f"{run.run_id} is being worked on by another process"):
        walk(run, ports, unheard, tmp_path)
    # AND the first walk is none the worse
    model.may_go_on.set()
    walker.join()
    assert store.load(run.run_id).status is Status.ACCEPTED
    assert len(model.assignments) == 1


class OvertakenStore(SqliteStore):
    """Another engine commits another step under the number of the writer's."""

    def commit(self, run: Run, commit: Commit) -> None:
        if commit.step == "writer":
            facts = facts_of(self.load(run.run_id))
            run_step("researcher", facts, some_ports(store=SqliteStore(self._path)))
        super().commit(run, commit)


def test_a_walk_that_another_engine_has_overtaken_leaves_the_run_alone(tmp_path: Path) -> None:
    # GIVEN another engine on the same run
    store = OvertakenStore(tmp_path / "runs.sqlite3")
    ports = some_ports(ScriptedModel(drafts=[SIZE]), store=store)
    run = begin(ports)
    # WHEN a step's number is taken, THEN the walk says so and does not end the other's run
    with pytest.raises(StaleStep, match="Step 4"):
        walk(run, ports, unheard, tmp_path)
    assert store.load(run.run_id).status is Status.RUNNING


def test_a_folder_that_cannot_hold_the_walk_is_one_sentence(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN a file in the place of the folder
    (tmp_path / "walks").write_text("")
    ports = some_ports(store=store)
    # WHEN a run should walk, THEN a sentence says why it cannot, and nothing is lost
    run = begin(ports)
    with pytest.raises(PermanentError, match=r"walks cannot be used: .+\.$"):
        walk(run, ports, unheard, tmp_path)
    assert store.load(run.run_id) == run
