"""To begin a run, to list runs, and to see where one stands."""

from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.domain.budget import Budget
from tests.api import ANN, BASE, FAILED, WAITING, Stage, a_request, an_api, answer_to, call, told
from tests.documents import MANUAL, drop

ASKED = {"question": "How large is Tarn's cache?"}
KEY = {"Idempotency-Key": "c1f0b3a2-cache"}


def test_a_question_begins_a_run_that_is_on_its_way(api: Stage):
    # GIVEN a stack
    # WHEN somebody asks
    answer = call("POST", "/runs", ASKED)
    # THEN the answer says where to look
    begun = answer.json
    run_id = begun["run_id"]
    assert (answer.status, answer.media) == (202, "application/json")
    assert begun["status"] == "running"
    assert answer.headers["Location"] == begun["links"]["self"] == f"{BASE}/runs/{run_id}"
    assert begun["links"]["report"] == f"{BASE}/runs/{run_id}/report"
    # AND the run is stored under its caller, and one walk of it was started
    run = api.store.load(run_id)
    assert (run.question, run.started_by) == (ASKED["question"], f"iam:{ANN}")
    assert api.executions() == [f"{run_id}-0"]


def test_a_caller_can_lower_what_the_operator_set(api: Stage):
    # GIVEN options within the operator's limits, and a set of documents
    drop(api.documents, "documents/tarn/manual.md", MANUAL)
    options = {
        "model": "extractive",
        "max_revisions": 1,
        "human": True,
        "wait_minutes": 30,
        "budget": {"usd": 0.5, "calls": 4},
    }
    # WHEN a run is begun with them
    answer = call("POST", "/runs", ASKED | {"documents": "tarn", "options": options})
    # THEN they are the run's, and what was left out is the operator's
    chosen = api.store.load(answer.json["run_id"]).options
    assert (chosen.max_revisions, chosen.human, chosen.wait_minutes) == (1, True, 30)
    assert chosen.budget == Budget(micro_dollars=500_000, calls=4)
    assert chosen.corpus == (f"s3://{api.documents}/documents/tarn",)
    assert (chosen.search, chosen.model) == (("corpus",), "extractive")


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "tarn-1"}], ids=["once", "with a key"])
def test_a_set_that_is_not_there_is_refused_before_a_run_begins(api: Stage, key: dict[str, str]):
    # GIVEN another set, and what the console makes of an empty folder
    drop(api.documents, "documents/tarn-2/manual.md", MANUAL)
    drop(api.documents, "documents/tarn/", b"")
    # AND what a search leaves out: hidden, of another kind, empty
    drop(api.documents, "documents/tarn/.notes.md", MANUAL)
    drop(api.documents, "documents/tarn/chart.png", MANUAL)
    drop(api.documents, "documents/tarn/empty.md", b"")
    # WHEN a question is asked of a set without a document
    asked = ASKED | {"documents": "tarn"}
    answer = call("POST", "/runs", asked, headers=key)
    # THEN the sentence says where to put one, and nothing has begun
    assert answer.status == 400
    assert "no readable document in the set tarn;" in answer.problem
    assert api.documents not in answer.problem
    assert (api.executions(), api.store.recent(10)) == ([], [])
    # AND with the document there, the same request begins its run
    drop(api.documents, "documents/tarn/manual.md", MANUAL)
    assert call("POST", "/runs", asked, headers=key).status == 202


