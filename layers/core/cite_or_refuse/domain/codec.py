"""The domain's frozen dataclasses to and from plain JSON types, for stores and engines.

`to_plain(facts)` is `{"run_id": "...", "gate": "grounded", ...}`; `from_plain(Facts, plain)` is
the equal object again.
"""

from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from cite_or_refuse.domain.errors import PermanentError


def to_plain(value: object) -> Any:
    """Return the value as dicts, lists, strings, numbers, booleans and None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value


def from_plain[T](kind: type[T], plain: object) -> T:
    """Return what `to_plain` was given. A field with a default may be absent, none may be unknown.

    Raises PermanentError: the value was not written by this version of the program.
    """
    return cast("T", _read(kind, plain, kind.__name__))


def _read(hint: Any, plain: Any, where: str) -> object:
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(plain, dict):
        return _read_fields(hint, plain)
    if isinstance(hint, type) and issubclass(hint, Enum) and plain in list(hint):
        return hint(plain)
    origin = get_origin(hint)
    if origin is UnionType:
        options = [option for option in get_args(hint) if option is not NoneType]
        return None if plain is None else _read(options[0], plain, where)
    if origin is tuple and isinstance(plain, list):
        return tuple(_read(get_args(hint)[0], item, where) for item in plain)
    if origin is Literal and plain in get_args(hint):
        return plain
    if hint is float and type(plain) is int:
        return float(plain)
    if type(plain) is hint:
        return plain
    raise PermanentError(f"A stored {where} cannot be {plain!r:.80}.")


def _read_fields(kind: type, plain: dict[str, Any]) -> object:
    hints = _hints(kind)
    required = {field.name for field in fields(kind) if field.default is MISSING}
    if misfits := sorted((plain.keys() - hints.keys()) | (required - plain.keys())):
        raise PermanentError(f"A stored {kind.__name__} lacks {misfits[0]!r}, or does not know it.")
    return kind(
        **{
            name: _read(hints[name], item, f"{kind.__name__}.{name}")
            for name, item in plain.items()
        }
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields, resolved once: `get_type_hints` is slow."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
