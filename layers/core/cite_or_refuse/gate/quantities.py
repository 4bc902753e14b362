"""Find the quantities of a claim, and where a source states the same ones."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from fractions import Fraction

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.numbers import (
    HEDGES,
    NUMBER_WORDS,
    SCALES,
    Quantity,
    Unit,
    alike,
    plain,
    readings,
    same_units,
    split_attached,
    unit_of,
    word_keys,
)
from cite_or_refuse.gate.tokens import fold
from cite_or_refuse.gate.words import word_set

_VERSION_WORDS = word_set("version versions v release releases since until from before after")
_PLAINLY_VERSION = word_set("version versions v release")


def read_quantities(
    claim: str, tokens: Sequence[tuple[str, int, int]], taken: Set[int]
) -> list[Quantity]:
    """Return the numbers of a claim that are not part of a date."""
    found: list[Quantity] = []
    words = [fold(token[0]) for token in tokens]
    last = -1
    for at, word in enumerate(words):
        if at <= last or at in taken:
            continue
        before = _joined_before(claim, tokens, at)
        for text in _parts(word):
            quantity = _quantity(claim, tokens, words, at, text)
            if _YEAR.fullmatch(before):
                quantity = replace(quantity, range_end=True)
            found.append(quantity)
            last = max(last, quantity.last)
            before = text
    return found


def _joined_before(claim: str, tokens: Sequence[tuple[str, int, int]], at: int) -> str:
    """Return the token before a dash that joins it to this one, else an empty string."""
    if at and claim[tokens[at - 1][2] : tokens[at][1]].strip() in ("–", "-", "/"):
        return tokens[at - 1][0]
    return ""


_YEAR = re.compile("1[5-9][0-9]{2}|20[0-9]{2}")
_HEDGED = re.compile(r"(?:~|≈|約|およそ|ほぼ|约|大约|大約|近)\s?$")
_ORDINAL = re.compile(r"([0-9]{1,9})(?:st|nd|rd|th)(?:-.{0,40})?")


def _parts(word: str) -> list[str]:
    """Return the numbers that a token holds: `10-60` two, `4-byte` one, `ten` one, `RESP3` none."""
    if word.isalpha():
        return [word] if word.lower() in NUMBER_WORDS else []
    bare = word[1:] if word[:1] in "vV" and word[1:2].isdecimal() else word
    if not bare[:1].isascii() or not bare[:1].isdecimal():
        first = bare.partition("-")[0].lower()
        return [first] if first in NUMBER_WORDS and "-" in bare else []
    if ordinal := _ORDINAL.fullmatch(bare):
        return [ordinal[1]]
    parts = bare.split("-")
    if all(part[:1].isdecimal() for part in parts):
        return parts
    return [bare if len(parts) == 2 and split_attached(bare)[1] else parts[0]]


def _quantity(
    claim: str, tokens: Sequence[tuple[str, int, int]], words: Sequence[str], at: int, text: str
) -> Quantity:
    number, attached = split_attached(text)
    word = number.lower() in NUMBER_WORDS
    values = (Fraction(NUMBER_WORDS[number.lower()]),) if word else readings(number)
    inner = attached or (words[at].rpartition("-")[2] if "-" in words[at] else "")
    own = bool(attached or unit_of(inner))
    scale, unit, used = _scale_and_unit([inner] if own else words[at + 1 : at + 4], own, word)
    last = at if own else at + used
    before = [fold(w).lower() for w in words[max(0, at - 6) : at]]
    return Quantity(
        text=claim[tokens[at][1] : tokens[last][2]],
        first=at,
        last=last,
        literals=() if word else (number,),
        values=tuple(value * scale for value in values),
        unit=unit,
        word=word,
        hedged=bool(HEDGES.intersection(before) or _HEDGED.search(claim, 0, tokens[at][1])),
        version=unit is None and scale == 1 and _is_version(number, before, words[at]),
        range_end=False,
    )


def _scale_and_unit(
    following: Sequence[str], own: bool, word: bool
) -> tuple[int, Unit | None, int]:
    """Return the scale and the unit that follow a number, and how many tokens they take.

    `own` says that they are part of the number's own token, where one letter may be a scale.
    """
    scale = 1
    for place, name in enumerate(following):
        lower = name.lower()
        if scale == 1 and lower in SCALES and (own or len(lower) > 2):
            scale = SCALES[lower]
        elif unit := unit_of(name):
            return scale, unit, place + 1
        elif not (word and place == 0 and lower in ("a", "an")):  # "half a second"
            return scale, None, place
    return scale, None, len(following) if scale != 1 else 0


def _is_version(number: str, before: Sequence[str], token: str) -> bool:
    if "," in number:
        return False
    named = bool(before) and before[-1] in _VERSION_WORDS
    if "." not in number:
        return named and before[-1] in _PLAINLY_VERSION
    return number.count(".") > 1 or token[0] in "vV" or named


def find_quantity(quantity: Quantity, index: SourceIndex) -> list[int]:
    """Return the token positions at which the source states this quantity."""
    found: set[int] = set()
    for literal in quantity.literals:
        found.update(index.postings.get("=" + literal, ()))
        for longer in (f"{literal}.0", f"{literal}.x", f"{literal}.0.0"):
            if quantity.version or "." in literal:
                found.update(index.postings.get("=" + longer, ()))
        if not readings(literal):
            found.update(index.postings.get("=" + quantity.text, ()))
    if quantity.version:
        for value in quantity.values if quantity.literals[0].isdecimal() else ():
            found.update(_stated(value, index))
        return sorted(found)
    found = {p for p in found if _fits(quantity, index, p)}
    for value in quantity.values:
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
        for value in quantity.values
        for position in _stated(value, index)
        if _unit_at(index, position) and not _fits(quantity, index, position)
    ]


def states_unit(index: SourceIndex, position: int) -> bool:
    """Whether a unit stands beside the number at a position."""
    return _unit_at(index, position) is not None


def _find_value(quantity: Quantity, value: Fraction, index: SourceIndex) -> list[int]:
    """Return where a value stands: plainly, with a scale word, or in another unit."""
    found = [p for p in _stated(value, index) if _fits(quantity, index, p)]
    for scale in (10**3, 10**6, 10**9):
        if value >= scale // 10:
            found += [p for p in _stated(value / scale, index) if _scale_at(index, p) == scale]
    for unit in same_units(quantity.unit)[1:] if quantity.unit else []:
        other = value * quantity.unit[1] / unit[1] if quantity.unit else value
        found += [
            p
            for p in _stated(other, index)
            if (stated := _unit_at(index, p)) == unit or (stated is None and other >= 100)
        ]
    return found


def _stated(value: Fraction, index: SourceIndex) -> list[int]:
    return [position for key in _keys(value) for position in index.postings.get(key, ())]


def _keys(value: Fraction) -> list[str]:
    text = plain(value)
    return ([f"#{text}"] if text else []) + word_keys(value)


def _fits(quantity: Quantity, index: SourceIndex, position: int) -> bool:
    """Whether the number at a position has no scale word, and no unit that is not the claim's."""
    if _scale_at(index, position) != 1:
        return False
    stated = _unit_at(index, position)
    return stated is None or quantity.unit is None or stated in alike(quantity.unit)


