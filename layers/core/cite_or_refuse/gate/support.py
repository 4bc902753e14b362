"""Decide whether the cited sources say what a claim says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.domain.check import Evidence, Support
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import TOKEN, fold, keys_of, number_values

_CODE = re.compile(r"`([^`\n]{1,300})`")


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one claim; the fields are those of `domain.check.Claim`."""

    verdict: Support
    missing: tuple[str, ...]
    score: float
    evidence: tuple[Evidence, ...]


def judge(claim: str, cited: Sequence[tuple[int, SourceIndex]], context: str = "") -> Judged:
    """Judge a claim, without its markers, against the sources it cites; never raises.

    `cited` holds 1-based source numbers with their indexes; `context` is what a reader of the
    draft has read just before: the header of the table, the heading, the lead-in of the list.
    """
    del context
    ticked = {token for code in _CODE.findall(claim) for token in TOKEN.findall(code)}
    tokens = [token for token in TOKEN.findall(claim) if token.strip("%")]
    missing = tuple(
        dict.fromkeys(t for t in tokens if _is_hard(t, ticked) and not _stands(t, cited))
    )
    words = list(dict.fromkeys(keys_of(token)[-1] for token in tokens))
    found = [word for word in words if any(word in index.postings for _, index in cited)]
    coverage = len(found) / len(words) if words else 0.0
    if missing or coverage < 0.3:
        return Judged(Support.UNSUPPORTED, missing, 0.39 * coverage, ())
    verdict = Support.SUPPORTED if coverage >= 0.7 else Support.WEAK
    score = 0.7 + 0.3 * (coverage - 0.7) / 0.3 if coverage >= 0.7 else 0.4 + 0.3 * coverage
    return Judged(verdict, (), score, _evidence(words, cited))


def _is_hard(token: str, ticked: set[str]) -> bool:
    folded = fold(token)
    return token in ticked or any(c in folded for c in "_0123456789") or folded.startswith("-")


def _stands(token: str, cited: Sequence[tuple[int, SourceIndex]]) -> bool:
    folded = fold(token)
    wanted = ["=" + folded, *("#" + value for value in number_values(folded))]
    return any(key in index.postings for key in wanted for _, index in cited)


def _evidence(words: list[str], cited: Sequence[tuple[int, SourceIndex]]) -> tuple[Evidence, ...]:
    """Return, for each source, the segment that holds most of the words."""
    found = []
    for number, index in cited:
        counts: dict[int, int] = {}
        for word in words:
            for segment in sorted({index.segment_of(p) for p in index.postings.get(word, ())}):
                counts[segment] = counts.get(segment, 0) + 1
        if counts:
            best = max(counts, key=lambda segment: (counts[segment], -segment))
            start, end = index.span(best, best)
            found.append(Evidence(number, start, end, index.content[start:end]))
    return tuple(found)
