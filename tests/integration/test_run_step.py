"""A step commits once, however often, by whomever and how late it is delivered."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.codec import to_plain
from cite_or_refuse.domain.errors import (
    BudgetExhausted,
    StaleStep,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.domain.facts import Facts, Human, facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome, Status
from cite_or_refuse.domain.parts import Choice, Decision, Verdict
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Assignment, Commit, Ports, Writing
from cite_or_refuse.runtime.run_step import run_step
from tests.builders import a_run, some_ports
from tests.processes import a_python

DRAFT = "The default cache size is 512 MB.[^1]"
TO_THE_DRAFT: Sequence[Step] = ("supervisor", "researcher", "supervisor", "writer")
TO_THE_END: Sequence[Step] = (*TO_THE_DRAFT, "validate", "reviewer", "publish")


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "runs.sqlite3")


def a_new_run(store: SqliteStore, **options: Any) -> Facts:
    run = replace(a_run(options=Options(**options)), plan=None, research=None)
    store.create(run)
    return facts_of(run)


def take(steps: Sequence[Step], facts: Facts, ports: Ports) -> Facts:
    for step in steps:
        facts = run_step(step, facts, ports)
    return facts


def test_a_step_is_committed_as_the_number_after_the_facts(store: SqliteStore) -> None:
    # GIVEN a run at its third step
    ports = some_ports(ScriptedModel(drafts=[DRAFT]), store=store)
    before = take(TO_THE_DRAFT[:3], a_new_run(store), ports)
    # WHEN the writer's step is taken
    after = run_step("writer", before, ports)
    # THEN the fourth is the writer's, with the time, and with the facts that come back
    at = ports.now().isoformat()
    assert store.find_commit("r1", 4) == Commit("r1", 4, "writer", at, after)
    assert after == replace(before, seq=4, drafted=True)
    assert facts_of(store.load("r1")) == after


def test_a_step_delivered_again_returns_the_stored_facts_and_calls_nothing(
    store: SqliteStore,
) -> None:
    # GIVEN a run that went to its end, with a model that has said all it had to say
    model = ScriptedModel(drafts=[DRAFT], opinions=[Verdict.ACCEPT])
    ports = some_ports(model, store=store)
    trail: list[Facts] = [a_new_run(store)]
    for step in TO_THE_END:
        trail.append(run_step(step, trail[-1], ports))
    stored = store.load("r1")
    # WHEN each step is delivered again, late, THEN the facts are those of its time
    for step, before, after in zip(TO_THE_END, trail, trail[1:], strict=False):
        assert run_step(step, before, ports) == after
    # AND nothing was called, and nothing changed
    assert (len(model.questions), len(model.assignments), len(model.manuscripts)) == (1, 1, 1)
    assert store.load("r1") == stored


def test_the_number_of_another_nodes_step_is_stale(store: SqliteStore) -> None:
    # GIVEN a run whose second step was the researcher's
    ports = some_ports(store=store)
    first = run_step("supervisor", a_new_run(store), ports)
    run_step("researcher", first, ports)
    # WHEN an engine with the facts before it delivers the writer's, THEN it is told so
    with pytest.raises(StaleStep, match="Step 2 of run r1 was researcher, not writer"):
        run_step("writer", first, ports)


def test_facts_that_this_store_never_gave_are_stale(store: SqliteStore) -> None:
    facts = a_new_run(store)
    with pytest.raises(StaleStep, match="step 0 here, not at 7"):
        run_step("writer", replace(facts, seq=7), some_ports(store=store))


def test_an_unknown_run_has_no_steps(store: SqliteStore) -> None:
    with pytest.raises(UnknownRun):
        run_step("supervisor", facts_of(a_run()), some_ports(store=store))


def test_what_a_node_raises_comes_out_and_nothing_is_committed(store: SqliteStore) -> None:
    # GIVEN a model that is overloaded
    ports = some_ports(ScriptedModel(drafts=[TransientError("Too busy.")]), store=store)
    facts = take(TO_THE_DRAFT[:3], a_new_run(store), ports)
    # WHEN it is asked for a draft, THEN the engine hears of it and may deliver the step again
    with pytest.raises(TransientError, match="Too busy"):
        run_step("writer", facts, ports)
    assert facts_of(store.load("r1")) == facts


class SlowModel(ScriptedModel):
    """Writes when all others are writing, each its own draft."""

    def __init__(self, barrier: Barrier, draft: str) -> None:
        super().__init__(drafts=[draft])
        self._barrier = barrier

    def write(self, assignment: Assignment) -> Writing:
        self._barrier.wait()
        return super().write(assignment)


def test_a_step_delivered_to_several_threads_at_once_commits_once(store: SqliteStore) -> None:
    # GIVEN one step in six hands, each of which would write another draft
    facts = take(TO_THE_DRAFT[:3], a_new_run(store), some_ports(store=store))
    barrier = Barrier(6)
    drafts = [f"{DRAFT} {n}" for n in range(6)]
    answers: list[Facts] = []

    def deliver(draft: str) -> None:
        model = SlowModel(barrier, draft)
        answers.append(run_step("writer", facts, some_ports(model, store=store)))

    # WHEN all deliver it at once
    threads = [Thread(target=deliver, args=(draft,)) for draft in drafts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # THEN one draft is stored, one step is committed, and all got its facts
    run = store.load("r1")
    assert run.draft is not None
    assert run.draft.text in drafts
    assert answers == [facts_of(run)] * 6
    assert len(store.trail("r1")) == 4


DELIVER = """
import json, sys
from pathlib import Path
from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.runtime.run_step import run_step
from tests.builders import some_ports