def _unit_at(index: SourceIndex, position: int) -> Unit | None:
    token = fold(index.token(position))
    attached = split_attached(token)[1] or token[token.find("-") + 1 :].rpartition("-")[2]
    if attached and unit_of(attached):
        return unit_of(attached)
    for after in range(position + 1, min(position + 3, len(index.starts))):
        word = index.token(after)
        if unit := unit_of(word):
            return unit
        if word.lower() not in SCALES and word not in ("of", "a", "an"):
            break
    return None


def _scale_at(index: SourceIndex, position: int) -> int:
    attached = split_attached(fold(index.token(position)))[1].lower()
    if attached:
        return SCALES.get(attached, 1)
    if position + 1 < len(index.starts):
        word = index.token(position + 1).lower()
        return SCALES.get(word, 1) if len(word) > 2 else 1
    return 1


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
            if abs(source - value) <= _slack(source, value):
                found += [p for p in positions if _fits(quantity, index, p)]
    return found


def _slack(source: Fraction, value: Fraction) -> Fraction:
    """Return how far a hedged value may be from the source's."""
    if value.denominator != 1:
        decimals = len((plain(value) or "0.0").partition(".")[2])
        return Fraction(1, 2 * 10**decimals)
    return Fraction(1, 2) if source.denominator != 1 and value >= 10 else value / 100
