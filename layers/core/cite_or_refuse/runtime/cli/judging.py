"""Anybody's report before the gate: what is read, and what is said of it."""

import json
from dataclasses import dataclass
from typing import Any, BinaryIO

from cite_or_refuse.domain.check import Check, GateOutcome, Reason
from cite_or_refuse.domain.errors import BadInput, PermanentError
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check, no_draft
from cite_or_refuse.report.json import as_claim

MAX_BYTES = 64 * 2**20
MAX_DIGITS = 4300  # of an integer; Python's own limit, beyond which reading one takes long

_ENDED_WELL = frozenset({None, "end_turn", "stop_sequence", "stop", "tool_use"})
_BLOCKED = frozenset({"guardrail_intervened", "content_filtered", "refusal"})


class GateBroke(PermanentError):
    """The gate raised. That is "could not check", never "passed"."""


@dataclass(frozen=True, slots=True)
class Case:
    """A draft, its sources, and why the model that wrote it stopped, where that is known."""

    draft: str
    sources: tuple[Source, ...]
    stop_reason: str | None = None


def judge(case: Case) -> Check:
    """Ask the gate. Raises GateBroke."""
    if case.stop_reason in _BLOCKED:
        return no_draft(Reason.BLOCKED)
    if case.stop_reason not in _ENDED_WELL:
        return no_draft(Reason.TRUNCATED)
    try:
        return check(case.draft, case.sources)
    except Exception as error:  # whatever it is, it must neither pass nor end a batch
        raise GateBroke(f"The gate itself broke: {type(error).__name__}: {error}") from error


def as_verdict(verdict: Check) -> dict[str, Any]:
    """Return the gate's answer as the fields that follow a batch line's id."""
    return {
        "outcome": "grounded" if verdict.outcome is GateOutcome.GROUNDED else "refused",
        "reasons": [reason.value for reason in verdict.reasons],
        "claims": [as_claim(claim) for claim in verdict.claims],
    }


def read_text(file: BinaryIO) -> str:
    """Return a file's text. Raises BadInput if it is too large or not UTF-8."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"{file.name} is larger than {MAX_BYTES >> 20} MiB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} is not UTF-8 text: {error.reason}.") from error


def read_sources(file: BinaryIO) -> tuple[Source, ...]:
    """Return the sources of a file. Raises BadInput that names it."""
    text = read_text(file)
    try:
        return as_sources(parse_json(text))
    except BadInput as error:
        raise BadInput(f"{file.name}: {error}") from error


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


def as_sources(value: object) -> tuple[Source, ...]:
    """Return the list as sources. Raises BadInput with the first thing that is wrong."""
    if not isinstance(value, list):
        raise BadInput("The sources are no list of objects with title, url, snippet and content.")
    return tuple(_as_source(n, item) for n, item in enumerate(value, 1))


def _as_source(number: int, item: object) -> Source:
    if not isinstance(item, dict):
        raise BadInput(f"Source {number} is no object.")
    fields = {"title": "", "snippet": ""} | item
    for name in ("title", "url", "snippet", "content"):
        if name not in fields:
            raise BadInput(f"Source {number} has no '{name}'.")
        if not isinstance(fields[name], str):
            raise BadInput(f"The '{name}' of source {number} is no string.")
    return Source(fields["title"], fields["url"], fields["snippet"], fields["content"])
