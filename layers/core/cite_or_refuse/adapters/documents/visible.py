"""Which parts of a page somebody looking at it would see, and read as its content."""

import re
from collections.abc import Iterator

from bs4 import Tag
from bs4.element import NavigableString, PreformattedString

_DROPPED_NAMES = """button canvas datalist footer head iframe input nav noscript object script
select style svg template textarea title"""
_DROPPED = frozenset(_DROPPED_NAMES.split())
_DROPPED_ROLES = frozenset({"banner", "contentinfo", "navigation", "search"})
# The mark beside a heading, the link to the source, the numbers beside lines of code.
_DROPPED_CLASSES = frozenset({"headerlink", "linenos", "viewcode-link", "viewcode-back"})
_HIDING_STYLE = re.compile(
    r"(?<![-\w])(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}(?:hidden|collapse)"
    r"|(?:font-size|height|opacity|width)\s{0,5}:\s{0,5}0(?:\.0{1,5})?(?:px|r?em|%)?\s{0,5}(?:;|!|\Z)"
    r"|(?:left|right|top|text-indent)\s{0,5}:\s{0,5}-[0-9]{3})",
    re.IGNORECASE,
)
_BLOCK_NAMES = """address article aside blockquote body caption center dd details dialog div dl
dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 header hr html legend li main menu ol p pre
section summary table tbody td tfoot th thead tr ul"""
BLOCKS = frozenset(_BLOCK_NAMES.split())


def is_seen(tag: Tag) -> bool:
    """Tell whether an element shows text that belongs to the page's content."""
    if tag.name in _DROPPED:
        return False
    attributes = tag.attrs
    if tag.name == "dialog" and "open" not in attributes:
        return False
    if not attributes:
        return True
    classes = attributes.get("class", ())
    return not (
        ("hidden" in attributes and attributes["hidden"] != "until-found")
        or attributes.get("role") in _DROPPED_ROLES
        or not _DROPPED_CLASSES.isdisjoint(classes)
        or (tag.name == "sup" and "reference" in classes)  # a wiki's own footnote marks
        or ("style" in attributes and _HIDING_STYLE.search(str(attributes["style"])))
    )


def is_text(node: object) -> bool:
    """Tell text from comments, doctypes and declarations, which are strings to the parser too."""
    return isinstance(node, NavigableString) and not isinstance(node, PreformattedString)


def seen_strings(root: Tag) -> Iterator[str]:
    r"""Yield the visible strings below an element, `\n` where a line would break."""
    # Own stack, not recursion: a page may nest its elements thousands deep.
    stack: list[object] = list(reversed(root.contents))
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            if is_text(node) or type(node) is str:
                yield node
        elif isinstance(node, Tag) and is_seen(node):
            if node.name == "br":
                yield "\n"
            elif node.name in BLOCKS:
                stack += ["\n", *reversed(node.contents), "\n"]
            else:
                stack += reversed(node.contents)
