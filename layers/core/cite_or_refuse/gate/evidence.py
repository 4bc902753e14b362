"""Where in a source a claim's words stand together."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from cite_or_refuse.gate.index import SourceIndex

_BEFORE, _AFTER = 40, 30
_MAX_OCCURRENCES = 400
_MAX_SECTION = 1500
_MAX_WINDOW = 160


def weights_in(index: SourceIndex, terms: Mapping[str, float]) -> dict[str, float]:
    """Return the weight of each term that the source holds: prior times rarity in the source."""
    size = max(len(index.starts), 50)
    found = {}
    for key, prior in terms.items():
        places = index.postings.get(key)
        if places and prior:
            found[key] = prior * max(0.1, log(size / len(places)) / log(size))
    return found


def extent(index: SourceIndex, position: int) -> tuple[int, int]:
    """Return the tokens that are near a position: its surroundings, or a heading's section."""
    segment = index.segment_of(position)
    at = bisect_left(index.heads, segment)
    if at == len(index.heads) or index.heads[at] != segment:
        return max(0, position - _BEFORE), position + _AFTER
    end = len(index.starts)
    for later in range(at + 1, len(index.heads)):
        if index.levels[later] <= index.levels[at]:
            end = index.segments[index.heads[later]]
            break
    return index.segments[segment], min(end, position + _MAX_SECTION) - 1


def is_head(index: SourceIndex, position: int) -> bool:
    """Whether a token stands in a heading or a signature."""
    segment = index.segment_of(position)
    at = bisect_left(index.heads, segment)
    return at < len(index.heads) and index.heads[at] == segment


def headings(index: SourceIndex, segment: int) -> list[int]:
    """Return the segments of the headings above a segment, the nearest first, three at most."""
    heads = index.heads
    at = bisect_right(heads, segment) - 1
    found: list[int] = []
    level = 99
    for place in range(at, max(-1, at - 400), -1):
        if index.levels[place] < level:
            found.append(heads[place])
            level = index.levels[place]
        if len(found) == 3:
            break
    return found


def local_support(
    index: SourceIndex, positions: Sequence[int], weights: Mapping[str, float]
) -> float:
    """Return the largest share of the weights that stands near one of the positions."""
    total = sum(weights.values())
    best = 0.0
    for position in positions[:_MAX_OCCURRENCES]:
        spans = [extent(index, position), (position - _BEFORE, position + _AFTER)]
        for head in headings(index, index.segment_of(position)):
            start, end = index.tokens_of(head, head)
            spans.append((start, min(end, start + 25) - 1))
        share = sum(
            worth
            for key, worth in weights.items()
            if any(index.near(key, first, last) for first, last in spans)
        )
        best = max(best, share)
        if best > 0.99 * total:
            break
    return best / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Window:
    """The segments `first..last` of a source that hold most of a claim.

    `held` and `around` are the terms in the window and in the 160 tokens about its middle,
    `seeds` the segments that share most with the claim, `worth` the weight of `held`.
    """

    first: int
    last: int
    held: frozenset[str]
    around: frozenset[str]
    seeds: tuple[int, ...]
    worth: float


def best_window(index: SourceIndex, weights: Mapping[str, float]) -> Window:
    """Return the one to three neighbouring segments that hold most of the weights."""
    by_segment: dict[int, float] = {}
    for key, worth in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        places = index.postings[key]
        if len(places) > _MAX_OCCURRENCES and by_segment:
            continue
        for segment in {index.segment_of(place) for place in places[:_MAX_OCCURRENCES]}:
            by_segment[segment] = by_segment.get(segment, 0.0) + worth
    if not by_segment:
        return Window(0, 0, frozenset(), frozenset(), (), 0.0)
    seeds = [s for s, _ in sorted(by_segment.items(), key=lambda item: (-item[1], item[0]))[:8]]
    best = (seeds[0], seeds[0], 0.0)
    for segment in seeds:
        for first in (segment, segment - 1):
            for last in (segment, segment + 1):
                if 0 <= first and last < len(index.segments):
                    held = sum(weights[key] for key in _held(index, weights, first, last))
                    if held > best[2] * 1.08 + 1e-9:
                        best = (first, last, held)
    first, last, worth = best
    low, high = index.tokens_of(first, last)
    middle = (low + high) // 2
    around = frozenset(key for key in weights if index.near(key, middle - 80, middle + 80))
    held = frozenset(_held(index, weights, first, last))
    return Window(first, last, held, around, tuple(seeds[:4]), worth)


def _held(index: SourceIndex, weights: Mapping[str, float], first: int, last: int) -> list[str]:
    low, high = index.tokens_of(first, last)
    return [key for key in weights if index.near(key, low, min(high, low + _MAX_WINDOW) - 1)]