ports = some_ports(ScriptedModel(drafts=[sys.argv[3]]), store=SqliteStore(Path(sys.argv[1])))
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
facts = run_step("writer", from_plain(Facts, json.loads(sys.argv[2])), ports)
sys.stdout.write(json.dumps(to_plain(facts)))
"""


def test_a_step_delivered_to_several_processes_at_once_commits_once(
    store: SqliteStore, tmp_path: Path
) -> None:
    # GIVEN one step in the hands of four processes
    facts = take(TO_THE_DRAFT[:3], a_new_run(store), some_ports(store=store))
    given = [tmp_path / "runs.sqlite3", json.dumps(to_plain(facts))]
    processes = [a_python(DELIVER, *given, f"{DRAFT} {n}") for n in range(4)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    # WHEN all deliver it at once
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = [json.loads(process.communicate()[0]) for process in processes]
    # THEN one step is committed, and all got its facts
    run = store.load("r1")
    assert answers == [to_plain(facts_of(run))] * 4
    assert len(store.trail("r1")) == 4


class OvertakenStore(SqliteStore):
    """Lets somebody decide just before a step is committed, `times` over."""

    def __init__(self, path: Path, times: int) -> None:
        super().__init__(path)
        self._times = times

    def commit(self, run: Run, commit: Commit) -> None:
        if self._times:
            self._times -= 1
            self.overtake(run.run_id)
        super().commit(run, commit)

    def overtake(self, run_id: str) -> None:
        at = datetime(2026, 1, 2).astimezone().isoformat()
        self.decide(run_id, Decision(0, Choice.ACCEPT, "ann", at))


def test_a_decision_that_comes_between_loading_and_committing_counts(tmp_path: Path) -> None:
    # GIVEN a run that waits for a human
    path = tmp_path / "runs.sqlite3"
    store = SqliteStore(path)
    model = ScriptedModel(drafts=[DRAFT], opinions=[Verdict.REVISE])
    ports = some_ports(model, store=store)
    steps: Sequence[Step] = (*TO_THE_DRAFT, "validate", "reviewer", "ask_human")
    facts = take(steps, a_new_run(store, human=True, max_revisions=0), ports)
    assert facts.human is Human.ASKED
    # WHEN it is asked once more, and the decision is stored in that very moment
    after = run_step("ask_human", facts, replace(ports, store=OvertakenStore(path, times=1)))
    # THEN it is not lost
    assert after.human is Human.ACCEPT
    assert store.load("r1").decisions[0].by == "ann"


class BusyStore(SqliteStore):
    """Never gets to write."""

    def commit(self, run: Run, commit: Commit) -> None:
        raise TransientError("Kept busy.")


def test_a_store_that_stays_busy_does_not_make_the_model_write_again(tmp_path: Path) -> None:
    # GIVEN a store that can be read and not written, and a model with one draft
    store = SqliteStore(tmp_path / "runs.sqlite3")
    facts = take(TO_THE_DRAFT[:3], a_new_run(store), some_ports(store=store))
    model = ScriptedModel(drafts=[DRAFT])
    ports = some_ports(model, store=BusyStore(tmp_path / "runs.sqlite3"))
    # WHEN the step is tried, THEN the engine hears of it, and the model wrote once
    with pytest.raises(TransientError, match="step 4"):
        run_step("writer", facts, ports)
    assert len(model.assignments) == 1


@pytest.mark.parametrize("step", ["supervisor", "writer", "publish"])
def test_no_step_moves_a_run_that_has_its_outcome(store: SqliteStore, step: Step) -> None:
    # GIVEN a run that was accepted
    model = ScriptedModel(drafts=[DRAFT], opinions=[Verdict.ACCEPT])
    ports = some_ports(model, store=store)
    facts = take(TO_THE_END, a_new_run(store), ports)
    stored = store.load("r1")
    # WHEN another walk begins, or a rule closes it with an error, THEN it stays as it is
    assert run_step(step, facts, ports) == facts
    assert run_step("publish", facts, ports, RuntimeError("timed out")) == facts
    assert store.load("r1") == stored
    assert facts.outcome is Outcome.ACCEPTED


def test_an_error_ends_the_run_as_failed_with_all_it_has(store: SqliteStore) -> None:
    # GIVEN a run with a draft, whose budget is spent
    model = ScriptedModel(drafts=[DRAFT], opinions=[Verdict.ACCEPT])
    ports = some_ports(model, store=store)
    facts = take(TO_THE_DRAFT, a_new_run(store), ports)
    spent = BudgetExhausted("40,000 tokens are spent.")
    # WHEN it is published with that error
    failed = run_step("publish", facts, ports, spent)
    # THEN it failed, says why, and has kept its draft
    run = store.load("r1")
    assert (failed.outcome, run.status) == (Outcome.FAILED, Status.FAILED)
    assert run.publication is not None
    assert run.publication.reason == "budget_exhausted"
    assert run.draft is not None
    # AND a later walk goes on from there, which alone may replace it
    going = take(["supervisor", "validate", "reviewer"], failed, ports)
    assert going.outcome is None
    assert run_step("publish", going, ports).outcome is Outcome.ACCEPTED
