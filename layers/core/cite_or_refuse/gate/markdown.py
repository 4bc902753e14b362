"""Read Markdown into blocks, with the place of each line of text in the draft.

The shapes are those of CommonMark with GitHub's tables and footnotes, as far as they decide what
a reader sees as a heading, a sentence, an item, a row or code. Where a model's habit differs, the
habit wins: `•` is a bullet, lines of pipes are rows without a header line, too, and a full
sentence above `---` is a sentence and a rule, not a heading. Time is linear in the text.
"""

import re

from cite_or_refuse.gate.blocks import Block, Kind
from cite_or_refuse.gate.lines import FENCE, HEADING, ITEM, Shape, shape, skip

MAX_DEPTH = 24  # lists and quotes nested deeper are read as text

_TASK = re.compile(r"\[[ xX]\][ \t]+")
_BOLD = re.compile(r"(\*\*|__)[^\s*_\[［【][^*_\n\[［【]{0,120}(?<![\s.!?。])\1:?[ \t]*")
_OPEN_TEXT = (Kind.PARAGRAPH, Kind.ITEM, Kind.DEFINITION)


def parse(text: str) -> list[Block]:
    """Return the blocks of a draft in their order; never raises. Line breaks are LF."""
    reader = _Reader(text)
    at = 0
    for line in text.split("\n"):
        reader.read(at, at + len(line))
        at += len(line) + 1
    return _by_habit(text, reader.blocks)


def _by_habit(text: str, blocks: list[Block]) -> list[Block]:
    """Read paragraphs as what they are meant to be: lines of pipes as rows, bold ones as headings.

    A bold line without a full stop and without a marker is a heading below all others.
    """
    found: list[Block] = []
    moved = {-1: -1}
    for number, block in enumerate(blocks):
        moved[number] = len(found)
        block.parent, block.table = moved[block.parent], moved[block.table]
        if block.kind is not Kind.PARAGRAPH:
            found.append(block)
        elif all(text[start] == "|" for start, _ in block.lines):
            found += _rows(block)
        else:
            if len(block.lines) == 1 and _BOLD.fullmatch(text, *block.lines[0]):
                block.kind, block.level = Kind.HEADING, 7
            found.append(block)
    return found


def _rows(block: Block) -> list[Block]:
    starts = [block.start, *(end + 1 for _, end in block.lines)]
    return [
        Block(Kind.ROW, start, line[1] + 1, [line], block.parent, block.quote)
        for start, line in zip(starts, block.lines, strict=False)
    ]


