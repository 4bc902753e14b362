"""Whether a source states a quantity of the claim, with its unit, near what it is said of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from cite_or_refuse.gate.claim import Facts, read_claim
from cite_or_refuse.gate.evidence import headings
from cite_or_refuse.gate.measured import states_unit
from cite_or_refuse.gate.misplaced import is_difference, is_misplaced
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.stated import find_other_unit, find_quantity
from cite_or_refuse.gate.units import PERCENT, UNITS
from cite_or_refuse.gate.unnamed import find_unnamed
from cite_or_refuse.gate.words import word_set

_SOME = 0.2  # share of its clause about a number that has its part of a longer claim
_FAR = 0.3  # a number with less than this share of its clause around it belongs to something else
# What tells one thing from another has more than this share of what the best sentences have of its
# clause, if they have most of it.
_FARTHER, _MOST = 0.6, 0.6
_ALIKE = 3  # sentences nearest to the claim
_AS_NEAR = 0.75  # from this share of its own nearness, another unit speaks of the same subject
_COMPARING = word_set("more fewer less longer shorter higher lower later earlier older younger")
_CALENDAR = {UNITS["day"], UNITS["week"], UNITS["month"], UNITS["year"]}
_MOST_CHARS = 2000  # of a window whose numbers are read
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Amount:
    """What the sources lack of a quantity; `share` of its clause stands around it."""

    missing: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    share: float = 1.0


def check_quantity(quantity: Quantity, reading: Reading) -> Amount:
    """Look for a quantity as a whole number, in any unit of its dimension, near its subject.

    A number that stands only far from its clause is missing if the clause stands together
    elsewhere, else doubtful. Counts in letters ("all four") are doubtful: writers derive them.
    """
    text = (quantity.text,)
    counted = quantity.word and not quantity.unit and quantity.first == quantity.last
    if counted and all(value <= 2 for value in quantity.values):
        return Amount()  # "one", "two", "both": too common to tell anything
    speaking = reading.speaking(quantity.first)
    places = [
        find_quantity(quantity, i) if any(i is s for s in speaking) else [] for i in reading.indexes
    ]
    if not any(places):
        return _unstated(quantity, reading, counted)
    share = reading.share_near(places, quantity.first)
    if (quantity.word and not quantity.unit) or share is None:
        return Amount()
    misplaced = not quantity.unit and is_misplaced(quantity, reading, places)
    if misplaced or _has_other_unit(quantity, reading, places, share):
        return Amount(missing=text, share=share)
    exact = not quantity.word or (quantity.unit and min(quantity.values) > 2)  # not "one day"
    firm = exact and not quantity.hedged and not _YEAR.fullmatch(quantity.text)
    apart = _names_something(quantity, reading) and not _stands_in(places, reading)
    if not firm or (share >= _FAR and not apart) or _is_topic(places, reading):
        return Amount(share=share)
    together = _share_together(quantity, reading)
    exchanged = apart and together >= _MOST and share < _FARTHER * together
    elsewhere = exchanged or (share < _FAR and together > 2 * share + _FAR)
    if elsewhere and not (share >= _SOME and _is_told_of_another(quantity, reading)):
        return Amount(missing=text, share=share)
    return Amount(share=share) if share >= _FAR else Amount(doubtful=text, share=share)


def _unstated(quantity: Quantity, reading: Reading, counted: bool) -> Amount:
    """Look for a quantity that no source states: the writer may have counted or derived it.

    Or it stands there without its unit; then it is held to its clause unless it is a difference.
    """
    text = (quantity.text,)
    if counted:
        return Amount(doubtful=text)
    said = reading.facts.terms
    bare = [find_unnamed(quantity, index, said) for index in reading.indexes]
    derived = quantity.range_end or _is_derived(quantity, reading)
    share = reading.share_near(bare, quantity.first)
    if (share is None and not derived) or is_misplaced(quantity, reading, bare):
        return Amount(missing=text)
    if derived or share is None:
        return Amount(doubtful=text)
    far = share < _FAR and _share_together(quantity, reading) > 2 * share + _FAR
    if far and not is_difference(quantity, reading.facts):
        return Amount(missing=text, share=share)
    return Amount(doubtful=text, share=share)


def _share_together(quantity: Quantity, reading: Reading) -> float:
    """Return the share of a number's clause about the sentences that are nearest to the claim."""
    seeds = [
        [index.segments[segment] for segment, _ in window.seeds]
        for index, window in zip(reading.indexes, reading.windows, strict=True)
    ]
    return reading.share_near(seeds, quantity.first) or 0.0


