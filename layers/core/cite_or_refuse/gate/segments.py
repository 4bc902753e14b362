"""Where the sentences, lines, rows and headings of a source begin."""

import re
from array import array
from collections.abc import Sequence

from cite_or_refuse.gate.words import word_set

BLOCK = re.compile(r"\n[^\S\n]*(?:\n|[-*+•|#>=~:.]|$)|\|[^\S\n]*\n")
_UNDERLINES = "=-~^\"'`+*"
_UNDERLINE = re.compile(r"[^\n]{0,9}\n[^\S\n]{0,40}([=\-~^\"'`+*])\1{2,}[^\S\n]{0,9}\n")
_HASHES = re.compile(r"\n[^\S\n]{0,3}(#{1,6})[^\S\n]{1,40}[^\n]{0,9}$|^(?:#{1,6})[^\S\n]")
_STOP_KIND, _LINE_KIND, _BLOCK_KIND = 1, 2, 3
_MAX_SEGMENT = 80  # tokens; what is longer is a table or code without ends of sentences
_DIRECTIVES = word_set("class function method attribute data option envvar module")
_STOP = re.compile(r"[\"'”’»)}\]*_`]{0,4}[.!?…][\"'”’)\]*_`]{0,4}(?:\s|$)|[。！？]")
_MOST_ABOVE = 3  # headings above a text that say what it is about, the nearest ones
_FAR_ABOVE = 400  # headings between a heading and one above it that says nothing of it any more


def segmented(
    gaps: Sequence[str], tokens: Sequence[str]
) -> tuple[array[int], array[int], array[int]]:
    """Return the first tokens of the segments, the segments that are headings, their levels."""
    segments, heads, levels = array("I"), array("I"), array("I")
    if not tokens:
        return segments, heads, levels
    kinds = {gap: _kind(gap) for gap in set(gaps)}
    begun = 0
    for position, kind in enumerate([_BLOCK_KIND, *map(kinds.__getitem__, gaps[1:-1])]):
        if not kind:
            if position - begun >= _MAX_SEGMENT:
                segments.append(position)
                begun = position
            continue
        gap, token = gaps[position], tokens[position]
        level = 0
        if kind >= _LINE_KIND:
            level = _heading(gap, token, gaps[position + 1], position == 0)
        if kind == _LINE_KIND and not level and position:
            continue
        if kind == _STOP_KIND and token[0].islower():
            continue
        underlined = _underline(gap) if segments else 0
        if underlined and (not heads or heads[-1] != len(segments) - 1):
            heads.append(len(segments) - 1)
            levels.append(underlined)
        if level:
            heads.append(len(segments))
            levels.append(level)
        segments.append(position)
        begun = position
    return segments, heads, levels


def outline(levels: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return which headings stand above each one, and which one ends its section.

    Those above begin with the heading itself; what ends the last sections is `len(levels)`.
    """
    above: list[tuple[int, ...]] = []
    ends = [len(levels)] * len(levels)
    opened: list[int] = []
    for at, level in enumerate(levels):
        while opened and levels[opened[-1]] >= level:
            ends[opened.pop()] = at
        opened.append(at)
        nearest = opened[: -_MOST_ABOVE - 1 : -1]
        above.append(tuple([head for head in nearest if at - head < _FAR_ABOVE]))
    return above, ends


def _kind(gap: str) -> int:
    """Tell what may begin after a gap: nothing, a sentence, a line or a block."""
    if BLOCK.search(gap):
        return _BLOCK_KIND
    if _STOP.match(gap):
        return _STOP_KIND
    return _LINE_KIND if gap.endswith("\n") else 0


def _underline(gap: str) -> int:
    """Return the level of the heading that ends before a gap, 0 if none does."""
    match = _UNDERLINE.match(gap)
    return _UNDERLINES.find(match[1]) + 1 if match else 0


def _heading(gap: str, token: str, following: str, first: bool) -> int:
    """Return the level of the heading, signature or entry that begins after a gap, or 0."""
    if "#" in gap and (match := _HASHES.search(gap)):
        return len(match[1] or "#")
    if gap.endswith(".. ") and token in _DIRECTIVES:
        return 5 if token == "class" else 6  # noqa: S105 - a token of the text
    if first or gap.endswith("\n"):
        if token in ("class", "def", "async", "function", "Module"):
            return 5 if token in ("class", "Module") else 6
        if following.startswith("("):
            return 6
        if following.startswith(" : "):
            return 7
    return 7 if gap.endswith(":") and token in ("param", "parameter", "type") else 0
