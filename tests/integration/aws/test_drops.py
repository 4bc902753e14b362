import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.aws import questions
from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.errors import PermanentError, TransientError
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.drops import POLL_SECONDS, handle
from cite_or_refuse.runtime.aws.stack import Stack, open_stack
from cite_or_refuse.runtime.settings import Settings
from tests.aws import an_account, make_bucket, make_table
from tests.documents import MANUAL, drop, files_in, make_documents, told

QUESTION = "How large is Tarn's cache?"
PASS = json.dumps({"StartAt": "P", "States": {"P": {"Type": "Pass", "End": True}}})
EVENTS = Path(__file__).parents[3] / "events"
ROLE = "arn:aws:iam::123456789012:role/walk"


@pytest.fixture(scope="module", autouse=True)
def account() -> Iterator[None]:
    with an_account():
        yield


@pytest.fixture
def stack() -> Stack:
    """A stack of its own for each test, whose workflows only take their input."""
    return open_stack(
        Settings(
            home=Path("unused"),
            table=make_table(),
            texts=make_bucket(),
            documents=make_documents(),
            state_machine=make_workflow(),
            drop_machine=make_workflow(),
            search="brave",
            budget=Budget(calls=20),
        )
    )


def make_workflow() -> str:
    made = client("stepfunctions").create_state_machine(
        name=uuid4().hex, definition=PASS, roleArn=ROLE
    )
    return made["stateMachineArn"]


def take(dropped: Dropped, stack: Stack, **more: Any) -> dict[str, Any]:
    """What the workflow asks of the function."""
    place = {"bucket": dropped.bucket, "key": dropped.key, "version": dropped.version}
    return handle({"drop": place, **more}, stack)


def drop_json(stack: Stack, key: str = "questions/q.json", **fields: Any) -> Dropped:
    data = json.dumps({"question": QUESTION} | fields).encode()
    return drop(stack.settings.documents, key, data)


def companion(stack: Stack, name: str, data: bytes = MANUAL) -> None:
    drop(stack.settings.documents, f"documents/{name}", data)


def executions(machine: str) -> list[dict[str, Any]]:
    listed = client("stepfunctions").list_executions(stateMachineArn=machine)["executions"]
    return [
        client("stepfunctions").describe_execution(executionArn=one["executionArn"])
        for one in listed
    ]


def problem(dropped: Dropped) -> dict[str, Any]:
    """The one thing that lies beside the results of the question: its error document."""
    assert list(files_in(dropped.bucket)) == [dropped.error_key]
    answer = client("s3").get_object(Bucket=dropped.bucket, Key=dropped.error_key)
    assert answer["ContentType"] == "application/problem+json"
    found: dict[str, Any] = json.loads(answer["Body"].read())
    assert found["instance"] == dropped.address
    return found


def later(stack: Stack, **time: float) -> Stack:
    return replace(stack, now=lambda: datetime.now(UTC) + timedelta(**time))


# --- What S3 tells ---


@pytest.mark.parametrize(
    "key",
    ["questions/q.txt", "questions/a b+c&d=e%20?.md", "questions/ordner/Größe 你好.JSON"],
)
def test_what_s3_tells_starts_an_execution_for_the_very_object(stack: Stack, key: str):
    # GIVEN an object whose key S3 encodes when it tells of it
    dropped = drop(stack.settings.documents, key)
    # WHEN it tells
    answer = handle(told(dropped), stack)
    # THEN an execution was started with the key as it is
    [execution] = executions(stack.settings.drop_machine)
    assert json.loads(execution["input"]) == {
        "drop": {"bucket": dropped.bucket, "key": key, "version": dropped.version}
    }
    assert answer == {"executions": [execution["name"]], "ignored": []}


def test_what_s3_tells_twice_starts_once_and_a_new_version_starts_again(stack: Stack):
    # GIVEN two versions of one object, told in the wrong order and several times
    old = drop(stack.settings.documents, "questions/q.txt", b"Old?")
    new = drop(stack.settings.documents, "questions/q.txt", b"New?")
    for event in (told(new), told(old), told(old, new), told(new)):
        handle(event, stack)
    # THEN there is one execution for each
    started = executions(stack.settings.drop_machine)
    versions = [json.loads(one["input"])["drop"]["version"] for one in started]
    assert sorted(versions) == sorted([old.version, new.version])


