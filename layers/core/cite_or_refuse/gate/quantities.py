"""Find the quantities of a claim: its numbers with their scales and units, and its times of day."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from cite_or_refuse.gate.clock import read_clocks
from cite_or_refuse.gate.measures import Measure, measure_after, money_before
from cite_or_refuse.gate.numbers import (
    HAN_NUMERAL,
    HEDGES,
    NUMBER_WORDS,
    Quantity,
    comma_readings,
    han,
    readings,
    roman,
    spelt,
    split_attached,
    takes_unit,
)
from cite_or_refuse.gate.tokens import UNSPACED
from cite_or_refuse.gate.units import SCALES, UNITS, unit_of
from cite_or_refuse.gate.words import word_set

MOST = 100  # quantities of one claim that are judged; a claim that states more has too many
_VERSION_WORDS = word_set("version versions v release releases since until from before after")
_PLAINLY_VERSION = word_set("version versions v release")
_YEAR = re.compile("1[5-9][0-9]{2}|20[0-9]{2}")
_HEDGED = re.compile(r"(?:~|≈|約|およそ|ほぼ|约|大約|大约|近)\s?$")
_ORDINAL = re.compile(r"([0-9]{1,9})(?:st|nd|rd|th)(?:-.{0,40})?")
_RELEASE = re.compile(r"[1-9][0-9]?\.[0-9]{1,2}")
_RANGE = word_set("to or and bis und à et")
_BETWEEN = word_set("than to by of a an us $ € £ ¥ ₹")  # a hedge and its number
_MINUS = re.compile(
    r"(?:(?:^|[\s(\[{=,:/\"'`|*<>])[-−–]|\b(?:minus|negative)\s[$€£¥]?)\Z", re.IGNORECASE
)
_AFTER_NUMBER = re.compile(r"[0-9%]\s{0,3}[-−–]\Z")

_YEARS = UNITS["year"]

Tokens = Sequence[tuple[str, int, int]]


def read_quantities(
    claim: str, tokens: Tokens, words: Sequence[str], taken: Set[int]
) -> list[Quantity]:
    """Return the numbers of a claim that are not part of a date, the first `MOST` different ones.

    What follows them is one quantity that no source states. `words` are the folded tokens.
    """
    found: list[Quantity] = []
    seen: set[str] = set()
    for quantity in _quantities(claim, tokens, words, taken):
        seen.add(quantity.text)
        if len(seen) > MOST:
            text = f"{claim[tokens[quantity.first][1] :][:20]} … (over {MOST} numbers in one claim)"
            found.append(Quantity(text, quantity.first, len(tokens) - 1))
            break
        found.append(quantity)
    return found


def _quantities(
    claim: str, tokens: Tokens, words: Sequence[str], taken: Set[int]
) -> Iterator[Quantity]:
    clocks = _clocks(claim, tokens)
    last = -1
    for at, word in enumerate(words):
        if at <= last or at in taken or _is_plain_word(word):
            continue
        if at in clocks:
            yield (quantity := clocks[at])
            last = quantity.last
            continue
        if numeral := _numeral(claim, tokens, words, at):
            yield numeral
            last = numeral.last
            continue
        before = _joined_before(claim, tokens, at)
        for text in _parts(word):
            quantity = _quantity(claim, tokens, words, at, text)
            yield replace(quantity, range_end=True) if _YEAR.fullmatch(before) else quantity
            last = max(last, quantity.last)
            before = text


@lru_cache(maxsize=1 << 14)
def _is_plain_word(word: str) -> bool:
    """Whether a token can be no number, as most cannot."""
    small = word.islower() or word[1:].islower()
    return small and word.isalpha() and word.isascii() and word.lower() not in NUMBER_WORDS


def _clocks(claim: str, tokens: Tokens) -> dict[int, Quantity]:
    """Return the times of day of a claim, by their first token."""
    found: dict[int, Quantity] = {}
    if not any(token[0][0].isdecimal() for token in tokens):
        return found
    starts = [token[1] for token in tokens]
    for clock in read_clocks(claim):
        inside = [n for n, start in enumerate(starts) if clock.start <= start < clock.end]
        if inside:
            text = claim[clock.start : clock.end].strip()
            found[inside[0]] = Quantity(text, inside[0], inside[-1], clock=clock)
    return found


def _joined_before(claim: str, tokens: Tokens, at: int) -> str:
    """Return the token before a dash that joins it to this one, else an empty string."""
    if at and claim[tokens[at - 1][2] : tokens[at][1]].strip() in ("–", "-", "/"):
        return tokens[at - 1][0]
    return ""


def _parts(word: str) -> list[str]:
    """Return the numbers that a token holds: `10-60` two, `ten` and `U+0009` one, `RESP3` none."""
    if word.startswith("U+"):
        return [word]
    bare = word[1:] if word[:1] in "vV" and word[1:2].isdecimal() else word
    if not bare[:1].isascii() or not bare[:1].isdecimal():
        first = bare.partition("-")[0].lower()
        return [first] if first in NUMBER_WORDS else []
    if ordinal := _ORDINAL.fullmatch(bare):
        return [ordinal[1]]
    parts = bare.split("-")
    if all(part[:1].isdecimal() for part in parts):
        return parts
    return [bare if len(parts) == 2 and split_attached(bare)[1] else parts[0]]


def _quantity(claim: str, tokens: Tokens, words: Sequence[str], at: int, text: str) -> Quantity:
    """Read the number that a token begins, or one of the numbers that it holds."""
    number, attached = split_attached(text)
    word = number.lower() in NUMBER_WORDS
    inner = attached or (words[at].rpartition("-")[2] if "-" in words[at] else "")
    own = bool(attached or unit_of(inner))
    last = at
    values, comma_values = readings(number), comma_readings(number)
    if word:
        phrase = [w.lower() for w in words[at : at + 8]]
        if own:
            phrase = [phrase[0].rpartition("-")[0]]
        value, count = spelt(phrase) or (Fraction(NUMBER_WORDS[number.lower()]), 1)
        values, comma_values, last = (value,), (), at + count - 1
    start = tokens[at][1]
    money = money_before(claim, start)
    if own:
        measure = _inner(inner)
    else:
        measure = measure_after(claim, tokens[last][2], word)
        last += measure.used
    unit = measure.unit or money
    if not takes_unit(text) or _ORDINAL.fullmatch(words[at]) or (unit == _YEARS and _is_year(text)):
        unit = None
    before = [w.lower() for w in words[max(0, at - 6) : at]]
    return Quantity(
        text=claim[tokens[at][1] : tokens[last][2]],
        first=at,
        last=last,
        literals=() if word or measure.scale != 1 else (number,),
        values=_scaled(values, measure.scale),
        comma_values=_scaled(comma_values, measure.scale),
        unit=unit,
        word=word,
        hedged=_is_hedged(before) or bool(_HEDGED.search(claim[max(0, start - 4) : start])),
        negative=words[at].startswith(text) and is_negative(claim, start),
        version=unit is None
        and measure.scale == 1
        and (_is_version(number, before, words[at]) or _is_release(number, claim, tokens, at)),
    )


def _scaled(values: tuple[Fraction, ...], scale: int) -> tuple[Fraction, ...]:
    return values if scale == 1 else tuple(value * scale for value in values)


def _inner(inner: str) -> Measure:
    """Read the scale or the unit that is part of a number's own token, where `k` is a scale."""
    if scale := SCALES.get(inner.lower()):
        return Measure(scale, None, 0)
    return Measure(1, unit_of(inner), 0)


