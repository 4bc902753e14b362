"""Times of day: `14:05 UTC`, `2:05 pm`, `2 p.m.`, with the hour of another zone."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from cite_or_refuse.gate.index import SourceIndex

_DAY = 24 * 60  # minutes
_NEAR = 40  # tokens between a time and the zone that a source names once
_HALF = r"[ \u202f\xa0]?([AaPp])\.?[Mm]\b\.?"
_ZONE = (
    r"\s?((?:UTC|GMT)?[+\-−](?:0[0-9]|1[0-4]):?[0-5][0-9](?![0-9])|(?:UTC|GMT)[+\-−][0-9]{1,2}(?![\w:])"
    r"|(?:UTC|GMT|Z|[A-Z]{1,4}[ST]?T)\b)"
)
_TIME = re.compile(
    rf"(?:(?<![\w.:,/\-])|(?<=[0-9]T))(?:([01]?[0-9]|2[0-4])[:h]([0-5][0-9])(?![\w:]*:[A-Za-z])"
    rf"(?::([0-5][0-9])(?:\.[0-9]{{1,9}})?)?(?![0-9])(?:{_HALF})?|(1[0-2]|0?[1-9]){_HALF})(?:{_ZONE})?"
)
_OFFSETS = {
    "": 0, "Z": 0, "UTC": 0, "GMT": 0, "CET": 60, "CEST": 120, "EST": -300, "EDT": -240,
    "PST": -480, "PDT": -420, "JST": 540,
}  # fmt: skip
_SHIFT = re.compile(r"(?:UTC|GMT)?([+\-])([0-9]{1,2}):?([0-9]{2})?")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: minutes since midnight; `seconds` is -1 and `zone` empty where none is given.

    `half` says that am or pm stands with it, `start` and `end` where it stands in its text.
    """

    minutes: int
    seconds: int
    half: bool
    zone: str
    start: int
    end: int


@lru_cache(maxsize=64)
def read_clocks(text: str) -> tuple[Clock, ...]:
    """Return the times of day in a text."""
    return tuple(_clock(match) for match in _TIME.finditer(text))


def _clock(match: re.Match[str]) -> Clock:
    hour, minute, second, half, bare, bare_half, zone = match.groups()
    half = (half or bare_half or "").lower()
    hours = int(hour or bare)
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    minutes = hours * 60 + int(minute or 0)
    seconds = int(second) if second else -1
    zone = (zone or "").replace("−", "-")
    return Clock(minutes, seconds, bool(half), zone, match.start(), match.end())


def find_clock(clock: Clock, index: SourceIndex) -> list[int]:
    """Return the token positions at which the source gives this time, in this or another zone."""
    return [
        position
        for stated in read_clocks(index.content)
        if _same_seconds(clock, stated)
        and _agrees(clock, stated, index, position := _position(index, stated))
    ]


def _position(index: SourceIndex, clock: Clock) -> int:
    return max(0, bisect_right(index.starts, clock.start) - 1)


def _same_seconds(clock: Clock, stated: Clock) -> bool:
    return clock.seconds in (-1, stated.seconds)


def _agrees(clock: Clock, stated: Clock, index: SourceIndex, position: int) -> bool:
    apart = abs(clock.minutes - stated.minutes)
    same = apart == 0 or (
        apart == _DAY // 2 and clock.half != stated.half and _before_noon(clock, stated)
    )
    if not clock.zone or clock.zone == stated.zone:
        return same
    if not stated.zone:
        zones = "=" + clock.zone, "=UTC" if clock.zone == "Z" else "=" + clock.zone
        return same and any(index.near(z, position - _NEAR, position + _NEAR) for z in zones)
    one, other = _offset(clock.zone), _offset(stated.zone)
    if one is None or other is None:
        return False
    return (clock.minutes - one - stated.minutes + other) % _DAY == 0


def _before_noon(clock: Clock, stated: Clock) -> bool:
    """Whether the one without am or pm may be of a clock of twelve hours: `9:15` for `9:15 pm`."""
    unmarked = stated if clock.half else clock
    return unmarked.minutes < 13 * 60 and not clock.half


def _offset(zone: str) -> int | None:
    """Return the minutes that a zone is ahead of UTC, or None if its name does not say."""
    if match := _SHIFT.fullmatch(zone):
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return -minutes if match[1] == "-" else minutes
    return _OFFSETS.get(zone)