def test_a_run_that_a_key_has_begun_is_answered_though_its_set_is_gone(api: Stage):
    # GIVEN a run that a key has begun, and whose set was deleted since
    drop(api.documents, "documents/tarn/manual.md", MANUAL)
    ask = lambda: call(  # noqa: E731
        "POST", "/runs", ASKED | {"documents": "tarn"}, headers={"Idempotency-Key": "tarn-1"}
    )
    run_id = ask().json["run_id"]
    client("s3").delete_object(Bucket=api.documents, Key="documents/tarn/manual.md")
    # WHEN the request comes again, THEN it is the same run
    assert ask().json["run_id"] == run_id


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "question"),
        ({"question": None}, "question"),
        ({"question": 7}, "question"),
        ({"question": ""}, "question"),
        ({"question": " \n "}, "empty"),
        ({"question": "a" * 4001}, "4,000"),
        ({"question": "a\0b"}, "NUL"),
        ({"question": "a\ud800b"}, "Unicode"),
        (ASKED | {"run_id": "r1"}, "run_id"),
        (ASKED | {"documents": "../other"}, "documents"),
        (ASKED | {"documents": "a/b"}, "documents"),
        (ASKED | {"documents": "tarn\n"}, "documents"),
        (ASKED | {"options": []}, "options"),
        (ASKED | {"options": {"corpus": ["/etc"]}}, "'options' has no field 'corpus'"),
        (ASKED | {"options": {"allow_hosts": ["127.0.0.1:80"]}}, "no field 'allow_hosts'"),
        (ASKED | {"options": {"max_revisions": 4}}, "from 0 to 3"),
        (ASKED | {"options": {"max_revisions": "1"}}, "options.max_revisions"),
        (ASKED | {"options": {"max_revisions": True}}, "options.max_revisions"),
        (ASKED | {"options": {"human": True, "wait_minutes": 61}}, "from 1 to 60"),
        (ASKED | {"options": {"wait_minutes": 5}}, "human"),
        (ASKED | {"options": {"budget": {"calls": 21}}}, "calls=20"),
        (ASKED | {"options": {"budget": {"calls": -1}}}, "options.budget.calls"),
        (ASKED | {"options": {"budget": {"usd": 1e-9}}}, "budget"),
        (ASKED | {"options": {"budget": "calls=4"}}, "options.budget"),
        (ASKED | {"options": {"model": "bedrock:another"}}, "not configured"),
        (ASKED | {"options": {"models": {"review": "openai:x"}}}, "not configured"),
        (ASKED | {"options": {"search": ["tavily"]}}, "not configured"),
        (ASKED | {"options": {"search": ["corpus"]}}, "not configured"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_begins_nothing(
    api: Stage, body: dict[str, Any], says: str
):
    # GIVEN a body that goes beyond what the API or the operator allows
    # WHEN it is sent
    answer = call("POST", "/runs", body)
    # THEN one sentence says what is wrong, and no run was begun
    assert answer.status == 400
    assert says in answer.problem
    assert api.executions() == []
    assert call("GET", "/runs").json == {"runs": []}


def test_the_same_key_begins_one_run(api: Stage):
    # GIVEN a run that was begun with a key
    first = call("POST", "/runs", ASKED, headers=KEY)
    # WHEN the same request comes again, as after a lost answer
    second = call("POST", "/runs", ASKED, headers=KEY)
    # THEN it is the same run, walked once
    assert (second.status, second.json) == (202, first.json)
    assert len(api.executions()) == 1


def test_a_key_does_not_begin_another_question(api: Stage):
    # GIVEN a run that was begun with a key
    first = call("POST", "/runs", ASKED, headers=KEY)
    for other in ({"question": "Who wrote Tarn?"}, ASKED | {"options": {"max_revisions": 0}}):
        # WHEN the key comes with another question, or other options
        answer = call("POST", "/runs", other, headers=KEY)
        # THEN it is refused: to answer with the old run would answer another question
        assert answer.status == 422
        assert first.json["run_id"] in answer.problem
    assert len(api.executions()) == 1


def test_a_key_is_its_callers_own(api: Stage):
    # GIVEN a run that ann began with a key
    first = call("POST", "/runs", ASKED, headers=KEY)
    # WHEN bob happens to use the same key
    event = a_request("POST", "/runs", ASKED, headers=KEY)
    event["requestContext"]["identity"]["userArn"] = "arn:aws:iam::111122223333:user/bob"
    second = answer_to(event)
    # THEN he gets a run of his own
    assert second.status == 202
    assert second.json["run_id"] != first.json["run_id"]


@pytest.mark.parametrize("key", [" ", "a b", "é", "k" * 256])
def test_a_key_that_is_none_is_refused(api: Stage, key: str):
    answer = call("POST", "/runs", ASKED, headers={"Idempotency-Key": key})
    assert answer.status == 400
    assert "idempotency-key" in answer.problem


def test_the_newest_runs_come_first(api: Stage, tmp_path: Path):
    # GIVEN runs of several statuses
    old = told(api, FAILED, tmp_path).run_id
    new = [call("POST", "/runs", ASKED).json["run_id"] for _ in range(2)]
    # WHEN they are listed
    answer = call("GET", "/runs")
    some = call("GET", "/runs", query={"limit": ["2"]})
    failed = call("GET", "/runs", query={"status": ["failed"]})
    # THEN in that order, as many and of such a status as was asked for
    assert [line["run_id"] for line in answer.json["runs"]] == [new[1], new[0], old]
    assert [line["run_id"] for line in some.json["runs"]] == [new[1], new[0]]
    [line] = failed.json["runs"]
    assert (line["run_id"], line["status"], line["reason"]) == (old, "failed", "search_failed")
    assert line["links"]["self"] == f"{BASE}/runs/{old}"


@pytest.mark.parametrize(
    "query", [{"status": ["lost"]}, {"limit": ["0"]}, {"limit": ["101"]}, {"limit": ["x"]}]
)
def test_a_list_that_there_is_not_is_refused(api: Stage, query: dict[str, list[str]]):
    answer = call("GET", "/runs", query=query)
    assert answer.status == 400
    assert next(iter(query)) in answer.problem


def test_a_run_says_where_it_stands(api: Stage, tmp_path: Path):
    # GIVEN a run that waits for a person
    run = told(api, WAITING, tmp_path)
    # WHEN somebody looks
    answer = call("GET", f"/runs/{run.run_id}")
    # THEN status, round, steps and who has to decide are there
    said = answer.json
    assert answer.status == 200
    assert (said["status"], said["step"], said["reason"]) == ("waiting", "ask_human", None)
    assert (said["round"], said["cap"], said["sources"]) == (0, 0, 1)
    assert said["waiting"]["until"] == run.waiting.until
    assert [step["step"] for step in said["trail"]] == [
        commit.step for commit in api.store.trail(run.run_id)
    ]


@pytest.mark.parametrize("run_id", ["1n8k2qa-7xw3e", "x", "1n8k2qa-7xw3e'", "é", "a" * 3000])
@pytest.mark.parametrize("rest", ["", "/report", "/sources/1"])
def test_a_run_that_there_is_not_is_not_found(api: Stage, run_id: str, rest: str):
    answer = call("GET", f"/runs/{run_id}{rest}")
    assert answer.status == 404
    assert answer.problem


def test_links_are_the_settings_or_lead_back_from_the_request():
    # GIVEN an operator who names the address of the API, as a domain of their own
    with an_api(api="https://answers.example.org/"):
        # THEN links are there
        links = call("POST", "/runs", ASKED).json["links"]
        assert links["self"].startswith("https://answers.example.org/runs/")
    # GIVEN a gateway that names no domain, as an emulator
    with an_api():
        event = a_request("POST", "/runs", ASKED)
        del event["requestContext"]["domainName"]
        begun = answer_to(event).json
        # THEN links are relative to the request's own address
        assert begun["links"]["self"] == f"./runs/{begun['run_id']}"
        event = a_request("GET", f"/runs/{begun['run_id']}")
        del event["requestContext"]["domainName"]
        links = answer_to(event).json["links"]
        assert links["report"] == f"./../runs/{begun['run_id']}/report"
