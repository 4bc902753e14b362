"""A dropped question on its whole way in moto: both workflows, all handlers, no fake."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from http.server import ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.domain.budget import NO_LIMIT
from cite_or_refuse.domain.errors import TransientError
from cite_or_refuse.runtime.aws import drops
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.stack import open_stack, resume
from cite_or_refuse.runtime.settings import PREFIX, read_settings
from tests.aws import an_account, make_bucket, make_table
from tests.documents import MANUAL, drop, files_in, make_documents, told
from tests.workflow import ACCOUNT, REGION, Context, _Invoke

WORKFLOWS = Path(__file__).parents[3] / "statemachine"
QUESTION = "What is the default cache size of Tarn?"


@dataclass
class Functions:
    """The handlers of functions/ by the names that the workflows know; `instead` stands in."""

    instead: dict[str, Callable[[dict[str, Any]], Any]] = field(default_factory=dict)

    def invoke(self, name: str, event: dict[str, Any]) -> Any:
        folder = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
        call = self.instead.get(name)
        if call:
            return call(event)
        return import_module(f"functions.{folder}.app").handler(event, Context(name))


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Functions]:
    functions = Functions()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Invoke)
    server.workflow = functions  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch, an_account(execute_state_machine=True):
        patch.setenv("AWS_ENDPOINT_URL_LAMBDA", f"http://127.0.0.1:{server.server_port}")
        for name, value in {
            "HOME": str(tmp_path_factory.mktemp("home")),
            "TABLE": make_table(),
            "TEXTS": make_bucket(),
            "DOCUMENTS": make_documents(),
            "STATE_MACHINE": make_workflow("research"),
            "DROP_MACHINE": make_workflow("drop"),
        }.items():
            patch.setenv(PREFIX + name, value)
        Thread(target=server.serve_forever, daemon=True).start()
        yield functions
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def own_functions(functions: Functions) -> Iterator[None]:
    """Each test begins with the real handlers, and polls fast."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drops, "POLL_SECONDS", 1)
        yield
    functions.instead.clear()


def make_workflow(name: str) -> str:
    text = (WORKFLOWS / f"{name}.asl.yaml").read_text().replace("${MaxRevisions}", "3")
    arn = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:"
    whole = yaml.safe_load(re.sub(r"\$\{(\w+)Function\}", rf"{arn}\1", text))
    assert "${" not in json.dumps(whole)
    if name == "drop":  # it tries again for minutes
        for task in ("Take", "WriteDown"):
            whole["States"][task]["Retry"][0] |= {"IntervalSeconds": 1, "MaxAttempts": 1}
    made = client("stepfunctions").create_state_machine(
        name=name, definition=json.dumps(whole), roleArn=f"arn:aws:iam::{ACCOUNT}:role/workflow"
    )
    return made["stateMachineArn"]


def put(key: str, data: bytes = MANUAL) -> Dropped:
    return drop(read_settings().documents, key, data)


def drop_question(key: str, **document: Any) -> Dropped:
    """Drop a question, and let S3 tell of it twice."""
    dropped = put(key, json.dumps({"question": QUESTION} | document).encode())
    handler = import_module("functions.drop.app").handler
    handler(told(dropped, dropped), Context("Drop"))
    return dropped


