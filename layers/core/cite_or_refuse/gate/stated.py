"""Where a source states a quantity of a claim: in other digits, words, scales or units."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from cite_or_refuse.gate.clock import find_clock
from cite_or_refuse.gate.evidence import ENTRY, headings
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.measured import measures_at, spelt_at, states_unit
from cite_or_refuse.gate.measures import alike, forms, unit_keys
from cite_or_refuse.gate.numbers import (
    DECIMAL_COMMA,
    NUMBER_WORDS,
    Quantity,
    comma_readings,
    plain,
    readings,
    slack,
    split_attached,
    word_keys,
)
from cite_or_refuse.gate.quantities import is_negative
from cite_or_refuse.gate.tokens import UNSPACED, fold, hexadecimal
from cite_or_refuse.gate.units import SCALES, Unit

_SCALE_KEYS = {100: "hundr", 10**3: "thousand", 10**6: "million", 10**9: "billion"}
_BEFORE, _AFTER = 60, 30  # tokens about a bare number in which its unit may be named


def find_quantity(quantity: Quantity, index: SourceIndex) -> list[int]:
    """Return the token positions at which the source states this quantity."""
    if quantity.clock:
        return find_clock(quantity.clock, index)
    written = _written(quantity, index)
    if quantity.version:
        for value in quantity.values:
            if value.denominator == 1:  # Redis 7.0 is Redis 7, but Python 3.1 is not Python 3.10
                written.update(stated(value, index))
        return sorted(written)
    found = {p for p in written if _fits(quantity, quantity.unit, 1, index, p)}
    for value in values_in(quantity, index):
        found.update(_find_value(quantity, value, index))
    if not found and quantity.hedged:
        found.update(_find_rounded(quantity, index))
    return sorted(found)


def find_other_unit(quantity: Quantity, index: SourceIndex) -> list[int]:
    """Return the positions at which the number stands with another unit than the claim's."""
    if quantity.unit is None:
        return []
    return [
        position
        for value in values_in(quantity, index)
        for position in stated(value, index)
        if states_unit(index, position) and not _fits(quantity, quantity.unit, 1, index, position)
    ]


def values_in(quantity: Quantity, index: SourceIndex) -> tuple[Fraction, ...]:
    """Return the values that a quantity may have in the source's way of writing decimals."""
    commas = quantity.comma_values if index.language in DECIMAL_COMMA else ()
    return (*quantity.values, *commas)


def _written(quantity: Quantity, index: SourceIndex) -> set[int]:
    """Return where a number stands in the claim's own writing, or with zeros after a version."""
    found: set[int] = set()
    for literal in quantity.literals:
        if UNSPACED.match(literal):
            first = index.postings.get("=" + literal[0], ())
            found.update(p for p in first if index.content.startswith(literal, index.starts[p]))
            continue
        found.update(index.postings.get("=" + literal, ()))
        for longer in (f"{literal}.0", f"{literal}.x", f"{literal}.0.0"):
            if quantity.version or "." in literal:
                found.update(index.postings.get("=" + longer, ()))
        if sixteen := hexadecimal(literal):
            found.update(index.postings.get("=" + sixteen, ()))
        if not readings(literal):
            found.update(index.postings.get("=" + quantity.text, ()))
            found.update(index.postings.get(literal.lower(), ()))  # `3xx` of `3xx-5xx`
    return found


def _find_value(quantity: Quantity, value: Fraction, index: SourceIndex) -> Iterator[int]:
    """Yield where a value stands: plainly, with a scale word, or in another unit."""
    for number, scale, unit in forms(value, quantity.unit):
        for position in stated(number, index):
            if _fits(quantity, unit, scale, index, position):
                yield position


def stated(value: Fraction, index: SourceIndex) -> Iterator[int]:
    """Yield the positions of a value without its scale, in digits or in letters."""
    text = plain(value)
    for position in index.postings.get(f"#{text}", ()) if text else ():
        if _may_mean(index, position, value):
            yield position
    for key in word_keys(value):
        for position in index.postings.get(key, ()):
            if spelt_at(index, position)[0] == value:
                yield position


def _may_mean(index: SourceIndex, position: int, value: Fraction) -> bool:
    """Whether a number in digits has this value in the source's language: `2,000` is not 2."""
    token = index.token(position)
    if token.isdecimal():
        return True
    number = split_attached(fold(token))[0].lstrip("vV")
    if value not in comma_readings(number) or value in readings(number):
        return True
    return index.language in DECIMAL_COMMA


def _fits(
    quantity: Quantity, unit: Unit | None, scale: int, index: SourceIndex, position: int
) -> bool:
    """Whether the number at a position has this scale, this unit or one alike, and this sign."""
    if is_negative(index.content, index.starts[position]) != quantity.negative:
        return False
    for measure in measures_at(index, position):
        scaled = measure.scale == 1 and _is_scaled(scale, index, position)
        if measure.scale != scale and not scaled:
            continue
        if unit is None or measure.unit in alike(unit):
            return True
        if measure.unit is None and _is_named(unit_keys(unit), index, position):
            return True
    return False


def _is_scaled(scale: int, index: SourceIndex, position: int) -> bool:
    """Whether a table or a heading counts in this scale: "Revenue (millions)"."""
    return scale in _SCALE_KEYS and _is_named((_SCALE_KEYS[scale],), index, position)


def _is_named(keys: Iterable[str], index: SourceIndex, position: int) -> bool:
    """Whether a unit that belongs to no other number stands near a bare one."""
    low = max(0, position - _BEFORE)
    if above := headings(index, index.segment_of(position))[:1]:
        entry = index.segments[above[0]]
        low = min(low, entry) if position - entry <= ENTRY else low
    for key in keys:
        for place in index.between(key, low, position + _AFTER):
            if place != position and _stands_alone(index, place):
                return True
    return False


def _stands_alone(index: SourceIndex, place: int) -> bool:
    """Whether a unit belongs to no number beside it, as those of `2 GB`, `512MB` and `$5` do.

    A single letter is a unit only in brackets: "weight (g)".
    """
    token = index.token(place)
    if token[0].isdecimal() or token.partition("-")[0].lower() in NUMBER_WORDS:
        return False
    start = index.starts[place]
    if len(token) == 1 and token.isalpha() and index.content[max(0, start - 1) : start] not in "([":
        return False
    before = index.token(place - 1) if place else ""
    after = index.token(place + 1) if place + 1 < len(index.starts) else ""
    if before[:1].isdecimal() or before.lower() in NUMBER_WORDS or before.lower() in SCALES:
        return False
    return not after[:1].isdecimal() or token not in {"$", "€", "£", "¥", "₹", "₽"}


def _find_rounded(quantity: Quantity, index: SourceIndex) -> list[int]:
    """Find numbers that round to a hedged one: `about 13` for 12.5, `roughly 581,000` for 581,012.

    An integer is widened by at most one per cent: 6,412 is not "about 6,000".
    """
    found: list[int] = []
    for value in quantity.values:
        rough = float(value) if value < 10**15 else 0.0
        for key, positions in index.postings.items():
            if key[0] != "#" or len(key) > 20 or abs(float(key[1:]) - rough) > 0.02 * rough + 1:
                continue
            source = Fraction(key[1:])
            if abs(source - value) <= slack(source, value):
                found += [
                    p
                    for p in positions
                    if _may_mean(index, p, source) and _fits(quantity, quantity.unit, 1, index, p)
                ]
    return found