def test_what_is_no_question_starts_nothing_and_gets_no_document(stack: Stack):
    # GIVEN results, documents, folders of the console, another bucket, and a deletion
    bucket = stack.settings.documents
    ignored = [
        Dropped(bucket, "results/q/error-1/error.json", "1"),
        Dropped(bucket, "documents/set/a.md", "1"),
        Dropped(bucket, "questions.txt", "1"),
        Dropped("another-bucket", "questions/q.txt", "1"),
    ]
    folders = [Dropped(bucket, "questions/", "1"), Dropped(bucket, "questions/2024/", "1")]
    deleted = Dropped(bucket, "questions/q.txt", "1")
    # WHEN S3 tells of them
    answers = [
        handle(told(*ignored), stack),
        handle(told(*folders, size=0), stack),
        handle(told(deleted, event="ObjectRemoved:Delete"), stack),
        handle({"Service": "Amazon S3", "Event": "s3:TestEvent"}, stack),
    ]
    # THEN nothing is started, nothing is written that could trigger again, and the log has them
    assert executions(stack.settings.drop_machine) == []
    assert files_in(bucket) == {}
    assert [address for answer in answers for address in answer["ignored"]] == [
        dropped.address for dropped in (*ignored, *folders, deleted)
    ]


def test_a_workflow_that_is_not_there_is_told_beside_the_results(stack: Stack):
    # GIVEN a stack whose workflow for drops was deleted
    gone = replace(stack.settings, drop_machine=stack.settings.drop_machine + "-gone")
    dropped = drop(stack.settings.documents, "questions/q.txt")
    # WHEN S3 tells of a question
    handle(told(dropped), replace(stack, settings=gone))
    # THEN who dropped it learns of it
    assert problem(dropped)["status"] == 500
    assert problem(dropped)["detail"].startswith("The workflow: ")


def test_the_sample_events_are_what_the_function_hears(stack: Stack):
    # GIVEN the bucket and the object that the samples name
    events = {path.stem: json.loads(path.read_text()) for path in EVENTS.glob("drop_*.json")}
    place = events["drop_take"]["drop"]
    make_documents(place["bucket"])
    stack = replace(stack, settings=replace(stack.settings, documents=place["bucket"]))
    question = json.dumps({"question": QUESTION}).encode()
    version = drop(place["bucket"], place["key"], question).version
    # WHEN each is heard, with the version that there really is
    for name in ("drop_take", "drop_error"):
        events[name]["drop"]["version"] = version
    answers = {name: handle(event, stack) for name, event in events.items()}
    # THEN one starts the execution that asks as the other two do
    [execution] = executions(stack.settings.drop_machine)
    assert json.loads(execution["input"])["drop"].keys() == place.keys()
    assert json.loads(execution["input"])["drop"]["key"] == place["key"]
    assert answers["drop_take"]["state"] == "started"
    assert answers["drop_error"]["error"] == "TransientError"


# --- What becomes of a question ---


def test_a_question_begins_a_run_that_names_the_version_of_the_object(stack: Stack):
    # GIVEN a question as text
    dropped = drop(stack.settings.documents, "questions/tarn/q.md", f"{QUESTION}\n".encode())
    # WHEN the workflow asks
    answer = take(dropped, stack)
    # THEN a run has begun, and is walked
    run = stack.store.load(answer["run_id"])
    assert (answer["state"], run.question, run.options.search) == ("started", QUESTION, ("brave",))
    assert run.started_by == (
        f"s3://{dropped.bucket}/questions/tarn/q.md?versionId={dropped.version}"
    )
    [walk] = executions(stack.settings.state_machine)
    assert json.loads(walk["input"])["facts"]["run_id"] == run.run_id
    assert files_in(dropped.bucket) == {}


def test_the_log_follows_a_question_into_its_run(
    stack: Stack, lines: Callable[[], list[dict[str, Any]]]
):
    # GIVEN a question
    dropped = drop_json(stack)
    lines()
    # WHEN the workflow asks
    answer = take(dropped, stack)
    # THEN the line about its run names both, and nothing of what was asked
    [line] = lines()
    assert (line["dropped"], line["run_id"]) == (dropped.address, answer["run_id"])
    assert "Tarn" not in json.dumps(line)


