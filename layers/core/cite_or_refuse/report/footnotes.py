"""The footnote list, and the mark on weak claims. A draft never brings its own."""

import re
from collections.abc import Sequence
from textwrap import indent

from cite_or_refuse.domain.check import Claim, Evidence, Support
from cite_or_refuse.domain.source import Source
from cite_or_refuse.report.text import bullets, escaped, link, one_line, quoted, section, visible

WEAK_MARK = "†"
WEAK_LEGEND = f"{WEAK_MARK} Weak: the cited source has the facts, but only part of the words."

_MARKER = re.compile(r"\[\^([0-9]{1,6})\]")


def body(draft: str, claims: Sequence[Claim]) -> str:
    """Return the draft with a mark behind each weak claim, and a legend if there is one.

    Tables and code stay as they are; the legend names what is weak in them.
    """
    weak = [claim for claim in claims if claim.verdict is Support.WEAK]
    if not weak:
        return visible(draft).rstrip()
    places = [_place_of_mark(draft, claim) for claim in weak]
    marked = draft
    for place in sorted({place for place in places if place is not None}, reverse=True):
        marked = f"{marked[:place]}{WEAK_MARK}{marked[place:]}"
    rest = [quoted(c.text, 120) for c, place in zip(weak, places, strict=True) if place is None]
    legend = section(f"{WEAK_LEGEND} The same holds for:", rest) or WEAK_LEGEND
    return f"{visible(marked).rstrip()}\n\n{legend}"


def _place_of_mark(draft: str, claim: Claim) -> int | None:
    """Return the offset behind the claim's last marker, or None if it has none, or in a table."""
    place = None
    for match in _MARKER.finditer(draft, claim.start, claim.end):
        in_code = draft.count("`", claim.start, match.start()) % 2
        if not in_code and int(match[1]) in claim.citations:
            place = match.end()
    if place is None:
        return None
    line = draft[draft.rfind("\n", 0, place) + 1 :].partition("\n")[0]
    return None if "|" in line else place


def definitions(draft: str, claims: Sequence[Claim], sources: Sequence[Source]) -> str:
    """Return one definition for each number that the draft uses, with the evidence for it.

    A heading, a question or the lead-in of a list may use one without being a claim.
    """
    used = {int(number) for number in _MARKER.findall(draft)}
    evidence = [span for claim in claims for span in claim.evidence]
    return "\n\n".join(
        _definition(number, source, evidence)
        for number, source in enumerate(sources, 1)
        if number in used
    )


def _definition(number: int, source: Source, evidence: Sequence[Evidence]) -> str:
    lines = ["Only the snippet of this source is known."] if source.snippet_only else []
    lines += unique_quotes([span for span in evidence if span.source == number])
    details = indent(bullets(lines), "    ")
    return f"[^{number}]: {named(source.title, source.url)}\n{details}".rstrip()


def named(title: str, url: str) -> str:
    """Return a document's title and address, safe to print."""
    words = escaped(title).rstrip(".") or "Untitled"
    return f"{words}. {link(url)}".rstrip()


def unique_quotes(evidence: Sequence[Evidence]) -> list[str]:
    """Return the quotes from one source in its order, none that lies within another."""
    quotes: dict[str, None] = {}
    covered = -1
    for span in sorted(evidence, key=lambda span: (span.start, -span.end)):
        if span.end > covered and one_line(span.quote):
            quotes[quoted(span.quote)] = None
            covered = span.end
    return list(quotes)
