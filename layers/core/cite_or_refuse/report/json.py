"""The run as one JSON object: what `--json` prints and `run.json` holds."""

from collections.abc import Sequence
from typing import Any, Protocol

from cite_or_refuse.domain.check import Claim
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source


class Committed(Protocol):
    """One committed step, as the store keeps it."""

    @property
    def step(self) -> str:
        """The node's name."""

    @property
    def at(self) -> str:
        """When, in ISO 8601."""


def as_object(run: Run, trail: Sequence[Committed]) -> dict[str, Any]:
    """Return the run; before it ends, with the claims of the current draft and no report."""
    end = run.current_publication
    judged = end or run.current_check
    return {
        "run_id": run.run_id,
        "outcome": run.status.value,
        "reason": end.reason if end else None,
        "question": run.question,
        "model": run.options.model,
        "revision": run.draft.revision if run.draft else 0,
        "report": end.report if end else "",
        "sources": [_as_source(n, source) for n, source in enumerate(run.sources, 1)],
        "claims": [as_claim(claim) for claim in judged.claims] if judged else [],
        "cut": [as_claim(claim) for claim in end.cut] if end else [],
        "notes": list(end.notes) if end else [],
        "trail": [{"step": commit.step, "at": commit.at} for commit in trail],
    }


def as_claim(claim: Claim) -> dict[str, Any]:
    """Return a claim with its evidence; offsets are code points of the source's content."""
    return {
        "text": claim.text,
        "citations": list(claim.citations),
        "verdict": claim.verdict.value,
        "missing": list(claim.missing),
        "score": claim.score,
        "evidence": [
            {"source": span.source, "start": span.start, "end": span.end, "quote": span.quote}
            for span in claim.evidence
        ],
    }


def _as_source(number: int, source: Source) -> dict[str, Any]:
    return {
        "n": number,
        "title": source.title,
        "url": source.url,
        "sha256": source.sha256,
        "chars": len(source.content),
    }