def test_a_version_begins_one_run_however_often_it_is_taken(stack: Stack):
    # GIVEN two versions, the first taken three times
    old, new = (drop(stack.settings.documents, "questions/q.txt", b"Old?"), None)
    begun = [take(old, stack)["run_id"] for _ in range(2)]
    new = drop(stack.settings.documents, "questions/q.txt", b"New?")
    begun += [take(dropped, stack)["run_id"] for dropped in (old, new)]
    # THEN there are two runs, and each has the question of its version
    assert begun[0] == begun[1] == begun[2] != begun[3]
    assert {run.question for run in stack.store.recent(10)} == {"Old?", "New?"}
    assert len(executions(stack.settings.state_machine)) == 2


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["told", "taken", "told by both"]), st.integers(0, 2)), max_size=6
    )
)
def test_deliveries_in_any_order_and_number_begin_one_run_for_each_version(
    stack: Stack, deliveries: list[tuple[str, int]]
):
    # GIVEN three versions of one question, and a key that no other example has
    key = f"questions/{uuid4().hex}.txt"
    versions = [drop(stack.settings.documents, key, f"{key} {n}?".encode()) for n in range(3)]
    # WHEN S3 and the workflow deliver some of them, again and again
    for how, number in deliveries:
        if how != "taken":
            handle(told(versions[number], versions[number]), stack)
        if how != "told":
            take(versions[number], stack)
    # THEN each that was taken has its run, and each that was told its execution
    taken = sorted({f"{key} {n}?" for how, n in deliveries if how != "told"})
    runs = [run.question for run in stack.store.recent(100) if key in run.question]
    assert sorted(runs) == taken
    stem = key.removeprefix("questions/").removesuffix(".txt")
    started = [
        one for one in executions(stack.settings.drop_machine) if one["name"].startswith(stem)
    ]
    assert len(started) == len({n for how, n in deliveries if how != "taken"})


def test_a_document_has_the_options_and_the_set_of_its_run(stack: Stack):
    # GIVEN a document with everything in it, whose companion is there
    companion(stack, "tarn/manual.md")
    dropped = drop_json(
        stack,
        options={"max_revisions": 1, "human": True, "budget": {"calls": 3}},
        documents={"set": "tarn", "names": ["manual.md"]},
    )
    # WHEN it is taken
    run = stack.store.load(take(dropped, stack)["run_id"])
    # THEN its run searches that set alone, within the limits wished for
    address = f"s3://{stack.settings.documents}/documents/tarn"
    assert (run.options.search, run.options.corpus) == (("corpus",), (address,))
    assert (run.options.max_revisions, run.options.human) == (1, True)
    assert run.options.budget == Budget(calls=3)


@pytest.mark.parametrize("names", [["b.pdf", "sub/a.md"], []], ids=["named", "any"])
def test_companions_are_waited_for_in_whatever_order_they_come(stack: Stack, names: list[str]):
    # GIVEN a question whose companions are not there yet
    dropped = drop_json(stack, documents={"set": "tarn", "names": names})
    # THEN it waits, and begins when the last has come
    for name in names or ["one.md"]:
        companion(stack, "tarn-2/other.md")
        assert take(dropped, stack) == {"state": "waiting", "wait_seconds": POLL_SECONDS}
        companion(stack, f"tarn/{name}")
    assert take(dropped, stack)["state"] == "started"
    assert files_in(dropped.bucket) == {}


def test_the_wait_is_bounded_and_ends_with_an_error_document(stack: Stack):
    # GIVEN a question that names seven documents, of which one is there
    names = [f"{letter}.md" for letter in "abcdefg"]
    companion(stack, "tarn/a.md")
    dropped = drop_json(stack, documents={"set": "tarn", "names": names})
    # WHEN the time has almost run out, and when it has
    almost = take(dropped, later(stack, minutes=9, seconds=55))
    over = take(dropped, later(stack, minutes=10, seconds=1))
    # THEN no wait goes beyond it, and the document names what is missing
    assert almost["state"] == "waiting"
    assert 1 <= almost["wait_seconds"] <= 5
    detail = (
        f"s3://{dropped.bucket}/documents/tarn was waited for, and did not get b.md, c.md, d.md, "
        "e.md, f.md and 1 more in time; upload what is missing, then drop the question again."
    )
    assert over == {"state": "refused", "error": "BadInput", "detail": detail}
    assert problem(dropped) == {
        "type": "urn:cite-or-refuse:BadInput",
        "title": "Bad Request",
        "status": 400,
        "detail": detail,
        "instance": dropped.address,
    }
    assert stack.store.recent(10) == []


