"""Requests that are none, and an API that is broken: always a problem, never a traceback."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore
from cite_or_refuse.domain.errors import TransientError
from cite_or_refuse.runtime.aws.api.acting import MAX_BODY_BYTES
from cite_or_refuse.runtime.aws.api.app import METHODS
from cite_or_refuse.runtime.aws.api.verifications import MAX_BODY_BYTES as MAX_REPORT_BYTES
from tests.api import Stage, a_request, an_api, answer_to, call

ASKED = {"question": "How large is Tarn's cache?"}
ORIGIN = "https://pages.example.org"


@pytest.mark.parametrize("rule", METHODS)
def test_a_known_path_says_which_methods_it_takes(api: Stage, rule: str):
    # GIVEN a path of the API
    path = rule.replace("<run_id>", "1n8k2qa-7xw3e").replace("<number>", "1")
    for method in {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"} - {*METHODS[rule]}:
        # WHEN it is asked by a method that it does not take
        answer = call(method, path)
        # THEN those that it takes are named
        assert answer.status == 405
        assert answer.headers["Allow"] == ", ".join(METHODS[rule])
        assert answer.problem


@pytest.mark.parametrize("path", ["/", "", "/run", "/runs/1n8k2qa-7xw3e/sources", "/runs/a/b/c/d"])
def test_an_unknown_path_is_not_found(api: Stage, path: str):
    answer = call("GET", path)
    assert answer.status == 404
    assert answer.problem


@pytest.mark.parametrize("path", ["/runs/\0", "/runs/1n8k2qa-7xw3e/sources/\0", "/runs/%00"])
def test_an_id_that_no_run_can_have_is_not_found_rather_than_a_wrong_method(api: Stage, path: str):
    answer = call("GET", path)
    assert answer.status == 404
    assert answer.problem


def test_json_with_a_mark_or_a_fault_is_told_where_in_our_words(api: Stage):
    for body, says in (
        ("\ufeff{}", "This is no JSON: a byte order mark stands at line 1, column 1."),
        ('{"question":}', "This is no JSON: it breaks at line 1, column 13."),
    ):
        answer = call("POST", "/runs", body)
        assert (answer.status, answer.problem) == (400, says)


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/jsonl"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
)
def test_a_body_that_is_not_json_is_not_guessed_at(api: Stage, headers: Mapping[str, str]):
    # GIVEN what another kind of client sends, such as `curl -d` without a header
    answer = call("POST", "/runs", json.dumps(ASKED), headers=headers)
    # THEN it is told what to send
    assert answer.status == 415
    assert "JSON" in answer.problem or "Content-Encoding" in answer.problem


@pytest.mark.parametrize(
    "media", ["application/json", "Application/JSON", 'application/json; charset="UTF-8"']
)
def test_json_is_taken_in_each_spelling(api: Stage, media: str):
    answer = call("POST", "/runs", json.dumps(ASKED), headers={"Content-Type": media})
    assert answer.status == 202


@pytest.mark.parametrize(
    "body",
    [
        None,
        "",
        " ",
        "null",
        "7",
        '"a question"',
        "{",
        '{"question": NaN}',
        '{"question": "A?", "question": "B?"}',
        '{"question": "A?", "options": {"budget": {"calls": 1, "calls": 9}}}',
        '{"question": 1e999}',
        '{"question": ' + "7" * 5000 + "}",
        '{"question": ' + "[" * 20_000,
        json.dumps([ASKED]),
        "question=How",
    ],
)
def test_what_is_no_json_object_is_refused(api: Stage, body: str | None):
    answer = call("POST", "/runs", body)
    assert answer.status == 400
    assert answer.problem


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "The body's 'question' is missing."),
        ({"question": 7}, "The body's 'question' has to be a string."),
        ({"question": ""}, "The body's 'question' has to have at least 1 character."),
        ({"question": "a" * 4001}, "The body's 'question' has to have at most 4,000 characters."),
        ({"question": "a\ud800b"}, "The body's 'question' has to be valid Unicode."),
        (ASKED | {"run_id": 1}, "The body has no field 'run_id'."),
        (ASKED | {"options": {"corpus": []}}, "The body's 'options' has no field 'corpus'."),
        (ASKED | {"options": []}, "The body's 'options' has to be an object."),
        (
            ASKED | {"documents": "a/b"},
            "The body's 'documents' has to have the form ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$.",
        ),
        (
            ASKED | {"options": {"max_revisions": 1.5}},
            "The body's 'options.max_revisions' has to be a whole number.",
        ),
        (
            ASKED | {"options": {"max_revisions": "1"}},
            "The body's 'options.max_revisions' has to be a whole number.",
        ),
        (
            ASKED | {"options": {"max_revisions": 10**400}},
            "The body's 'options.max_revisions' has to be at most 100.",
        ),
        (
            ASKED | {"options": {"budget": {"usd": -1}}},
            "The body's 'options.budget.usd' has to be at least 0.",
        ),
        (
            ASKED | {"options": {"budget": {"usd": "1"}}},
            "The body's 'options.budget.usd' has to be a number.",
        ),
        (
            ASKED | {"options": {"human": 1}},
            "The body's 'options.human' has to be true or false.",
        ),
        (
            ASKED | {"options": {"search": "tavily"}},
            "The body's 'options.search' has to be a list.",
        ),
        (
            ASKED | {"options": {"search": ["a"] * 21}},
            "The body's 'options.search' has to have at most 20 items.",
        ),
        (
            ASKED | {"options": {"search": [7]}},
            "The body's 'options.search.0' has to be a string.",
        ),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_what_does_not_fit_is_named_with_what_is_taken(api: Stage, body: object, sentence: str):
    answer = call("POST", "/runs", body)
    assert (answer.status, answer.problem) == (400, sentence)


def test_elsewhere_than_in_the_body_it_is_the_same(api: Stage):
    # GIVEN a number and a word of a query, a key, and a choice, none of which is taken
    answers = [
        call("GET", "/runs", query={"limit": ["many"]}),
        call("GET", "/runs", query={"limit": ["101"]}),
        call("GET", "/runs", query={"status": ["gone"]}),
        call("POST", "/runs", ASKED, headers={"Idempotency-Key": "a b"}),
        call("POST", "/runs/1n8k2qa-7xw3e/decision", {"choice": "maybe"}),
    ]
    # THEN each is named with what is taken, in our words
    statuses = "'running', 'waiting', 'accepted', 'capped', 'refused'"
    assert [(answer.status, answer.problem) for answer in answers] == [
        (400, "The query's 'limit' has to be a whole number."),
        (400, "The query's 'limit' has to be at most 100."),
        (400, f"The query's 'status' has to be one of {statuses} or 'failed'."),
        (400, "The header's 'idempotency-key' has to have the form ^[!-~]{1,255}$."),
        (400, "The body's 'choice' has to be one of 'accept', 'revise' or 'refuse'."),
    ]


def test_a_body_may_come_in_base64(api: Stage):
    # GIVEN a gateway that hands bodies over in base64
    event = a_request("POST", "/runs", ASKED) | {"isBase64Encoded": True}
    question = "Wie groß ist der Cache?"
    whole = base64.b64encode(json.dumps({"question": question}, ensure_ascii=False).encode())
    # THEN a body is what it stands for
    answer = answer_to(event | {"body": whole.decode()})
    assert answer.status == 202
    assert api.store.load(answer.json["run_id"]).question == question
    # AND one that stands for nothing is refused
    for broken in ("e30=e30", "ÿ", base64.b64encode(b'{"question": "\xff"}').decode()):
        assert answer_to(event | {"body": broken}).status == 400


@pytest.mark.parametrize(
    ("path", "most"), [("/runs", MAX_BODY_BYTES), ("/verifications", MAX_REPORT_BYTES)]
)
def test_a_body_is_bounded_before_it_is_read(api: Stage, path: str, most: int):
    # GIVEN bodies at the bound and beyond it, which are no JSON
    at_the_bound = call("POST", path, "[" * most)
    beyond = call("POST", path, "[" * (most + 1))
    wide = call("POST", path, "[" * (most - 1) + "é")
    # THEN only the first was parsed, for bytes count, as they do to Lambda
    assert (at_the_bound.status, beyond.status, wide.status) == (400, 413, 413)
    assert f"{most:,} bytes" in beyond.problem


def test_every_question_that_may_be_asked_fits_in_a_body(api: Stage):
    # GIVEN a question at the bound, in letters that JSON may write with twelve characters each
    body = json.dumps({"question": "\U0001f9e8" * 4000})
    assert len(body) > 48_000
    # THEN it is taken
    assert call("POST", "/runs", body).status == 202


def test_what_passes_by_itself_says_to_try_again(api: Stage, monkeypatch: pytest.MonkeyPatch):
    # GIVEN a table that is throttled
    def throttled(self: DynamoStore, *_: Any) -> object:
        raise TransientError("Table runs: ThrottlingException; try again.")

    monkeypatch.setattr(DynamoStore, "recent", throttled)
    # WHEN it is asked
    answer = call("GET", "/runs")
    # THEN it is not the caller's mistake
    assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
    assert "Throttling" in answer.problem


def test_what_is_broken_says_nothing_of_the_inside(caplog: pytest.LogCaptureFixture):
    # GIVEN a stack whose table is gone
    with an_api(table="runs-of-yesterday"):
        # WHEN somebody asks
        answer = call("GET", "/runs")
    # THEN they learn that it is not their fault, and the log of the function learns the rest
    assert (answer.status, answer.json["type"]) == (500, "urn:cite-or-refuse:PermanentError")
    assert "yesterday" not in answer.problem
    assert "yesterday" in str(vars(caplog.records[-1]))


def test_a_wrong_setting_is_not_the_callers_mistake():
    # GIVEN an operator who mistyped a number
    with an_api(max_revisions="many"):
        # WHEN somebody asks
        answer = call("GET", "/runs")
    # THEN it is not called theirs
    assert answer.status == 500
    assert answer.problem


def test_a_page_from_elsewhere_may_not_read_answers(api: Stage):
    # GIVEN an API without an origin
    for method, path in (("GET", "/runs"), ("OPTIONS", "/runs"), ("GET", "/nothing")):
        # WHEN a page asks
        answer = call(method, path, headers={"Origin": ORIGIN})
        # THEN no browser lets it read the answer
        assert not any(name.lower().startswith("access-control") for name in answer.headers)


def test_a_page_of_the_origin_may_read_every_answer():
    # GIVEN an API with an origin
    with an_api(cors_origin=ORIGIN):
        asked = {"Origin": ORIGIN}
        answers = [
            call("GET", "/runs", headers=asked),
            call("POST", "/runs", "{", headers=asked),
            call("POST", "/runs", "a=b", headers=asked | {"Content-Type": "text/plain"}),
            call("GET", "/nothing", headers=asked),
            call("DELETE", "/runs", headers=asked),
        ]
        preflight = call("OPTIONS", "/runs", headers=asked)
        stranger = call("GET", "/runs", headers={"Origin": "https://evil.example.org"})
    # THEN its pages read answers and problems alike, and may send a key
    assert [answer.status for answer in answers] == [200, 400, 415, 404, 405]
    assert {answer.headers["Access-Control-Allow-Origin"] for answer in answers} == {ORIGIN}
    assert preflight.status == 204
    assert "Idempotency-Key" in preflight.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in stranger.headers