def results(dropped: Dropped) -> dict[str, bytes]:
    """Wait for the file that is written last, and return all by their names below the prefix."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        files = files_in(dropped.bucket, dropped.results)
        if any(key.endswith(("/run.json", "/error.json")) for key in files):
            return {key.removeprefix(dropped.results): data for key, data in files.items()}
        time.sleep(0.05)
    raise AssertionError(f"no result under {dropped.results}")


def execution_of(dropped: Dropped) -> dict[str, Any]:
    machine = read_settings().drop_machine
    stem = re.sub(r"\W", "-", Path(dropped.key).stem)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        listed = client("stepfunctions").list_executions(stateMachineArn=machine)["executions"]
        [one] = [each for each in listed if each["name"].startswith(f"{stem}-")]
        if one["status"] != "RUNNING":
            return client("stepfunctions").describe_execution(executionArn=one["executionArn"])
        time.sleep(0.05)
    raise AssertionError("the execution has not ended")


def test_a_question_is_answered_from_its_documents_beside_where_it_was_dropped(functions):
    # GIVEN a set of two documents, and a question about it
    put("documents/tarn/manual.md")
    put("documents/tarn/other.txt", b"Tarn is a small database that is written in Rust.")
    # WHEN it is dropped
    dropped = drop_question("questions/tarn/cache size.json", documents={"set": "tarn"})
    files = results(dropped)
    # THEN its files lie under its name and its run's id, as the command line would write them
    whole = json.loads(files.pop(next(name for name in files if name.endswith("/run.json"))))
    run_id = whole["run_id"]
    assert sorted(files) == [
        f"{run_id}/{name}" for name in ("draft.md", "report.md", "sources.json")
    ]
    assert whole["outcome"] in ("accepted", "capped")
    address = f"s3://{dropped.bucket}/documents/tarn/manual.md"
    assert whole["sources"][0]["url"] == address
    report = files[f"{run_id}/report.md"].decode()
    assert report == whole["report"]
    assert "512 MB" in report
    assert json.loads(files[f"{run_id}/sources.json"])[0]["content"] == MANUAL.decode()
    # AND the run is that of the object's version, begun once
    run = open_stack(read_settings()).store.load(run_id)
    assert run.started_by == dropped.address
    assert execution_of(dropped)["status"] == "SUCCEEDED"


def test_a_question_that_comes_before_its_documents_waits_for_them(functions):
    # GIVEN a question that names two documents, of which one is there
    put("documents/late/a.md", b"Nothing to see here, but something to read.")
    dropped = drop_question(
        "questions/late.json", documents={"set": "late", "names": ["a.md", "manual.md"]}
    )
    time.sleep(0.3)
    assert files_in(dropped.bucket, dropped.results) == {}
    # WHEN the other comes
    put("documents/late/manual.md")
    # THEN it is answered
    assert any(b"512 MB" in data for name, data in results(dropped).items() if "report" in name)


def test_a_question_whose_documents_never_come_ends_with_an_error_document(functions):
    # GIVEN a document that has not come when it is looked for at first, nor eleven minutes later
    minutes = iter((0, 11))

    def look(event: dict[str, Any]) -> Any:
        time_ = datetime.now(UTC) + timedelta(minutes=next(minutes))
        return drops.handle(event, replace(open_stack(read_settings()), now=lambda: time_))

    functions.instead["Drop"] = look
    # WHEN a question that names it is dropped
    dropped = drop_question("questions/never.json", documents={"set": "never", "names": ["a.md"]})
    # THEN its execution fails with the sentence of the error document
    [(name, data)] = results(dropped).items()
    assert re.fullmatch("error-[0-9a-f]{12}/error.json", name)
    ended = execution_of(dropped)
    assert (ended["status"], ended["error"]) == ("FAILED", "BadInput")
    assert ended["cause"] == json.loads(data)["detail"]
    assert "did not get a.md in time" in ended["cause"]


def test_a_refusal_is_a_result_like_any_other(functions):
    # GIVEN documents that do not speak of what is asked
    put("documents/birds/birds.md", b"# Birds\n\nThe swift sleeps in the air.\n")
    # WHEN a question about something else is dropped
    dropped = drop_question("questions/birds.json", documents={"set": "birds"})
    files = results(dropped)
    # THEN the report says so, and there is no draft
    names = {name.partition("/")[2]: data for name, data in files.items()}
    assert sorted(names) == ["report.md", "run.json", "sources.json"]
    assert json.loads(names["run.json"])["outcome"] == "refused"
    assert b"INSUFFICIENT GROUNDING" in names["report.md"]


def test_a_run_that_failed_is_delivered_and_again_when_it_was_resumed(functions):
    # GIVEN a set in which nothing can be read, so that the search fails
    put("documents/empty/manual.pdf", b"no PDF at all")
    dropped = drop_question("questions/empty.json", documents={"set": "empty"})
    first = results(dropped)
    [name] = [name for name in first if name.endswith("run.json")]
    failed = json.loads(first[name])
    assert (failed["outcome"], failed["reason"]) == ("failed", "BadInput")
    assert "empty/manual.pdf" in failed["report"]
    # WHEN the document is mended and the run resumed
    put("documents/empty/manual.md")
    resume(open_stack(read_settings()), failed["run_id"], NO_LIMIT)
    # THEN its files take the place of the first ones
    deadline = time.monotonic() + 60
    while json.loads(results(dropped)[name])["outcome"] == "failed":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert b"512 MB" in results(dropped)[f"{failed['run_id']}/report.md"]


@pytest.mark.parametrize(
    ("error", "tries", "says"),
    [(RuntimeError("boom"), 1, "RuntimeError"), (TransientError("S3 is busy."), 2, "S3 is busy.")],
    ids=["for good", "for a while"],
)
def test_what_breaks_on_the_way_is_written_down(
    functions: Functions, error: Exception, tries: int, says: str
):
    # GIVEN a function that breaks, and works again when it is asked to write that down
    handler = import_module("functions.drop.app").handler
    taken = []

    def breaks(event: dict[str, Any]) -> Any:
        if "error" in event:
            return handler(event, Context("Drop"))
        taken.append(event)
        raise error

    functions.instead["Drop"] = breaks
    # WHEN a question is dropped
    dropped = drop_question(f"questions/{type(error).__name__}.json")
    [(_, data)] = results(dropped).items()
    # THEN what may pass was tried again, and the document says what broke
    assert len(taken) == tries
    assert says in json.loads(data)["detail"]
    assert "boom" not in data.decode()  # words that nobody wrote for a reader
    assert execution_of(dropped)["error"] == type(error).__name__
