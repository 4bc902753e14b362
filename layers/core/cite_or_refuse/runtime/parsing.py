"""JSON from strangers: one reading for the command line, the API and dropped documents."""

import json
from collections import Counter

from cite_or_refuse.domain.errors import BadInput

MAX_DIGITS = 4300  # of an integer; Python's own limit, beyond which reading one takes long


def parse_json(text: str) -> object:
    """Return the JSON value.

    Raises BadInput, also for NaN and infinities, which are no JSON, and for an object that has a
    field twice: which of the two counts, each reader would decide for himself.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_told_once,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_readable,
        )
    except json.JSONDecodeError as error:
        raise BadInput(f"This is no JSON: {_where(text, error)}.") from error
    except RecursionError as error:
        raise BadInput("This JSON is nested too deeply.") from error
    except ValueError as error:
        raise BadInput(f"This JSON cannot be read: {error}.") from error


def _where(text: str, error: json.JSONDecodeError) -> str:
    what = "a byte order mark stands" if text.startswith("\ufeff") else "it breaks"
    return f"{what} at line {error.lineno}, column {error.colno}"


def _told_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(name for name, count in Counter(n for n, _ in pairs).items() if count > 1)
        raise ValueError(f"an object has the field {twice!r:.100} twice")
    return fields


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _readable(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits, and at most {MAX_DIGITS} are read")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is out of range")
    return number
