import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.errors import BadInput, NotWaiting, UnknownRun
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.parts import Choice, Decision, Waiting
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.runs import decide, run_id_of, start_run
from tests.builders import a_check, a_claim, a_run, some_ports

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.fixture
def ports(tmp_path: Path) -> Ports:
    return some_ports(store=SqliteStore(tmp_path / "runs.sqlite3"), now=NOON)


def a_waiting_run() -> Run:
    waiting = Waiting(0, "ann", NOON.isoformat(), (NOON + timedelta(hours=1)).isoformat())
    return a_run(draft="Tarn.[^1]", check=a_check(a_claim()), waiting=waiting)


@pytest.mark.parametrize(
    "question",
    ["", " \n\t", "\u2028\u3000", "word " * 10_000, "x" * 4001, "nul\0?", "half \ud83d?"],
    ids=["empty", "blank", "blank in unicode", "10,000 words", "long", "nul", "surrogate"],
)
def test_a_question_that_cannot_be_asked_is_one_sentence(ports: Ports, question: str) -> None:
    # WHEN it is asked, THEN a short sentence says why not, and no run is made
    with pytest.raises(BadInput, match=r"^The question [^\n]{1,100}\.$"):
        start_run(question, Options(), "ann", ports)
    assert ports.store.recent(10) == []


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("  What is\n\tTarn?  ", "What is Tarn?"),
        ("x" * 4000, "x" * 4000),
        ("東京の人口は？", "東京の人口は？"),
        ("מה זה \u2067Tarn\u2069?", "מה זה \u2067Tarn\u2069?"),
        ("What is 🦀?", "What is 🦀?"),
    ],
    ids=["space", "longest", "cjk", "right to left", "emoji"],
)
def test_a_question_is_kept_but_for_its_space(ports: Ports, question: str, kept: str) -> None:
    # WHEN a run is started
    run = start_run(question, Options(max_revisions=1), "ann", ports)
    # THEN it is stored with what was asked, how, by whom and when
    assert run == ports.store.load(run.run_id)
    assert (run.question, run.options, run.started_by) == (kept, Options(max_revisions=1), "ann")
    assert run.created_at == NOON.isoformat()


def test_an_id_is_short_typeable_and_sorts_by_age(tmp_path: Path) -> None:
    # GIVEN runs of the same second, and of later ones
    store = SqliteStore(tmp_path / "runs.sqlite3")
    clocks = [NOON, NOON, NOON + timedelta(seconds=1), datetime(2100, 1, 1, tzinfo=UTC)]
    ids = [
        start_run("Why?", Options(), "ann", some_ports(store=store, now=c)).run_id for c in clocks
    ]
    # THEN each is its own, made of what can be read aloud, and a later one sorts behind
    assert len({*ids}) == 4
    assert all(re.fullmatch("[0-9a-hjkmnp-tv-z]{7}-[0-9a-hjkmnp-tv-z]{5}", i) for i in ids)
    assert max(ids[:2]) < ids[2] < ids[3]


def test_runs_of_one_instant_are_listed_newest_first(tmp_path: Path) -> None:
    # GIVEN a clock that stands still, is set back a little, then a day, and goes on
    store = SqliteStore(tmp_path / "runs.sqlite3")
    back = NOON - timedelta(milliseconds=900)
    clocks = [NOON, NOON, NOON, back, NOON - timedelta(days=1), NOON + timedelta(seconds=2)]
    # WHEN a run is started at each of these
    for number, clock in enumerate(clocks):
        start_run(f"Question {number}?", Options(), "ann", some_ports(store=store, now=clock))
    # THEN the order is that of the questions, but for the one of another day
    listed = [run.question for run in store.recent(10)]
    assert listed == [f"Question {number}?" for number in (5, 3, 2, 1, 0, 4)]


def test_a_decision_is_stored_with_what_was_said(ports: Ports) -> None:
    # GIVEN a run that waits
    ports.store.create(a_waiting_run())
    # WHEN somebody sends it back
    run = decide("r1", Choice.REVISE, " Name the unit. ", 2, "ann", ports)
    # THEN that is stored, for the draft that was read, and lifts the cap
    said = Decision(0, Choice.REVISE, "ann", NOON.isoformat(), "Name the unit.", 2)
    assert ports.store.load("r1") == run
    assert run.decisions == (said,)
    assert run.cap == 3 + 2


@pytest.mark.parametrize("rounds", [-1, 0, 11])
def test_a_human_grants_one_to_ten_rounds(ports: Ports, rounds: int) -> None:
    ports.store.create(a_waiting_run())
    with pytest.raises(BadInput, match=f"^{rounds} rounds .* from 1 to 10"):
        decide("r1", Choice.REVISE, "", rounds, "ann", ports)
    assert ports.store.load("r1").undecided


@pytest.mark.parametrize(
    "notes",
    ["x" * 4001, "nul\0", "half \udc80", "", " \n\u2028"],
    ids=["long", "nul", "half", "empty", "blank"],
)
def test_notes_that_cannot_be_carried_are_not_taken(ports: Ports, notes: str) -> None:
    ports.store.create(a_waiting_run())
    with pytest.raises(BadInput, match=r"^The note [^\n]{1,100}\.$"):
        decide("r1", Choice.REVISE, notes, 1, "ann", ports)


def test_a_second_decision_does_not_replace_the_first(ports: Ports) -> None:
    # GIVEN a run that somebody decided
    ports.store.create(a_waiting_run())
    first = decide("r1", Choice.ACCEPT, "", 1, "ann", ports)
    # WHEN somebody else decides, THEN nobody waits for it
    with pytest.raises(NotWaiting):
        decide("r1", Choice.REFUSE, "", 1, "bob", ports)
    assert ports.store.load("r1") == first


def test_a_run_without_a_draft_and_an_unknown_run_take_no_decision(ports: Ports) -> None:
    ports.store.create(a_run())
    with pytest.raises(NotWaiting):
        decide("r1", Choice.ACCEPT, "", 1, "ann", ports)
    with pytest.raises(UnknownRun):
        decide("nosuch", Choice.ACCEPT, "", 1, "ann", ports)


def test_a_key_has_one_id_that_looks_like_any_other(ports: Ports) -> None:
    # GIVEN keys of many kinds
    keys = ["ann/1", "ann/2", "", "a" * 5000, "s3://bucket/questions/größe.txt?versionId=3"]
    ids = [run_id_of(key) for key in keys]
    # THEN each has an id of its own, the same each time, in the form of every run's
    assert ids == [run_id_of(key) for key in keys]
    assert len(set(ids)) == len(keys)
    assert all(re.fullmatch("[0-9a-z]{7}-[0-9a-z]{5}", each) for each in ids)
    # AND a run can be begun under it, once
    run = start_run("How fast?", Options(), "ann", ports, ids[0])
    assert run.run_id == ids[0]
    with pytest.raises(BadInput, match="already a run"):
        start_run("How fast?", Options(), "ann", ports, ids[0])
