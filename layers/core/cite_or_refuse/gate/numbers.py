"""Quantities: numbers with their scale and unit, and every way a source may write the same one."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from cite_or_refuse.gate.tokens import canonical, fold, number_values, stem
from cite_or_refuse.gate.words import word_set

NUMBER_WORDS: dict[str, int | Fraction] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100, "dozen": 12, "half": Fraction(1, 2),
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12,
    "twice": 2, "thrice": 3, "double": 2, "triple": 3, "once": 1, "single": 1,
}  # fmt: skip
SCALES: dict[str, int] = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "millions": 10**6, "billions": 10**9, "thousands": 10**3, "mio": 10**6, "mrd": 10**9,
    "tausend": 10**3, "millionen": 10**6, "milliarden": 10**9, "milliards": 10**9,
    "k": 10**3, "m": 10**6, "bn": 10**9, "b": 10**9,
}  # fmt: skip
_SPELLINGS = {
    ("time", Fraction(1, 10**9)): "ns nanosecond nanoseconds",
    ("time", Fraction(1, 10**6)): "us µs μs microsecond microseconds",
    ("time", Fraction(1, 1000)): "ms msec msecs millisecond milliseconds millis",
    ("time", Fraction(1)): "s sec secs second seconds sekunde sekunden seconde secondes",
    ("time", Fraction(60)): "min mins minute minutes minuten",
    ("time", Fraction(3600)): "h hr hrs hour hours stunde stunden heure heures",
    ("time", Fraction(86400)): "day days tag tage tagen jour jours",
    ("time", Fraction(604800)): "week weeks",
    ("time", Fraction(2629746)): "month months monat monate mois",
    ("time", Fraction(31556952)): "year years yr yrs jahr jahre ans",
    ("byte", Fraction(1, 8)): "bit bits",
    ("byte", Fraction(1)): "byte bytes",
    ("byte", Fraction(10**3)): "kb kbyte kbytes kilobyte kilobytes",
    ("byte", Fraction(10**6)): "mb mbyte mbytes megabyte megabytes",
    ("byte", Fraction(10**9)): "gb gbyte gbytes gigabyte gigabytes",
    ("byte", Fraction(10**12)): "tb terabyte terabytes",
    ("byte", Fraction(2**10)): "kib kibibyte kibibytes",
    ("byte", Fraction(2**20)): "mib mebibyte mebibytes",
    ("byte", Fraction(2**30)): "gib gibibyte gibibytes",
    ("byte", Fraction(2**40)): "tib tebibyte tebibytes",
    ("share", Fraction(1)): "% percent percentage prozent pct pourcent",
    ("share", Fraction(1, 10)): "‰ permille",
    ("frequency", Fraction(1)): "hz",
    ("frequency", Fraction(10**3)): "khz",
    ("frequency", Fraction(10**6)): "mhz",
    ("frequency", Fraction(10**9)): "ghz",
    ("length", Fraction(1, 1000)): "mm millimetre millimetres millimeter millimeters",
    ("length", Fraction(1, 100)): "cm centimetre centimetres centimeter centimeters",
    ("length", Fraction(1)): "metre metres meter meters",
    ("length", Fraction(1000)): "km kilometre kilometres kilometer kilometers",
    ("length", Fraction(1609344, 1000)): "mile miles",
    ("length", Fraction(3048, 10000)): "ft foot feet",
    ("mass", Fraction(1, 1000)): "mg milligram milligrams",
    ("mass", Fraction(1)): "gram grams",
    ("mass", Fraction(1000)): "kg kilogram kilograms kilo",
    ("mass", Fraction(1000000)): "tonne tonnes",
    ("mass", Fraction(45359237, 100000)): "lb lbs pound pounds",
}
UNITS = {word: unit for unit, words in _SPELLINGS.items() for word in words.split()}
# "MB" is written for the decimal and for the binary unit alike.
_TWINS = {Fraction(10**n): Fraction(2 ** (n // 3 * 10)) for n in (3, 6, 9, 12)}
HEDGES = word_set(
    "about roughly approximately around nearly almost over under circa ca some approx ~ close "
    "more less than just up rund etwa ungefähr environ"
)

Unit = tuple[str, Fraction]
PERCENT: Unit = ("share", Fraction(1))
_ATTACHED = re.compile(r"([0-9]{1,400}(?:[.,][0-9]{1,400})*)-?([A-Za-zµμ%]{1,12})$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a claim: the text as written, its readings in units of one, and its unit.

    `range_end` marks the second year of `2018-19`, which a source may leave unsaid.
    """

    text: str
    first: int
    last: int
    literals: tuple[str, ...]
    values: tuple[Fraction, ...]
    unit: Unit | None
    word: bool
    hedged: bool
    version: bool
    range_end: bool


@lru_cache(maxsize=1 << 12)
def split_attached(token: str) -> tuple[str, str]:
    """Return the number and the unit of `512MB` or `4-byte`; the unit is empty without one."""
    match = _ATTACHED.fullmatch(token)
    if match and (match[2].lower() in UNITS or match[2].lower() in SCALES):
        return match[1], match[2]
    return token, ""


@lru_cache(maxsize=1 << 12)
def unit_of(word: str) -> Unit | None:
    """Return the dimension and the factor of a unit, or None."""
    word = fold(word)
    if word in ("B", "b"):
        return ("byte", Fraction(1)) if word == "B" else None
    return UNITS.get(word.lower())


def plain(value: Fraction) -> str | None:
    """Return a value as a canonical decimal string, or None if it needs over six decimals."""
    scaled = value * 10**6
    if scaled.denominator != 1 or value > 10**30:
        return None
    digits = str(scaled.numerator).rjust(7, "0")
    return canonical(f"{digits[:-6]}.{digits[-6:]}")


def alike(unit: Unit) -> tuple[Unit, ...]:
    """Return the unit and, of bytes, the same prefix in the other counting: MB and MiB."""
    for decimal, binary in _TWINS.items():
        if unit[0] == "byte" and unit[1] in (decimal, binary):
            return unit, ("byte", binary if unit[1] == decimal else decimal)
    return (unit,)


def same_units(unit: Unit) -> list[Unit]:
    """Return the units of this dimension, the given one and its binary twin first."""
    first = alike(unit)
    return [*first, *(o for o in _SPELLINGS if o[0] == unit[0] and o not in first)]


def readings(token: str) -> tuple[Fraction, ...]:
    """Return the values a number token may mean: `1,250` is 1250 or 1.25."""
    return tuple(Fraction(value) for value in number_values(token))


def word_keys(value: Fraction) -> list[str]:
    """Return the stems under which a source may spell this value in letters."""
    return [stem(word) for word, number in NUMBER_WORDS.items() if number == value]
