"""What AWS answers becomes an error of ours, with a sentence that says what to do."""

from collections.abc import Iterator
from typing import Any

import pytest
from botocore import exceptions
from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import client, forget_clients, told
from cite_or_refuse.domain.errors import CiteOrRefuseError, PermanentError, TransientError


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Credentials that open nothing, and clients that know no other environment."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "none")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "none")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    forget_clients()
    yield monkeypatch
    forget_clients()


def an_error(code: str, status: int = 400, **more: Any) -> ClientError:
    response = {
        "Error": {"Code": code, "Message": "As\nAWS says."},
        "ResponseMetadata": {"HTTPStatusCode": status},
    }
    return ClientError(response | more, "UpdateItem")  # type: ignore[arg-type]


def cancelled(*codes: str) -> ClientError:
    reasons = [{"Code": code} for code in codes]
    return an_error("TransactionCanceledException", CancellationReasons=reasons)


def told_of(error: Exception) -> CiteOrRefuseError:
    with (
        pytest.raises(CiteOrRefuseError, match=r"^Table runs: [^\n]+\)$") as raised,
        told("Table runs"),
    ):
        raise error
    assert raised.value.__cause__ is error
    return raised.value


@pytest.mark.parametrize(
    "error",
    [
        an_error("ProvisionedThroughputExceededException"),
        an_error("ThrottlingException"),
        an_error("TransactionConflictException"),
        an_error("SlowDown", 503),
        an_error("InternalServerError", 500),
        an_error("SomethingNew", 502),
        an_error("SomethingNew", 429),
        cancelled("None", "ConditionalCheckFailed"),
        cancelled("TransactionConflict", "ConditionalCheckFailed"),
        cancelled("ThrottlingError", "None"),
        exceptions.EndpointConnectionError(endpoint_url="https://aws.example"),
        exceptions.ConnectTimeoutError(endpoint_url="https://aws.example"),
        exceptions.ReadTimeoutError(endpoint_url="https://aws.example"),
        exceptions.ConnectionClosedError(endpoint_url="https://aws.example"),
        exceptions.IncompleteReadError(actual_bytes=1, expected_bytes=2),
    ],
    ids=lambda error: str(error)[:60],
)
def test_what_may_pass_is_worth_another_try(error: Exception) -> None:
    assert isinstance(told_of(error), TransientError)


@pytest.mark.parametrize(
    ("error", "what_to_do"),
    [
        (an_error("AccessDeniedException"), "allow it in the policy"),
        (an_error("AccessDenied", 403), "allow it in the policy"),
        (an_error("ResourceNotFoundException"), "deploy the stack"),
        (an_error("NoSuchBucket", 404), "deploy the stack"),
        (an_error("ExpiredTokenException"), "sign in again"),
        (an_error("ValidationException"), "the request was refused"),
        (cancelled("ConditionalCheckFailed", "ValidationError"), "the request was refused"),
        (exceptions.NoCredentialsError(), "set AWS_PROFILE"),
        (exceptions.ParamValidationError(report="too long"), "the request was refused"),
    ],
    ids=lambda part: str(part)[:60],
)
def test_what_stays_says_what_to_do(error: Exception, what_to_do: str) -> None:
    told = told_of(error)
    assert isinstance(told, PermanentError)
    assert what_to_do in str(told)


def test_what_aws_says_in_its_own_words_is_for_the_log(caplog: pytest.LogCaptureFixture) -> None:
    # GIVEN a refusal that names a role, and one that quotes what was sent
    caplog.set_level("INFO")
    denied = an_error("AccessDenied", 403)
    denied.args = ("arn:aws:iam::111122223333:role/secret is not allowed",)
    unfit = exceptions.ParamValidationError(report="Invalid length, value: a source's text")
    # WHEN they become ours, THEN the code and what was asked are told, and no word more
    assert str(told_of(denied)) == (
        "Table runs: allow it in the policy of the role that asks. (AccessDenied, UpdateItem)"
    )
    assert str(told_of(unfit)) == "Table runs: the request was refused. (ParamValidationError)"
    # AND the log has what AWS says, but nothing of a source
    assert [record.getMessage() for record in caplog.records] == [f"AWS says: {denied}"]


def test_an_error_of_ours_stays_as_it_is() -> None:
    with pytest.raises(TransientError, match=r"^Ours\.$"), told("Table runs"):
        raise TransientError("Ours.")


def test_without_a_region_there_is_no_client(environment: pytest.MonkeyPatch) -> None:
    # GIVEN an environment that names no region
    environment.delenv("AWS_DEFAULT_REGION")
    environment.delenv("AWS_REGION", raising=False)
    environment.setenv("AWS_CONFIG_FILE", "/nowhere")
    # WHEN a client is asked for, THEN a sentence says what is to be set
    with pytest.raises(PermanentError, match="set AWS_REGION"):
        client("dynamodb")


def test_where_nothing_listens_is_worth_another_try(environment: pytest.MonkeyPatch) -> None:
    # GIVEN the address of a stack that is not up
    environment.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    environment.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    # WHEN it is asked, THEN the sentence has the address
    with pytest.raises(TransientError, match=r"127\.0\.0\.1:9"), told("Table runs"):
        client("dynamodb").list_tables()


@pytest.mark.usefixtures("environment")
def test_there_is_one_client_of_a_service_that_never_waits_long() -> None:
    # GIVEN two who ask for the same service
    made = client("dynamodb")
    # THEN they share it, and a call of it ends within a minute, whatever AWS does
    assert client("dynamodb") is made
    config = made.meta.config
    attempts = config.retries["total_max_attempts"]
    waits = sum(2**n for n in range(attempts - 1))  # the longest, between attempts
    assert attempts * (config.connect_timeout + config.read_timeout) + waits < 60
