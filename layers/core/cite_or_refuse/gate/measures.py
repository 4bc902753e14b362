"""The scale and the unit beside a number, and the same quantity in other units."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from cite_or_refuse.gate.numbers import plain
from cite_or_refuse.gate.tokens import TOKEN, fold, stem
from cite_or_refuse.gate.units import SCALES, SPELLINGS, SYMBOLS, UNITS, Unit, unit_of

_POUND = {UNITS["lb"], UNITS["£"]}  # "pounds" are both
_NAMES = [
    (spelling.split(" ")[-1], unit) for unit, s in SPELLINGS.items() for spelling in s.split(",")
]
_NAMES += SYMBOLS.items()
_SECONDS = {Fraction(1): "s", Fraction(60): "min", Fraction(3600): "h", Fraction(86400): "day"}
# "MB" is written for the decimal and for the binary unit alike.
_TWINS = {
    Fraction(10**n) / per: Fraction(2 ** (n // 3 * 10)) / per
    for n in (3, 6, 9, 12, 15)
    for per in _SECONDS
}
_APART = re.compile(r"[.;:!?,|/=<>。，、；：]|\)`|\n\s{0,9}\n")
_PER = re.compile(r"\s?(?:/|\bper\b|\ba\b|\bpro\b)\s?([^\W\d_]{1,7})(?!\w)")
_SCALES = (1, 100, 10**3, 10**4, 10**6, 10**8, 10**9, 10**12)
_REACH = 48  # characters after a number in which its scale and unit stand


class Measure(NamedTuple):
    """What follows a number: its scale, its unit, and how many tokens they take."""

    scale: int
    unit: Unit | None
    used: int


def measure_after(text: str, start: int, spelt: bool = False) -> Measure:
    """Read the scale and the unit after a number that ends at `start`; `spelt` in letters."""
    return _measure(text[start : start + _REACH], len(text) > start + _REACH, spelt)


@lru_cache(maxsize=1 << 14)
def _measure(text: str, cut: bool, spelt: bool) -> Measure:
    tokens = [m.span() for m in TOKEN.finditer(text)]
    if cut and tokens and tokens[-1][1] == len(text):
        tokens.pop()
    scale, before = 1, 0
    for place, (start, end) in enumerate(tokens[:4]):
        if _APART.search(text, before, start):
            break
        lower = fold(text[start:end]).lower()
        for last in range(min(place + 3, len(tokens) - 1), place - 1, -1):
            phrase = "".join(text[start : tokens[last][1]].split())
            if unit := unit_of(phrase):
                unit, more = _rate(unit, text, tokens[last][1])
                return Measure(scale, unit, last + 1 + more)
        if scale == 1 and lower in SCALES and (len(lower) > 2 or not lower.isascii()):
            scale = SCALES[lower]
        elif not (
            (spelt and not place and lower in ("a", "an")) or (scale > 1 and lower in ("of", "de"))
        ):
            return Measure(scale, None, place)
        before = end
    return Measure(scale, None, 1 if scale > 1 else 0)


def _rate(unit: Unit, text: str, end: int) -> tuple[Unit, int]:
    """Return the unit with what it is per, `MB/s`, and how many more tokens that takes."""
    if unit.dimension not in ("byte", "length") or not (match := _PER.match(text, end)):
        return unit, 0
    time = unit_of(match[1])
    if time is None or time.dimension != "time":
        return unit, 0
    rate = Unit(f"{unit.dimension}/time", unit.factor / time.factor)
    return rate, 1 if "/" in match[0] else 2


_MONEY = re.compile(
    r"(?:\b(?:US|AU?|CA?|NZ|HK))?([$€£¥₹₽])\s?\Z|\b(USD|EUR|GBP|JPY|CNY|CHF|INR|RUB)\s\Z"
)


def money_before(text: str, start: int) -> Unit | None:
    """Return the currency whose sign or code stands before a number, or None."""
    match = _MONEY.search(text, max(0, start - 6), start)
    return UNITS[(match[1] or match[2]).lower()] if match else None


@lru_cache(maxsize=256)
def alike(unit: Unit) -> tuple[Unit, ...]:
    """Return the unit and those that are written alike: MB and MiB, pounds and £, yen and yuan."""
    if unit in _POUND:
        return tuple(_POUND)
    if unit.dimension in ("yen", "yuan"):
        return UNITS["yen"], UNITS["yuan"]
    for decimal, binary in _TWINS.items():
        if unit.dimension.startswith("byte") and unit.factor in (decimal, binary):
            return unit, unit._replace(factor=binary if unit.factor == decimal else decimal)
    return (unit,)


def conversions(value: Fraction, unit: Unit) -> list[tuple[Fraction, Unit]]:
    """Return the same quantity in every other unit of its dimension."""
    found: dict[tuple[Fraction, Unit], None] = {}
    for own in alike(unit):
        base = value * own.factor + own.zero
        for other in _of_dimension(own.dimension):
            if other not in alike(unit):
                found[(base - other.zero) / other.factor, other] = None
    return list(found)


@lru_cache(maxsize=1 << 10)
def forms(value: Fraction, unit: Unit | None) -> list[tuple[Fraction, int, Unit | None]]:
    """Return the numbers of at most six decimals, with scale and unit, that make a value."""
    found: list[tuple[Fraction, int, Unit | None]] = []
    for whole, own in [(value, unit), *(conversions(value, unit) if unit else ())]:
        for scale in _SCALES:
            if whole < scale // 10:
                break
            if plain(number := whole / scale):
                found.append((number, scale, own))
    return found


@lru_cache(maxsize=64)
def _of_dimension(dimension: str) -> tuple[Unit, ...]:
    known = [unit for unit in SPELLINGS if unit.dimension == dimension]
    base, _, per = dimension.partition("/")
    if per:
        bases = [unit for unit in SPELLINGS if unit.dimension == base]
        known += [Unit(dimension, unit.factor / time) for unit in bases for time in _SECONDS]
    return tuple(dict.fromkeys(known))


@lru_cache(maxsize=256)
def unit_keys(unit: Unit) -> tuple[str, ...]:
    """Return the index keys of the words and signs that name a unit, or one alike."""
    dimension = unit.dimension.partition("/")[0]
    per = {unit.factor * time for time in _SECONDS} if "/" in unit.dimension else {unit.factor}
    keys: dict[str, None] = dict.fromkeys(("age", "ag") if unit == UNITS["year"] else ())
    for word, other in _NAMES:
        same = other in alike(unit) or (other.dimension == dimension and other.factor in per)
        if same and other.zero == unit.zero:
            keys[stem(word) if word.isalpha() and len(word) > 1 else "=" + word[0]] = None
    return tuple(keys)
