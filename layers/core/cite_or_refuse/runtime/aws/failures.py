"""Errors on their way through the workflow, which knows them by name and by a text.

Step Functions calls an error by the class that the handler raised, and puts Lambda's account of it
into the cause: JSON with `errorType` and `errorMessage`. The emulator names every error
`Runtime.HandlerError`, with the class in that account. A Lambda that died has no account.
"""

import json
from collections.abc import Mapping

from cite_or_refuse.domain import errors

MAX_CAUSE_CHARS = 500
"""The cause travels in the workflow's state, which has to stay small."""


def named(name: str, text: str) -> Exception:
    """Return an error with this class's name: one of the tree, or a class made for the purpose."""
    known = getattr(errors, name, None)
    if isinstance(known, type) and issubclass(known, errors.CiteOrRefuseError):
        return known(text)
    made: type[Exception] = type(name, (Exception,), {})
    return made(text)


def bounded(error: Exception) -> Exception:
    """Return the error with a short text and without its traceback, as the state can carry it."""
    text = str(error)
    short = text if len(text) <= MAX_CAUSE_CHARS else f"{text[: MAX_CAUSE_CHARS - 3]}..."
    return named(type(error).__name__, short)


def failure(caught: Mapping[str, str] | None) -> Exception | None:
    """Return what a Catch of the workflow caught, `{"Error": ..., "Cause": ...}`, as an error."""
    if not caught:
        return None
    name, cause = caught["Error"], caught.get("Cause") or ""
    account = _account(cause)
    known_by_name = hasattr(errors, name)
    return named(
        name if known_by_name else str(account.get("errorType") or name),
        str(account.get("errorMessage") or cause or name)[:MAX_CAUSE_CHARS],
    )


def _account(cause: str) -> Mapping[str, object]:
    try:
        account = json.loads(cause)
    except ValueError:
        return {}
    return account if isinstance(account, dict) else {}
