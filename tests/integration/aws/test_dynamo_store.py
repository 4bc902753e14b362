"""What is DynamoDB's and S3's own; what every store promises is in tests/contract."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from string import ascii_lowercase
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.aws import dynamo_store
from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore
from cite_or_refuse.adapters.aws.walks import Walks
from cite_or_refuse.adapters.extractive import ExtractiveModel
from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.domain.budget import NO_LIMIT, Budget, Usage
from cite_or_refuse.domain.errors import BudgetExhausted, PermanentError, UnknownRun
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome, Status
from cite_or_refuse.domain.parts import Choice, Decision, Draft, Publication, Research, Waiting
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Commit
from cite_or_refuse.runtime.run_step import run_step
from cite_or_refuse.runtime.runs import start_run
from tests.aws import answers_lost, make_bucket, make_table
from tests.builders import a_check, a_claim, a_run, a_source, some_ports
from tests.capacity import metered, size_of

AT = "2026-01-02T03:04:05+00:00"
ACCEPTED: Sequence[Step] = (
    "supervisor",
    "researcher",
    "supervisor",
    "writer",
    "validate",
    "reviewer",
    "publish",
)


@pytest.fixture
def table(account: None) -> str:
    return make_table()


@pytest.fixture
def texts(account: None) -> str:
    return make_bucket()


@pytest.fixture
def store(table: str, texts: str) -> DynamoStore:
    return DynamoStore(table, texts)


def items_of(table: str) -> list[dict[str, Any]]:
    return client("dynamodb").scan(TableName=table)["Items"]


def keys_of(bucket: str) -> list[str]:
    found = client("s3").list_objects_v2(Bucket=bucket).get("Contents", [])
    return [entry["Key"] for entry in found]


def a_step(run: Run, step: Step = "writer", **parts: object) -> tuple[Run, Commit]:
    after = replace(run, seq=run.seq + 1, version=run.version + 1, **parts)  # type: ignore[arg-type]
    return after, Commit(run.run_id, after.seq, step, AT, facts_of(after))


def a_waiting_run() -> Run:
    return a_run(draft="Tarn.[^1]", check=a_check(a_claim()), waiting=Waiting(0, "ann", AT, AT))


def a_long_source(seed: int) -> Source:
    """5,000 words in paragraphs, one of which answers a question."""
    dice = random.Random(seed)
    words = ["".join(dice.choices(ascii_lowercase, k=dice.randint(2, 9))) for _ in range(5000)]
    paragraphs = [" ".join(words[n : n + 50]).capitalize() + "." for n in range(0, 5000, 50)]
    paragraphs.insert(40, f"The default cache size of Tarn {seed + 1}.0 is {seed + 2}12 MB.")
    return a_source("\n\n".join(paragraphs), title=f"Tarn {seed + 1}.0")


def test_an_accepted_run_costs_less_than_its_limits(table: str, texts: str) -> None:
    # GIVEN eight sources of 5,000 words
    sources = [a_long_source(seed) for seed in range(8)]
    ports = some_ports(
        ExtractiveModel(),
        searches=(FixedSearch(sources),),
        fetcher=FixedFetcher(sources),
        store=DynamoStore(table, texts),
    )
    # WHEN a run is begun and walked to its end, each step in a function of its own
    with metered(table) as meter:
        run = start_run("What is the default cache size of Tarn?", Options(), "a test", ports)
        Walks(table).begin(run.run_id, f"{run.run_id}-0")
        facts = facts_of(run)
        for step in ACCEPTED:
            facts = run_step(step, facts, replace(ports, store=DynamoStore(table, texts)))
    assert (facts.outcome, facts.sources) == (Outcome.ACCEPTED, 8)
    # THEN it took no more units than it may, its indexes included
    assert meter.writes <= 60
    assert meter.reads <= 30
    # AND each item was small, and each text was put once: 8 contents, 6 parts, and the header
    assert max(meter.items.values()) < 1024
    assert meter.requests == {
        "Query": 8,  # start_run looks at the newest run; each step loads the run
        "GetItem": 7,
        "TransactWriteItems": 8,
        "UpdateItem": 3,  # the walk, and what the search reserved and gave back
        "PutObject": 15,
        "GetObject": 64,
    }


def test_of_eight_long_texts_only_what_is_asked_for_is_read(
    store: DynamoStore, table: str, texts: str
) -> None:
    # GIVEN a finished run with 8 sources
    run = a_waiting_run() | Research(True, tuple(map(a_long_source, range(8))), ())
    store.create(run | Publication(0, Outcome.ACCEPTED, None, report="# Tarn"))
    # WHEN doors that know nothing of it yet ask for all of it, for one source, and for the rest
    read: dict[str, tuple[float, int]] = {}
    for what, ask in (
        ("load", lambda door: door.load("r1")),
        ("source", lambda door: door.source("r1", 3)),
        ("load_without_texts", lambda door: door.load_without_texts("r1")),
    ):
        with metered(table) as meter:
            ask(DynamoStore(table, texts))
        read[what] = (meter.reads, meter.requests["GetObject"])
    # THEN a source costs two bodies, and a look at the run its header and 6 parts
    assert read == {"load": (1, 15), "source": (1, 2), "load_without_texts": (1, 7)}


def test_to_look_where_a_run_stands_reads_no_text(store: DynamoStore, table: str, texts: str):
    # GIVEN a run with 20 long sources that has taken as many steps as runs take, and waits
    run = a_waiting_run() | Research(True, tuple(map(a_long_source, range(20))), ())
    store.create(run)
    steps: Sequence[Step] = (*ACCEPTED[:3], *("writer", "validate", "reviewer") * 4, "ask_human")
    for step in steps:
        run, commit = a_step(run, step)
        store.commit(run, commit)
    # WHEN a door looks at it that knows nothing of it yet
    with metered(table) as meter:
        stands = DynamoStore(table, texts).standing("r1")
    # THEN one query and two small bodies say where it stands
    assert (stands.status, stands.sources, len(stands.trail)) == (Status.WAITING, 20, 16)
    assert meter.requests == {"Query": 1, "GetObject": 2}
    assert meter.reads <= 4
    # AND a run that does not wait needs one body less
    store.decide("r1", Decision(0, Choice.ACCEPT, "ann", AT))
    with metered(table) as meter:
        DynamoStore(table, texts).standing("r1")
    assert meter.requests == {"Query": 1, "GetObject": 1}


def test_an_item_stays_small_whatever_a_run_holds(store: DynamoStore, table: str) -> None:
    # GIVEN the longest that people may write, in the widest characters, and a megabyte of sources
    decisions = tuple(
        Decision(n, Choice.REVISE, "ann" * 100, AT, "𝄞" * 4000, 10) for n in range(20)
    )
    run = replace(
        a_waiting_run(),
        run_id="1mnfct0-wcnb7",
        question="𝄞" * 4000,
        started_by="s3://bucket/" + "k" * 1024,
        options=Options(corpus=("c" * 1000,) * 10),
        decisions=decisions,
        publication=Publication(0, Outcome.FAILED, "budget_exhausted", report="r" * 10**6),
        created_at="2026-01-02T03:04:05.123456+00:00",
    ) | Draft("d" * 50_000, 0)
    # WHEN it is stored, charged and stepped
    store.create(run)
    store.charge(run.run_id, Usage(*(10**12 for _ in range(7))), NO_LIMIT)
    store.commit(*a_step(run, "publish"))
    # THEN each of its items has less than a kilobyte, and nothing is lost
    assert {item["sk"]["S"] for item in items_of(table)} == {"RUN", "SPENT", "STEP#0001"}
    assert max(size_of(item) for item in items_of(table)) < 1024
    assert store.load(run.run_id).decisions == decisions
    assert store.load(run.run_id).question == "𝄞" * 4000


def test_a_long_question_is_shortened_in_a_list(store: DynamoStore) -> None:
    # GIVEN a question of 4,000 characters of three bytes
    store.create(a_run(question="東" * 4000))
    # THEN a list shows its beginning, in whole characters, and the run has it whole
    [summary] = store.recent(1)
    assert summary.question == "東" * 133 + "…"
    assert store.load("r1").question == "東" * 4000


def test_a_step_puts_no_text_that_its_run_had_before(
    store: DynamoStore, table: str, texts: str
) -> None:
    # GIVEN a run with eight sources, loaded by another process
    store.create(a_run(sources=[a_source(f"Tarn {n}.") for n in range(8)]))
    other = DynamoStore(table, texts)
    loaded = other.load("r1")
    # WHEN it commits a draft, THEN that is all it puts
    with metered(table) as meter:
        other.commit(*a_step(loaded, draft=Draft("Tarn.[^1]", 0)))
    assert meter.requests == {"PutObject": 1, "TransactWriteItems": 1}


def test_each_run_has_its_texts_in_a_folder_of_its_own(store: DynamoStore, texts: str) -> None:
    # GIVEN two runs that found the same document
    for run_id in ("r1", "r2"):
        store.create(replace(a_run(), run_id=run_id))
    # WHEN the texts of one are deleted
    for key in keys_of(texts):
        if key.startswith("texts/r1/"):
            client("s3").delete_object(Bucket=texts, Key=key)
    # THEN the other is whole, and the first says what is missing
    assert store.load("r2") == replace(a_run(), run_id="r2")
    with pytest.raises(PermanentError, match="gone from the store"):
        store.load("r1")


@pytest.mark.parametrize("data", [b"\x1f\x8b", b"Tarn.", b""], ids=["cut off", "plain", "empty"])
def test_a_damaged_text_is_one_sentence(store: DynamoStore, texts: str, data: bytes) -> None:
    # GIVEN a text that somebody has overwritten
    store.create(a_run())
    client("s3").put_object(Bucket=texts, Key=f"texts/r1/{a_source().sha256}", Body=data)
    # WHEN its run is loaded, THEN that is said, and nothing is taken for the text
    with pytest.raises(PermanentError, match=r"^A stored text is damaged: [0-9a-f]{64}\.$"):
        store.load("r1")


def test_a_run_is_unknown_once_its_time_has_run_out(table: str, texts: str) -> None:
    # GIVEN a run whose time has run out, which AWS has not deleted yet, and one after it
    DynamoStore(table, texts, retention_days=-1).create(a_run())
    store = DynamoStore(table, texts)
    store.create(replace(a_run(), run_id="r2"))
    # THEN it is in no list, and unknown
    assert [summary.run_id for summary in store.recent(10)] == ["r2"]
    assert [summary.run_id for summary in store.recent(10, Status.RUNNING)] == ["r2"]
    with pytest.raises(UnknownRun):
        store.load("r1")


def test_every_item_expires(store: DynamoStore, table: str) -> None:
    # GIVEN a run with a step and a walk
    store.create(a_run())
    store.commit(*a_step(a_run()))
    Walks(table).begin("r1", "r1-0")
    # THEN each of its items will, in ninety days
    times = [int(item["expires_at"]["N"]) for item in items_of(table)]
    in_ninety_days = dynamo_store.items.now() + 90 * 24 * 3600
    assert len(times) == 4
    assert all(in_ninety_days - 60 < time <= in_ninety_days for time in times)


def test_a_list_goes_on_over_pages(store: DynamoStore, monkeypatch: pytest.MonkeyPatch) -> None:
    # GIVEN more runs than a page has
    monkeypatch.setattr(dynamo_store, "LARGEST_PAGE", 3)
    for n in range(8):
        store.create(replace(a_run(), run_id=f"r{n}"))
    # THEN a list has as many as asked for
    assert [summary.run_id for summary in store.recent(7)] == [f"r{n}" for n in range(7, 0, -1)]
    assert len(store.recent(10_000)) == 8
    assert store.recent(0) == []


usages = st.builds(Usage, *[st.integers(-50, 50)] * 7)
limits = st.none() | st.integers(0, 50)
budgets = st.builds(Budget, limits, limits, limits, limits, st.none() | st.integers(0, 1))


def refusal_of(call: Callable[[], None]) -> str:
    try:
        call()
    except BudgetExhausted as refusal:
        return str(refusal)
    return ""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(before=usages, usage=usages, budget=budgets)
def test_a_charge_is_taken_exactly_if_the_budget_allows_the_sum(
    store: DynamoStore, before: Usage, usage: Usage, budget: Budget
) -> None:
    # GIVEN what was spent before
    run_id = str(uuid4())
    store.create(replace(a_run(), run_id=run_id, plan=None, research=None, spent=before))
    # WHEN more is charged
    refusal = refusal_of(lambda: store.charge(run_id, usage, budget))
    # THEN DynamoDB's condition says the same as the budget, in the same words
    assert refusal == refusal_of(lambda: budget.check(before + usage))
    assert store.load(run_id).spent == (before if refusal else before + usage)


def charged(store: DynamoStore) -> None:
    store.charge("r1", Usage(calls=1), Budget(calls=2))
    assert store.load("r1").spent == Usage(calls=1)


def decided(store: DynamoStore) -> None:
    decision = Decision(0, Choice.ACCEPT, "ann", AT)
    assert store.decide("r1", decision).decisions == (decision,)
    assert store.load("r1").decisions == (decision,)


@pytest.mark.parametrize(
    ("operation", "call", "times"),
    [("UpdateItem", charged, 1), ("TransactWriteItems", decided, 4)],
    ids=["a charge is counted once", "a decision is still its sender's"],
)
def test_what_was_done_is_not_done_again_when_its_answer_is_lost(
    store: DynamoStore, operation: str, call: Callable[[DynamoStore], None], times: int
) -> None:
    # GIVEN a run that waits
    store.create(a_waiting_run())
    # WHEN AWS does what is asked, and its answer is lost until the client asks again or gives up,
    # THEN it was done once, and whoever asked is told so
    with answers_lost(operation, times):
        call(store)


def test_a_step_whose_answer_is_lost_is_found_committed(store: DynamoStore) -> None:
    # GIVEN a new run
    run = replace(a_run(), plan=None, research=None)
    store.create(run)
    # WHEN a step is committed, and all answers are lost
    with answers_lost("TransactWriteItems", 4):
        facts = run_step("supervisor", facts_of(run), some_ports(store=store))
    # THEN the step goes by what was stored, once
    assert [commit.facts for commit in store.trail("r1")] == [facts]


def test_a_store_may_be_shared_among_threads(store: DynamoStore, table: str, texts: str) -> None:
    # GIVEN runs that share a text
    runs = [replace(a_run(), run_id=f"r{n}") for n in range(16)]

    # WHEN threads store and step them through one store
    def walk(run: Run) -> None:
        store.create(run)
        store.commit(*a_step(store.load(run.run_id), draft=Draft("Tarn.[^1]", 0)))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(walk, runs))
    # THEN each has all its texts
    other = DynamoStore(table, texts)
    assert {other.load(run.run_id).draft for run in runs} == {Draft("Tarn.[^1]", 0)}


@pytest.mark.parametrize("gone", ["table", "texts"])
def test_what_is_not_deployed_is_one_sentence(table: str, texts: str, gone: str) -> None:
    # GIVEN a name that nothing has
    names = {"table": table, "texts": texts} | {gone: "no-such-name"}
    # WHEN a run is stored, THEN the sentence has the name and what to do
    with pytest.raises(PermanentError, match=r"no-such-name: it is not there; deploy the stack"):
        DynamoStore(**names).create(a_run())
