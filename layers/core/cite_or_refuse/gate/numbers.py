"""Numbers: in digits of any script, in letters, and every way a source may write the same one."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from cite_or_refuse.gate.clock import Clock
from cite_or_refuse.gate.tokens import canonical, number_values, stem
from cite_or_refuse.gate.units import SCALES, Unit, unit_of
from cite_or_refuse.gate.words import word_set

_CARDINALS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100,
}  # fmt: skip
# These count or order, so what follows them is no unit: "once a day", "the first second".
_OTHERS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12,
    "twice": 2, "thrice": 3, "double": 2, "triple": 3, "once": 1,
}  # fmt: skip
NUMBER_WORDS: dict[str, int | Fraction] = {
    **_CARDINALS, **_OTHERS, "dozen": 12, "single": 1, "half": Fraction(1, 2),
}  # fmt: skip
_WORDS_OF: defaultdict[int | Fraction, list[str]] = defaultdict(list)
for _spelling, _value in NUMBER_WORDS.items():
    _WORDS_OF[_value].append(_spelling)
_SHARES: dict[tuple[str, ...], Fraction] = {
    ("a", "half"): Fraction(1, 2), ("one", "half"): Fraction(1, 2),
    ("a", "quarter"): Fraction(1, 4), ("one", "quarter"): Fraction(1, 4),
    ("three", "quarters"): Fraction(3, 4),
}  # fmt: skip
_LONGEST = 8  # tokens of a number in letters
HEDGES = word_set(
    "about roughly approximately around nearly almost over under circa ca some approx ~ close "
    "more less than just up rund etwa ungefähr environ"
)
DECIMAL_COMMA = word_set("de fr es it pt nl")

_ATTACHED = re.compile(r"([0-9]{1,400}(?:[.,][0-9]{1,400})*)-?([^\W\d_]{1,12}|[%µμ])$")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")
_ROMAN = re.compile(r"(?=[IVXLCDM]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
HAN_NUMERAL = re.compile("[〇零一二两兩三四五六七八九十百千]{1,12}")
_HAN_DIGITS = {
    c: n for n, cs in enumerate("〇零 一 二两兩 三 四 五 六 七 八 九".split()) for c in cs
}
_HAN_POWERS = {"十": 10, "百": 100, "千": 1000}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a claim: the text as written, its readings in units of one, and its unit.

    `comma_values` are the readings in a language with decimal commas, where `1.250` is 1250;
    `range_end` marks the second year of `2018-19`, which a source may leave unsaid. `clock` is
    set for a time of day, which has no values.
    """

    text: str
    first: int
    last: int
    literals: tuple[str, ...] = ()
    values: tuple[Fraction, ...] = ()
    comma_values: tuple[Fraction, ...] = ()
    unit: Unit | None = None
    word: bool = False
    hedged: bool = False
    negative: bool = False
    version: bool = False
    range_end: bool = False
    clock: Clock | None = None


@lru_cache(maxsize=1 << 12)
def split_attached(token: str) -> tuple[str, str]:
    """Return the number and the unit of `512MB` or `4-byte`; the unit is empty without one."""
    match = _ATTACHED.fullmatch(token)
    if match and (unit_of(match[2]) or match[2].lower() in SCALES):
        return match[1], match[2]
    return token, ""


def plain(value: Fraction) -> str | None:
    """Return a value as a canonical decimal string, or None if it needs over six decimals."""
    millionths, rest = divmod(value.numerator * 10**6, value.denominator)
    if rest or millionths > 10**36:
        return None
    digits = str(millionths).rjust(7, "0")
    return canonical(f"{digits[:-6]}.{digits[-6:]}")


@lru_cache(maxsize=1 << 12)
def readings(token: str) -> tuple[Fraction, ...]:
    """Return the values of a number token where decimals follow a point: `1,250` is 1250."""
    if "," in token and _GROUPED.fullmatch(token):
        return (Fraction(token.replace(",", "")),)
    values = number_values(token)
    return tuple(map(Fraction, values[:1] if _GROUPED.fullmatch(token) else values))


