import pytest
from botocore.exceptions import (
    ClientError,
    ConnectionClosedError,
    ConnectTimeoutError,
    CredentialRetrievalError,
    EndpointConnectionError,
    NoCredentialsError,
    NoRegionError,
    ParamValidationError,
    PartialCredentialsError,
    ReadTimeoutError,
)

from cite_or_refuse.adapters.chat.errors import explain, turned_away, unsent
from cite_or_refuse.domain.errors import (
    BudgetExhausted,
    CiteOrRefuseError,
    ModelBlocked,
    PermanentError,
    TransientError,
)

SPEC = "bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0"


def aws(code: str, status: int, message: str = "No.") -> ClientError:
    answer = {
        "Error": {"Code": code, "Message": message},
        "ResponseMetadata": {"HTTPStatusCode": status},
    }
    return ClientError(answer, "Converse")  # type: ignore[arg-type]


class Http(Exception):
    """What packages of other providers raise."""

    def __init__(self, status_code: int, message: str = "No.") -> None:
        super().__init__(message)
        self.status_code = status_code


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (aws("ThrottlingException", 429, "Too many tokens, please wait."), TransientError, "later"),
        (aws("ThrottlingException", 429, "Too many tokens per day"), PermanentError, "quota"),
        (aws("ServiceUnavailableException", 503), TransientError, "no answer"),
        (aws("InternalServerException", 500), TransientError, "no answer"),
        (aws("ModelTimeoutException", 408), TransientError, "no answer"),
        (ReadTimeoutError(endpoint_url="x"), TransientError, "no answer"),
        (ConnectTimeoutError(endpoint_url="x"), TransientError, "no answer"),
        (ConnectionResetError("reset"), TransientError, "no answer"),
        (aws("AccessDeniedException", 403), PermanentError, "bedrock:InvokeModel"),
        (aws("ExpiredTokenException", 403), PermanentError, "sign in"),
        (aws("ResourceNotFoundException", 404), PermanentError, "no such model"),
        (
            aws(
                "ValidationException",
                400,
                "Invocation of model ID x with on-demand throughput isn’t supported. Retry your"
                " request with the ID or ARN of an inference profile that contains this model.",
            ),
            PermanentError,
            "us.anthropic.claude",
        ),
        (aws("ValidationException", 400, "Malformed input."), PermanentError, "Malformed input"),
        (
            aws("ValidationException", 400, "The provided model identifier is invalid."),
            PermanentError,
            "no such model",
        ),
        (
            aws("ValidationException", 400, "Input is too long for requested model."),
            PermanentError,
            "CITE_OR_REFUSE_CONTEXT_TOKENS",
        ),
        (NoCredentialsError(), PermanentError, "AWS_PROFILE"),
        (NoRegionError(), PermanentError, "CITE_OR_REFUSE_REGION"),
        (Http(429, "Rate limit reached"), TransientError, "later"),
        (Http(429, "You exceeded your current quota"), PermanentError, "quota"),
        (Http(401), PermanentError, "key"),
        (Http(404, "model 'x' not found"), PermanentError, "no such model"),
        (Http(529, "overloaded"), TransientError, "no answer"),
        (Http(400, "content_filter: triggered"), ModelBlocked, "filter"),
        (ValueError("temperature out of range"), PermanentError, "temperature"),
        (RuntimeError("boom"), PermanentError, "boom"),
        (BudgetExhausted("All spent."), BudgetExhausted, "All spent"),
    ],
    ids=lambda value: f"{value!s:.50}" if isinstance(value, Exception) else "",
)
def test_each_kind_of_error_is_one_sentence_that_says_what_to_do(
    error: Exception, kind: type[CiteOrRefuseError], words: str
) -> None:
    found = explain(SPEC, error)
    assert type(found) is kind
    assert words in str(found)
    assert len(str(found)) < 600
    assert "\n" not in str(found)


def test_only_what_the_provider_turned_away_cost_no_tokens() -> None:
    assert turned_away(aws("ThrottlingException", 429))
    assert turned_away(aws("AccessDeniedException", 403))
    assert not turned_away(aws("ModelTimeoutException", 408))
    assert not turned_away(aws("InternalServerException", 500))
    assert not turned_away(ReadTimeoutError(endpoint_url="x"))


@pytest.mark.parametrize(
    "error",
    [
        NoCredentialsError(),
        PartialCredentialsError(provider="env", cred_var="aws_secret_access_key"),
        CredentialRetrievalError(provider="sso", error_msg="expired"),
        ParamValidationError(report="x"),
        EndpointConnectionError(endpoint_url="https://bedrock-runtime.eu-nowhere-9.amazonaws.com"),
        ConnectTimeoutError(endpoint_url="x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_its_client_never_sent_is_no_call(error: Exception) -> None:
    assert unsent(error)


@pytest.mark.parametrize(
    "error",
    [
        ReadTimeoutError(endpoint_url="x"),
        ConnectionClosedError(endpoint_url="x"),
        aws("ThrottlingException", 429),
        aws("UnrecognizedClientException", 403),
        Http(503),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_may_have_arrived_is_a_call(error: Exception) -> None:
    assert not unsent(error)


def test_a_server_that_does_not_run_cost_nothing_and_is_named() -> None:
    # GIVEN what clients make of a refused connection: an error of their own above the system's
    def ask() -> None:
        try:
            raise ConnectionRefusedError(111, "refused")
        except OSError as error:
            raise ConnectionError("Failed to connect") from error

    with pytest.raises(ConnectionError) as raised:
        ask()
    # WHEN it is explained
    found = explain(SPEC, raised.value)
    # THEN the sentence says what to start, and no call is counted
    assert isinstance(found, TransientError)
    assert "start its server" in str(found)
    assert unsent(raised.value)
