"""JSON from strangers: one reading for the command line, the API and dropped documents."""

import json

from cite_or_refuse.domain.errors import BadInput

MAX_DIGITS = 4300  # of an integer; Python's own limit, beyond which reading one takes long


def parse_json(text: str) -> object:
    """Return the JSON value. Raises BadInput, also for NaN and infinities, which are no JSON."""
    try:
        return json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, parse_int=_readable
        )
    except json.JSONDecodeError as error:
        raise BadInput(f"This is no JSON: {error}.") from error
    except RecursionError as error:
        raise BadInput("This JSON is nested too deeply.") from error
    except ValueError as error:
        raise BadInput(f"This JSON cannot be read: {error}.") from error


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
