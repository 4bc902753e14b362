"""What a draft is made of: headings, paragraphs, items, rows, code."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

_PIPE = re.compile(r"(?<!\\)\|")


class Kind(StrEnum):
    """What a block is. ITEM is a bullet with its first paragraph, which may be empty."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADER = "header"
    ROW = "row"
    CODE = "code"
    DEFINITION = "definition"
    REFERENCE = "reference"
    COMMENT = "comment"
    RULE = "rule"


TEXT = (Kind.HEADING, Kind.PARAGRAPH, Kind.ITEM, Kind.HEADER, Kind.ROW)


@dataclass(slots=True)
class Block:
    """Some lines of the draft. Offsets are code points of the draft.

    `start` and `end` bound whole lines, the line break included; `lines` holds the text of each
    line without indentation, quote marks, bullets and hashes. `parent` is the number of the ITEM
    that holds the block and `table` that of a row's HEADER, -1 without one; `quote` counts the
    `>`. `level` is a heading's, `label` that of a definition or a reference. `mark` is where a
    bullet or number stands, and `width` the columns by which it indents its content.
    """

    kind: Kind
    start: int
    end: int
    lines: list[tuple[int, int]] = field(default_factory=list)
    parent: int = -1
    quote: int = 0
    level: int = 0
    table: int = -1
    label: str = ""
    mark: tuple[int, int] = (0, 0)
    width: int = 0


def cells(row: str) -> list[str]:
    """Return the cells of a table row; an escaped pipe divides nothing."""
    found = _PIPE.split(row.strip())
    if len(found) > 1 and not found[0].strip():
        found = found[1:]
    if len(found) > 1 and not found[-1].strip():
        found = found[:-1]
    return [cell.strip() for cell in found]


def led_by(blocks: Sequence[Block], number: int) -> range:
    """Return the numbers of the blocks that a block stands over.

    A heading leads up to the next one of its rank, an item what is nested in it; anything else
    leads the list, table, code or quotation that follows directly.
    """
    block, after = blocks[number], number + 1
    if block.kind is Kind.HEADING:
        return _run(blocks, after, lambda b: b.kind is not Kind.HEADING or b.level > block.level)
    if after == len(blocks) or blocks[after].kind is Kind.HEADING:
        return range(after, after)
    first = blocks[after]
    if first.parent == number:
        return _run(blocks, after, lambda b: b.parent >= number)
    if first.kind is Kind.ITEM and block.kind is not Kind.ITEM and first.parent == block.parent:
        home = first.parent
        return _run(
            blocks, after, lambda b: b.parent > home or (b.parent == home and b.kind is Kind.ITEM)
        )
    if first.kind is Kind.HEADER or (first.kind is Kind.ROW and block.kind is not Kind.ROW):
        return range(after, _run(blocks, after + 1, lambda b: b.kind is Kind.ROW).stop)
    if first.kind is Kind.CODE:
        return range(after, after + 1)
    return _run(blocks, after, lambda b: b.quote > block.quote)


def section(blocks: Sequence[Block], number: int, limit: int = 40) -> range:
    """Return the numbers from a block to the next heading, `limit` at most."""
    found = _run(blocks[: number + limit], number, lambda b: b.kind is not Kind.HEADING)
    return range(number, max(number + 1, found.stop))


def _run(blocks: Sequence[Block], first: int, belongs: Callable[[Block], bool]) -> range:
    """Return the numbers from `first` on of the blocks that belong, up to one that does not."""
    last = first
    while last < len(blocks) and belongs(blocks[last]):
        last += 1
    return range(first, last)
