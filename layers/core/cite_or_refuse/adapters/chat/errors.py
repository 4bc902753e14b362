"""Errors of providers as ours: what may pass, what stays, and what a person has to do."""

import re
from collections.abc import Iterator, Mapping

from cite_or_refuse.domain.errors import (
    BadInput,
    CiteOrRefuseError,
    ModelBlocked,
    PermanentError,
    TransientError,
)

_PROFILE_FORM = (
    "name an inference profile, as us.anthropic.claude-sonnet-4-5-20250929-v1:0 or global.…"
)
_BY_CODE: Mapping[str | int, str] = {
    "AccessDeniedException": "this account may not use the model: allow bedrock:InvokeModel on the "
    "inference profile and on the foundation model in each of its regions, and request access",
    "UnrecognizedClientException": "the AWS credentials are not valid",
    "ExpiredTokenException": "the AWS credentials have expired; sign in again",
    "InvalidSignatureException": "the AWS credentials or this machine's clock are wrong",
    "ResourceNotFoundException": "there is no such model or profile in this region; "
    f"check the id, or {_PROFILE_FORM}",
    "ServiceQuotaExceededException": "a quota of the account is used up",
    "NoCredentialsError": "no AWS credentials were found; sign in, or set AWS_PROFILE",
    "NoRegionError": "no AWS region is set: set AWS_REGION or CITE_OR_REFUSE_REGION",
    401: "the key is missing or not valid",
    403: "this account may not use the model",
    404: "there is no such model at this provider",
}
_PASSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529, 424})
_PASSING_NAMES = re.compile("Timeout|Connect|ConnectionClosed|Protocol|IncompleteRead|ReadError")
# An error of the client's own, before it sent anything, or of a connection that never came about.
_NEVER_SENT = frozenset(
    {
        "ConnectError",
        "ConnectTimeout",
        "ConnectTimeoutError",
        "CredentialRetrievalError",
        "EndpointConnectionError",
        "NoCredentialsError",
        "ParamValidationError",
        "PartialCredentialsError",
        "SSOTokenLoadError",
        "TokenRetrievalError",
        "UnauthorizedSSOTokenError",
    }
)
_CUT_OFF = "No 'output' key found"  # what langchain-aws makes of half an answer
_PER_DAY = re.compile(
    r"per (?:day|month)|daily|exceeded your current quota|insufficient.quota", re.IGNORECASE
)
_BY_MESSAGE = {  # Bedrock says all of these by one code, ValidationException
    re.compile(r"on-demand throughput isn.t supported|inference profile", re.IGNORECASE): (
        f"the model is not served on demand; {_PROFILE_FORM}"
    ),
    re.compile(r"model identifier is invalid", re.IGNORECASE): (
        f"there is no such model; check the id, or {_PROFILE_FORM}"
    ),
    re.compile(r"too long|context (?:window|length)", re.IGNORECASE): (
        "the prompt is longer than the model's window; lower CITE_OR_REFUSE_CONTEXT_TOKENS"
    ),
}
_NO_PROVIDER = re.compile("Unable to infer model provider|Unsupported provider")
_FILTERED = re.compile(
    r"content_filter|content management policy|rejected by the content filter", re.IGNORECASE
)
_UNREADABLE = frozenset(
    {
        "LengthFinishReasonError",  # openai, on a typed answer that was cut off
        "OutputParserException",  # langchain, on prose where a form was asked for
        "ValidationError",  # pydantic, on a form that is no object
    }
)


class Unreadable(PermanentError):
    """A client gave up on an answer that is not in the form that was asked for."""


def explain(spec: str, error: Exception) -> CiteOrRefuseError:
    """Return the error to raise instead, with a sentence that says what to do.

    The kinds are told by HTTP status, AWS code and the names of classes, so that no provider's
    package has to be there.
    """
    if isinstance(error, CiteOrRefuseError):
        return error
    code, status = _code(error), status_of(error)
    message = " ".join(str(error).split())[:300]
    if _FILTERED.search(message):
        return ModelBlocked(f"{spec}: a content filter stopped the request.")
    if type(error).__name__ in _UNREADABLE:
        return Unreadable(f"{spec}: the answer is not in the form that was asked for.")
    if status == 429 or "Throttling" in code:
        return _throttled(spec, message)
    if (
        status in _PASSES
        or _CUT_OFF in message
        or (status is None and _PASSING_NAMES.search(type(error).__name__))
    ):
        if _refused_connection(error):
            return TransientError(f"{spec}: nothing listens at its address; start its server.")
        return TransientError(f"{spec}: no answer ({code}): {message}")
    return PermanentError(f"{spec}: {_what_to_do(code, status, message)}. ({message})")


def _throttled(spec: str, message: str) -> CiteOrRefuseError:
    if _PER_DAY.search(message):
        return PermanentError(f"{spec}: a quota of the account is used up: {message}")
    return TransientError(f"{spec}: too many requests, also after retries; try again later.")


def _what_to_do(code: str, status: int | None, message: str) -> str:
    hints = _BY_MESSAGE.items() if status == 400 else ()
    by_message = next((hint for pattern, hint in hints if pattern.search(message)), None)
    by_status = _BY_CODE.get(status) if status else None
    known = by_message or _BY_CODE.get(code) or by_status
    return known or f"the provider refused the request ({code})"


def cannot_be_set_up(spec: str, error: Exception) -> BadInput:
    """Return the error to raise for a model that cannot even be asked."""
    message = " ".join(str(error).split())[:300]
    if _NO_PROVIDER.match(message):
        message = f"LangChain knows no provider {spec.partition(':')[0]!r:.40}."
    return BadInput(
        f"The model {spec!r:.80} cannot be set up: {_BY_CODE.get(_code(error), message)}"
    )


def unsent(error: Exception) -> bool:
    """Whether the request never left, so that it was no call at all.

    Of a client that tried several times, this is known of the last attempt only.
    """
    return _refused_connection(error) or any(
        type(one).__name__ in _NEVER_SENT for one in _chain(error)
    )


def turned_away(error: Exception) -> bool:
    """Whether the provider did not even begin, so that no tokens were used."""
    status = status_of(error)
    return status is not None and 400 <= status < 500 and status not in (408, 424)


def _refused_connection(error: BaseException) -> bool:
    """Whether nobody listened: somewhere below the clients' own errors is the system's."""
    return any(
        isinstance(one, ConnectionRefusedError) or "Connection refused" in str(one)
        for one in _chain(error)
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and those that it came of."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def status_of(error: Exception) -> int | None:
    """Return the HTTP status that an error carries, if any."""
    response = getattr(error, "response", None)
    if isinstance(response, Mapping):
        status = response.get("ResponseMetadata", {}).get("HTTPStatusCode")
    else:
        status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _code(error: Exception) -> str:
    response = getattr(error, "response", None)
    code = response.get("Error", {}).get("Code") if isinstance(response, Mapping) else None
    return str(code or type(error).__name__)
