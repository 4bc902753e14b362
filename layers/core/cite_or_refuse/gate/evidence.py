"""Where in a source a claim's words stand together."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from math import fsum, log

from cite_or_refuse.gate.index import MAX_TITLE, SourceIndex

_BEFORE, _AFTER = 40, 30
_MAX_OCCURRENCES = 100
_MAX_POSITIONS = 100
_MAX_SECTION = 1500
_SEEDS, _NEAREST = 6, 4  # segments from which windows grow, and that may contradict a claim
ENTRY = 150  # tokens from a heading on, in which all tells of one thing
_MAX_ROWS = 60  # of a table, from a row up to its header
_ALIKE = 3  # segments that are about what the claim is about
_WIDER = 1.08  # a longer window must hold this much more
_WIDE = 80  # tokens to each side that are "around" a window
_NO_KEYS = frozenset[str]()


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
    return index.segments[segment], min(index.sections[at], position + _MAX_SECTION) - 1


def is_head(index: SourceIndex, position: int) -> bool:
    """Whether a token stands in a heading or a signature."""
    return index.is_heading(index.segment_of(position))


def local_support(
    index: SourceIndex, positions: Sequence[int], weights: Mapping[str, float]
) -> float:
    """Return the largest share of the weights that stands near one of the positions."""
    total = sum(weights.values())
    if not total:
        return 1.0
    heaviest = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    terms = [(key, worth, index.postings[key]) for key, worth in heaviest]
    best = 0.0
    for position in positions[:_MAX_POSITIONS]:
        segment = index.within[position]
        under = bisect_right(index.heads, segment)
        low, titled = position - _BEFORE, _NO_KEYS
        if under:
            titled, begun = index.titles[under - 1], index.segments[index.heads[under - 1]]
            low = min(low, begun) if position - begun <= ENTRY else low
        spans = [(low, position + _AFTER)]
        if index.tabled:
            spans += _header(index, position)
        if under and index.heads[under - 1] == segment:
            spans.append(extent(index, position))
        best = max(best, total - _far_weight(terms, titled, spans, total - best))
        if best > 0.99 * total:
            break
    return best / total


def _far_weight(
    terms: Sequence[tuple[str, float, Sequence[int]]],
    titled: Set[str],
    spans: Sequence[tuple[int, int]],
    enough: float,
) -> float:
    """Return the weight of the terms that are neither titled nor in one of the spans.

    It stops when that is enough.
    """
    far = 0.0
    for key, worth, places in terms:
        if key in titled:
            continue
        for low, high in spans:
            at = bisect_left(places, low)
            if at < len(places) and places[at] <= high:
                break
        else:
            far += worth
            if far >= enough:
                return far
    return far


def _header(index: SourceIndex, position: int) -> list[tuple[int, int]]:
    """Return the tokens of the first row of the table that a token stands in, if it does."""
    content, start = index.content, -1
    line = content.rfind("\n", 0, index.starts[position]) + 1
    for _ in range(_MAX_ROWS):
        if not content.startswith("|", line):
            break
        start, line = line, content.rfind("\n", 0, max(0, line - 1)) + 1
        if start == line:
            break
    if start < 0:
        return []
    first, end = bisect_left(index.starts, start), content.find("\n", start)
    return [(first, bisect_left(index.starts, end) - 1)] if end > 0 else []


def headings(index: SourceIndex, segment: int) -> list[int]:
    """Return the segments of the headings above a segment, the nearest first, three at most."""
    under = bisect_right(index.heads, segment)
    return [index.heads[at] for at in index.above[under - 1]] if under else []


def titles(index: SourceIndex, segment: int) -> list[tuple[int, int]]:
    """Return the first tokens of the headings above a segment, and the token after each."""
    spans = [index.tokens_of(head, head) for head in headings(index, segment)]
    return [(low, min(high, low + MAX_TITLE)) for low, high in spans]


def weight_in(
    index: SourceIndex, spans: Sequence[tuple[int, int]], weights: Mapping[str, float]
) -> float:
    """Return the weight of the terms that stand in the tokens `low..high - 1` of any span."""
    return fsum(
        worth
        for key, worth in weights.items()
        if any(index.near(key, low, high - 1) for low, high in spans)
    )


@dataclass(frozen=True, slots=True)
class Window:
    """The segments `first..last` of a source that hold most of a claim.

    `held` and `around` are the terms in the window and in the 160 tokens about its middle,
    `seeds` the segments that share most with the claim and what they share, `worth` the weight
    of `held`.
    """

    first: int
    last: int
    held: frozenset[str]
    around: frozenset[str]
    seeds: tuple[tuple[int, frozenset[str]], ...]
    worth: float


_EMPTY = Window(0, 0, _NO_KEYS, _NO_KEYS, (), 0.0)


def best_window(index: SourceIndex, weights: Mapping[str, float]) -> Window:
    """Return the one to three neighbouring segments that hold most of the weights."""
    where, worths = _segments(index, weights)
    if not worths:
        return _EMPTY
    least = sorted(worths.values())[-_SEEDS:][0]
    ranked = sorted([(-worth, segment) for segment, worth in worths.items() if worth >= least])
    seeds = [segment for _, segment in ranked[:_SEEDS]]
    holders = {
        segment: frozenset([key for key, segments in where.items() if segment in segments])
        for segment in {s for seed in seeds for s in (seed - 1, seed, seed + 1) if s in worths}
    }
    best, held = (seeds[0], seeds[0], 0.0), _NO_KEYS
    for segment in seeds:
        about = worths.get(segment - 1, 0.0) + worths[segment] + worths.get(segment + 1, 0.0)
        if about < best[2] * _WIDER:
            continue  # they hold too little even if no two of them share a term
        for first, last in _spans(segment, len(index.segments)):
            keys = _NO_KEYS.union(*[holders.get(s, ()) for s in range(first, last + 1)])
            worth = fsum([weights[key] for key in keys])
            if worth > best[2] * _WIDER + 1e-9:
                best, held = (first, last, worth), keys
    first, last, worth = best
    low, high = index.tokens_of(first, last)
    middle = (low + high) // 2
    around = frozenset([k for k in weights if index.near(k, middle - _WIDE, middle + _WIDE)])
    shared = tuple((segment, holders[segment]) for segment in seeds[:_NEAREST])
    return Window(first, last, held, around, shared, worth)


def _segments(
    index: SourceIndex, weights: Mapping[str, float]
) -> tuple[dict[str, set[int]], dict[int, float]]:
    """Return the segments that hold each term, and what the terms of each segment weigh.

    The commonest terms are looked for only where there are no others.
    """
    where: dict[str, set[int]] = {}
    worths: dict[int, float] = {}
    within = index.within
    for key in sorted(weights, key=lambda k: (-weights[k], k)):
        places, worth = index.postings[key], weights[key]
        if len(places) > _MAX_OCCURRENCES:
            if where:
                continue
            places = places[:_MAX_OCCURRENCES]
        where[key] = {within[place] for place in places}
        for segment in where[key]:
            worths[segment] = worths.get(segment, 0.0) + worth
    return where, worths


def _spans(segment: int, count: int) -> list[tuple[int, int]]:
    firsts = (segment, segment - 1) if segment else (segment,)
    lasts = (segment, segment + 1) if segment + 1 < count else (segment,)
    return [(first, last) for first in firsts for last in lasts]


def nearest_spans(index: SourceIndex, window: Window) -> list[tuple[int, int]]:
    """Return the tokens of the segments nearest to a claim: its window, and what shares as much."""
    if not window.held:
        return []
    most = len(window.seeds[0][1])
    segments = {segment for segment, keys in window.seeds[:_ALIKE] if 2 * len(keys) > most}
    segments.update(range(window.first, window.last + 1))
    return [index.tokens_of(segment, segment) for segment in sorted(segments)]