def _is_year(text: str) -> bool:
    """Whether a number is a year and not a count of years: `2019年`."""
    return bool(_YEAR.fullmatch(text))


def is_negative(text: str, start: int) -> bool:
    """Whether a minus sign or the word stands before a number; a dash of a range is no sign."""
    before = text[max(0, start - 12) : start]
    return bool(_MINUS.search(before)) and not _AFTER_NUMBER.search(before)


def _numeral(claim: str, tokens: Tokens, words: Sequence[str], at: int) -> Quantity | None:
    """Read a Roman or Chinese numeral before a unit; without one it may be any word."""
    text, start, end = tokens[at]
    last = at
    if UNSPACED.fullmatch(text):
        match = HAN_NUMERAL.match(claim, start)
        if not match:
            return None
        end = match.end()
        last, value = at + len(match[0]) - 1, han(match[0])
    else:
        value = roman(words[at])
    if not value:
        return None
    measure = measure_after(claim, end)
    if measure.unit is None or not claim[start:end]:
        return None
    return Quantity(
        text=claim[start : tokens[last + measure.used][2]],
        first=at,
        last=last + measure.used,
        literals=(claim[start:end],) if measure.scale == 1 else (),
        values=(Fraction(value * measure.scale),),
        unit=measure.unit,
    )


def _is_hedged(before: Sequence[str]) -> bool:
    """Whether the words right before a number make it vague; so they do both ends of a range."""
    words = list(before)
    if len(words) > 1 and words[-1] in _RANGE and words[-2][:1].isdecimal():
        del words[-2:]
    while words and words[-1] in _BETWEEN:
        words.pop()
    return bool(words) and words[-1] in HEDGES


def _is_release(number: str, claim: str, tokens: Tokens, at: int) -> bool:
    """Whether a number stands right behind a name, as that of a release does: "Python 3.10"."""
    if not at or not _RELEASE.fullmatch(number):
        return False
    name, _, end = tokens[at - 1]
    return name[0].isupper() and not claim[end : tokens[at][1]].strip()


def _is_version(number: str, before: Sequence[str], token: str) -> bool:
    if "," in number:
        return False
    named = bool(before) and before[-1] in _VERSION_WORDS
    if "." not in number:
        return token[0] in "vV" or (named and before[-1] in _PLAINLY_VERSION)
    return number.count(".") > 1 or token[0] in "vV" or named
