"""A draft as it is read: its blocks, and where its code, markers and links stand."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.gate import links, markers
from cite_or_refuse.gate.blocks import Block, Kind
from cite_or_refuse.gate.inline import Span, code_spans, paint
from cite_or_refuse.gate.links import Link
from cite_or_refuse.gate.markdown import parse
from cite_or_refuse.gate.markers import Marker
from cite_or_refuse.gate.sentences import MARK

CODE = "X"
"""Stands for each character of code, or of an address, where text is searched or split."""

UNKNOWN = "\ufffd"
"""Stands for the one character that may not be in a draft, since it stands for markers."""

_UNREAD = (Kind.DEFINITION, Kind.REFERENCE, Kind.COMMENT)


@dataclass(frozen=True, slots=True)
class Page:
    """All offsets are those of `text`.

    `masked` is the text with code and definitions painted over, `skeleton` with markers and links
    painted over, too; both are as long as the text.
    """

    text: str
    blocks: list[Block]
    masked: str
    skeleton: str
    markers: list[Marker]
    links: list[Link]

    def plain(self, block: Block) -> str:
        """Return the text of a block without the marks of its containers."""
        return "\n".join(self.text[start:end] for start, end in block.lines)

    def beside_code(self, number: int) -> bool:
        """Whether a block stands directly before or behind code."""
        beside = (*self.blocks[max(0, number - 1) : number], *self.blocks[number + 1 : number + 2])
        return any(block.kind is Kind.CODE for block in beside)


def between[T: (Marker, Link)](found: Sequence[T], start: int, end: int) -> Sequence[T]:
    """Return those of the markers or links, which are in order, that begin in `start..end`."""
    first = bisect_left(found, start, key=lambda one: one.start)
    return found[first : bisect_left(found, end, first, key=lambda one: one.start)]


def read(text: str) -> Page:
    """Read a draft whose line breaks are LF; never raises, in linear time."""
    blocks = parse(text)
    unread = [span for block in blocks if block.kind in _UNREAD for span in _whole(block, text)]
    spans = sorted((*code_spans(text, blocks), *unread))
    masked = paint(text.replace(MARK, UNKNOWN), spans, CODE)
    marks = markers.find(masked)
    cited = paint(masked, [(mark.start, mark.end) for mark in marks], MARK)
    found = links.find(cited)
    tags = [(link.start, link.end) for link in found if not link.written]
    others = [(link.start, link.end) for link in found if link.written]
    skeleton = paint(paint(cited, tags, " "), others, CODE)
    return Page(text, blocks, masked, skeleton, marks, found)


def _whole(block: Block, text: str) -> list[Span]:
    return [(block.start, min(block.end, len(text)))]
