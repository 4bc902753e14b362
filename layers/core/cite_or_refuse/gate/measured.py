"""What a number of a source measures: its scale and unit there, beside it or shared with others."""

import re
from fractions import Fraction

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.measures import Measure, measure_after, money_before
from cite_or_refuse.gate.numbers import NUMBER_WORDS, spelt, split_attached
from cite_or_refuse.gate.tokens import fold
from cite_or_refuse.gate.units import SCALES, UNITS, unit_of
from cite_or_refuse.gate.words import word_set

_LINKS = word_set("to and or through by x × bis und oder à et ou y o")  # "2 to 4 GB"
_PRODUCT = re.compile(r"\s?[*×]\s?1024(?:\s?[*×]\s?1024){0,2}(?![0-9])")  # "8 * 1024 * 1024"
_BINARY = {1: UNITS["kib"], 2: UNITS["mib"], 3: UNITS["gib"]}
_OF_TIME = word_set(
    """time timeout timeouts duration interval intervals period periods retention window delay ttl
    expiry expires expire wait waits every after hour hours minute minutes second seconds"""
)
_DURATION = re.compile(r"[0-9]{1,6}(?:h|hr|s|ms|min)")
_ABOUT = 12  # tokens
_CHAIN = 8  # tokens from a number to the unit that it shares with the next ones


def measures_at(index: SourceIndex, position: int) -> list[Measure]:
    """Return the scale and the unit of a number, and those that it may share with the next."""
    if product := _PRODUCT.match(index.content, index.ends[position]):
        return [Measure(1, _BINARY[product[0].count("1024")], 0)]
    token = fold(index.token(position))
    attached = inner = ""
    if not token.isdecimal():
        last = token.rpartition("-")[2]
        attached = split_attached(token)[1] or split_attached(last)[1]
        inner = attached or (last if last != token else "")
    money = money_before(index.content, index.starts[position])
    unit = unit_of(inner) if inner else None
    if scale := SCALES.get(attached.lower()):
        found = [Measure(scale, money, 0), Measure(1, unit, 0)]  # `30m`: millions or metres
        if attached == "m" and not money and _is_of_time(index, position):
            found.append(Measure(1, UNITS["minute"], 0))
        return found
    if unit:
        return [Measure(1, unit, 0)]
    spelling = not token[0].isdecimal()
    end = spelt_at(index, position)[1] if spelling else position
    measure = measure_after(index.content, index.ends[end], spelling)
    if measure.unit or money or measure.scale > 1:
        return [measure._replace(unit=measure.unit or money)]
    return [measure, *_shared(index, end)]


def _is_of_time(index: SourceIndex, position: int) -> bool:
    """Whether the text about a token speaks of a time: of a timeout, or of `1h` beside `30m`."""
    about = index.tokens[max(0, position - _ABOUT) : position + _ABOUT]
    return any(token.lower() in _OF_TIME or _DURATION.fullmatch(token) for token in about)


def _shared(index: SourceIndex, position: int) -> list[Measure]:
    """Return the measure of the last number of a range or list that begins at a position."""
    for place in range(position + 1, min(position + _CHAIN, len(index.starts))):
        token = index.token(place)
        if not token[0].isdecimal() and token not in _LINKS:
            return []
        if token[0].isdecimal():
            unit = unit_of(split_attached(fold(token))[1])
            measure = measure_after(index.content, index.ends[place])
            if unit or measure.unit or measure.scale > 1:
                return [measure._replace(unit=unit or measure.unit)]
    return []


def spelt_at(index: SourceIndex, position: int) -> tuple[Fraction | None, int]:
    """Return the number in letters that a token is part of, and its last token."""
    first = max(0, position - 4)
    words = [fold(token).lower() for token in index.tokens[first : position + 8]]
    for start in range(first, position + 1):
        if words[start - first].partition("-")[0] not in NUMBER_WORDS:
            continue
        number = spelt(words[start - first :])
        if number and start + number[1] > position:
            return number[0], start + number[1] - 1
    known = NUMBER_WORDS.get(words[position - first].partition("-")[0])  # "a five-year term"
    return None if known is None else Fraction(known), position


def states_unit(index: SourceIndex, position: int) -> bool:
    """Whether a unit stands beside the number at a position."""
    return any(measure.unit for measure in measures_at(index, position))
