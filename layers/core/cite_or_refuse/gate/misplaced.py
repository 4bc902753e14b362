"""One figure in the place of another: a number or version that the page gives to something else.

Where a sentence that has half of a number's clause has another number of its kind beside the same
word, and the claim's own stands only where clearly less of the clause is, the two have been
exchanged. What belongs to a number is its sentence and the next, the headings above, the whole
section if it stands in a heading, and what its lead-in leads.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window, extent, titles, weight_in
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.measured import measures_at
from cite_or_refuse.gate.measures import alike
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.segments import BLOCK
from cite_or_refuse.gate.slots import neighbours
from cite_or_refuse.gate.units import Unit
from cite_or_refuse.gate.words import word_set

HALF = 0.5  # share of its clause from which a sentence tells what a number is about
FARTHER = 0.6  # a number in its own place has this share of what the best such sentence has
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}(?!\w|[.,][0-9])")
_YEAR = re.compile(r"(?:1[5-9]|20)[0-9]{2}(?![\w.])")
_COMPARING = word_set("than more fewer less")
_COMPARED = 7  # tokens after a difference in which it is told from what
_RELEASE = re.compile(r"(?:[^\W\d]\w{0,20}\s)?v?[0-9]{1,9}(?:\.[0-9]{1,9}){1,3}(?![\w.])")
_LED = 40  # tokens that a lead-in may lead
_TITLE, _UNDER = 6, 200  # tokens of a line with a release and no mark of a heading, and under it
_NEAR = 6  # tokens to each side of a number that are looked at for its neighbours
_MAX_PLACES = 100


@dataclass(frozen=True, slots=True)
class _Slot:
    """A number's place: its unit, the terms before and after it, all numbers that the claim has."""

    number: str
    unit: Unit | None
    before: str
    after: str
    stated: Sequence[str]


def is_misplaced(quantity: Quantity, reading: Reading, places: Sequence[Sequence[int]]) -> bool:
    """Whether each source has another number where the claim has this one.

    `places` holds, a source each, where the number stands, of one with a unit where it stands
    without. Another of the same unit need not stand beside the same word, nor need one of three
    parts, which is a release. Left alone are a year and a single figure without a name, which may
    stand beside anything, and a difference, which the writer may have worked out.
    """
    if quantity.hedged or quantity.word or not quantity.literals:
        return False
    words = [token[0] for token in reading.facts.tokens]
    before, after = neighbours(words, quantity.first, quantity.last)
    number = quantity.literals[0].lstrip("vV")
    named = words[max(0, quantity.first - 1)][0].isupper()
    if is_difference(quantity, reading.facts) or _YEAR.match(number):
        return False
    if len(number) < 2 and not named:
        return False
    slot = _Slot(number, quantity.unit, before, after, _NUMBER.findall(reading.claim))
    clauses = reading.clauses(quantity.first)
    sources = zip(reading.indexes, reading.windows, clauses, places, strict=True)
    return all(
        (own := most_about(found, index, clause)) < FARTHER * sum(clause.values())
        and own < FARTHER * _most_about_another(slot, index, window, clause)
        for index, window, clause, found in sources
    )


def is_difference(quantity: Quantity, facts: Facts) -> bool:
    """Whether a number tells how far two others are apart: "up by 20", "11 points more than"."""
    after = facts.lower[quantity.last + 1 : quantity.last + _COMPARED]
    by = quantity.first > 0 and facts.lower[quantity.first - 1] == "by"
    return by or not _COMPARING.isdisjoint(after)


def _most_about_another(
    slot: _Slot, index: SourceIndex, window: Window, clause: Mapping[str, float]
) -> float:
    """Return the weight of the best sentence with another number in this place, 0 for none."""
    best, enough = 0.0, HALF * sum(clause.values())
    known: dict[tuple[int, int], bool] = {}  # of titles, which come again
    segments = [segment for segment, _ in window.seeds]
    for segment in dict.fromkeys([*segments, *range(window.first, window.last + 1)]):
        spans = [index.tokens_of(segment, segment), *titles(index, segment)]
        for span in spans:
            if span not in known:
                known[span] = any(_others(slot, index, *span))
        if any(known[span] for span in spans):
            best = max(best, weight_in(index, spans, clause))
    return best if best >= enough else 0.0


def _others(slot: _Slot, index: SourceIndex, low: int, high: int) -> Iterator[bool]:
    """Yield, for each other number of its kind in a span, whether it stands beside the same."""
    for match in _NUMBER.finditer(index.content, index.starts[low], index.ends[high - 1]):
        other = match[0]
        same = slot.unit or ("." in other) == ("." in slot.number)
        if not same or _YEAR.match(other) or any(are_one(other, n) for n in slot.stated):
            continue
        if _is_release(slot.number):
            yield _is_release(other)
            continue
        at = bisect_right(index.starts, match.start()) - 1  # the token that holds it
        units = {measure.unit for measure in measures_at(index, at)} - {None}
        if slot.unit or units:
            yield slot.unit is not None and not units.isdisjoint(alike(slot.unit))
            continue
        first = max(low, at - _NEAR)
        theirs = [index.token(place) for place in range(first, min(high, at + _NEAR))]
        before, after = neighbours(theirs, at - first, at - first)
        yield bool(before and before == slot.before) or bool(after and after == slot.after)


def _is_release(number: str) -> bool:
    return number.count(".") > 1


def are_one(one: str, other: str) -> bool:
    """Whether two numbers are the same, or versions of which one is finer: `2.4` and `2.4.1`."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def most_about(places: Sequence[int], index: SourceIndex, clause: Mapping[str, float]) -> float:
    """Return the weight of the clause in what belongs to a number, the most of all its places.

    It need be no more than makes the number its own thing's: no sentence has more than the clause.
    """
    best, enough = 0.0, FARTHER * sum(clause.values())
    for segment in dict.fromkeys(index.within[place] for place in places[:_MAX_PLACES]):
        spans = [belonging(index, segment), *titles(index, segment)]
        best = max(best, weight_in(index, spans, clause))
        if best >= enough:
            break
    return best


def belonging(index: SourceIndex, segment: int) -> tuple[int, int]:
    """Return the tokens that tell of what stands in a sentence, row or heading."""
    low, high = index.tokens_of(segment, segment)
    if index.is_heading(segment):
        return low, extent(index, low)[1] + 1
    if high == len(index.starts):
        return low, high
    gap = index.content[index.ends[high - 1] : index.starts[high]]
    if gap.lstrip("*_`) ").startswith(":"):
        return low, high + _LED
    if not BLOCK.search(gap):
        return low, index.tokens_of(segment, segment + 1)[1]
    titled = high - low <= _TITLE and _RELEASE.match(index.content, index.starts[low])
    return low, high + _UNDER if titled and "|" not in gap else high
