"""Changes of figures: numbers, units, versions, dates, and values in code."""

import re
from collections.abc import Iterator
from itertools import islice

from bench.gate.changes import HEDGE, Change, outside_code, put
from bench.gate.passages import Passages

_OPEN = re.compile(r"\s{0,2}(?:or|and)\s(?:more|less|fewer|later|newer|above|higher|older)|\+")
_NUMBER = re.compile(
    r"(?<![\w.,:/#^*'\"<>=+\-–])[0-9]{1,3}(?:,[0-9]{3}){1,3}(?![\w/:\-–]|[.,][0-9])"
    r"|(?<![\w.,:/#^*'\"<>=+\-–])[0-9]{1,9}(?:\.[0-9]{1,4})?(?![\w/:\-–]|[.,][0-9]|\.[a-z])",
    re.ASCII,
)
_YEAR = re.compile(r"(?<![\w.,:/#\-–])(?:1[5-9]|20)[0-9]{2}(?![\w/:\-–]|[.,][0-9])", re.ASCII)
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b(?=\s[0-9])")
_MONTH_BEFORE = re.compile(rf"\b(?:{'|'.join(MONTHS)})\s$")
_DAY = re.compile(
    rf"(?<![\w.,])[0-9]{{1,2}}(?=(?:st|nd|rd|th)?(?: of)? (?:{'|'.join(MONTHS)})\b)"
    rf"|(?<![\w.,])[0-9]{{1,2}}(?=,? (?:1[5-9]|20)[0-9]{{2}}\b)"
)
_VERSION = re.compile(r"(?<![\w.])v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}(?![\w%]|\.[0-9])")
_VERSIONED = re.compile(
    r"(?:\b(?:version|release|since|in|as of|with|from|of)|[A-Z][\w.+\-]*|`[\w.\-]+`)\s{1,2}$",
)
_UNITS = (
    ("milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    ("millisecond", "second", "minute", "hour", "day", "week", "month", "year"),
    ("ms", "s", "min", "h"),
    ("bytes", "kilobytes", "megabytes", "gigabytes"),
    ("KB", "MB", "GB", "TB"),
    ("KiB", "MiB", "GiB", "TiB"),
    ("mm", "cm", "m", "km"),
    ("millimetres", "metres", "kilometres", "miles"),
    ("mg", "g", "kg"),
    ("percent", "per mille"),
    ("million", "billion"),
)
_COUNTS = "half an?|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty"
_UNIT = re.compile(
    rf"(?<![\w.,\-–])([1-9][0-9]{{0,8}}(?:[.,][0-9]{{1,3}})*|0\.[0-9]{{1,3}}|{_COUNTS})([\s\-]?)("
    + "|".join(sorted({u for units in _UNITS for u in units}, key=len, reverse=True))
    + r")\b",
    re.ASCII,
)
_SHARE = re.compile(r"\s?(?:%|percent)")
FLIPS = {
    "True": "False", "False": "True", "None": "True", "true": "false", "false": "true",
    "null": "true", "none": "all", "on": "off", "off": "on", "yes": "no", "no": "yes",
    "enabled": "disabled", "disabled": "enabled", "0": "1", "1": "0",
}  # fmt: skip
_FLIPPABLE = re.compile(rf"(?<![\w.])(?:{'|'.join(FLIPS)})(?![\w.]\w)(?!\w)")
_DEFAULT = re.compile(
    r"default|standardm|voreinstell|par défaut|predetermin|por defecto|既定|デフォルト|默认",
    re.IGNORECASE,
)


def _like(number: str, value: float) -> str:
    """Write a value as the number is written: its decimals, its thousands separators."""
    decimals = len(number.partition(".")[2])
    return f"{value:,.{decimals}f}" if "," in number else f"{value:.{decimals}f}"


def _other_numbers(number: str, source: Passages) -> list[str]:
    """Return numbers to put in its place: next to it, multiples, and those of the source."""
    value = float(number.replace(",", ""))
    step = 10.0 ** -len(number.partition(".")[2])
    made = [_like(number, v) for v in (value + step, value + 2 * step, 2 * value, 10 * value)]
    if value > step:
        made.append(_like(number, value - step))
    alike = (n for n in _NUMBER.findall(source.content) if len(n) == len(number))
    alike = (n for n in alike if n.find(".") == number.find("."))
    alike = (n for n in alike if n[0] != "0" and not _YEAR.fullmatch(n))
    return [n for n in dict.fromkeys([*made, *islice(alike, 40)]) if n != number]


def _counted(claim: str) -> Iterator[re.Match[str]]:
    """Yield the numbers of a claim that are no year, day, version, bound or code."""
    for match in outside_code(claim, _NUMBER):
        start, end = match.span()
        version = "." in match[0] and not (_UNIT.match(claim, start) or _SHARE.match(claim, end))
        date = _YEAR.fullmatch(match[0]) or _DAY.match(claim, start)
        date = date or _MONTH_BEFORE.search(claim[:start])
        if not (version or date or _OPEN.match(claim, end)):
            yield match


def numbers(claim: str, source: Passages) -> Iterator[Change]:
    """Another number in the place of one that is no year, version or code."""
    for match in _counted(claim):
        for new in _other_numbers(match[0], source):
            yield put(claim, *match.span(), new)


def units(claim: str, _source: Passages) -> Iterator[Change]:
    """Another unit of the same kind after the same number."""
    for match in outside_code(claim, _UNIT):
        for new in next(units for units in _UNITS if match[3] in units):
            if new != match[3] and not _OPEN.match(claim, match.end()):
                text = put(claim, *match.span(3), new).text
                yield Change(text, match.start(), match[1], match[1] + match[2] + new)


def versions(claim: str, source: Passages) -> Iterator[Change]:
    """The next or previous version, or another one of the source."""
    for match in _VERSION.finditer(claim):
        before, start = claim[: match.start()], match.start()
        named = match[0].count(".") == 2 or _VERSIONED.search(before[-40:])
        address = match[0].count(".") > 2
        if address or not named or HEDGE.search(before[-24:]) or _OPEN.match(claim, match.end()):
            continue
        head, _, last = match[0].rpartition(".")
        made = [f"{head}.{int(last) + 1}", f"{head}.{int(last) + 2}"]
        found = (v for v in _VERSION.findall(source.content) if v.count(".") == match[0].count("."))
        for new in dict.fromkeys([*made, *islice(found, 40)]):
            if new != match[0]:
                yield put(claim, start, match.end(), new)


def dates(claim: str, _source: Passages) -> Iterator[Change]:
    """Another year, month or day in a date."""
    for match in outside_code(claim, _YEAR):
        for shift in (-10, -2, -1, 1, 2):
            yield put(claim, *match.span(), str(int(match[0]) + shift))
    for match in outside_code(claim, _MONTH):
        for month in MONTHS:
            if month != match[0]:
                yield put(claim, *match.span(), month)
    for match in outside_code(claim, _DAY):
        for day in range(2, 29, 3):
            if day != int(match[0]):
                yield put(claim, *match.span(), str(day))


def defaults(claim: str, source: Passages) -> Iterator[Change]:
    """The other truth value or another number, near the word default or after an equals sign."""
    places = [match.start() for match in _DEFAULT.finditer(claim)]
    for match in _FLIPPABLE.finditer(claim):
        assigned = claim[: match.start()].endswith("=")
        near = any(abs(match.start() - place) < 70 for place in places)
        if (assigned or (near and claim[match.start() - 1] == "`")) and match[0] in source.content:
            yield put(claim, *match.span(), FLIPS[match[0]])
    for match in _counted(claim) if places else ():
        if any(abs(match.start() - place) < 70 for place in places):
            for new in _other_numbers(match[0], source):
                yield put(claim, *match.span(), new)
