"""The text that a claim is shown with: whole sentences, entries or rows."""

import re

from cite_or_refuse.gate.index import SourceIndex

_FIRM = re.compile(
    r"[^\n]{0,9}?[.!?…。！？][\"'”’)\]*_`]{0,4}(?:\s|\Z)"  # a stop
    r"|[^\n]{0,20}\n[^\S\n]{0,40}(?:\n|[-*+•|#>=~][^\S\n])"  # an empty line, a row, an item
    r"|[^\n]{0,9}\|[^\S\n]{0,9}\n"
)
_MAX_LINES = 6
_MAX_CHARS = 1200
_LONG_LINE = 60  # characters; a line of this length goes on in the next one


def passage(index: SourceIndex, first: int, last: int) -> tuple[int, int]:
    """Return the offsets of the segments `first..last`, as long as their sentences are.

    A segment is a line where a source breaks its lines: it grows to the ends of its sentence,
    by at most six lines on each side.
    """
    grown_first, grown_last = first, last
    while first - grown_first < _MAX_LINES and goes_on(index, grown_first - 1):
        grown_first -= 1
    while grown_last - last < _MAX_LINES and goes_on(index, grown_last):
        grown_last += 1
    start, end = index.span(grown_first, grown_last)
    return (start, end) if end - start <= _MAX_CHARS else index.span(first, last)


def goes_on(index: SourceIndex, segment: int) -> bool:
    """Whether the sentence that ends a segment goes on in the next one."""
    if segment < 0 or segment + 1 >= len(index.segments) or index.is_heading(segment):
        return False
    low, after = index.tokens_of(segment, segment)
    if index.is_heading(segment + 1) or after >= len(index.starts):
        return False
    gap = index.content[index.ends[after - 1] : index.starts[after]]
    if _FIRM.match(gap):
        return False
    word, line = index.token(after), index.starts[after] - index.starts[low]
    return "\n" not in gap or word[0].islower() or line >= _LONG_LINE
