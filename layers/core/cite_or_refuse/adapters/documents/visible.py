"""Which parts of a page somebody looking at it would see, and read as its content."""

import re
from collections.abc import Iterator
from itertools import islice

from bs4 import Tag
from bs4.element import NavigableString, PreformattedString

_DROPPED_NAMES = """annotation annotation-xml canvas datalist head iframe input nav noscript object
script select style svg template textarea title"""
_DROPPED = frozenset(_DROPPED_NAMES.split())
_DROPPED_ROLES = frozenset({"banner", "contentinfo", "navigation", "search"})
# The mark beside a heading, the link to the source, the numbers beside lines of code, and what is
# said to screen readers alone, by the names that the common style sheets have for it.
_DROPPED_CLASSES = frozenset(
    {
        "headerlink", "linenos", "viewcode-link", "viewcode-back",
        "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden",
    }
)  # fmt: skip
# Furniture on a page of its own, content where they stand in one of these.
_BY_PLACE = {
    "button": frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "summary"}),
    "footer": frozenset({"article", "blockquote", "figure", "main", "section"}),
    "header": frozenset({"article", "main", "section"}),
}
# A style sheet is not read: what only it hides is often shown by a click (tabs, folded answers).
_HIDING_STYLE = re.compile(
    r"(?<![-\w])(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}(?:hidden|collapse)"
    r"|(?:font-size|height|opacity|width)\s{0,5}:\s{0,5}0(?:\.0{1,5})?(?:px|r?em|%)?\s{0,5}(?:;|!|\Z)"
    r"|font-size\s{0,5}:\s{0,5}1px|color\s{0,5}:\s{0,5}transparent"
    r"|(?:left|right|top|bottom|text-indent)\s{0,5}:\s{0,5}-[0-9]{3}"
    r"|clip\s{0,5}:\s{0,5}rect\((?:[01](?:px)?[\s,]{0,5}){4}\)"
    r"|clip-path\s{0,5}:\s{0,5}inset\((?:50|100)%"
    r"|transform\s{0,5}:\s{0,5}(?:scale[xy]?\(\s{0,5}0\s{0,5}[,)]|translate[xy]?\(\s{0,5}-[0-9]{3}))",
    re.IGNORECASE,
)
_BLOCK_NAMES = """address article aside blockquote body caption center dd details dialog div dl
dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu ol p
pre section summary table tbody td tfoot th thead tr ul"""
BLOCKS = frozenset(_BLOCK_NAMES.split())
_LINE_END = object()


def is_seen(tag: Tag) -> bool:
    """Tell whether an element shows text that belongs to the page's content.

    Its `class` is one string. What is hidden from screen readers alone, by `aria-hidden`, is seen.
    """
    if tag.name in _DROPPED:
        return False
    if (places := _BY_PLACE.get(tag.name)) and not _stands_in(tag, places):
        return False
    attributes = tag.attrs
    if tag.name == "dialog" and "open" not in attributes:
        return False
    if not attributes:
        return True
    classes = str(attributes.get("class", "")).split()
    return not (
        ("hidden" in attributes and attributes["hidden"] != "until-found")
        or attributes.get("role") in _DROPPED_ROLES
        or not _DROPPED_CLASSES.isdisjoint(classes)
        or (tag.name == "sup" and "reference" in classes)  # a wiki's own footnote marks
        or ("style" in attributes and _HIDING_STYLE.search(str(attributes["style"])))
    )


def _stands_in(tag: Tag, places: frozenset[str]) -> bool:
    """Look at the nearest elements only: a page may nest its elements thousands deep."""
    return any(parent.name in places for parent in islice(tag.parents, 50))


def is_text(node: object) -> bool:
    """Tell text from comments, doctypes and declarations, which are strings to the parser too."""
    return isinstance(node, NavigableString) and not isinstance(node, PreformattedString)


def seen_strings(root: Tag) -> Iterator[str]:
    r"""Yield the visible strings below an element, `\n` where a line would break."""
    # Own stack, not recursion: a page may nest its elements thousands deep.
    stack: list[object] = list(reversed(root.contents))
    at_start = True
    while stack:
        node = stack.pop()
        if node is _LINE_END:
            if not at_start:
                at_start = True
                yield "\n"
        elif isinstance(node, NavigableString):
            if node and is_text(node):
                at_start = node.endswith("\n")
                yield node
        elif isinstance(node, Tag) and is_seen(node):
            if node.name == "br":
                at_start = True
                yield "\n"
            elif node.name in BLOCKS:
                stack += [_LINE_END, *reversed(node.contents), _LINE_END]
            else:
                stack += reversed(node.contents)
