"""Dates in any order of writing: `5 March 2024`, `March 5, 2024`, `2024-03-05`, `March 2024`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import fold, stem
from cite_or_refuse.gate.words import word_set

_NAMES = (  # of each month those of English first
    "january jan | januar janvier enero gennaio janeiro", "february feb | februar février febrero",
    "march mar | märz mars marzo março", "april apr | avril abril aprile",
    "may | mai mayo maggio maio", "june jun | juni juin junio giugno junho",
    "july jul | juli juillet julio luglio julho", "august aug | août agosto",
    "september sep sept | septembre septiembre settembre setembro",
    "october oct | oktober okt octobre octubre ottobre outubro",
    "november nov | novembre noviembre novembro",
    "december dec | dezember dez décembre diciembre dicembre dezembro",
)  # fmt: skip
MONTHS = {
    name: number
    for number, names in enumerate(_NAMES, 1)
    for name in names.replace("|", "").split()
}


def _stems(names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem(name) for name in names.split()))


_ENGLISH = {number: _stems(names.split("|")[0]) for number, names in enumerate(_NAMES, 1)}
_STEMS = {number: _stems(names.replace("|", "")) for number, names in enumerate(_NAMES, 1)}
_SLASHED = re.compile(
    r"(?:[0-3]?[0-9]/[0-3]?[0-9]/[12][0-9]{3}|[12][0-9]{3}/[01]?[0-9]/[0-3]?[0-9])(?![\w/])"
)
_MINUTE = re.compile(r":[0-9]|\s?[ap]\.?m\b", re.IGNORECASE)
_OF = word_set("of de di")
_VERSION_WORDS = word_set("version versions v release releases")
_BETWEEN = word_set("of de di the and to or und et y e bis au al through from between")
_RUN = 7  # tokens from a month's name to the farthest of its days


@dataclass(frozen=True, slots=True)
class Date:
    """A date of a claim; `day` or `year` is 0 where the claim names none."""

    text: str
    first: int
    last: int
    year: int
    month: int
    day: int


def read_dates(claim: str, tokens: Sequence[tuple[str, int, int]]) -> list[Date]:
    """Find the dates that name a month, and ISO dates, in tokens of (text, start, end)."""
    dates: list[Date] = []
    taken = -1
    for at, (text, start, end) in enumerate(tokens):
        if at <= taken or not (text[0].isupper() or text[0].isdecimal()):
            continue
        if slashed := _slashed([token[0] for token in tokens[at : at + 3]], claim, start):
            taken = at + 2
            dates.append(Date(claim[start : tokens[taken][2]], at, taken, *slashed))
            continue
        word = fold(text)
        iso = word.split("-")
        if len(iso) == 1 and word.count(".") == 2:
            iso = word.split(".")[::-1]  # 30.12.1899, as German and others write it
            iso = [iso[0], *(part.rjust(2, "0") for part in iso[1:])]
        if len(iso) == 3 and all(map(_is_digits, iso)) and [*map(len, iso)] == [4, 2, 2]:
            year, month, day = map(int, iso)
            if 1 <= month <= 12 and 1 <= day <= 31:
                dates.append(Date(claim[start:end], at, at, year, month, day))
        elif word.lower() in MONTHS and word[0].isupper():
            dates += _around_month(claim, tokens, at)
    return dates


def _slashed(parts: Sequence[str], text: str, start: int) -> tuple[int, int, int] | None:
    """Return year, month and day of `21/07/2010` or `7/21/2010`; `03/05/2024` may mean two days."""
    if not _SLASHED.match(text, start):
        return None
    one, two, three = map(int, parts)
    if one > 31:
        year, month, day = one, two, three
    else:
        year, month, day = three, *((two, one) if one > 12 else (one, two))
        if one <= 12 and two <= 12 and one != two:
            return None
    return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _around_month(claim: str, tokens: Sequence[tuple[str, int, int]], at: int) -> list[Date]:
    """Read the day before or after a month's name and the year after it."""
    first = last = at
    day = year = 0
    if day := _day_at(claim, tokens, at - 1):
        first = at - 1
    elif at and tokens[at - 1][0] in _OF and (day := _day_at(claim, tokens, at - 2)):
        first = at - 2
    elif at + 1 < len(tokens) and (day := _day(tokens[at + 1][0])):
        last = at + 1
        if _is_time(claim, tokens[last]):
            day, last = 0, at
    if last + 1 < len(tokens) and (year := _year(tokens[last + 1][0])):
        last += 1
    if not day and not year:
        return []
    text = claim[tokens[first][1] : tokens[last][2]]
    return [Date(text, first, last, year, MONTHS[fold(tokens[at][0]).lower()], day)]


