"""Check a draft against its sources. A first version: markers and sentences only."""

import re
from collections.abc import Sequence

from cite_or_refuse.domain.check import HARD_REASONS, Check, Claim, GateOutcome, Reason, Support
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.index import SourceIndex, build_index
from cite_or_refuse.gate.support import judge

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?:\s{0,3}\[\^[^\]\n]{1,9}\])*(?=\s|$)|\n|$)")
_MARKER = re.compile(r"\[\^([0-9]{1,6})\]")


def no_draft(reason: Reason) -> Check:
    """Return the check of what is no draft at all."""
    hard = reason in HARD_REASONS
    return Check(GateOutcome.HARD if hard else GateOutcome.UNSUPPORTED, (reason,), (), "")


def check(
    draft: str, sources: Sequence[Source], indexes: Sequence[SourceIndex] | None = None
) -> Check:
    """Return the gate's answer about a draft."""
    if not sources:
        return Check(GateOutcome.HARD, (Reason.NO_SOURCES,), (), draft)
    if not draft.strip():
        return Check(GateOutcome.UNSUPPORTED, (Reason.EMPTY_DRAFT,), (), draft)
    if not _MARKER.search(draft):
        return Check(GateOutcome.HARD, (Reason.NO_CITATIONS,), (), draft)
    indexes = indexes or [build_index(source.content) for source in sources]
    claims = [_claim(match, indexes) for match in _SENTENCE.finditer(draft)]
    reasons = {_REASONS[c.verdict] for c in claims if c.verdict in _REASONS}
    outcome = GateOutcome.UNSUPPORTED if reasons else GateOutcome.GROUNDED
    if reasons & HARD_REASONS:
        outcome = GateOutcome.HARD
    return Check(outcome, tuple(r for r in Reason if r in reasons), tuple(claims), draft)


_REASONS = {
    Support.UNSUPPORTED: Reason.UNSUPPORTED_CLAIM,
    Support.UNCITED: Reason.UNCITED_CLAIM,
    Support.DANGLING: Reason.DANGLING_CITATION,
}


def _claim(match: re.Match[str], indexes: Sequence[SourceIndex]) -> Claim:
    text = _MARKER.sub("", match[0]).strip()
    numbers = tuple(dict.fromkeys(int(n) for n in _MARKER.findall(match[0])))
    place = {"start": match.start(), "end": match.end()}
    if not numbers:
        return Claim(text, (), Support.UNCITED, **place)
    if any(not 1 <= n <= len(indexes) for n in numbers):
        return Claim(text, numbers, Support.DANGLING, **place)
    judged = judge(text, [(n, indexes[n - 1]) for n in numbers])
    return Claim(
        text, numbers, judged.verdict, match.start(), match.end(),
        judged.missing, judged.score, judged.evidence,
    )  # fmt: skip
