"""Put a draft together again from the units of it that stay."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cite_or_refuse.gate.blocks import Block, Kind, cells
from cite_or_refuse.gate.coverage import Unit
from cite_or_refuse.gate.lines import shape
from cite_or_refuse.gate.page import Page

Fate = tuple[Unit, bool]
_Edit = tuple[int, int, str]
_PARTED = ("```", "|")  # without what followed them they may open code or a row
_BOLD = [re.compile(rf"(?<!\w){mark}(?=\S)|(?<=\S){mark}(?!\w)") for mark in (r"\*\*", "__")]


def compose(page: Page, fates: Sequence[Fate]) -> str:
    """Return the text of a draft with only the units that stay and the blocks that hold any."""
    by_block: list[list[Fate]] = [[] for _ in page.blocks]
    for unit, stays in fates:
        by_block[unit.block].append((unit, stays))
    kept = _kept(page.blocks, by_block)
    edits = [*_renumbered(page, kept), *_outdented(page, kept)]
    for number in kept:
        edits += _cut_units(page, number, by_block[number])
    return _joined(page, kept, sorted(edits))


def _kept(blocks: Sequence[Block], fates: Sequence[Sequence[Fate]]) -> list[int]:
    """Return the numbers of the blocks that stay.

    An item without text and a header stay over what is left of their content; of rules none
    stands first, last or behind another.
    """
    filled: set[int] = set()
    kept: list[int] = []
    for number in reversed(range(len(blocks))):
        block = blocks[number]
        container = block.kind is Kind.HEADER or (block.kind is Kind.ITEM and not fates[number])
        stays = any(stays for _, stays in fates[number]) or (container and number in filled)
        if stays or (block.kind is Kind.RULE and kept and blocks[kept[-1]].kind is not Kind.RULE):
            kept.append(number)
            filled.update((block.parent, block.table))
    while kept and blocks[kept[-1]].kind is Kind.RULE:
        kept.pop()
    return kept[::-1]


def _renumbered(page: Page, kept: Sequence[int]) -> Iterator[_Edit]:
    """Close the gaps in the numbers of ordered lists."""
    stays = set(kept)
    lists: dict[int, tuple[int, int]] = {}  # of each open list: its first number, items dropped
    for number, block in enumerate(page.blocks):
        mark = page.text[slice(*block.mark)]
        if block.kind is not Kind.ITEM or not mark[:1].isdecimal():
            lists.pop(block.parent, None)
            continue
        written = int(mark[:-1])
        first, dropped = lists.get(block.parent, (written, 0))
        if number in stays and dropped and written > first:
            yield (*block.mark, f"{max(first, written - dropped)}{mark[-1]}")
        lists[block.parent] = first, dropped + (number not in stays)


def _outdented(page: Page, kept: Sequence[int]) -> Iterator[_Edit]:
    """Move what is nested in an item that does not stay out to the level of that item."""
    stays = set(kept)
    for number in kept:
        block = page.blocks[number]
        parent, columns, outer = block.parent, 0, block
        while parent >= 0:
            item = page.blocks[parent]
            if parent not in stays:
                columns, outer = columns + item.width, item
                if block.start <= item.mark[0] < block.end:
                    yield (*item.mark, " " * (item.mark[1] - item.mark[0]))
            parent = item.parent
        if columns:
            marks = rf"(?:[ \t]*>){{{outer.quote}}} ?" if outer.quote else ""
            prefix = re.compile(rf"({marks})([ \t]{{1,{columns}}})")
            yield from _leading(page, block, prefix)


def _leading(page: Page, block: Block, prefix: re.Pattern[str]) -> Iterator[_Edit]:
    at = block.start
    while at < min(block.end, len(page.text)):
        if indent := prefix.match(page.text, at):
            yield (*indent.span(2), "")
        end = page.text.find("\n", at)
        at = len(page.text) if end < 0 else end + 1


def _cut_units(page: Page, number: int, fates: Sequence[Fate]) -> Iterator[_Edit]:
    """Take the units that do not stay out of a block that does."""
    block = page.blocks[number]
    if all(stays for _, stays in fates):
        return
    if block.kind is Kind.HEADER:
        start, end = block.lines[0]
        yield start, end, "|" + "  |" * len(cells(page.text[start:end]))
        return
    begins = {end - len(page.text[start:end].lstrip()) for start, end in block.lines}
    dead: int | None = None
    end = block.start
    for unit, stays in fates:
        if not stays:
            dead = unit.start if dead is None else dead
        elif dead is not None:
            rest = page.text[unit.start : block.end]
            apart = "" if page.text[dead - 1 : dead].isspace() else " "
            yield dead, unit.start, _escape(rest) if dead in begins else apart
            if dead in begins and "|" in rest.partition("\n")[0]:
                yield from _on_one_line(block, unit)  # or it might become a table
            dead = None
        elif unit.start in begins and page.text.startswith(_PARTED, unit.start):
            yield unit.start, unit.start, "\\"
        end = unit.end if stays else end
    if dead is not None:
        yield end, block.lines[-1][1], ""
    yield from _unpaired(page, block, [unit for unit, stays in fates if stays])


def _on_one_line(block: Block, unit: Unit) -> Iterator[_Edit]:
    for (_, end), (start, _) in pairwise(block.lines):
        if unit.start <= end and start <= unit.end:
            yield end, start, " "


def _escape(rest: str) -> str:
    """Return what keeps a sentence that now begins a line from being read as another block."""
    line = rest.partition("\n")[0]
    if shape(line, 0, len(line)) in ("text", "code") and not line.startswith(_PARTED):
        return ""
    return "\N{ZERO WIDTH SPACE}" if line[0].isdecimal() else "\\"


def _unpaired(page: Page, block: Block, units: Sequence[Unit]) -> Iterator[_Edit]:
    """Take bold marks out of what is left of a block if the cut has parted a pair."""
    for bold in _BOLD:
        whole = [mark.span() for mark in bold.finditer(page.masked, block.start, block.end)]
        left = [m.span() for u in units for m in bold.finditer(page.masked, u.start, u.end)]
        if len(left) == 1 and len(whole) == 2:
            yield (*left[0], "")


def _joined(page: Page, kept: Sequence[int], edits: Sequence[_Edit]) -> str:
    """Return the edited text of the blocks that stay, with a gap of the draft between any two."""
    pieces: list[str] = []
    last = -1
    for number in kept:
        block = page.blocks[number]
        if pieces:
            pieces.append(_gap(page, last, number))
        pieces.append(_edited(page.text, block, edits))
        last = number
    return "".join(pieces).strip("\n")


def _gap(page: Page, last: int, number: int) -> str:
    """Choose what stands between two blocks, between which others may have gone."""
    blocks, end = page.blocks, page.blocks[last].end
    gaps = []
    for block in blocks[last + 1 : number + 1]:
        gaps.append(page.text[end : block.start])
        end = max(end, block.end)
    plain = [gap for gap in gaps if gap and not gap.strip()]
    if any(gaps) or number == last + 1:
        return next(iter(plain or filter(None, gaps)), "")
    listed = blocks[number].kind is Kind.ITEM and (
        blocks[last].kind is Kind.ITEM or blocks[last].parent >= 0
    )
    return "" if listed or blocks[number].kind is Kind.ROW else "\n"


def _edited(text: str, block: Block, edits: Sequence[_Edit]) -> str:
    pieces: list[str] = []
    at, stop = block.start, min(block.end, len(text))
    for start, end, instead in edits[bisect_left(edits, (at,)) : bisect_left(edits, (stop,))]:
        if at <= start:
            pieces += text[at:start], instead
            at = end
    return "".join((*pieces, text[at:stop]))
