"""The report a person reads: the whole Markdown text of a run that ended."""

import re

from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Choice, Publication
from cite_or_refuse.domain.run import MAX_QUESTION_CHARS, Run
from cite_or_refuse.report.claims import fate
from cite_or_refuse.report.footnotes import body, definitions
from cite_or_refuse.report.refusal import failure, refusal
from cite_or_refuse.report.text import escaped, section
from cite_or_refuse.report.usage import spent

_STANDS = "each claim stands in the source it cites"
UNDECIDED = "a person has to decide on the draft below, until"
_FRAME = re.compile(
    r"# .*\r?\n\r?\n(?:"
    rf"\*\*(?:ACCEPTED|CAPPED)\*\*: {_STANDS}, "
    r"|\*\*(?:INSUFFICIENT GROUNDING|REFUSED|FAILED)\*\*: .* \(`\w+`\)\."
    rf"|\*\*WAITING\*\*: {UNDECIDED} )"
)


def is_report(text: str) -> bool:
    """Whether a text begins as what a run tells its reader, whether it shipped, ended or waits."""
    return _FRAME.match(text) is not None


def render(run: Run, publication: Publication) -> str:
    """Return the report: what ships with its footnotes, or why nothing does.

    `publication.report` is not read, since this is what fills it.
    """
    write = {
        Outcome.ACCEPTED: _shipped,
        Outcome.CAPPED: _shipped,
        Outcome.REFUSED: refusal,
        Outcome.FAILED: failure,
    }[publication.outcome]
    return page(run, [*write(run, publication), _used(run)])


def page(run: Run, parts: list[str]) -> str:
    """Return the parts that are not empty, under the question as a heading."""
    title = f"# {escaped(run.question, MAX_QUESTION_CHARS)}"
    return "\n\n".join([title, *(part for part in (*parts, _allowed(run)) if part)]) + "\n"


def _allowed(run: Run) -> str:
    """Return the hosts that the caller opened beside the public web, if any."""
    hosts = ", ".join(escaped(host) for host in run.options.allow_hosts)
    return f"Pages were also allowed from: {hosts}." if hosts else ""


def _shipped(run: Run, publication: Publication) -> list[str]:
    return [
        f"**{publication.outcome.upper()}**: {_why_it_ships(run, publication)}",
        section("Cut, since no cited source carries it:", [fate(c) for c in publication.cut]),
        section("Open:", [escaped(note, 500) for note in publication.notes]),
        body(publication.draft, publication.claims),
        definitions(publication.draft, publication.claims, run.sources),
        written_by(run),
    ]


def _why_it_ships(run: Run, publication: Publication) -> str:
    decision = run.current_decision
    by_human = decision is not None and decision.choice is Choice.ACCEPT
    who = "a person" if by_human else "the reviewer"
    if publication.outcome is Outcome.ACCEPTED:
        how = f"and {who} accepted the draft"
    elif by_human:
        how = f"{who} accepted the draft, and what did not stand was cut"
    elif run.judgement and run.judgement.repeated:
        how = "but the writer came back with a draft that had been sent back before"
    else:
        how = f"but no draft was accepted within {run.cap} rewrites"
    return f"{_STANDS}, {how}."


def written_by(run: Run) -> str:
    """Return which models worked, and what code did with their draft."""
    options = run.options
    if options.model == "extractive":
        return "Written without a language model: the sentences are quotes from the sources."
    reviewed = f", reviewed by {escaped(options.review_model)}" if options.review_model else ""
    by = f"Written by {escaped(options.model)}{reviewed}"
    return f"{by}; code checked each claim against its source."


def _used(run: Run) -> str:
    """Return the last line of every report for which a model was asked."""
    return f"Used: {spent(run.spent)}." if run.spent.calls else ""
