"""What a run that ships nothing tells its reader: why, what was tried, and what could help."""

from cite_or_refuse.domain.check import Reason
from cite_or_refuse.domain.outcome import Stop
from cite_or_refuse.domain.parts import Publication
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked
from cite_or_refuse.report.claims import fate
from cite_or_refuse.report.footnotes import named
from cite_or_refuse.report.text import escaped, quoted, section

MAX_NEAREST = 5
_QUOTES_ONLY = "extractive"  # the writer that finds no sentence when none answers
_FILES = "corpus"  # the provider that finds the same each time

_WHY = {
    Stop.NO_SOURCES: "no source was found that speaks of the question",
    Stop.NO_CITATIONS: "the draft cites no source, so nothing in it can be checked",
    Stop.DANGLING_CITATION: "the draft cites a source that does not exist",
    Stop.UNSUPPORTED_CLAIMS: "too little of the draft stands in the sources that it cites",
    Stop.HUMAN_REFUSED: "a person read the draft and refused it",
    Stop.MODEL_BLOCKED: "a content filter or a guardrail stopped the model's answer",
}
_HELP = {
    Stop.NO_SOURCES: "Ask in the words of the documentation, or add documents that speak of it.",
    Stop.NO_CITATIONS: "Ask another model, since this one did not cite.",
    Stop.DANGLING_CITATION: "Ask another model, since this one cited what it was not given.",
    Stop.UNSUPPORTED_CLAIMS: "Add documents that say what these claims say, or ask for less.",
    Stop.HUMAN_REFUSED: "Ask again with what the person missed.",
    Stop.MODEL_BLOCKED: "Ask in other words, or another model.",
}
_UNANSWERED = "no sentence of the sources that were found answers the question"
_ANSWER = "Ask in their words, or add documents that answer it."


def refusal(run: Run, publication: Publication) -> list[str]:
    """Return the parts of a refusal. Of the draft, only the claims that died are shown."""
    stop = Stop(publication.reason or "")
    why, advice = (_UNANSWERED, _ANSWER) if _is_unanswered(run, stop) else (_WHY[stop], _HELP[stop])
    by_choice = stop in (Stop.HUMAN_REFUSED, Stop.MODEL_BLOCKED)
    headline = "REFUSED" if by_choice else "INSUFFICIENT GROUNDING"
    died = [fate(claim) for claim in publication.claims if not claim.stands]
    standing = len(publication.claims) - len(died)
    score = f" {standing} of {len(publication.claims)} claims stand." if publication.claims else ""
    return [
        f"**{headline}**: {why} (`{stop}`).{score}",
        section("What the gate says of the draft:", _reasons(run)),
        section("Claims that died:", died),
        section("Open:", [escaped(note, 500) for note in publication.notes]),
        searched(run),
        section("The nearest evidence:", _nearest(run, publication)),
        f"What could help: {advice} {_retry(run, stop)}",
    ]


def failure(run: Run, publication: Publication) -> list[str]:
    """Return the parts of a report on something that broke, and how to go on."""
    found = len(run.sources)
    kept = f"{found} {'source' if found == 1 else 'sources'}{' and a draft' if run.draft else ''}"
    broke = (
        "every search provider failed"
        if publication.reason == Stop.SEARCH_FAILED
        else "; ".join(escaped(note, 500) for note in publication.notes)
    )
    resume = f"cite-or-refuse resume {run.run_id}"
    return [
        f"**FAILED**: {broke.rstrip('.')} (`{publication.reason}`).",
        searched(run),
        (
            f"Nothing is lost: the run keeps {kept}. "
            f"Go on with: `{resume}`; if it ran in a stack, add `--engine stack`."
        ),
    ]


def searched(run: Run) -> str:
    """Return what was asked of whom: found, found nothing, or failed."""
    asked = run.research.asked if run.research else ()
    return section("What was searched:", [_answer(one) for one in asked])


def _answer(asked: Asked) -> str:
    if asked.error:
        found = f"failed: {escaped(asked.error, 500)}"
    else:
        found = f"{asked.hits} found" if asked.hits else "found nothing"
    return f"{escaped(asked.provider)}, {quoted(asked.query, 400)}: {found}"


def _reasons(run: Run) -> list[str]:
    """What the gate found beside single claims, whose fates are listed on their own."""
    told = (Reason.UNSUPPORTED_CLAIM, Reason.UNCITED_CLAIM, Reason.NO_SOURCES)
    check = run.current_check
    return [f"`{reason}`" for reason in check.reasons if reason not in told] if check else []


def _nearest(run: Run, publication: Publication) -> list[str]:
    """The passages closest to the dead claims; else the sources; else what was passed over."""
    dead = [
        claim.evidence[0] for claim in publication.claims if claim.evidence and not claim.stands
    ]
    if dead:
        sources = [run.sources[span.source - 1] for span in dead]
        lines = [
            f"{named(source.title, source.url)}: {quoted(span.quote)}"
            for source, span in zip(sources, dead, strict=True)
        ]
    elif run.sources:
        lines = [f"{named(s.title, s.url)}: {quoted(s.snippet)}" for s in run.sources]
    else:
        passed_over = run.research.unfetched if run.research else ()
        lines = [f"{named(one.title, one.url)}: {escaped(one.why)}" for one in passed_over]
    return list(dict.fromkeys(lines))[:MAX_NEAREST]


def _is_unanswered(run: Run, stop: Stop) -> bool:
    """Whether the writer that only quotes found nothing to quote, so that no claim died."""
    reasons = run.current_check.reasons if run.current_check else ()
    by_quotes = run.options.model == _QUOTES_ONLY
    return stop is Stop.UNSUPPORTED_CLAIMS and by_quotes and Reason.EMPTY_DRAFT in reasons


def _retry(run: Run, stop: Stop) -> str:
    """Say whether the same question again could end otherwise."""
    asked = run.research.asked if run.research else ()
    if failed := sorted({one.provider for one in asked if one.error}):
        return f"A retry can help once this provider answers again: {', '.join(failed)}."
    if stop is Stop.HUMAN_REFUSED:
        return "A retry asks a person again."
    if stop is not Stop.NO_SOURCES and run.options.model != _QUOTES_ONLY:
        return "A retry may end otherwise, since the model may write another draft."
    if any(one.provider != _FILES for one in asked):
        return "A retry searches the web again, where other pages may be found later."
    if stop is Stop.NO_SOURCES:
        return "A retry over the same documents finds the same."
    return "A retry over the same documents ends the same, since no language model is used."
