"""What does not fit the API's document, told in one sentence of ours that says what is taken."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import ErrorDetails

_WHOLE, _OBJECT = "has to be a whole number", "has to be an object"
_TAKEN: Mapping[str, str] = {
    "missing": "is missing",
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "float_type": "has to be a number",
    "finite_number": "has to be a number",
    "bool_type": "has to be true or false",
    "string_type": "has to be a string",
    "string_unicode": "has to be valid Unicode",
    "list_type": "has to be a list",
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dict_type": _OBJECT,
    "greater_than_equal": "has to be at least {ge:,}",
    "less_than_equal": "has to be at most {le:,}",
    "string_too_short": "has to have at least {min_length:,} {character}",
    "string_too_long": "has to have at most {max_length:,} {character}",
    "too_long": "has to have at most {max_length:,} items",
    "string_pattern_mismatch": "has to have the form {pattern}",
    "literal_error": "has to be one of {expected}",
}
"""By the kinds of error that pydantic names: pydantic.dev, "Validation Errors"."""
UNTOLD = "is not as the API's document has it"


def told(error: ErrorDetails) -> str:
    """Return the sentence for an error whose `loc` begins with `body`, `query`, `header` or `path`.

    Nothing of what was sent is in it but the names of fields.
    """
    place, *path = map(str, error["loc"])
    if error["type"] == "extra_forbidden":
        *path, unknown = path
        return f"{_named(place, path)} has no field {unknown!r:.60}."
    words: dict[str, Any] = {name: _plain(value) for name, value in error.get("ctx", {}).items()}
    bounds = (words.get("min_length"), words.get("max_length"))
    words["character"] = "character" if 1 in bounds else "characters"
    return f"{_named(place, path)} {_TAKEN.get(error['type'], UNTOLD).format(**words)}."


def _named(place: str, path: list[str]) -> str:
    return f"The {place}'s {'.'.join(path)!r:.100}" if path else f"The {place}"


def _plain(value: object) -> object:
    """A bound of a number with a fraction is a whole one, too: 0, not 0.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
