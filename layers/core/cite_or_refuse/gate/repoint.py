"""Point a claim at the source of the run that does carry it. For runs only, never for `verify`."""

from collections.abc import Sequence
from dataclasses import replace

from cite_or_refuse.domain.check import Check, GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.check import check as check_draft
from cite_or_refuse.gate.check import indexed
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.judging import Judging
from cite_or_refuse.gate.page import between, read


def repoint(
    check: Check, sources: Sequence[Source], indexes: Sequence[SourceIndex] | None = None
) -> Check:
    """Return the check of the draft in which wrong but cured citations name their right source.

    A claim is re-pointed if its citations exist but do not carry it, and another source alone
    fully does. Each re-pointing is a change, and the whole draft passes the gate again.
    """
    if check.outcome is not GateOutcome.UNSUPPORTED or not check.claims:
        return check
    indexes = indexed(sources) if indexes is None else indexes
    page = read(check.draft)
    judging = Judging(page, sources, indexes)
    pieces: list[str] = []
    changes: list[str] = []
    at = 0
    for claim in check.claims:
        source = judging.better_source(claim)
        if source is None:
            continue
        *others, last = between(page.markers, claim.start, claim.end)
        for mark, instead in (*((mark, "") for mark in others), (last, f"[^{source}]")):
            pieces += page.text[at : mark.start], instead
            at = mark.end
        old = "".join(f"[^{number}]" for number in claim.citations)
        changes.append(f"re-pointed {old} to [^{source}]: {claim.text[:80]}")
    if not changes:
        return check
    again = check_draft("".join((*pieces, page.text[at:])), sources, indexes)
    return replace(again, changes=(*check.changes, *changes, *again.changes))