def _day_at(claim: str, tokens: Sequence[tuple[str, int, int]], at: int) -> int:
    """Return the day that stands at a token, 0 if it is none: "version 5 of November 2025"."""
    if at < 0 or _is_time(claim, tokens[at]):
        return 0
    versioned = at > 0 and fold(tokens[at - 1][0]).lower() in _VERSION_WORDS
    return 0 if versioned else _day(tokens[at][0])


def _is_time(text: str, token: tuple[str, int, int]) -> bool:
    """Whether a number is the hour or the minute of a time: "July 2010, 14:05"."""
    _, start, end = token
    return text[max(0, start - 1) : start] == ":" or bool(_MINUTE.match(text, end))


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _day(token: str) -> int:
    digits = fold(token).lower()
    for suffix in ("st", "nd", "rd", "th"):
        digits = digits.removesuffix(suffix)
    return int(digits) if _is_digits(digits) and len(digits) < 3 and 1 <= int(digits) <= 31 else 0


def _year(token: str) -> int:
    return int(token) if _is_digits(token) and len(token) == 4 and token[0] in "12" else 0


def find_date(date: Date, index: SourceIndex, undated: bool = False) -> list[int]:
    """Return the token positions at which the source states this date, or a finer one.

    A page often gives the year once, in its head, and then only days or months. So a day stands
    without its year if the year is elsewhere on the page, and so does a month without a day.
    With `undated`, the year may be nowhere on the page, as long as no other year is beside it.
    """
    found: list[int] = []
    if date.year:
        key = f"@{date.year:04}-{date.month:02}" + (f"-{date.day:02}" if date.day else "")
        found += index.postings.get(key, ())
    year_known = undated or not date.year or f"#{date.year}" in index.postings
    english = index.language == "en"
    for name in (_ENGLISH if english else _STEMS)[date.month]:
        for position in index.postings.get(name, ()):
            if english and not _is_month(index, position):
                continue
            if (
                year_known
                and _year_about(index, position) in (0, date.year)
                and (not date.day or date.day in _days_of(index, position))
            ):
                found.append(position)
    if date.day and date.year:
        found += _find_slashed(date, index)
    return sorted(found)


def _year_about(index: SourceIndex, position: int) -> int:
    """Return the year beside a month's name, that behind it first: "April 1992 and April 1994"."""
    behind = range(position + 1, min(len(index.starts), position + 4))
    before = range(position - 1, max(-1, position - 4), -1)
    return next((year for at in (*behind, *before) if (year := _year(index.token(at)))), 0)


def _is_month(index: SourceIndex, position: int) -> bool:
    """Whether a name of an English month is one: neither the verb, nor the MAY of a standard."""
    if index.token(position).istitle():
        return True
    beside = (max(0, position - 1), min(position + 1, len(index.starts) - 1))
    return any(index.token(place)[0].isdecimal() for place in beside)


def _days_of(index: SourceIndex, position: int) -> set[int]:
    """Return the days of a month's name: those before it, `3, 5 and 8 May`, else those after it."""
    return _run(index, range(position - 1, position - _RUN, -1)) or _run(
        index, range(position + 1, position + _RUN)
    )


def _run(index: SourceIndex, places: Sequence[int]) -> set[int]:
    """Return the days that follow each other in a direction, with words between days skipped."""
    found: set[int] = set()
    for place in places:
        if not 0 <= place < len(index.starts):
            break
        token = index.token(place)
        days = [_day(part) for part in fold(token).split("-")]
        if all(days) and not _is_time(
            index.content, (token, index.starts[place], index.ends[place])
        ):
            found.update(days)
        elif token not in _BETWEEN:
            break
    return found


def _find_slashed(date: Date, index: SourceIndex) -> list[int]:
    """Return where a date stands as `21/07/2010`."""
    return [
        first
        for position in index.postings.get(f"#{date.year}", ())
        for first in (position - 2, position)
        if 0 <= first < len(index.starts) - 2
        and _slashed([index.token(first + n) for n in range(3)], index.content, index.starts[first])
        == (date.year, date.month, date.day)
    ]
