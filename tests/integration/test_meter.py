"""What is reserved is stored before it is used, so that no accident makes a run forget it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.budget import Budget, Usage
from cite_or_refuse.domain.errors import BadInput, BudgetExhausted, PermanentError, TransientError
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Model, Ports
from cite_or_refuse.runtime import graph
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.meter import StepMeter
from cite_or_refuse.runtime.run_step import run_step
from cite_or_refuse.runtime.runs import raise_budget
from tests.builders import a_run, some_ports
from tests.paying import ONE_CALL, PayingModel
from tests.walks import begin, unheard

DRAFT = "The default cache size is 512 MB.[^1]"


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "runs.sqlite3")


def a_stored_run(store: SqliteStore, **limits: int) -> Run:
    run = a_run(options=Options(budget=Budget(**limits)))
    store.create(run)
    return run


def spent(store: SqliteStore) -> Usage:
    return replace(store.load("r1").spent, milliseconds=0)


def test_a_reservation_is_stored_while_the_call_is_under_way(store: SqliteStore) -> None:
    # GIVEN a run with a budget
    meter = StepMeter(a_stored_run(store, tokens=150), store)
    with meter.reserve(ONE_CALL) as bill:
        # WHEN another process looks, and the process of the call could die
        assert spent(store) == ONE_CALL
        bill.used = Usage(calls=1, input_tokens=80, output_tokens=20)
    # THEN afterwards what was not needed is given back
    assert spent(store) == replace(meter.used, milliseconds=0) == Usage(1, 80, 20)


def test_what_the_budget_does_not_allow_is_not_begun_and_not_charged(store: SqliteStore) -> None:
    # GIVEN a run that may use a token less than a call could
    meter = StepMeter(a_stored_run(store, tokens=149), store)
    # WHEN the call is to be reserved, THEN it is refused
    with pytest.raises(BudgetExhausted, match="149 tokens"), meter.reserve(ONE_CALL):
        pytest.fail("the call was made")
    assert spent(store) == Usage()


def test_an_overrun_is_recorded_and_ends_what_follows(store: SqliteStore) -> None:
    # GIVEN a provider that writes more than it was allowed
    run = a_stored_run(store, tokens=200)
    with StepMeter(run, store).reserve(ONE_CALL) as bill:
        bill.used = Usage(calls=1, input_tokens=100, output_tokens=400)
    # THEN the sum says so, and nothing more is reserved
    assert spent(store).tokens == 500
    with pytest.raises(BudgetExhausted), StepMeter(run, store).reserve(Usage()):
        pytest.fail("the call was made")


def test_a_call_that_broke_counts_as_made(store: SqliteStore) -> None:
    meter = StepMeter(a_stored_run(store), store)
    with pytest.raises(TimeoutError), meter.reserve(ONE_CALL):
        raise TimeoutError
    assert spent(store) == ONE_CALL


def test_time_is_measured_and_only_what_is_left_is_reserved(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a clock, and a run with ten seconds, of a call that could take a minute
    clock = iter([100.0, 109.5, 200.0, 201.5])
    monkeypatch.setattr("cite_or_refuse.runtime.meter.monotonic", lambda: next(clock))
    run = a_stored_run(store, seconds=10)
    call = Usage(milliseconds=60_000)
    # WHEN a call takes nine and a half
    with StepMeter(run, store).reserve(call):
        assert store.load("r1").spent.milliseconds == 10_000
    # THEN the next gets half a second, and the one after none
    with StepMeter(store.load("r1"), store).reserve(call):
        assert store.load("r1").spent.milliseconds == 10_000
    assert store.load("r1").spent.milliseconds == 11_000
    with (
        pytest.raises(BudgetExhausted, match="10 seconds of work"),
        StepMeter(store.load("r1"), store).reserve(call),
    ):
        pytest.fail("the call was made")


def test_many_hands_together_stay_within_the_budget(store: SqliteStore) -> None:
    # GIVEN a step that is delivered to eight workers, and tokens for three calls
    run = a_stored_run(store, tokens=3 * ONE_CALL.tokens)

    def reserve(_: int) -> bool:
        try:
            with StepMeter(run, store).reserve(ONE_CALL):
                return True
        except BudgetExhausted:
            return False

    # WHEN all reserve at once
    with ThreadPoolExecutor(8) as pool:
        allowed = list(pool.map(reserve, range(8)))
    # THEN three may go on
    assert sum(allowed) == 3
    assert spent(store).tokens == run.options.budget.tokens


def test_a_step_is_committed_with_what_it_used(store: SqliteStore) -> None:
    # GIVEN a writer that breaks once, and costs something each time
    run = a_stored_run(store)
    model = PayingModel(TransientError("Cut off."), DRAFT)
    ports = some_ports(model, store=store)
    facts = facts_of(run)
    with pytest.raises(TransientError):
        run_step("writer", facts, ports)
    # WHEN its step is taken again
    run_step("writer", facts, ports)
    # THEN the step has what it used, and the run what both did
    commit = store.find_commit("r1", 1)
    assert commit is not None
    assert replace(commit.usage, milliseconds=0) == ONE_CALL
    assert spent(store) == ONE_CALL + ONE_CALL


def a_walk(store: SqliteStore, home: Path, model: Model, **limits: int) -> tuple[Run, Ports]:
    ports = some_ports(model, store=store)
    run = begin(ports, budget=Budget(**limits))
    return walk(run, ports, unheard, home), ports


def raised(run: Run, budget: Budget, store: SqliteStore) -> Run:
    store.amend(raise_budget(run, budget, Budget()))
    return store.load(run.run_id)


@pytest.mark.parametrize(
    ("limits", "higher"),
    [
        ({"tokens": 299}, Budget(tokens=300)),
        ({"calls": 1}, Budget(calls=2)),
        ({"micro_dollars": 1000}, Budget(micro_dollars=1800)),
    ],
    ids=["tokens", "calls", "dollars"],
)
def test_at_the_limit_a_run_fails_and_a_higher_one_lets_it_go_on(
    store: SqliteStore, tmp_path: Path, limits: dict[str, int], higher: Budget
) -> None:
    # GIVEN a run with enough for one draft, which is invented, and not for two
    invented = DRAFT.replace("512", "640")
    run, ports = a_walk(store, tmp_path, PayingModel(invented, DRAFT), **limits)
    # THEN it failed with the evidence and the draft kept
    assert run.publication is not None
    assert (run.status, run.publication.reason) == (Status.FAILED, "budget_exhausted")
    assert run.sources
    assert run.draft is not None
    assert "Used: 1 call, 100 tokens in and 50 out, $0.0009." in run.publication.report
    # WHEN it is resumed with a higher budget, THEN it goes on
    run = raised(run, higher, store)
    ended = walk(run, ports, unheard, tmp_path)
    assert ended.status is Status.ACCEPTED
    assert ended.spent.calls == 2


def test_searches_are_reserved_before_they_are_made(store: SqliteStore, tmp_path: Path) -> None:
    # GIVEN a run that may not search
    run, ports = a_walk(store, tmp_path, PayingModel(DRAFT), searches=0)
    # THEN it failed without a search
    assert run.publication is not None
    assert run.publication.reason == "budget_exhausted"
    assert ports.searches[0].queries == []  # type: ignore[attr-defined]
    # AND with one it goes on
    run = raised(run, Budget(searches=1), store)
    assert walk(run, ports, unheard, tmp_path).status is Status.ACCEPTED


def test_a_budget_changes_nothing_about_a_run_that_has_ended(
    store: SqliteStore, tmp_path: Path
) -> None:
    run, _ = a_walk(store, tmp_path, PayingModel(DRAFT))
    with pytest.raises(BadInput, match="ended as accepted"):
        raise_budget(run, Budget(calls=9), Budget())


def test_a_resumed_run_cannot_go_beyond_the_operators_budget(
    store: SqliteStore, tmp_path: Path
) -> None:
    run, _ = a_walk(store, tmp_path, PayingModel(PermanentError("Broken.")), calls=2)
    with pytest.raises(BadInput, match="calls=5"):
        raise_budget(run, Budget(calls=6), Budget(calls=5))


def test_retries_of_an_engine_stay_within_the_budget(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a model that is cut off each time, and an engine that retries
    monkeypatch.setattr(graph, "RETRY", graph.RETRY._replace(initial_interval=0.0, jitter=False))
    model = PayingModel(*[TransientError("Cut off.")] * 9)
    # WHEN there are tokens for two calls
    run, _ = a_walk(store, tmp_path, model, tokens=310)
    # THEN the third is not made
    assert len(model.assignments) == 2
    assert run.publication is not None
    assert run.publication.reason == "budget_exhausted"
    assert run.spent.tokens == 300
