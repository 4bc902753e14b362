"""Tell what a line of Markdown begins."""

import re
from collections.abc import Callable
from typing import Literal

from cite_or_refuse.gate.blocks import cells

FENCE = re.compile(r"(`{3,}|~{3,})")
HEADING = re.compile(r"(#{1,6})(?=[ \t]|$)")
ITEM = re.compile(r"([-+*•‣◦▪●]|[0-9]{1,9}[.)])(?=[ \t]|$)")
_SPACES = re.compile(" *")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_DEFINITION = re.compile(r"\[\^([^\[\]\s]{1,99})\]:")
_REFERENCE = re.compile(r"\[([^\[\]^]{1,99})\]:(?=[ \t]*\S)")
_CELL = re.compile(r":?-+:?")

Shape = Literal[
    "quote", "comment", "fence", "heading", "underline", "rule", "item", "definition",
    "reference", "delimiter", "code", "text",
]  # fmt: skip


def skip(text: str, at: int, end: int, limit: int = 1 << 30) -> tuple[int, int]:
    """Skip white space of up to `limit` columns: the place, the columns. Tabs stop every four."""
    stop = min(end, at + limit)
    spaces = _SPACES.match(text, at, stop)
    assert spaces is not None, "the pattern matches any text"
    if not text.startswith("\t", spaces.end(), stop):
        return spaces.end(), spaces.end() - at
    columns = 0
    before = at - text.rfind("\n", 0, at) - 1 if "\t" in text[at : at + 4] else 0
    while at < end and columns < limit and text[at] in " \t":
        columns += 4 - (before + columns) % 4 if text[at] == "\t" else 1
        at += 1
    return at, columns


def shape(text: str, at: int, end: int, above: str | None = None, *, left: bool = False) -> Shape:
    """Return what the line `text[at:end]`, not blank, begins.

    `above` is the last line of the paragraph that is open, if one is; some shapes cannot
    interrupt it, and some need it. `left`: the line leaves an item or a quotation, so that any
    bullet or number begins an item.
    """
    at, columns = skip(text, at, end)
    if columns > 3:
        return "code"
    for begun, begins in _BEGINNINGS.items():
        if begins(text, at, end):
            return begun
    if above is not None and _UNDERLINE.match(text, at, end):
        return "underline"
    if _RULE.match(text, at, end):
        return "rule"
    if _is_item(text, at, end, free=above is None or left):
        return "item"
    return _definition_or_text(text, at, end, above)


def _is_fence(text: str, at: int, end: int) -> bool:
    fence = FENCE.match(text, at, end)
    return fence is not None and (fence[1][0] == "~" or "`" not in text[fence.end() : end])


_BEGINNINGS: dict[Shape, Callable[[str, int, int], object]] = {
    "quote": lambda text, at, end: text.startswith(">", at, end),
    "comment": lambda text, at, end: text.startswith("<!--", at, end),
    "fence": _is_fence,
    "heading": HEADING.match,
}


def _is_item(text: str, at: int, end: int, *, free: bool) -> bool:
    """Whether the line begins an item. Only `1.` or a filled bullet interrupts a paragraph."""
    item = ITEM.match(text, at, end)
    if item is None or free:
        return item is not None
    filled = bool(text[item.end() : end].strip(" \t"))
    return filled and (not item[1][0].isdecimal() or item[1][:-1] == "1")


def _definition_or_text(text: str, at: int, end: int, above: str | None) -> Shape:
    if _DEFINITION.match(text, at, end):
        return "definition"
    reference = _REFERENCE.match(text, at, end)
    if reference and (reference[1].isdecimal() or above is None):
        return "reference"
    if above is not None and _is_delimiter(text[at:end], above):
        return "delimiter"
    return "text"


def _is_delimiter(line: str, above: str) -> bool:
    """Whether the line is `|---|---|` under a line of as many cells."""
    if "-" not in line or set(line) - set("|:- \t"):
        return False
    marks = cells(line)
    piped = "|" in line or "|" in above
    return piped and all(map(_CELL.fullmatch, marks)) and len(cells(above)) == len(marks)
