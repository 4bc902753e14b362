"""HTML to text that a reader, and a comparison word by word, can use.

Headings, list items and fenced code come out as in Markdown, a table row is one line with the
header at each cell. Text is dropped only where nobody sees it or where it is furniture: what is
lost here is a true claim refused later, while some navigation that stays costs little.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeDict

from cite_or_refuse.adapters.documents.about import About, Parts
from cite_or_refuse.adapters.documents.cleaning import clean, decode
from cite_or_refuse.adapters.documents.table import Cell, row_lines
from cite_or_refuse.adapters.documents.visible import BLOCKS, is_seen, is_text, seen_strings
from cite_or_refuse.domain.source import Page

_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_TIGHT = frozenset({"li", "dt", "dd", "tr", "tbody", "thead"})  # no blank line around these
_LAYOUT = frozenset({"table", "pre", *_HEADINGS})
# What the parser would work out and nobody here asks for: a list of each element's classes, where
# it stood, other types for attributes, and other types for scripts. A seventh of its time.
_FAST: dict[str, Any] = {
    "multi_valued_attributes": None,
    "store_line_numbers": False,
    "attribute_dict_class": AttributeDict,
    "string_containers": {},
}
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]{0,200}>")


def html_to_text(html: bytes | str) -> tuple[str, str]:
    """Return `(title, text)`. Bytes are decoded by mark, as UTF-8, by declaration, by guess."""
    markup = html if isinstance(html, str) else decode(Path("the page"), html)
    if "<" not in markup:
        return "", markup
    with parsed(markup) as soup:
        page = page_of(soup)
    return page.title, page.content


@contextmanager
def parsed(markup: str) -> Iterator[BeautifulSoup]:
    """Give a parsed page, for `page_of` and for a look at what is no text.

    Its elements refer to each other: left alone, it would keep its memory until a collection.
    """
    # One NUL makes the parser take the page for UTF-16, a declaration makes it one for XML.
    soup = BeautifulSoup(_XML_DECLARATION.sub("", clean(markup)), "lxml", **_FAST)
    try:
        yield soup
    finally:
        soup.decompose()


def page_of(soup: BeautifulSoup) -> Page:
    """Return the readable text of a page, and what it says of itself; `url` is left empty."""
    parts = Parts.of(soup)
    main = parts.main if parts.main and parts.main.get_text(strip=True) else soup
    about = About.of(parts)
    return Page(
        title=parts.title.get_text(" ", strip=True) if parts.title else "",
        url="",
        content=_Walk().text(main),
        canonical_url=about.canonical_url,
        language=about.language,
        published=about.published,
        modified=about.modified,
    )


class _Walk:
    """One pass over a page in reading order, on a stack of its own: pages nest very deep."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._inline: list[str] = []
        self._prefix = ""

    def text(self, root: Tag) -> str:
        stack: list[object] = [*reversed(root.contents)]
        while stack:
            node = stack.pop()
            if isinstance(node, Tag):
                if is_seen(node):
                    self._enter(node, stack)
            elif isinstance(node, _End):
                self._break(blank=node.blank)
            elif is_text(node):
                self._inline.append(str(node))
        self._break(blank=False)
        return "\n".join(self._lines).strip("\n") + "\n"

    def _enter(self, tag: Tag, stack: list[object]) -> None:
        """Open an element: write it whole, or put what it holds on the stack."""
        if tag.name == "br":
            self._break(blank=False)
        elif tag.name == "pre":
            self._code(tag)
        elif tag.name == "table" and _is_data(tag):
            self._table(tag)
        elif tag.name in BLOCKS:
            blank = tag.name not in _TIGHT and not (tag.parent and tag.parent.name == "li")
            self._break(blank=blank)
            if tag.name == "li":
                self._prefix = "- "
            self._prefix = _HEADINGS.get(tag.name, self._prefix)
            stack += [_End(blank=blank), *reversed(tag.contents)]
        else:
            stack += reversed(tag.contents)

    def _break(self, *, blank: bool) -> None:
        """End the line, with a blank one after it if the block stands apart."""
        line = " ".join("".join(self._inline).split())
        self._inline.clear()
        if line:
            self._lines.append(self._prefix + line)
            self._prefix = ""
        if blank and self._lines and self._lines[-1]:
            self._lines.append("")

    def _code(self, tag: Tag) -> None:
        self._break(blank=True)
        code = "".join(seen_strings(tag)).expandtabs().strip("\n")
        if code.strip():
            self._lines += ["```", *(line.rstrip() for line in code.split("\n")), "```", ""]

    def _table(self, tag: Tag) -> None:
        self._break(blank=True)
        if tag.caption and is_seen(tag.caption):
            self._lines.append(_one_line(tag.caption))
        rows = [row for row in tag.find_all("tr") if is_seen(row)]
        self._lines += [*row_lines([_cells(row) for row in rows]), ""]


class _End:
    """Marks on the stack where a block ends."""

    def __init__(self, *, blank: bool) -> None:
        self.blank = blank


def _is_data(table: Tag) -> bool:
    """A table that holds code, headings or tables lays out a page: its cells are blocks."""
    stack = [table]  # not `find`, which first runs down to the last descendant
    while stack:
        for child in stack.pop().children:
            if isinstance(child, Tag):
                if child.name in _LAYOUT:
                    return False
                stack.append(child)
    return True


def _cells(row: Tag) -> list[Cell]:
    return [
        Cell(_one_line(cell), cell.name == "th", _span(cell, "colspan"), _span(cell, "rowspan"))
        for cell in row.find_all(["td", "th"])
        if is_seen(cell)
    ]


def _one_line(tag: Tag) -> str:
    return " ".join("".join(seen_strings(tag)).split())


def _span(cell: Tag, name: str) -> int:
    value = str(cell.get(name, "1"))
    return int(value) if re.fullmatch("[0-9]{1,4}", value) else 1
