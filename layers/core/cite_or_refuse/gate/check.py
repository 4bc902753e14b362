"""Check a draft against its sources: read it, then judge each of its claims.

The order of the rules: no source, nothing written, no marker of any form. Then for each claim a
marker that names no source, one that is malformed, an address that is no source's, no marker, and
at last whether the cited sources say it. The first that fails is the claim's verdict; all that
fail anywhere are the check's reasons.
"""

from collections.abc import Sequence
from functools import lru_cache

from cite_or_refuse.domain.check import Check, Reason
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.index import SourceIndex, build_index
from cite_or_refuse.gate.judging import Judging
from cite_or_refuse.gate.repair import repair


def no_draft(reason: Reason) -> Check:
    """Return the check of what is no draft at all."""
    return Check((reason,), (), "")


def check(
    draft: str, sources: Sequence[Source], indexes: Sequence[SourceIndex] | None = None
) -> Check:
    """Decide whether each claim of a draft is carried by the sources it cites.

    `[^n]` cites `sources[n - 1]`; `indexes` are theirs, if they are built already. The same input
    has the same answer, whatever the text, and no text raises. Offsets of claims are those of
    `Check.draft`, offsets of evidence those of a source's content, in code points.
    """
    if not sources:
        return Check((Reason.NO_SOURCES,), (), draft)
    repaired = repair(draft, sources)
    indexes = indexed(sources) if indexes is None else indexes
    judging = Judging(repaired.page, sources, indexes)
    claims = judging.claims()
    reasons = set(judging.reasons)
    if not claims and not reasons:
        reasons.add(Reason.EMPTY_DRAFT)
    elif not repaired.cited:
        reasons.add(Reason.NO_CITATIONS)
    return Check(
        tuple(reason for reason in Reason if reason in reasons),
        tuple(claims),
        repaired.page.text,
        repaired.changes,
    )


def indexed(sources: Sequence[Source]) -> list[SourceIndex]:
    """Return the indexes of the sources; those of the last few contents are kept."""
    return [_index(source.content) for source in sources]


_index = lru_cache(maxsize=32)(build_index)