class _Reader:
    """The open containers (None is a quote, else the number of an ITEM) and the open leaf."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.stack: list[int | None] = []
        self.leaf: Block | None = None
        self.fence = ""
        self.table = -1
        self.line = (0, 0)

    def read(self, start: int, end: int) -> None:
        """Read one line, which ends before its line break."""
        self.line = (start, end)
        if self.leaf and self.leaf.kind is Kind.COMMENT:
            self._comment(start, end)
            return
        at, depth = self._enter(start, end)
        left = depth < len(self.stack)
        content, _ = skip(self.text, at, end)
        if self.fence and not left:
            self._fenced(at, end)
        elif content == end:
            self._blank(depth)
        elif self._above() is not None and self._shape(at, end, depth) in ("text", "code"):
            self._extend(content, end)
        else:
            above = self._above()
            if left:
                self._close(depth)
            self._add_leaf(self._open(at, end, above, left=left), end)

    def _above(self) -> str | None:
        """Return the last line of the open paragraph, which plain lines continue."""
        if self.leaf is None or self.leaf.kind not in _OPEN_TEXT or not self.leaf.lines:
            return None
        return self.text[slice(*self.leaf.lines[-1])]

    def _shape(self, at: int, end: int, depth: int) -> Shape:
        return shape(self.text, at, end, self._above(), left=depth < len(self.stack))

    def _enter(self, at: int, end: int) -> tuple[int, int]:
        """Walk into the containers that the line continues: the place after them, and how many."""
        for depth, container in enumerate(self.stack):
            content, columns = skip(self.text, at, end)
            if container is None:
                if columns > 3 or not self.text.startswith(">", content, end):
                    return at, depth
                at = self._after_quote(content, end)
            elif content < end:
                if columns < self.blocks[container].width:
                    return at, depth
                at, _ = skip(self.text, at, end, self.blocks[container].width)
        return at, len(self.stack)

    def _after_quote(self, at: int, end: int) -> int:
        return at + 2 if at + 1 < end and self.text[at + 1] in " \t" else at + 1

    def _close(self, depth: int) -> None:
        del self.stack[depth:]
        self.leaf, self.fence = None, ""

    def _blank(self, depth: int) -> None:
        if depth < len(self.stack):
            self._close(depth)
        elif self.leaf and self.leaf.kind is Kind.ITEM and not self.leaf.lines:
            self._close(depth - 1)  # nothing may stand below a bullet and a blank line
        elif self.leaf and self.leaf.kind is not Kind.CODE:
            self.leaf = None  # indented code goes on if the next line is indented, too

    def _open(self, at: int, end: int, above: str | None, *, left: bool) -> int:
        """Open the quotes and items that the line begins; return the place after their marks."""
        while len(self.stack) < MAX_DEPTH and skip(self.text, at, end)[0] < end:
            content, columns = skip(self.text, at, end)
            begun = shape(self.text, at, end, above, left=left)
            if begun == "quote":
                self.leaf = None
                self.stack.append(None)
                at = self._after_quote(content, end)
            elif begun == "item":
                at = self._open_item(columns, content, end)
            else:
                break
            above = None
        return at

    def _open_item(self, indent: int, content: int, end: int) -> int:
        item = ITEM.match(self.text, content, end)
        assert item is not None, "the shape is that of an item"
        after, gap = skip(self.text, item.end(), end)
        if gap > 4 or after == end:
            after, gap = min(item.end() + 1, end), 1
        block = self._add(Kind.ITEM)
        block.end = block.start  # until it has text of its own
        block.mark, block.width = item.span(1), indent + len(item[1]) + gap
        self.stack.append(len(self.blocks) - 1)
        task = _TASK.match(self.text, after, end)
        return task.end() if task else after

    def _add_leaf(self, at: int, end: int) -> None:
        """Add the line, past its containers, to the open block or as a block of its own."""
        content, _ = skip(self.text, at, end)
        if content == end:
            if self.blocks and self.blocks[-1].start == self.line[0]:
                self.blocks[-1].end = (
                    end + 1
                )  # a bullet alone on its line, or before an empty quote
            return
        match self._shape(at, end, len(self.stack)):
            case "code":
                self._indented(at, end)
            case "comment":
                self._add(Kind.COMMENT)
                self._comment(content, end)
            case "fence":
                opened = FENCE.match(self.text, content, end)
                assert opened is not None, "the shape is that of a fence"
                self._add(Kind.CODE)
                self.fence = opened[1]
            case "heading":
                self._heading(content, end)
            case "underline" | "rule" as begun:
                self._rule(content, underline=begun == "underline")
            case "definition" | "reference" as kind:
                self._define(Kind(kind), content, end)
            case "delimiter":
                self._header()
            case _:
                self._plain(content, end)

    def _heading(self, content: int, end: int) -> None:
        marks = HEADING.match(self.text, content, end)
        assert marks is not None, "the shape is that of a heading"
        at, _ = skip(self.text, marks.end(), end)
        block = self._add(Kind.HEADING)
        block.level = len(marks[1])
        text = self.text[at:end].rstrip()
        bare = text.rstrip("#")
        closed = not bare or bare[-1] in " \t"
        block.lines.append((at, at + len(bare.rstrip() if closed else text)))
        self.leaf = None

    def _rule(self, content: int, *, underline: bool) -> None:
        """Make the open line a heading if this underlines it and it is no full sentence."""
        leaf, line = self.leaf, (self._above() or "").rstrip()
        titled = leaf is not None and leaf.kind is Kind.PARAGRAPH and len(leaf.lines) == 1
        if leaf is not None and titled and line[-1:].isalnum() and underline:
            leaf.kind, leaf.end = Kind.HEADING, self.line[1] + 1
            leaf.level = "=-".index(self.text[content]) + 1
        else:
            self._add(Kind.RULE)
        self.leaf = None

    def _define(self, kind: Kind, content: int, end: int) -> None:
        at = self.text.index("]:", content, end)
        block = self._add(kind)
        block.label = self.text[content + 1 : at].removeprefix("^")
        block.lines.append((skip(self.text, at + 2, end)[0], end))
        if kind is Kind.REFERENCE:
            self.leaf = None

    def _plain(self, content: int, end: int) -> None:
        leaf = self.leaf
        if leaf is not None and leaf.kind in (Kind.HEADER, Kind.ROW):
            self._add(Kind.ROW).table = self.table
        elif leaf is None or leaf.kind is not Kind.ITEM or leaf.lines:
            self._add(Kind.PARAGRAPH)
        self._extend(content, end)

    def _header(self) -> None:
        """Make the last line of the open paragraph the header of a table."""
        leaf = self.leaf
        assert leaf is not None, "a delimiter has a line above it"
        line = leaf.lines.pop()
        start = max(leaf.start, self.text.rfind("\n", 0, line[0]) + 1)
        if leaf.kind is Kind.PARAGRAPH and not leaf.lines:
            self.blocks.pop()
        leaf.end = start
        self.table = len(self.blocks)
        block = self._add(Kind.HEADER)
        block.start = start
        block.lines.append(line)

    def _indented(self, at: int, end: int) -> None:
        if self.leaf is None or self.leaf.kind is not Kind.CODE:
            self._add(Kind.CODE)
        self._extend(skip(self.text, at, end, 4)[0], end)

    def _fenced(self, at: int, end: int) -> None:
        content, columns = skip(self.text, at, end)
        line = self.text[content:end].rstrip()
        if columns < 4 and line.startswith(self.fence) and not line.strip(self.fence[0]):
            assert self.leaf is not None, "an open fence is the open leaf"
            self.leaf.end = end + 1
            self.leaf, self.fence = None, ""
        else:
            self._extend(at, end)

    def _comment(self, at: int, end: int) -> None:
        assert self.leaf is not None, "the comment is the open leaf"
        closed = self.text.find("-->", at, end)
        self.leaf.end = end + 1 if closed < 0 else closed + 3
        if closed >= 0:
            self.leaf = None

    def _extend(self, at: int, end: int) -> None:
        assert self.leaf is not None, "there is a block to extend"
        self.leaf.lines.append((at, end))
        self.leaf.end = end + 1

    def _add(self, kind: Kind) -> Block:
        items = [number for number in self.stack if number is not None]
        block = Block(kind, self.line[0], self.line[1] + 1)
        block.parent = items[-1] if items else -1
        block.quote = len(self.stack) - len(items)
        self.blocks.append(block)
        self.leaf = block
        return block
