"""Find code inside text, and paint over what must not be read."""

import re
from collections.abc import Iterable, Sequence

from cite_or_refuse.gate.blocks import TEXT, Block, Kind

_TICKS = re.compile("`+")
_VISIBLE = re.compile(r"[^\n]")

Span = tuple[int, int]


def paint(text: str, spans: Iterable[Span], fill: str) -> str:
    """Return the text with each span, in order and apart, filled; length and lines stay."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += text[at:start], _VISIBLE.sub(fill, text[start:end])
        at = end
    return "".join((*pieces, text[at:])) if pieces else text


def code_spans(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Return where code stands, in order: code blocks line by line, and code between ticks."""
    found: list[Span] = []
    for block in blocks:
        if block.kind is Kind.CODE:
            found += block.lines
        elif block.kind in TEXT and block.lines:
            found += _ticked(text, block.lines[0][0], block.lines[-1][1])
    return found


def _ticked(text: str, start: int, end: int) -> list[Span]:
    """Match each run of backticks with the next one of its length."""
    if text.find("`", start, end) < 0:
        return []
    runs = [match.span() for match in _TICKS.finditer(text, start, end)]
    partners: dict[Span, Span] = {}
    last: dict[int, Span] = {}
    for run in reversed(runs):
        length = run[1] - run[0]
        if length in last:
            partners[run] = last[length]
        last[length] = run
    found, at = [], start
    for run in runs:
        escaped = run[1] - run[0] == 1 and text[run[0] - 1 : run[0]] == "\\"
        if run[0] >= at and run in partners and not escaped:
            at = partners[run][1]
            found.append((run[0], at))
    return found
