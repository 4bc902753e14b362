"""Anybody's report before the gate, at every door: what is judged, and what is said of it."""

from dataclasses import dataclass
from typing import Any

from cite_or_refuse.domain.check import Check, GateOutcome, Reason
from cite_or_refuse.domain.errors import BadInput, GateBroke
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check, no_draft
from cite_or_refuse.report.json import as_claim

_ENDED_WELL = frozenset({None, "end_turn", "stop_sequence", "stop", "tool_use"})
_BLOCKED = frozenset({"guardrail_intervened", "content_filtered", "refusal"})


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
