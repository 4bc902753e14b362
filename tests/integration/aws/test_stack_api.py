"""The client of the stack's API, against a server on loopback that answers as the API does."""

import socket

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from cite_or_refuse.adapters.aws.signed_http import UNREACHABLE
from cite_or_refuse.adapters.aws.stack_api import WAITS, StackApi
from cite_or_refuse.domain.errors import (
    BadInput,
    CiteOrRefuseError,
    NotWaiting,
    PermanentError,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.domain.outcome import Status

RUN = "1n8k2qa-7xw3e"


@pytest.fixture(autouse=True)
def signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG")
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.delenv("AWS_SESSION_TOKEN", raising=False)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def api(httpserver: HTTPServer, waits: list[float]) -> StackApi:
    return StackApi(httpserver.url_for("/v1"), waits.append)


def test_a_question_is_sent_once_and_signed(httpserver: HTTPServer, api: StackApi):
    # GIVEN an API that is overrun at first
    httpserver.expect_ordered_request("/v1/runs", method="POST").respond_with_data(status=503)
    httpserver.expect_ordered_request("/v1/runs", method="POST").respond_with_json(
        {"run_id": RUN}, status=202
    )
    # WHEN a question is asked
    begun = api.begin({"question": "What is a tarn?"}, key="k1")
    # THEN it is sent again, under the same key, as the same JSON
    assert begun["run_id"] == RUN
    first, second = (request for request, _ in httpserver.log)
    assert first.data == second.data == b'{"question": "What is a tarn?"}'
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"] == "k1"
    # AND the signature is the one of these credentials for this request
    assert second.headers["Authorization"] == signature_of(second)


def signature_of(request: Request) -> str:
    signed = AWSRequest(
        request.method,
        request.url,
        headers={name: request.headers[name] for name in ("Accept", "Content-Type")}
        | {"Idempotency-Key": request.headers["Idempotency-Key"]},
        data=request.data,
    )
    signer = SigV4Auth(
        Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG"), "execute-api", "eu-central-1"
    )
    signed.context["timestamp"] = request.headers["X-Amz-Date"]
    signed.headers["X-Amz-Date"] = request.headers["X-Amz-Date"]
    text = signer.string_to_sign(signed, signer.canonical_request(signed))
    scope = signer.scope(signed)
    names = signer.signed_headers(signer.headers_to_sign(signed))
    return (
        f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders={names}, "
        f"Signature={signer.signature(text, signed)}"
    )


@pytest.mark.parametrize(
    ("status", "body", "kind", "told"),
    [
        (400, {"detail": "The question is empty; ask one."}, BadInput, "The question is empty"),
        (403, {"message": "Forbidden"}, PermanentError, "Forbidden They need execute-api:Invoke"),
        (404, {"detail": "There is no run x."}, UnknownRun, "There is no run x."),
        (409, {"detail": "It has ended."}, NotWaiting, "It has ended."),
        (413, {"detail": "Too long."}, BadInput, "Too long."),
        (422, {"detail": "No field q."}, BadInput, "No field q."),
        (429, {"message": "Too Many Requests"}, TransientError, r"keeps failing \(429\)"),
        (503, {"detail": "Busy."}, TransientError, r"keeps failing \(503\): Busy\."),
        (301, None, PermanentError, "It answered 301"),
        (200, None, PermanentError, "in a form that this version does not know"),
    ],
)
def test_what_the_api_refuses_is_told_in_one_sentence(  # noqa: PLR0917
    httpserver: HTTPServer,
    api: StackApi,
    status: int,
    body: object,
    kind: type[CiteOrRefuseError],
    told: str,
):
    # GIVEN an API that answers like this
    answer = Response("<html>", status) if body is None else None
    expected = httpserver.expect_request(f"/v1/runs/{RUN}")
    if answer is None:
        expected.respond_with_json(body, status=status)
    else:
        expected.respond_with_response(answer)
    # WHEN it is asked where a run stands, THEN the error is of the kind that the exit code needs
    with pytest.raises(kind, match=told) as raised:
        api.status(RUN)
    assert type(raised.value) is kind


def test_a_decision_is_never_sent_twice(httpserver: HTTPServer, api: StackApi, waits: list[float]):
    # GIVEN an API whose answer to a decision is lost
    httpserver.expect_request(f"/v1/runs/{RUN}/decision").respond_with_data(status=504)
    # WHEN somebody decides
    with pytest.raises(TransientError):
        api.decide(RUN, {"choice": "accept"})
    # THEN it was sent once
    assert (len(httpserver.log), waits) == (1, [])


def test_an_overrun_api_is_asked_for_a_while(
    httpserver: HTTPServer, api: StackApi, waits: list[float]
):
    # GIVEN an API that stays overrun
    httpserver.expect_request("/v1/runs").respond_with_data(status=429)
    # WHEN it is asked
    with pytest.raises(TransientError):
        api.runs(1, None)
    # THEN it was asked again, each time after a longer pause, that is not the same for all
    assert len(waits) == len(WAITS)
    for waited, longest in zip(waits, WAITS, strict=True):
        assert longest / 2 <= waited <= longest


def test_a_stack_that_is_not_there_is_told_soon(waits: list[float]):
    # GIVEN a port where nothing listens
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    # WHEN it is asked, THEN one sentence says where it was looked for
    with pytest.raises(TransientError, match=rf"http://127\.0\.0\.1:{port}/v1 cannot be reached"):
        StackApi(f"http://127.0.0.1:{port}/v1", waits.append).status(RUN)
    assert len(waits) == UNREACHABLE - 1


def test_what_is_too_large_is_fetched_where_it_lies_without_our_signature(
    httpserver: HTTPServer, api: StackApi
):
    # GIVEN an API that answers with an address
    httpserver.expect_request(f"/v1/runs/{RUN}/report").respond_with_data(
        status=303, headers={"Location": httpserver.url_for("/bucket/report?X-Amz-Signature=1")}
    )
    httpserver.expect_request("/bucket/report").respond_with_json({"outcome": "accepted"})
    # WHEN the report is read
    answer = api.report(RUN, "application/json")
    # THEN it is the one that lies there, and S3 saw no second signature
    assert answer.value == {"outcome": "accepted"}
    assert "Authorization" not in httpserver.log[-1][0].headers


def test_runs_are_listed(httpserver: HTTPServer, api: StackApi):
    # GIVEN an API with one run
    one = {
        "run_id": RUN, "question": "What is a tarn?", "status": "waiting", "reason": None,
        "created_at": "2026-12-01T12:00:00+00:00", "links": {},
    }  # fmt: skip
    httpserver.expect_request(
        "/v1/runs", query_string={"limit": "5", "status": "waiting"}
    ).respond_with_json({"runs": [one]})
    # WHEN those that wait are listed
    [run] = api.runs(5, "waiting")
    # THEN it is there
    assert (run.run_id, run.status, run.question) == (RUN, Status.WAITING, "What is a tarn?")


@pytest.mark.parametrize(
    "address",
    [
        "http://api.example.org/v1", "ftp://127.0.0.1/", "https://", "127.0.0.1", "",
        "https://user:pass@api.example.org/v1", "http://127.0.0.1@example.org/v1",
    ],
)  # fmt: skip
def test_signed_requests_go_to_no_address_in_the_clear(address: str):
    with pytest.raises(BadInput, match="give an https URL"):
        StackApi(address)


def test_the_region_is_that_of_the_api(monkeypatch: pytest.MonkeyPatch):
    # GIVEN no region in the environment
    monkeypatch.delenv("AWS_REGION")
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    # WHEN the API is one of AWS, THEN its address names the region
    StackApi("https://abc123.execute-api.eu-west-1.amazonaws.com/v1")
    # AND of any other address, one sentence asks for it
    with pytest.raises(BadInput, match="set AWS_REGION"):
        StackApi("https://api.example.org/v1")


def test_without_credentials_nothing_is_sent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    with pytest.raises(PermanentError, match="no AWS credentials were found; sign in"):
        StackApi("https://api.example.org/v1")
