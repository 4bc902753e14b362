"""The text of a claim: what a unit of a draft says, without markers and marks of layout."""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from cite_or_refuse.gate.blocks import Kind, cells
from cite_or_refuse.gate.coverage import Unit
from cite_or_refuse.gate.inline import Span, paint
from cite_or_refuse.gate.links import Link
from cite_or_refuse.gate.page import Page
from cite_or_refuse.gate.sourcelist import Shelf

_GONE = "\0"
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_POWER = re.compile(r"(?<=[0-9])<sup>[0-9]{1,3}</sup>", re.IGNORECASE)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_TICKED_CHARS = 200
_LINK_TEXT_CHARS = 500
_FEW = 12  # what a list may begin with


class Wording:
    """The texts of a page's units.

    Left out are markers, own addresses (of `[text](url "title")` the text and a title that is not
    a source's own stay), harmless tags, backslashes that escape, and white space beyond one
    blank. `10<sup>6</sup>` is 10⁶, an entity what it stands for. The cells of a row are joined by
    ` | `. The lines of a code block stand between ticks, one by one. The number of an item belongs
    to its text if it does not count the items.
    """

    def __init__(self, page: Page, shelf: Shelf) -> None:
        self._page = page
        # A marker between two words leaves a blank, as `a[^1]b` is two of them.
        between = [
            mark.end for mark in page.markers if page.text[mark.end : mark.end + 1].isalnum()
        ]
        breaks = [link.start + 1 for link in page.links if _is_break(page, link)]
        blanks = sorted((*between, *breaks))
        text = paint(page.text, [(end - 1, end) for end in blanks], " ")
        text = _POWER.sub(lambda power: power[0].translate(_RAISED), text)
        parting = frozenset(between)
        spans = [(mark.start, mark.end - (mark.end in parting)) for mark in page.markers]
        spans += [escape.span() for escape in _ESCAPE.finditer(page.masked)]
        for link in page.links:
            if _is_break(page, link):
                spans.append((link.start + 1, link.end))
            elif link.harmless or shelf.owns(link.url):
                spans += _left_out(page, link, shelf)
        self._counting = frozenset(_out_of_turn(page))
        self._shown = paint(text, _apart(sorted(spans)), _GONE)

    def of(self, unit: Unit) -> str:
        """Return the text of a unit."""
        block = self._page.blocks[unit.block]
        if block.kind is Kind.CODE:
            lines = self._page.plain(block).replace("`", "'").split("\n")
            return " ".join(f"`{piece}`" for line in lines for piece in _pieces(line.strip()))
        lines = [
            self._shown[max(start, unit.start) : min(end, unit.end)]
            for start, end in block.lines
            if start < unit.end and end > unit.start
        ]
        text = "\n".join(lines).replace(_GONE, "")
        if "&" in text:
            text = ENTITY.sub(lambda entity: unescape(entity[0]), text)
        if block.kind in (Kind.ROW, Kind.HEADER):
            text = " | ".join(cells(text))
        if unit.block in self._counting and unit.start <= block.lines[0][0]:
            text = f"{self._page.text[slice(*block.mark)]} {text}"
        return " ".join(text.split())


def _out_of_turn(page: Page) -> Iterator[int]:
    """Yield the items whose number does not count them: "2019. Tarn was released"."""
    last: dict[int, int] = {}
    for number, block in enumerate(page.blocks):
        mark = page.text[slice(*block.mark)]
        if block.kind is Kind.ITEM and mark[:1].isdecimal():
            value = int(mark[:-1])
            if value > _FEW and value != last.get(block.parent, -1) + 1:
                yield number
            last[block.parent] = value


def _is_break(page: Page, link: Link) -> bool:
    """Whether a tag begins a new line, so that nothing grows together."""
    return not link.written and page.text[link.start : link.start + 3].lower() == "<br"


def _pieces(line: str) -> list[str]:
    return [line[at : at + _TICKED_CHARS] for at in range(0, len(line), _TICKED_CHARS)]


def _left_out(page: Page, link: Link, shelf: Shelf) -> list[Span]:
    """Return what to leave out for an address, with the brackets around it."""
    start, end = link.start, link.end
    text = page.skeleton
    if page.masked.startswith("](", start):
        opened = text.rfind("[", max(0, start - _LINK_TEXT_CHARS), start)
        image = opened > 0 and text[opened - 1] == "!"
        brackets = [(opened - image, opened + 1)] if opened >= 0 else []
        return [*brackets, *_around_title(page, link, shelf)]
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return [(start - 1, end + 1)]
    return [(start, end)]


def _around_title(page: Page, link: Link, shelf: Shelf) -> list[Span]:
    """Return what of `](url "title")` is no text: all but a title that is not a source's own."""
    first, last = link.title or (0, 0)
    if not link.title or shelf.titles(page.text[first + 1 : last - 1]):
        return [(link.start, link.end)]
    return [(link.start, first - 1), (first, first + 1), (last - 1, link.end)]


def _apart(spans: Sequence[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in spans:
        begin = max(start, found[-1][1]) if found else start
        if begin < end:
            found.append((begin, end))
    return found
