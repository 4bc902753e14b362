"""Runs, sources and checks for tests, with defaults for all that a test does not speak of."""

from datetime import UTC, datetime
from typing import Any

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.domain.check import Check, Claim, Reason, Support
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.parts import Draft, DraftProblem, Judgement, Plan, Research
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked, Source, digest
from cite_or_refuse.ports import Ports

TARN = "Tarn 2.4 was released on 5 March 2024. The default cache size is 512 MB."


def a_source(content: str = TARN, *, title: str = "Tarn notes", url: str = "") -> Source:
    url = url or f"https://docs.example.org/{digest(content)[:8]}"
    return Source(title=title, url=url, snippet=content[:80], content=content).sealed()


def a_claim(text: str = "The default cache size is 512 MB.", **other: Any) -> Claim:
    fields: dict[str, Any] = {
        "citations": (1,),
        "verdict": Support.SUPPORTED,
        "start": 0,
        "end": len(text),
        "score": 0.9,
    }
    return Claim(text, **(fields | other))


def a_check(
    *claims: Claim,
    reasons: tuple[Reason, ...] = (),
    draft: str = "",
) -> Check:
    return Check(reasons, claims, draft)


def a_run(
    *,
    question: str = "How large is Tarn's cache?",
    options: Options | None = None,
    sources: list[Source] | None = None,
    draft: str | None = None,
    revision: int = 0,
    problem: DraftProblem | None = None,
    check: Check | None = None,
    plan_made: bool = True,
    **parts: Any,
) -> Run:
    """A run as far along as what is given: sources, then a draft, then the gate's check."""
    found = tuple([a_source()] if sources is None else sources)
    run = Run(
        run_id="r1",
        question=question,
        options=options or Options(),
        started_by="a test",
        created_at="2026-01-02T03:04:05+00:00",
        plan=Plan((question,)) if plan_made else None,
        research=Research(True, found, (Asked("corpus", question, len(found)),)),
        draft=None if draft is None else Draft(draft, revision, problem),
        judgement=check and Judgement(revision, check, repeated=False, seen=(digest(draft or ""),)),
    )
    for part in parts.values():
        run = run | part
    return run


def some_ports(model: ScriptedModel | None = None, **ports: Any) -> Ports:
    """Ports without a store: a scripted model, a search over one source, a clock that stands."""
    now = ports.pop("now", datetime(2026, 1, 2, 12, tzinfo=UTC))
    fields: dict[str, Any] = {
        "model": model or ScriptedModel(),
        "searches": (FixedSearch([a_source()]),),
        "fetcher": FixedFetcher([a_source()]),
        "store": None,
        "now": lambda: now,
    }
    return Ports(**(fields | ports))
