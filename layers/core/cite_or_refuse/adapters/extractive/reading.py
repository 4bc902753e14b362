"""Cut a document of any of the usual plain markups into blocks under their headings.

Markdown, reStructuredText, Google and NumPy docstrings, manual pages and plain prose are told
apart line by line, never file by file: a README quotes docstrings, a docstring holds Markdown.
"""

import re
import textwrap
from dataclasses import dataclass, field
from itertools import takewhile

from cite_or_refuse.adapters.extractive import markup, statements
from cite_or_refuse.adapters.extractive.blocks import Block, Kind
from cite_or_refuse.adapters.extractive.markup import indent_of

_BARE_LEVEL = 9  # below all other headings


def read_blocks(content: str) -> list[Block]:
    """Return the blocks of a document in order."""
    reader = _Reader([line.rstrip() for line in content.expandtabs(4).splitlines()])
    while reader.at < len(reader.lines):
        reader.step()
    reader.flush()
    return reader.blocks


@dataclass(slots=True)
class _Reader:
    """Where the reading stands.

    `headings`, `labels` and `entry` hold what the next block stands under, with depths or
    indents; `piece` the lines of the block that is being read, of at most `width` columns;
    `literal` the indent of a text that announced deeper code.
    """

    lines: list[str]
    at: int = 0
    blocks: list[Block] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    underlines: list[str] = field(default_factory=list)
    labels: list[tuple[int, str]] = field(default_factory=list)
    entry: tuple[int, str] = (0, "")
    piece: list[str] = field(default_factory=list)
    kind: Kind = Kind.PROSE
    info: str = ""
    indent: int = 0
    width: int = 0
    literal: int | None = None

    def step(self) -> None:
        """Read the next line, or the whole of a code example."""
        line = self.lines[self.at]
        text, indent = line.strip(), indent_of(line)
        if not text:
            self._skip()
        elif fence := markup.FENCE.match(text):
            self._fenced(fence, indent)
        elif self._is_code(text, indent):
            self._indented(indent)
        elif self._heads(text, indent):
            self.at += 1
        elif cells := markup.table_cells(text):
            self._row(cells, indent)
        elif markup.is_furniture(text):
            self._skip()
        else:
            self._text(text.removeprefix("> "), indent)
            self.at += 1

    def flush(self) -> None:
        """End the block that is being read."""
        if text := "\n".join(self.piece).strip():
            self._add(self.kind, text, self.info, self.indent)
            self.literal = self.indent if text.endswith("::") else None
        self.piece, self.kind, self.info = [], Kind.PROSE, ""

    def _add(self, kind: Kind, text: str, info: str, indent: int) -> None:
        path = tuple(heading for _, heading in self.headings)
        self.blocks.append(Block(kind, text, path, self._label()[1], info, indent))

    def _label(self) -> tuple[int, str]:
        return self.labels[-1] if self.labels else (-1, "")

    def _skip(self) -> None:
        self.flush()
        self.at += 1

    def _row(self, cells: list[str], indent: int) -> None:
        """Read a row as an entry named by its first cell, the header's row as nothing."""
        self._skip()
        below = "".join(self.lines[self.at : self.at + 1]).strip()
        if ": " in cells[0]:
            self._add(Kind.ITEM, "; ".join(cells), "", indent)
        elif not markup.TABLE_RULE.match(below):
            self._add(Kind.ENTRY, "; ".join(cells[1:]), cells[0], indent)

    def _is_code(self, text: str, indent: int) -> bool:
        if text.startswith(">>> "):
            return True
        if self.piece:
            return False
        if self.literal is not None:
            return indent > self.literal
        above = next((b.indent for b in reversed(self.blocks) if b.kind is not Kind.CODE), 0)
        if indent < max(above, self._label()[0]) + 2:
            return False
        return markup.looks_like_code(list(takewhile(bool, self.lines[self.at : self.at + 12])))

    def _fenced(self, fence: re.Match[str], indent: int) -> None:
        self.flush()
        start = self.at = self.at + 1
        while self.at < len(self.lines) and not self.lines[self.at].strip().startswith(fence[1]):
            self.at += 1
        self._add_code(start, fence[2], indent)
        self.at += 1

    def _indented(self, indent: int) -> None:
        """Read the lines that are as deep, blank ones included; a doctest ends at a blank line."""
        self.flush()
        start = self.at
        doctest = self.lines[start].strip().startswith(">>> ")
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if (line and indent_of(line) < indent) or (doctest and not line):
                break
            self.at += 1
        self._add_code(start, "", indent)

    def _add_code(self, start: int, language: str, indent: int) -> None:
        text = textwrap.dedent("\n".join(self.lines[start : self.at])).strip("\n")
        if text.strip():
            self._add(Kind.CODE, text, language, indent)
        self.literal = None

    def _heads(self, text: str, indent: int) -> bool:
        """Read the line as what the following lines stand under, if it is that."""
        below = self.lines[self.at + 1 : self.at + 4]
        if heading := markup.HASH_HEADING.match(text):
            self._heading(len(heading[1]), heading[2], indent)
        elif text.startswith(".. ") or text == "..":
            self._directive(text, indent)
        elif admonition := markup.ADMONITION.match(text):
            self._labelled(admonition[1], indent)
        elif self.piece:
            return False
        elif underline := markup.underline_of(text, *below[:1]):
            self.at += 1
            if self._documents() and markup.DOCSTRING_PART.match(text):
                self._labelled(text, indent - 1)
            else:
                self._heading(self._level(underline), text, indent)
        elif (level := markup.plain_level(text, indent, below)) is not None:
            self._heading(level, text, indent)
        elif (label := markup.LABEL.match(text)) and markup.leads_deeper(indent, below):
            self._labelled(label[1], indent)
            self.literal = indent if text.endswith("::") else None
        elif not self._documents() and statements.is_bare_heading(text, below):
            self._heading(_BARE_LEVEL, text, indent)
        else:
            return False
        return True

    def _documents(self) -> bool:
        """Whether the last heading is a signature: NumPy underlines the parts of its docstring."""
        return bool(self.headings) and markup.signature_level(self.headings[-1][1]) is not None

    def _level(self, underline: str) -> int:
        if underline not in self.underlines:
            self.underlines.append(underline)
        return min(self.underlines.index(underline) + 1, 6)

    def _heading(self, level: int, text: str, indent: int) -> None:
        """A heading inside a docstring stays below the signature above it, indented or not."""
        self.flush()
        depth = 10 * indent + level
        self.headings = [above for above in self.headings if above[0] < depth]
        self.headings.append((depth, text))
        self.labels, self.literal, self.entry = [], None, (0, "")

    def _labelled(self, label: str, indent: int) -> None:
        self.flush()
        self.labels = [above for above in self.labels if above[0] < indent]
        self.labels.append((indent, label))
        self.entry = (0, "")

    def _directive(self, text: str, indent: int) -> None:
        """Code follows, or a note with its first words on this line, or nothing for a reader."""
        self.flush()
        directive = markup.DIRECTIVE.match(text)
        if directive is None:
            return
        name, words = directive[1].lower(), directive[2] or ""
        if markup.CODE_DIRECTIVE.match(name):
            options = takewhile(
                lambda line: line.strip().startswith(":"), self.lines[self.at + 1 :]
            )
            self.at += len(list(options))
            self.literal = indent
        elif markup.TITLED_DIRECTIVE.match(name):
            self._labelled(words or name, indent)
        elif markup.SPOKEN_DIRECTIVE.match(name):
            self._labelled(name, indent)
            if words:
                self._text(words, indent + 3)

    def _text(self, text: str, indent: int) -> None:
        """Begin a block with this line, or go on with the one before."""
        if self.labels and indent <= self.labels[-1][0]:
            self.flush()
            self.labels = [above for above in self.labels if above[0] < indent]
        below = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        in_list = not self.piece or self.kind is Kind.ITEM or self.piece[-1].endswith(":")
        marker = markup.BULLET.match(text) or (in_list and markup.NUMBERED.match(text))
        if marker:
            self._begin(Kind.ITEM, text[marker.end() :], indent)
        elif entry := self._entry(text, indent):
            self._begin(Kind.ENTRY, text[entry.end() :], indent, entry[entry.lastindex or 0])
        elif not self.piece and markup.is_term(text, indent, below):
            self._begin(Kind.ENTRY, "", indent, text)
        elif not self.piece or self._is_new(text, indent):
            self._begin(Kind.PROSE, text, indent)
        else:
            self.piece.append(text)

    def _begin(self, kind: Kind, text: str, indent: int, info: str = "") -> None:
        self.flush()
        if kind is Kind.ENTRY or indent <= self.entry[0]:
            self.entry = (indent, info)
        self.kind, self.piece, self.info, self.indent = kind, [text], self.entry[1], indent
        self.width = statements.width_of(self.lines[self.at : self.at + 40])

    def _entry(self, text: str, indent: int) -> re.Match[str] | None:
        if described := markup.FIELD.match(text) or markup.FACT.match(text):
            return described
        outermost = not self.piece or indent <= self.indent
        if outermost and markup.ENTRY_LABEL.match(self._label()[1]):
            return markup.ENTRY.match(text)
        return None

    def _is_new(self, text: str, indent: int) -> bool:
        """Whether a line is no more of the block above, though no blank line divides them."""
        if text[0].lower() == text[0] and self.width < statements.APART:  # the sentence goes on
            return False
        above = self.piece[-1]
        on_purpose = markup.is_on_purpose(above, text, self.indent, self.width)
        if self.kind is Kind.PROSE:
            return on_purpose
        return indent <= self.indent and (on_purpose or bool(markup.TERMINAL.search(above)))