def test_companions_that_are_all_there_are_late_for_nothing(stack: Stack):
    # GIVEN a question that S3 told of an hour late, and its companion
    companion(stack, "tarn/a.md")
    dropped = drop_json(stack, documents={"set": "tarn", "names": ["a.md"]})
    # THEN the run begins
    assert take(dropped, later(stack, hours=1))["state"] == "started"


@pytest.mark.parametrize(
    ("key", "data", "sentence"),
    [
        ("q.txt", b"", "The question is empty"),
        ("q.txt", b" \n\t", "The question is empty"),
        ("q.txt", b"x" * 4001, "has 4001 characters; at most 4000"),
        ("q.txt", b"What\0?", "holds a NUL"),
        ("q.txt", b"x" * 100_001, "has 100,001 bytes; at most 100,000 are read"),
        ("q.txt", b"\xe9\xe8", "not text in UTF-8"),
        ("q.pdf", b"%PDF", "dropped as .txt, .md, .json"),
        ("q.json", b"", "This is no JSON"),
        ("q.json", b"[" * 90_000, "nested too deeply"),
        ("q.json", b'{"question": " "}', "The question is empty"),
        ("q.json", b'{"question": "\\ud800"}', "not valid Unicode"),
        ("q.json", b'{"question": "Q?", "documents": {"set": "../x"}}', "no name of a set"),
        ("q.json", b'{"question": "Q?", "options": {"max_revisions": 9}}', "cannot be 9"),
        ("folder/", b"a file in the shape of a folder", "dropped as .txt"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_cannot_be_asked_gets_an_error_document(
    stack: Stack, key: str, data: bytes, sentence: str
):
    # GIVEN an object that is no question
    dropped = drop(stack.settings.documents, f"questions/{key}", data)
    # WHEN it is taken
    answer = take(dropped, stack)
    # THEN a document beside its results says so, and no run has begun
    assert answer["state"] == "refused"
    assert problem(dropped)["status"] == 400
    assert problem(dropped)["type"] == "urn:cite-or-refuse:BadInput"
    assert sentence in problem(dropped)["detail"]
    assert stack.store.recent(10) == []


def test_a_huge_object_is_not_downloaded(stack: Stack, monkeypatch: pytest.MonkeyPatch):
    # GIVEN an object of 30 MB, and a body that may not be read
    dropped = drop(stack.settings.documents, "questions/q.txt", b"x" * 30_000_000)
    monkeypatch.setattr("botocore.response.StreamingBody.read", lambda *_: pytest.fail("read"))
    # WHEN it is taken
    detail = take(dropped, stack)["detail"]
    # THEN its size alone was looked at
    assert detail.startswith("The question has 30,000,000 bytes; at most 100,000 are read")


@pytest.mark.parametrize("how", ["version", "all", "marker"])
def test_a_question_that_is_gone_before_it_is_read_is_told(stack: Stack, how: str):
    # GIVEN an object that was deleted at once
    s3, dropped = client("s3"), drop(stack.settings.documents, "questions/q.txt")
    place = {"Bucket": dropped.bucket, "Key": dropped.key}
    if how == "marker":  # what S3 would tell of, if it told of deletions
        dropped = replace(dropped, version=s3.delete_object(**place)["VersionId"])
    else:
        s3.delete_object(**place, VersionId=dropped.version)
        if how == "version":
            drop(stack.settings.documents, "questions/q.txt", b"Another?")
    # THEN its error document says so
    assert take(dropped, stack)["detail"] == "The question was deleted before it could be read."
    assert problem(dropped)["status"] == 400


def test_a_question_that_was_only_hidden_is_still_asked(stack: Stack):
    # GIVEN an object that was deleted as buckets with versions do it: the version stays
    dropped = drop(stack.settings.documents, "questions/q.txt")
    client("s3").delete_object(Bucket=dropped.bucket, Key=dropped.key)
    # THEN it is asked, as it was when S3 told of it
    assert take(dropped, stack)["state"] == "started"


def test_a_bucket_without_versions_is_told(stack: Stack):
    # GIVEN a bucket in which one object may become another while it is read
    settings = replace(stack.settings, documents=make_bucket())
    dropped = drop(settings.documents, "questions/q.txt")
    # THEN nothing is begun
    assert "keeps no versions; turn" in take(dropped, replace(stack, settings=settings))["detail"]
    assert problem(dropped)["status"] == 400


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"", "a.md is empty, or over"), (b"x" * 20_000_001, "or over the limit of 20 MB")],
    ids=["empty", "huge"],
)
def test_a_companion_that_nobody_can_read_is_not_waited_for(
    stack: Stack, data: bytes, sentence: str
):
    companion(stack, "tarn/a.md", data)
    dropped = drop_json(stack, documents={"set": "tarn", "names": ["a.md", "missing.md"]})
    assert sentence in take(dropped, stack)["detail"]


