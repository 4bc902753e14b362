"""Clients of AWS, one for each service in a process, and their errors as ours.

They are made by botocore itself: a function starts sooner without boto3, which adds nothing here.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, overload

import botocore.session
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    FlexibleChecksumError,
    HTTPClientError,
    IncompleteReadError,
)
from botocore.exceptions import (
    ConnectionError as NoConnection,
)

from cite_or_refuse.domain.errors import PermanentError, TransientError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_stepfunctions import SFNClient

AT_ONCE = 16  # requests that one client has under way

# The longest that one call can keep a function: four attempts, and three waits between them.
_CONFIG = Config(
    connect_timeout=3,
    read_timeout=10,
    retries={"mode": "standard", "total_max_attempts": 4},
    max_pool_connections=AT_ONCE,
)
# An address signed in the old way, the default of S3, opens no object under a key of KMS.
_CONFIGS = {"s3": _CONFIG.merge(Config(signature_version="s3v4"))}
_LOCK = Lock()
_LOG = logging.getLogger("cite-or-refuse.aws")  # in a function, its parent writes lines of JSON

_PASSES = frozenset(
    {
        "ConditionalCheckFailed",  # another process was faster: the caller loads again
        "ConditionalCheckFailedException",
        "ConditionalRequestConflict",
        "ExecutionLimitExceeded",
        "InternalServerError",
        "ProvisionedThroughputExceeded",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestTimeout",
        "SlowDown",
        "Throttling",
        "ThrottlingError",
        "ThrottlingException",
        "TooManyRequestsException",
        "TransactionConflict",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)
_CUT_OFF = (NoConnection, HTTPClientError, IncompleteReadError, FlexibleChecksumError)
_WHAT_TO_DO: Mapping[str, str] = {
    "AccessDenied": "allow it in the policy of the role that asks",
    "AccessDeniedException": "allow it in the policy of the role that asks",
    "ExpiredToken": "the AWS credentials have expired; sign in again",
    "ExpiredTokenException": "the AWS credentials have expired; sign in again",
    "InvalidAccessKeyId": "the AWS credentials are not valid; sign in again",
    "InvalidClientTokenId": "the AWS credentials are not valid; sign in again",
    "InvalidSignatureException": "the AWS credentials or this machine's clock are wrong",
    "NoCredentialsError": "no AWS credentials were found; sign in, or set AWS_PROFILE",
    "NoRegionError": "no AWS region is set; set AWS_REGION",
    "NoSuchBucket": "it is not there; deploy the stack, or correct its name and the region",
    "ResourceNotFoundException": "it is not there; deploy the stack, or correct its name and the "
    "region",
    "SignatureDoesNotMatch": "the AWS credentials or this machine's clock are wrong",
    "UnrecognizedClientException": "the AWS credentials are not valid; sign in again",
}


@overload
def client(service: Literal["dynamodb"]) -> "DynamoDBClient": ...
@overload
def client(service: Literal["s3"]) -> "S3Client": ...
@overload
def client(service: Literal["stepfunctions"]) -> "SFNClient": ...
@overload
def client(service: str) -> Any: ...
def client(service: str) -> Any:
    """Return the one client of a service; it may be shared among threads.

    Region, credentials and endpoint are the environment's. Raises PermanentError without a region.
    """
    with _LOCK:  # to make one is not safe among threads
        return _made(service)


@cache
def _made(service: str) -> Any:
    with told(f"AWS ({service})"):
        return _session().create_client(service, config=_CONFIGS.get(service, _CONFIG))


@cache
def _session() -> botocore.session.Session:
    """One for all: what each reads of AWS's regions takes longer than a client."""
    return botocore.session.Session()


def forget_clients() -> None:
    """Let the next clients be made anew, after the environment has changed."""
    _made.cache_clear()
    _session.cache_clear()


@contextmanager
def told(what: str) -> Iterator[None]:
    """Raise what AWS answers within as an error of ours; `what` names what is asked, as "table t".

    TransientError for throttling, lost races, failures of AWS and of the way to it; else
    PermanentError that says what to do. The sentence may reach strangers, so AWS's own words, which
    name roles and accounts, are left to the log.
    """
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        codes = codes_of(error)
        where = _where(error, codes)
        if isinstance(error, ClientError):  # the others may quote what was sent, a source's text
            _LOG.info("AWS says: %.500s", error)
        if _passes(error, codes):
            raise TransientError(f"{what}: {codes[0]}; try again. ({where})") from error
        known = next((_WHAT_TO_DO[code] for code in codes if code in _WHAT_TO_DO), None)
        raise PermanentError(f"{what}: {known or 'the request was refused'}. ({where})") from error


def codes_of(error: BotoCoreError | ClientError) -> list[str]:
    """Return AWS's names of what went wrong: for a cancelled transaction, those of its parts."""
    if not isinstance(error, ClientError):
        return [type(error).__name__]
    reasons: list[dict[str, str]] = error.response.get("CancellationReasons", [])  # type: ignore[assignment]
    parts = [reason["Code"] for reason in reasons if reason.get("Code", "None") != "None"]
    return parts or [error.response.get("Error", {}).get("Code", "Unknown")]


def _where(error: BotoCoreError | ClientError, codes: list[str]) -> str:
    """Return the codes, and the operation or else the endpoint that was asked."""
    asked = error.operation_name if isinstance(error, ClientError) else ""
    place = asked or getattr(error, "kwargs", {}).get("endpoint_url", "")
    return ", ".join(filter(None, (*dict.fromkeys(codes), place)))


def condition_failed(error: ClientError) -> bool:
    """Whether nothing was written because a condition of ours was not met, and only so."""
    return {"ConditionalCheckFailed", "ConditionalCheckFailedException"}.issuperset(codes_of(error))


def _passes(error: BotoCoreError | ClientError, codes: list[str]) -> bool:
    if isinstance(error, ClientError):
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        return status >= 500 or status == 429 or _PASSES.issuperset(codes)
    return isinstance(error, _CUT_OFF)
