"""Rule 3, coverage: find what states something, and so needs a marker.

Each sentence of a paragraph or an item, each row of a table and each block of code is one unit.
A bit without a letter or a digit states nothing; every other one counts, however short. A bold
lead-in, `**Term.** Sentence.[^1]`, is one unit with the sentence that it leads.

Not in need of a marker (`leads`) are headings (a line all in bold is one), the header of a table,
questions, and lead-ins: what ends in a colon directly before a list, a table, code or a quotation,
and an item without a full stop over a nested list. They are held to the hard facts that they
state, see `labels.py`. A heading that ends in a full stop is a sentence.

A block of code, fenced or indented, states names and signatures, so it is a unit of its own. Its
citations are the markers of the lead-in directly before it (`Call it like this:[^1]`) or of a line
of nothing but markers directly before or behind it. Without any it needs none, as a label does, but
is held to its facts (see `codeblocks.py`), which have to stand in some source that the report
cites; with them, in the cited ones. A writer that quotes code may as well put each line between
ticks in a sentence, an item or a row with a marker of its own.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cite_or_refuse.gate.blocks import TEXT, Block, Kind, led_by
from cite_or_refuse.gate.page import Page, between
from cite_or_refuse.gate.sentences import MARK, split

_CLOSERS = " \t\n*_~\"'”’»)]" + MARK
_BOLD = re.compile(r"(\*\*|__|\*|_)(?=\S)[^*_\n]{1,99}?[^\s*_]\1[.:]?")
_LEAD_WORDS = 6
_LEAD_CHARS = 120


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that may need a marker: `start..end` of the draft, its markers included.

    `block` is the number of its block; `leads` says that it needs no marker of its own.
    """

    block: int
    start: int
    end: int
    leads: bool = False


def units(page: Page) -> list[Unit]:
    """Return the units of a draft in their order."""
    found: list[Unit] = []
    for number, block in enumerate(page.blocks):
        if block.kind in TEXT:
            found += _units_of(page, number, block)
        elif block.kind is not Kind.RULE and page.plain(block).strip():
            found.append(Unit(number, block.start, min(block.end, len(page.text))))
    return found


def _units_of(page: Page, number: int, block: Block) -> Iterator[Unit]:
    """Return the units of a block of text; a marker alone is one that states nothing."""
    text = "\n".join(page.skeleton[start:end] for start, end in block.lines)
    whole = block.kind in (Kind.ROW, Kind.HEADER)
    spans = [(0, len(text))] if whole else _with_lead_ins(text, split(text))
    places = _places(block.lines)
    for start, end in spans:
        piece = text[start:end]
        states = any(map(str.isalnum, piece))
        if states or MARK in piece:
            leads = not states or _leads(page.blocks, number, piece, last=end == spans[-1][1])
            yield Unit(number, _place(places, start), _place(places, end - 1) + 1, leads)


def citing(page: Page, found: Sequence[Unit], number: int) -> int | None:
    """Return the number of the unit whose markers cite a unit: itself, for code one beside it."""
    unit = found[number]
    if page.blocks[unit.block].kind is not Kind.CODE:
        return number
    for beside, block in (number - 1, unit.block - 1), (number + 1, unit.block + 1):
        if 0 <= beside < len(found) and found[beside].block == block and found[beside].leads:
            lead = found[beside]
            behind = block > unit.block and any(
                map(str.isalnum, page.skeleton[lead.start : lead.end])
            )
            if not behind and between(page.markers, lead.start, lead.end):
                return beside
    return None


def is_question(piece: str) -> bool:
    """Whether a piece of a skeleton ends in a question mark."""
    return piece.rstrip(_CLOSERS)[-1:] in ("?", "？", "؟")


def _with_lead_ins(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join a bold lead-in, or a number such as `1.`, with the sentence that follows it."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and _is_lead_in(text[slice(*found[-1])]):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _is_lead_in(piece: str) -> bool:
    if MARK in piece or not piece or len(piece) > _LEAD_CHARS:
        return False
    bold = len(piece.split()) <= _LEAD_WORDS and _BOLD.fullmatch(piece)
    return bool(bold) or not any(map(str.isalpha, piece))


def _places(lines: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Return where each line begins in the joined text, and in the draft."""
    joined, at = [], 0
    for start, end in lines:
        joined.append(at)
        at += end - start + 1
    return joined, [start for start, _ in lines]


def _place(places: tuple[list[int], list[int]], offset: int) -> int:
    """Return the place in the draft of an offset in the joined text."""
    line = bisect_left(places[0], offset + 1) - 1
    return places[1][line] + offset - places[0][line]


def _leads(blocks: Sequence[Block], number: int, piece: str, *, last: bool) -> bool:
    """Whether the unit is a heading, a question or a lead-in."""
    block, end = blocks[number], piece.rstrip(_CLOSERS)[-1:]
    if is_question(piece):
        return True
    if block.kind is Kind.HEADER or (block.kind is Kind.HEADING and end not in ".。!"):
        return True
    if not last or block.kind is Kind.ROW:
        return False
    led = led_by(blocks, number)
    if not led:
        return False
    over_list = block.kind is Kind.ITEM and blocks[led[0]].parent == number
    return end in ":：" or (over_list and end not in ".。!" and MARK not in piece)
