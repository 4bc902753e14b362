"""What every RunStore promises. A store joins by one more parameter of `open_store`."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings

from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.budget import NO_LIMIT, Budget, Usage
from cite_or_refuse.domain.errors import (
    BadInput,
    BudgetExhausted,
    NotWaiting,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.outcome import Outcome, Status
from cite_or_refuse.domain.parts import Choice, Decision, Draft, Publication, Waiting
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Commit, RunStore, Standing
from tests.aws import an_account, make_bucket, make_table
from tests.builders import a_check, a_claim, a_run, a_source
from tests.strategies import runs

AT = "2026-01-02T03:04:05+00:00"

type OpenStore = Callable[[], RunStore]


@pytest.fixture(scope="module")
def account() -> Iterator[None]:
    with an_account():
        yield


@pytest.fixture(params=["sqlite", "dynamo"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens the same store each time, as another process would."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "runs.sqlite3")
    request.getfixturevalue("account")
    table, texts = make_table(), make_bucket()
    return lambda: DynamoStore(table, texts)


@pytest.fixture
def store(open_store: OpenStore) -> RunStore:
    return open_store()


def a_step(run: Run, step: Step = "writer", **parts: object) -> tuple[Run, Commit]:
    """The run one step further, and its commit."""
    after = replace(run, seq=run.seq + 1, version=run.version + 1, **parts)  # type: ignore[arg-type]
    return after, Commit(run.run_id, after.seq, step, AT, facts_of(after))


def a_waiting_run() -> Run:
    waiting = Waiting(revision=0, who="ann", asked_at=AT, until=AT)
    return a_run(draft="Tarn.[^1]", check=a_check(a_claim()), waiting=waiting)


def a_decision(choice: Choice = Choice.ACCEPT, by: str = "ann", revision: int = 0) -> Decision:
    return Decision(revision, choice, by, AT)


def at_once[Answer](*calls: Callable[[], Answer]) -> list[Answer | Exception]:
    """The answers, or what was raised, of calls that start at the same moment."""
    barrier = Barrier(len(calls))

    def answer(call: Callable[[], Answer]) -> Answer | Exception:
        barrier.wait()
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(answer, calls))


def test_an_unknown_run_is_said_to_be_unknown(store: RunStore) -> None:
    for run_id in ("nosuch", "", "r1\0", "\udc80", "x" * 5000):
        with pytest.raises(UnknownRun):
            store.load(run_id)
        with pytest.raises(UnknownRun):
            store.load_without_texts(run_id)
        with pytest.raises(UnknownRun):
            store.source(run_id, 1)
        with pytest.raises(UnknownRun):
            store.standing(run_id)
        with pytest.raises(UnknownRun):
            store.decide(run_id, a_decision())


def test_an_id_is_given_once(store: RunStore) -> None:
    # GIVEN a stored run
    store.create(a_run(question="The first?"))
    # WHEN another comes with its id, THEN it is refused and the first stays
    with pytest.raises(BadInput, match="r1"):
        store.create(a_run(question="The second?"))
    assert store.load("r1").question == "The first?"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "\udc80",
        "\ud83d\ude00",
        "a\u2028b",
        "\u05e9\u05dc\u05d5\u05dd",
        "東京",
        "x" * 10**6,
    ],
    ids=["empty", "nul", "surrogate", "split pair", "u2028", "hebrew", "cjk", "long"],
)
def test_a_text_comes_back_as_it_was(store: RunStore, text: str) -> None:
    # GIVEN a run that holds the text wherever somebody else writes
    run = a_run(sources=[a_source(text, title=text)], draft=text, check=a_check(draft=text))
    # WHEN it is stored and loaded, THEN it is the same
    store.create(run)
    assert store.load("r1") == run


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(run=runs)
def test_any_run_comes_back_as_it_was(store: RunStore, run: Run) -> None:
    run = replace(run, run_id=str(uuid4()), version=0, created_at=AT)
    store.create(run)
    assert store.load(run.run_id) == run


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(run=runs)
def test_a_run_to_look_at_lacks_what_its_sources_hold_and_nothing_else(
    store: RunStore, run: Run
) -> None:
    # GIVEN any run, and what it was charged
    run = replace(run, run_id=str(uuid4()), version=0, created_at=AT)
    store.create(run)
    store.charge(run.run_id, Usage(calls=1), NO_LIMIT)
    # WHEN it is loaded without texts, THEN it is what is stored, but for the contents
    whole = store.load(run.run_id)
    emptied = tuple(replace(source, content="") for source in whole.sources)
    research = whole.research and replace(whole.research, sources=emptied)
    assert store.load_without_texts(run.run_id) == replace(whole, research=research)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(run=runs)
def test_each_source_of_a_run_is_there_by_its_number(store: RunStore, run: Run) -> None:
    run = replace(run, run_id=str(uuid4()), version=0, created_at=AT)
    store.create(run)
    last = len(run.sources)
    found = [store.source(run.run_id, number) for number in range(last + 2)]
    assert found == [None, *run.sources, None]


def test_a_run_without_its_texts_is_never_stored(store: RunStore) -> None:
    # GIVEN a run that was loaded to be looked at
    store.create(a_run())
    before = store.load("r1")
    # WHEN somebody commits a step on it, THEN that is an error, and no text is lost
    with pytest.raises(ValueError, match="without its texts"):
        store.commit(*a_step(store.load_without_texts("r1")))
    assert store.load("r1") == before


def test_a_step_and_its_run_are_stored_together(open_store: OpenStore) -> None:
    # GIVEN a run, one step further
    store = open_store()
    store.create(a_run())
    after, commit = a_step(store.load("r1"), draft=Draft("Tarn.[^1]", 0))
    # WHEN the step is committed
    store.commit(after, commit)
    # THEN others see both, and no step besides
    assert open_store().load("r1") == after
    assert open_store().find_commit("r1", 1) == commit
    assert open_store().find_commit("r1", 2) is None
    assert open_store().find_commit("r2", 1) is None


def test_a_part_that_is_replaced_is_gone_and_the_others_stay(store: RunStore) -> None:
    # GIVEN two steps that write one part
    store.create(a_run())
    for text in ("The first.[^1]", "The second.[^1]"):
        store.commit(*a_step(store.load("r1"), draft=Draft(text, 0)))
    # THEN the last one counts, and what the steps did not touch is as it was
    after = store.load("r1")
    assert after.draft == Draft("The second.[^1]", 0)
    assert after.research == a_run().research


def test_the_trail_is_in_order(store: RunStore) -> None:
    # GIVEN more than nine steps, so that an order by text would show
    store.create(a_run())
    rounds: list[Step] = ["writer", "validate"]
    steps: list[Step] = ["supervisor", "researcher", *rounds * 5, "publish"]
    for step in steps:
        store.commit(*a_step(store.load("r1"), step))
    # THEN they come as they went
    assert [(c.seq, c.step) for c in store.trail("r1")] == list(enumerate(steps, 1))
    assert store.trail("nosuch") == []


def test_a_step_on_an_old_version_is_not_stored(store: RunStore) -> None:
    # GIVEN a decision that came between loading and committing
    store.create(a_waiting_run())
    loaded = store.load("r1")
    decided = store.decide("r1", a_decision())
    # WHEN the step is committed on what was loaded, THEN neither it nor its run is stored
    with pytest.raises(TransientError):
        store.commit(*a_step(loaded, "ask_human"))
    assert store.load("r1") == decided
    assert store.trail("r1") == []


def test_a_step_number_is_taken_once(store: RunStore) -> None:
    # GIVEN a committed step
    store.create(a_run())
    after, commit = a_step(store.load("r1"))
    store.commit(after, commit)
    # WHEN its number comes again on the newest version, THEN neither it nor its run is stored
    late = replace(after, version=after.version + 1, draft=Draft("late", 0))
    with pytest.raises(TransientError):
        store.commit(late, replace(commit, step="reviewer"))
    assert store.load("r1") == after
    assert store.find_commit("r1", 1) == commit


def test_a_step_of_a_run_that_is_not_stored_is_not_stored(store: RunStore) -> None:
    with pytest.raises(TransientError):
        store.commit(*a_step(a_run()))
    assert store.trail("r1") == []


def test_of_steps_committed_at_once_one_is_stored(open_store: OpenStore) -> None:
    # GIVEN the same step, delivered to eight workers, each with a draft of its own
    open_store().create(a_run())
    loaded = open_store().load("r1")
    steps = [a_step(loaded, draft=Draft(f"Draft {n}.[^1]", 0)) for n in range(8)]
    # WHEN all commit at once
    answers = at_once(*(lambda s=step: open_store().commit(*s) for step in steps))
    # THEN one is stored and the others are told to load again
    assert sum(isinstance(answer, TransientError) for answer in answers) == 7
    assert open_store().load("r1") == steps[answers.index(None)][0]
    assert len(open_store().trail("r1")) == 1


def test_a_decision_is_stored_on_a_run_that_waits(store: RunStore) -> None:
    # GIVEN a run that waits
    store.create(a_waiting_run())
    assert store.load("r1").status is Status.WAITING
    # WHEN it is decided
    decided = store.decide("r1", a_decision(Choice.REVISE))
    # THEN the decision is stored under a new version, and no step is
    assert decided.decisions == (a_decision(Choice.REVISE),)
    assert (decided.version, decided.seq, decided.status) == (1, 0, Status.RUNNING)
    assert store.load("r1") == decided


@pytest.mark.parametrize(
    "run",
    [
        a_run(),
        a_run(draft="Tarn.[^1]", check=a_check(a_claim())),
        a_waiting_run() | Waiting(0, "ann", AT, AT, late=True),
        a_waiting_run() | Publication(0, Outcome.ACCEPTED, None),
        a_waiting_run() | Draft("The next.[^1]", 1),
        a_waiting_run().decided(a_decision()),
    ],
    ids=["searching", "not asked", "late", "finished", "rewritten", "decided"],
)
def test_a_run_that_does_not_wait_takes_no_decision(store: RunStore, run: Run) -> None:
    store.create(run)
    with pytest.raises(NotWaiting, match="r1"):
        store.decide("r1", a_decision(Choice.REFUSE, by="bob"))
    assert store.load("r1") == run


def test_a_decision_on_another_draft_is_not_taken(store: RunStore) -> None:
    # GIVEN a human who read draft 0, and a run that waits with draft 1
    run = a_waiting_run() | Draft("The next.[^1]", 1) | Waiting(1, "ann", AT, AT)
    store.create(run)
    # WHEN the human decides on what was read, THEN it does not count for the other
    with pytest.raises(NotWaiting):
        store.decide("r1", a_decision(revision=0))


def test_of_decisions_at_once_one_is_stored(open_store: OpenStore) -> None:
    # GIVEN eight people
    open_store().create(a_waiting_run())
    people = [f"person {n}" for n in range(8)]
    # WHEN all decide at once
    answers = at_once(*(lambda p=p: open_store().decide("r1", a_decision(by=p)) for p in people))
    # THEN one decision is stored, and the seven others are told so
    assert sum(isinstance(answer, NotWaiting) for answer in answers) == 7
    [decision] = open_store().load("r1").decisions
    winner = next(n for n, answer in enumerate(answers) if isinstance(answer, Run))
    assert decision.by == people[winner]


def test_the_newest_runs_come_first(store: RunStore) -> None:
    # GIVEN runs of several days, one of which was refused
    for day in ("03", "01", "02"):
        made = f"2026-01-{day}T00:00:00+00:00"
        store.create(replace(a_run(question=f"Day {day}?"), run_id=day, created_at=made))
    refused = Publication(1, Outcome.REFUSED, "no_sources")
    store.commit(*a_step(store.load("01"), "publish", publication=refused))
    # THEN a list has the newest first, no more than asked for, and of one status if asked for
    assert [summary.run_id for summary in store.recent(10)] == ["03", "02", "01"]
    assert [summary.run_id for summary in store.recent(2)] == ["03", "02"]
    assert [summary.run_id for summary in store.recent(10, Status.RUNNING)] == ["03", "02"]
    [summary] = store.recent(10, Status.REFUSED)
    assert (summary.question, summary.status, summary.reason, summary.created_at) == (
        "Day 01?",
        Status.REFUSED,
        "no_sources",
        "2026-01-01T00:00:00+00:00",
    )
    assert store.recent(10, Status.WAITING) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(run=runs)
def test_where_any_run_stands_is_told_as_the_run_says_it(store: RunStore, run: Run) -> None:
    # GIVEN any run, at a step that was committed
    run = replace(run, run_id=str(uuid4()), version=0, seq=0, created_at=AT)
    store.create(run)
    after, commit = a_step(run)
    store.commit(after, commit)
    # WHEN somebody looks where it stands, THEN they learn what the whole run would tell
    stands = store.standing(run.run_id)
    published = after.current_publication
    assert stands == Standing(
        question=run.question,
        started_by=run.started_by,
        created_at=AT,
        status=after.status,
        reason=published.reason if published else None,
        cap=after.cap,
        waiting=after.current_waiting if after.undecided else None,
        trail=[commit],
    )
    assert (stands.revision, stands.sources) == (
        after.draft.revision if after.draft else 0,
        len(after.sources),
    )


def test_where_a_run_stands_follows_what_happens_to_it(store: RunStore) -> None:
    # GIVEN a run that has just begun, and takes steps until it waits
    store.create(a_run(draft="Tarn.[^1]", check=a_check(a_claim())))
    assert store.standing("r1").trail == []
    steps: list[Step] = ["supervisor", "researcher", "writer", "validate"] * 3
    for step in steps:
        store.commit(*a_step(store.load("r1"), step))
    waiting = Waiting(revision=0, who="ann", asked_at=AT, until=AT)
    store.commit(*a_step(store.load("r1"), "ask_human", waiting=waiting))
    stands = store.standing("r1")
    assert [commit.step for commit in stands.trail] == [*steps, "ask_human"]
    assert (stands.status, stands.waiting) == (Status.WAITING, waiting)
    # WHEN a human grants three more rounds, which is no step
    store.decide("r1", replace(a_decision(Choice.REVISE), rounds=3))
    # THEN that is seen at once
    stands = store.standing("r1")
    assert (stands.status, stands.waiting) == (Status.RUNNING, None)
    assert stands.cap == a_run().cap + 3


def test_what_is_spent_adds_up_under_no_version(store: RunStore) -> None:
    # GIVEN a step that is under way
    store.create(a_run())
    loaded = store.load("r1")
    # WHEN the run is charged, and some of it given back
    store.charge("r1", Usage(calls=1, input_tokens=90, milliseconds=5000), NO_LIMIT)
    store.charge("r1", Usage(input_tokens=-40, milliseconds=-4000), NO_LIMIT)
    # THEN the step can be committed, does not undo it, and carries what it used itself
    after, commit = a_step(loaded)
    store.commit(after, replace(commit, usage=Usage(calls=1)))
    assert store.load("r1").spent == Usage(calls=1, input_tokens=50, milliseconds=1000)
    assert store.trail("r1")[0].usage == Usage(calls=1)


def test_a_charge_beyond_the_budget_adds_nothing(store: RunStore) -> None:
    store.create(a_run())
    store.charge("r1", Usage(calls=2), Budget(calls=2))
    with pytest.raises(BudgetExhausted, match="2 calls"):
        store.charge("r1", Usage(calls=1), Budget(calls=2))
    assert store.load("r1").spent == Usage(calls=2)


def test_an_unknown_run_is_charged_nothing(store: RunStore) -> None:
    with pytest.raises(UnknownRun):
        store.charge("nosuch", Usage(calls=1), NO_LIMIT)


def test_charges_at_once_are_all_counted(open_store: OpenStore) -> None:
    # GIVEN eight workers and a budget for five
    open_store().create(a_run())
    budget = Budget(calls=5)
    # WHEN all charge at once
    answers = at_once(*(lambda: open_store().charge("r1", Usage(calls=1), budget),) * 8)
    # THEN five are
    assert sum(isinstance(answer, BudgetExhausted) for answer in answers) == 3
    assert open_store().load("r1").spent == Usage(calls=5)


def test_options_are_amended_without_a_step(store: RunStore) -> None:
    # GIVEN a run, and somebody who loaded it before
    store.create(a_run())
    loaded = store.load("r1")
    options = replace(loaded.options, budget=Budget(calls=9))
    # WHEN its budget is raised
    store.amend(replace(loaded, options=options, version=1))
    # THEN that is stored, and whoever loaded it before has to load again
    assert store.load("r1").options.budget == Budget(calls=9)
    assert store.trail("r1") == []
    with pytest.raises(TransientError):
        store.amend(replace(loaded, version=1))