def _names_something(quantity: Quantity, reading: Reading) -> bool:
    """Whether a number tells one thing from another, as `2.4` and "PEP 657" do."""
    if quantity.unit or not quantity.literals:
        return False
    facts = reading.facts
    name, _, end = facts.tokens[max(0, quantity.first - 1)]
    start = facts.tokens[quantity.first][1]
    joined = quantity.first > 0 and not reading.claim[end:start].strip()
    return quantity.version or "." in quantity.text or (joined and name[0].isupper())


def _stands_in(places: Sequence[Sequence[int]], reading: Reading) -> bool:
    """Whether a number stands in the best window of a source."""
    for found, index, window in zip(places, reading.indexes, reading.windows, strict=True):
        low, high = index.tokens_of(window.first, window.last)
        if any(low <= place < high for place in found):
            return True
    return False


def _is_told_of_another(quantity: Quantity, reading: Reading) -> bool:
    """Whether the nearest sentences, or headings above them, have another such number of the claim.

    Then they are what the claim says of that one: "deprecated in 0.27.0 and removed in 0.28.0".
    """
    others = [q for q in reading.facts.quantities if q.text != quantity.text]
    others = [q for q in others if q.version == quantity.version and _names_something(q, reading)]
    for index, window in zip(reading.indexes, reading.windows, strict=True):
        nearest = [segment for segment, _ in window.seeds[:_ALIKE]]
        segments = {s for n in nearest for s in (n, *headings(index, n))}
        if any(
            index.within[place] in segments for q in others for place in find_quantity(q, index)
        ):
            return True
    return False


def _is_topic(places: Sequence[Sequence[int]], reading: Reading) -> bool:
    """Whether a number stands in the title of a source, its one heading of the first level."""
    return any(
        index.levels[:1]
        and index.levels.count(index.levels[0]) == 1
        and index.within[place] == index.heads[0]
        for found, index in zip(places, reading.indexes, strict=True)
        for place in found
    )


def _has_other_unit(
    quantity: Quantity, reading: Reading, places: list[list[int]], share: float
) -> bool:
    """Whether the number stands as near to its subject with another unit, never with its own."""
    pairs = zip(reading.indexes, places, strict=True)
    if quantity.unit is None or any(states_unit(i, place) for i, found in pairs for place in found):
        return False
    others = [find_other_unit(quantity, index) for index in reading.indexes]
    other = reading.share_near(others, quantity.first)
    return other is not None and other >= _AS_NEAR * share


def _is_derived(quantity: Quantity, reading: Reading) -> bool:
    """Whether a number follows from others, so that it can be checked.

    Those are the others of the claim. A hedged percentage and what is said to be more, fewer or
    later may follow from the numbers of the best windows, too; days, months and years that lie
    between two dates are not worked out.
    """
    others = [q for q in reading.facts.quantities if q is not quantity]
    share = quantity.hedged and quantity.unit == PERCENT
    compared = _is_compared(quantity, reading.facts)
    if compared and quantity.unit in _CALENDAR:
        return True
    if share or compared:
        for index, window in zip(reading.indexes, reading.windows, strict=True):
            start, end = index.span(window.first, window.last)
            others += read_claim(index.content[start:end][:_MOST_CHARS]).quantities
    if share and _is_ratio(quantity, others):
        return True
    return not _results(quantity, others).isdisjoint(quantity.values)


def _is_ratio(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether a percentage is the ratio of two numbers, or of one to both, within a half."""
    pairs = list(combinations(_few_values(others), 2))
    ratios = [100 * min(pair) / whole for pair in pairs for whole in (max(pair), sum(pair))]
    ratios += [100 - ratio for ratio in ratios]
    half = Fraction(1, 2)
    return any(abs(ratio - value) <= half for ratio in ratios for value in quantity.values)


def _results(quantity: Quantity, others: Sequence[Quantity]) -> set[Fraction]:
    """Return the sums and differences of two of its unit, sums of three, one times a count.

    Of a number without a unit also the ratios of two of one unit.
    """
    same = _few_values([q for q in others if q.unit == quantity.unit])
    counts = _few_values([q for q in others if q.unit is None])
    results = {a + b + c for a, b, c in combinations(same, 3)}
    results.update(result for a, b in combinations(same, 2) for result in (a + b, abs(a - b)))
    results.update(a * b for a in same for b in counts)
    if quantity.unit is None:
        for unit in {q.unit for q in others} - {None}:
            alike = _few_values([q for q in others if q.unit == unit])
            results.update(a / b for a, b in permutations(alike, 2))
    return results


def _is_compared(quantity: Quantity, facts: Facts) -> bool:
    """Whether a number tells a difference: "46 more passengers", "seven months later"."""
    after = facts.lower[quantity.last + 1 : quantity.last + 3]
    return not _COMPARING.isdisjoint(after)


def _few_values(quantities: Iterable[Quantity]) -> list[Fraction]:
    return [value for q in quantities for value in q.values if value][:12]
