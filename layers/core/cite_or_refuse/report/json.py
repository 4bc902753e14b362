"""The run as one JSON object: what `--json` prints and `run.json` holds."""

from collections.abc import Sequence
from typing import Any

from cite_or_refuse.domain.budget import MICRO, Budget, Usage
from cite_or_refuse.domain.check import Claim
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked, Source, Unfetched
from cite_or_refuse.report.usage import Committed, by_node


def as_object(run: Run, trail: Sequence[Committed]) -> dict[str, Any]:
    """Return the run; before it ends, with the claims of the current draft and no report.

    What the sources hold is not read, so the run may be one that was loaded without texts.

    `draft` is what ships of the draft, as `verify` reads it: empty unless accepted or capped.
    """
    end = run.current_publication
    judged = end or run.current_check
    return {
        "run_id": run.run_id,
        "outcome": run.status.value,
        "reason": end.reason if end else None,
        "question": run.question,
        "started_by": run.started_by,
        "model": run.options.model,
        "revision": run.draft.revision if run.draft else 0,
        "report": end.report if end else "",
        "draft": end.draft if end else "",
        "search": list(run.options.search),
        "allow_hosts": list(run.options.allow_hosts),
        "sources": [as_source(n, source) for n, source in enumerate(run.sources, 1)],
        "asked": [_as_asked(asked) for asked in run.research.asked] if run.research else [],
        "unfetched": [_as_unfetched(one) for one in run.research.unfetched] if run.research else [],
        "claims": [as_claim(claim) for claim in judged.claims] if judged else [],
        "cut": [as_claim(claim) for claim in end.cut] if end else [],
        "notes": list(end.notes) if end else [],
        "left_out": list(run.draft.left_out) if run.draft else [],
        "usage": _as_usage(run.spent)
        | {
            "budget": as_budget(run.options.budget),
            "nodes": {step: _as_usage(used) for step, used in by_node(trail).items()},
        },
        "trail": [{"step": commit.step, "at": commit.at} for commit in trail],
    }


def _as_usage(usage: Usage) -> dict[str, Any]:
    """`cost_usd` is null when a call had no known price."""
    return {
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": None if usage.cost is None else usage.cost / MICRO,
        "searches": usage.searches,
        "seconds": usage.milliseconds / 1000,
    }


def as_budget(budget: Budget) -> dict[str, Any]:
    """Return the limits that there are."""
    dollars = budget.micro_dollars
    limits = {
        "usd": None if dollars is None else dollars / MICRO,
        "tokens": budget.tokens,
        "calls": budget.calls,
        "searches": budget.searches,
        "seconds": budget.seconds,
    }
    return {name: limit for name, limit in limits.items() if limit is not None}


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


def as_source(number: int, source: Source) -> dict[str, Any]:
    """Return what is known of a source, without its texts."""
    return {
        "n": number,
        "title": source.title,
        "url": source.url,
        "sha256": source.sha256,
        "chars": source.chars,
        "snippet_only": source.snippet_only,
        "provider": source.provider,
        "rank": source.rank,
        "requested_url": source.requested_url or source.url,
        "canonical_url": source.canonical_url or None,
        "status": source.status or None,
        "fetched_at": source.fetched_at,
        "content_type": source.content_type,
        "bytes": source.bytes,
        "language": source.language or None,
        "published": source.published or None,
        "modified": source.modified or None,
    }


def _as_asked(asked: Asked) -> dict[str, Any]:
    return {
        "provider": asked.provider,
        "query": asked.query,
        "hits": asked.hits,
        "error": asked.error,
    }


def _as_unfetched(page: Unfetched) -> dict[str, Any]:
    return {
        "title": page.title,
        "url": page.url,
        "why": page.why,
        "status": page.status or None,
        "provider": page.provider,
        "rank": page.rank,
        "at": page.at or None,
    }