def test_a_question_with_nothing_to_search_is_told(stack: Stack):
    # GIVEN a stack without a search provider
    settings = replace(stack.settings, search="")
    dropped = drop(settings.documents, "questions/q.txt")
    # THEN a question without documents has no chance, and is told so
    assert "a question needs a set" in take(dropped, replace(stack, settings=settings))["detail"]


# --- What breaks ---


UNFORESEEN = "Something went wrong that was not foreseen: {}. Drop the question again."


def test_what_passes_is_raised_so_that_the_workflow_tries_again(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a moment in which S3 is busy
    dropped = drop(stack.settings.documents, "questions/q.txt")

    def busy(*_: object) -> None:
        raise TransientError("Bucket b: SlowDown; try again.")

    monkeypatch.setattr("cite_or_refuse.runtime.aws.drops.read_question", busy)
    # THEN nothing is written down yet
    with pytest.raises(TransientError):
        take(dropped, stack)
    assert files_in(dropped.bucket) == {}


@pytest.mark.parametrize(
    ("caught", "status", "detail"),
    [
        (
            {
                "Error": "TransientError",
                "Cause": '{"errorType": "TransientError", "errorMessage": "Busy; try again."}',
            },
            500,
            "Busy; try again.",
        ),
        (
            {
                "Error": "Runtime.HandlerError",
                "Cause": '{"errorType": "BadInput", "errorMessage": "It is empty."}',
            },
            400,
            "It is empty.",
        ),
        (
            {"Error": "States.Timeout"},
            500,
            UNFORESEEN.format("it was not done within its time"),
        ),
        (
            {
                "Error": "KeyError",
                "Cause": '{"errorType": "KeyError", "errorMessage": '
                '"KeyError: It came from a.py, line 3; the log has more."}',
            },
            500,
            UNFORESEEN.format("It came from a.py, line 3; the log has more"),
        ),
        (
            {"Error": "Sandbox.Timedout", "Cause": "Task timed out after 60.00 seconds"},
            500,
            UNFORESEEN.format("it was not done within its time"),
        ),
    ],
    ids=["busy", "emulator", "timeout", "a bug", "killed"],
)
def test_what_did_not_pass_is_written_down_in_the_end(
    stack: Stack, caught: dict[str, str], status: int, detail: str
):
    # GIVEN what the workflow caught after its last try
    dropped = drop(stack.settings.documents, "questions/q.txt")
    # WHEN it has it written down
    answer = take(dropped, stack, error=caught)
    # THEN the document says what happened, and the run has not begun
    assert (problem(dropped)["status"], problem(dropped)["detail"]) == (status, detail)
    assert answer["state"] == "refused"
    assert stack.store.recent(10) == []


def test_an_error_document_that_cannot_be_written_fails_the_function(stack: Stack):
    # GIVEN a question with a mistake in a bucket that is gone by now
    dropped = Dropped("gone", "questions/q.txt", "1")
    # THEN the workflow fails, and its operator sees it
    with pytest.raises(PermanentError, match="Bucket gone: it is not there"):
        take(dropped, stack)


def test_no_question_is_larger_than_what_is_read():
    # GIVEN the longest question that may be asked, of letters that take the most bytes
    longest = json.dumps({"question": "\U0001f600" * 4000})
    # THEN it and its options fit
    assert len(longest) < questions.MAX_BYTES


def test_a_run_that_has_ended_is_not_walked_again_by_a_late_delivery(stack: Stack):
    # GIVEN a dropped question
    dropped = drop(stack.settings.documents, "questions/q.txt")
    run_id = take(dropped, stack)["run_id"]
    # WHEN it is taken again
    take(dropped, stack)
    # THEN its run stays what it was
    assert stack.store.load(run_id).status is Status.RUNNING
    assert len(executions(stack.settings.state_machine)) == 1
