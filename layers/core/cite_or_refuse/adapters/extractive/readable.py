"""Take the markup out of a quotation without changing its words, and say what cannot be quoted.

Where markup cannot be taken out for sure, the text is not quoted: a sentence less, never a
sentence that its source does not hold.
"""

import re

from cite_or_refuse.adapters.extractive.posing import poses
from cite_or_refuse.gate import links, markers

_CODE_SPAN = re.compile(r"(`[^`\n]{1,300}`)")
_ROLE = re.compile(r":([a-z][a-z0-9:+-]{0,40}):`([^`<>]{1,200}?)(?:\s*<[^`<>]{1,200}>)?`")
_TEXT_ROLES = frozenset(
    {"ref", "doc", "term", "pep", "rfc", "numref", "abbr", "dfn", "std:ref", "std:term", "std:doc"}
)
_LITERAL = re.compile(r"``([^`]{1,300})``")
_RST_LINK = re.compile(r"`([^`<>]{1,200}?)\s*<[^`<>]{1,300}>`_{1,2}|`([^`<>]{1,200})`_{1,2}(?!\w)")
# Code is matched first, so that a link inside it stays what it is.
_LINK = re.compile(
    r"(`[^`\n]{1,300}`)"
    r"|!\[[^\[\]]{0,200}\]\([^()]{0,300}\)"
    r"|\[([^\[\]]{1,200})\](?:\((?:[^()]|\([^()]{0,99}\)){0,400}\)|\[[^\[\]]{0,200}\])"
)
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*]{1,300}?)(?<=[^\s*])\1(?![\w*])")
_TAG = re.compile(
    r"</?(?:b|i|em|strong|u|tt|kbd|code|span|font|small|big|br|p)\b[^<>]{0,200}>", re.IGNORECASE
)
_MARKER = re.compile(
    r"\s*\[\^[\w-]{1,40}\](?!:)"
    r"|(?:\s+|(?<=[.,;:!?)\"”’。、]))(?:\[[0-9]{1,4}\](?!:)_?|\[#[\w-]{0,40}\]_)"
)
_UNQUOTABLE = re.compile(
    r"mailto:|\b[\w.+-]{1,64}@[\w-]{1,64}\.\w"  # addresses
    r"|\]\(|\]\[|\]:|!\["  # links that could not be read
    r"|<[A-Za-z/!?]|&#?\w{1,30};|\{\{|\{%|\|"  # raw HTML, templates, rows of a table
    r"|``|\$\$"
)
_JOINERS = {0x200C: "", 0x200D: ""}  # Persian and emoji are misspelt without them


def readable(text: str) -> str:
    """Return a block of text on one line without markup; ticks around code stay, or come."""
    text = " ".join(text.split())
    text = _ROLE.sub(_role, text)
    text = _RST_LINK.sub(lambda link: (link[1] or link[2]).strip(), text)
    text = _LITERAL.sub(r"`\1`", text)
    text = _LINK.sub(lambda link: link[1] or link[2] or "", text)
    parts = _CODE_SPAN.split(text)
    parts[::2] = [_plain(part) for part in parts[::2]]
    text = "".join(parts)
    text = text.removesuffix(":") if text.endswith("::") else text
    return " ".join(text.split())


def _role(match: re.Match[str]) -> str:
    words = match[2].strip()
    return words if match[1] in _TEXT_ROLES else f"`{words.lstrip('~!')}`"


def _plain(text: str) -> str:
    return _MARKER.sub("", _TAG.sub("", _STRONG.sub(r"\2", text)))


def is_clean(text: str, *, is_code: bool = False) -> bool:
    """Whether a readable sentence or a line of code can stand in a draft as it is.

    No address, marker, markup or unseen character is left in it, and it poses as nothing else.
    """
    if poses(text) or not text.translate(_JOINERS).isprintable():
        return False
    prose = _CODE_SPAN.sub("code", text)
    return is_code or not (
        "\0_" in _CODE_SPAN.sub("\0", text)  # a link in reStructuredText
        or "`" in prose
        or links.find(prose)
        or _UNQUOTABLE.search(prose)
        or any(not marker.glued for marker in markers.find(prose))
    )
