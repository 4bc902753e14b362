"""Whole runs, taken step by step by the built functions under Lambda's runtime emulator."""

import json
from typing import Any

import pytest

from tests.artefact.conftest import Fleet
from tests.built import EVENTS
from tests.emulated import Account
from tests.model_server import ModelServer, Reply, Script, revise

NOTES = "# Tarn\n\nThe default cache size of Tarn is 512 MB. It is set by `--cache`.\n"
QUESTION = "How large is the cache of Tarn by default?"
MODEL = "bedrock:anthropic.claude-test-v1:0"


def event(name: str) -> dict[str, Any]:
    sample: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))
    return sample


def ask(fleet: Fleet, **options: Any) -> str:
    """Ask over the API and return the run's id."""
    request = event("api_begin")
    body = {"question": QUESTION, "documents": "tarn", "options": options}
    request |= {"body": json.dumps(body)}
    del request["headers"]["Idempotency-Key"], request["multiValueHeaders"]["Idempotency-Key"]
    answer = fleet.invoke("ApiFunction", request)
    assert answer["statusCode"] == 202, answer
    return str(json.loads(answer["body"])["run_id"])


def report(fleet: Fleet, run_id: str) -> Any:
    request = event("api_report")
    request["path"] = f"/runs/{run_id}/report"
    request["pathParameters"] = {"id": run_id}
    request["requestContext"]["path"] = f"/v1/runs/{run_id}/report"
    request["headers"]["Accept"] = "text/markdown"
    request["multiValueHeaders"]["Accept"] = ["text/markdown"]
    return fleet.invoke("ApiFunction", request)


def take(fleet: Fleet, facts: dict[str, Any], *names: str) -> dict[str, Any]:
    """Take the steps in this order, each with the facts that the one before gave back."""
    for name in names:
        facts = fleet.invoke(name, {"facts": facts})
        assert "errorType" not in facts, facts
    return facts


@pytest.fixture
def documents(account: Account) -> None:
    account.put("documents/tarn/notes.md", NOTES)


@pytest.mark.usefixtures("documents")
def test_the_built_functions_answer_a_question_from_dropped_documents(
    account: Account, fleet: Fleet
) -> None:
    # GIVEN a question over the API, about a set of documents
    run_id = ask(fleet)
    began = account.started(f"{run_id}-0")
    # WHEN the workflow's steps are taken by what was built
    facts = take(
        fleet,
        began["facts"],
        "SupervisorFunction",
        "ResearcherFunction",
        "SupervisorFunction",
        "WriterFunction",
        "ValidateFunction",
        "ReviewerFunction",
    )
    ended = fleet.invoke("PublishFunction", {"facts": facts, "error": None, "walk": f"{run_id}-0"})
    # THEN the run is accepted, and its report quotes the document
    assert ended["outcome"] == "accepted"
    answer = report(fleet, run_id)
    assert answer["statusCode"] == 200
    assert "512 MB" in answer["body"]
    # AND each log line is JSON that names the run, and holds no text of a source
    log = fleet.log("WriterFunction")
    assert [json.loads(line) for line in log.splitlines() if f'"{run_id}"' in line]
    assert "512 MB" not in log


@pytest.mark.usefixtures("documents")
def test_built_functions_ask_a_model_on_bedrock_and_then_a_human(
    account: Account, fleet: Fleet
) -> None:
    # GIVEN a model on Bedrock that reviews strictly, and somebody who wants to be asked
    claim = Reply("The default cache size of Tarn is 512 MB.[^1]")
    strict = revise("Say how it is set.")
    answers = Script(plan=[Reply(form={"queries": ["Tarn cache"]})], write=[claim], review=[strict])
    queue = account.client("sqs").create_queue(QueueName="waiting")["QueueUrl"]
    account.client("sns").subscribe(
        TopicArn=account.settings["CITE_OR_REFUSE_TOPIC"],
        Protocol="sqs",
        Endpoint="arn:aws:sqs:us-east-1:000000000000:waiting",
    )
    fleet.models = True
    with ModelServer(answers) as model:
        fleet.settings |= {
            "CITE_OR_REFUSE_MODEL": MODEL,
            "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": model.url,
        }
        run_id = ask(fleet, human=True, max_revisions=0)
        name = f"{run_id}-0"
        facts = take(
            fleet,
            account.started(name)["facts"],
            "SupervisorFunction",
            "ResearcherFunction",
            "SupervisorFunction",
            "WriterFunction",
            "ValidateFunction",
            "ReviewerFunction",
        )
        # WHEN the reviewer sends the draft back at the cap
        waits = {"facts": facts, "walk": name, "token": "the token"}
        asked = fleet.invoke("AskHumanFunction", waits)
    # THEN each role was asked, the run waits, and whoever listens has its link and not its token
    assert model.roles() == ["plan", "write", "review"]
    assert asked["human"] == "asked"
    assert report(fleet, run_id)["statusCode"] == 202
    [message] = account.messages(queue)
    assert f"https://api.example/v1/runs/{run_id}" in json.dumps(message)
    assert "the token" not in json.dumps(message)


@pytest.mark.usefixtures("documents")
def test_the_built_drop_function_begins_a_run_for_a_dropped_question(
    account: Account, fleet: Fleet
) -> None:
    # GIVEN a question about a set of documents, dropped into S3
    key = "questions/tarn/How large?.json"
    dropped = {"question": QUESTION, "documents": {"set": "tarn", "names": ["notes.md"]}}
    version = account.put(key, json.dumps(dropped))
    # WHEN S3 tells of it
    told = event("drop_s3")
    [record] = told["Records"]
    record["s3"]["bucket"]["name"] = "documents"
    record["s3"]["object"] |= {"key": "questions/tarn/How+large%3F.json", "versionId": version}
    heard = fleet.invoke("DropFunction", told)
    # THEN a workflow is started for it, whose question begins a run
    [_] = heard["executions"]
    drop = {"bucket": "documents", "key": key, "version": version}
    taken = fleet.invoke("DropFunction", {"drop": drop})
    assert taken["state"] == "started", taken
    assert account.started(f"{taken['run_id']}-0")["facts"]["run_id"] == taken["run_id"]


@pytest.mark.parametrize(
    "name", "Supervisor Researcher Writer Validate Reviewer AskHuman Publish".split()
)
def test_a_built_step_names_the_error_that_the_workflow_catches(fleet: Fleet, name: str) -> None:
    # GIVEN the facts of a run that is in no table
    facts = event("validate")["facts"] | {"run_id": "0000000-00000"}
    # WHEN the step is asked for
    answer = fleet.invoke(f"{name}Function", {"facts": facts, "error": None, "walk": "w-1"})
    # THEN the caller gets the name of the error, as Lambda passes it on to the workflow
    assert answer["errorType"] == "UnknownRun"