@lru_cache(maxsize=1 << 12)
def comma_readings(token: str) -> tuple[Fraction, ...]:
    """Return the other values of a number token where decimals follow a comma: `1,250` is 1.25."""
    return tuple(
        value for value in map(Fraction, number_values(token)) if value not in readings(token)
    )


def word_keys(value: Fraction) -> list[str]:
    """Return the stems under which a source may spell this value in letters."""
    words = [*_WORDS_OF.get(value, ())]
    whole, parts = value.numerator, value.denominator
    if parts == 1 and 20 < whole < 100 and whole % 10:
        tens, ones = _word(whole - whole % 10), _word(whole % 10)
        words += [tens + ones, tens]
    elif parts == 1 and 100 < whole < 1000:
        words.append("hundred")
    elif parts in (2, 4) and whole > parts:
        words.append("half" if parts == 2 else "quarter")
    return [stem(word) for word in words]


def _word(value: int) -> str:
    return next(word for word, number in _CARDINALS.items() if number == value)


def spelt(words: Sequence[str]) -> tuple[Fraction, int] | None:
    """Return the number in letters that begins a list of lower-case words, and its words.

    "twenty-five", "one hundred and twenty", "one and a half"; a hyphen joins as a space does.
    """
    total, used, last = 0, 0, -1
    for place, word in enumerate(words[:_LONGEST]):
        if word == "and" and last == 100 and place + 1 < len(words) and _starts(words[place + 1 :]):
            continue
        reached = total
        for part in word.split("-"):
            number = _CARDINALS.get(part, -1)
            if not _continues(last, number, reached):
                break
            reached = (reached or 1) * 100 if number == 100 else reached + number
            last = number
        else:
            total, used = reached, place + 1
            continue
        break
    if not used:
        known = NUMBER_WORDS.get(words[0]) if words else None
        return None if known is None else (Fraction(known), 1)
    share = _SHARES.get(tuple(words[used + 1 : used + 3])) if used < len(words) else None
    if share and words[used] == "and":
        return total + share, used + 3
    return Fraction(total), used


def _starts(words: Sequence[str]) -> bool:
    """Whether a number below a hundred begins here: not "two hundred" after "one hundred and"."""
    known = 0 < _CARDINALS.get(words[0].partition("-")[0], 0) < 100
    return known and words[1:2] != ["hundred"]


def _continues(last: int, number: int, total: int) -> bool:
    """Whether a number word goes on the number that ended with `last`, -1 before the first."""
    if last < 0 or number < 0:
        return number >= 0
    if number == 100:
        return 0 < total < 10
    if last == 100:
        return number > 0
    return last >= 20 and last % 10 == 0 and 0 < number < 10


def takes_unit(word: str) -> bool:
    """Whether a unit may follow a number in letters: after "five", not after "first"."""
    return word not in _OTHERS


def roman(token: str) -> int:
    """Return the value of a Roman numeral of two letters or more, else 0."""
    if not _ROMAN.fullmatch(token):
        return 0
    digits = [_ROMAN_DIGITS[letter] for letter in token]
    return sum(-d if d < n else d for d, n in zip(digits, [*digits[1:], 0], strict=True))


def han(text: str) -> int:
    """Return the value of a numeral in Chinese characters, `三百二十` or `二〇一九`."""
    if not any(c in _HAN_POWERS for c in text):
        return int("".join(str(_HAN_DIGITS[c]) for c in text))
    total, digit = 0, 0
    for c in text:
        if c in _HAN_POWERS:
            total, digit = total + (digit or 1) * _HAN_POWERS[c], 0
        else:
            digit = _HAN_DIGITS[c]
    return total + digit


def slack(source: Fraction, value: Fraction) -> Fraction:
    """Return how far a hedged value may be from the source's."""
    if value.denominator != 1:
        decimals = len((plain(value) or "0.0").partition(".")[2])
        return Fraction(1, 2 * 10**decimals)
    return Fraction(1, 2) if source.denominator != 1 and value >= 10 else value / 100
