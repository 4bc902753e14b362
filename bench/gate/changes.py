"""A change to a claim, and where in a claim a change would make it false."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

CODE = re.compile(r"`([^`\n]{1,200})`")
HEDGE = re.compile(
    r"(?:\b(?:at least|at most|up to|(?:more|less|fewer|older|newer|later|earlier|other) than|over"
    r"|under|about|around|roughly|some|approximately|nearly|almost|below|above|within|before|after"
    r"|until|prior to|minimum(?: of)?|maximum(?: of)?|or|as many as|as few as|by|to|every)"
    r"|[~≥≤<>≈±])\s{0,2}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """The changed text and the place; `old` and `new` are empty where no token replaced another."""

    text: str
    at: int
    old: str = ""
    new: str = ""


def put(claim: str, start: int, end: int, new: str) -> Change:
    """Put a token in the place of the one between two offsets."""
    return Change(claim[:start] + new + claim[end:], start, claim[start:end], new)


def outside_code(claim: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield matches outside ticks that no hedge makes vague."""
    code = [match.span() for match in CODE.finditer(claim)]
    for match in pattern.finditer(claim):
        inside = any(start <= match.start() < end for start, end in code)
        if not inside and not HEDGE.search(claim[: match.start()][-24:]):
            yield match
