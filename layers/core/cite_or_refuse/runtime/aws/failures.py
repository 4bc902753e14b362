"""Errors on their way through the workflow, which knows them by name and by a text.

Step Functions calls an error by the class that the handler raised, and puts Lambda's account of it
into the cause: JSON with `errorType` and `errorMessage`. The emulator names every error
`Runtime.HandlerError` in both places, so the class goes before the message, too. A Lambda that died
gives no account.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from traceback import extract_tb

from cite_or_refuse.domain import errors

MAX_CHARS = 500
"""The cause travels in the workflow's state, which has to stay small."""
_LATE = "it was not done within its time"
_BROKE_OFF = "a function broke off in the middle of its work"
_LAMBDA = "AWS Lambda itself failed, also when it was asked again"
_OURS: Mapping[str, str] = {
    "States.Timeout": _LATE,
    "Sandbox.Timedout": _LATE,
    "Lambda.Unknown": _BROKE_OFF,
    "Runtime.ExitError": _BROKE_OFF,
    "Lambda.TooManyRequestsException": "this account had as many functions at work as it may",
    "Lambda.ServiceException": _LAMBDA,
    "Lambda.AWSLambdaException": _LAMBDA,
    "Lambda.SdkClientException": _LAMBDA,
    "States.DataLimitExceeded": "a step gave back more than the workflow carries",
}
"""What AWS's own errors are called in a report; their words stay in the logs."""
_TIMED_OUT = "Task timed out"  # whatever name Lambda gives it
_NAMELESS = "Runtime.HandlerError"
_NO_NAME = re.compile(r"[^A-Za-z0-9_.]")


def bounded(error: Exception) -> Exception:
    """Return the error as the state and the logs may carry it: short, named, without traceback.

    One that was not foreseen keeps its name, and says where it came from instead of its own words,
    in which there may be a source's.
    """
    name = type(error).__name__
    if isinstance(error, errors.CiteOrRefuseError):
        return named(name, f"{name}: {error}")
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "unknown"
    return named(name, f"{name}: It came from {place}; the log has more.")


def failure(caught: Mapping[str, str] | None) -> Exception | None:
    """Return what a Catch of the workflow caught, `{"Error": ..., "Cause": ...}`, as an error."""
    if not caught:
        return None
    name, cause = caught["Error"], caught.get("Cause") or ""
    account = _account(cause)
    if not hasattr(errors, name):
        name = str(account.get("errorType") or name)
    text = str(account.get("errorMessage") or cause or name)
    said, _, rest = text.partition(": ")
    if rest and said.isidentifier() and name in (said, _NAMELESS):
        return named(said, rest)
    return named(name, text) if _known(name) else named(name, _in_our_words(name, text))


def _in_our_words(name: str, text: str) -> str:
    return _LATE if _TIMED_OUT in text else _OURS.get(name, f"{name}, of which the log has more")


def named(name: str, text: str) -> Exception:
    """Return an error whose class has this name: one of the tree, or one made for the purpose."""
    short = text if len(text) <= MAX_CHARS else f"{text[: MAX_CHARS - 3]}..."
    if known := _known(name):
        return known(short)
    made: type[Exception] = type(_NO_NAME.sub("", name)[:80] or "Unknown", (Exception,), {})
    return made(short)


def _known(name: str) -> type[errors.CiteOrRefuseError] | None:
    kind = getattr(errors, name, None)
    is_ours = isinstance(kind, type) and issubclass(kind, errors.CiteOrRefuseError)
    return kind if is_ours else None


def _account(cause: str) -> Mapping[str, object]:
    try:
        account = json.loads(cause)
    except ValueError:
        return {}
    return account if isinstance(account, dict) else {}
