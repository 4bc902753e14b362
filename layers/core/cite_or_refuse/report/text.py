"""Make text of pages, models and callers safe to print, in a terminal and as Markdown."""

import re
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from cite_or_refuse.domain.unseen import UNSEEN

LINKED_SCHEMES = frozenset({"http", "https", "file"})
MAX_CHARS = 240
LONGEST_IN_S3 = 1100  # a key has 1,024 bytes, a bucket's name 63

# Beside what nobody sees, what means nothing outside the system that made it: halves of surrogate
# pairs, and private use.
_UNSEEN = re.compile(f"[{UNSEEN}\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MARKUP = re.compile(r"[\\`*\[\]<~$^]|&(?=[#0-9A-Za-z])|:(?=//)|(?<=www)\.", re.IGNORECASE)
_CODE = re.compile(r"((?<!`)`[^`\s](?:[^`]*[^`\s])?`(?!`))")
_UNDERSCORES = re.compile("_+")
_NUMBERED = re.compile(r"[0-9]{1,9}[.)]")


def visible(text: str) -> str:
    """Drop what a reader cannot see; lines stay lines."""
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str, limit: int = MAX_CHARS) -> str:
    """Return visible text on one line, cut at a space when longer than `limit` characters."""
    line = " ".join(visible(text[: 8 * limit]).replace("\u200b", " ").split())
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    return f"{head[: head.rfind(' ')] if ' ' in head[limit // 2 :] else head}…"


def escaped(text: str, limit: int = MAX_CHARS) -> str:
    """Return a line of Markdown that shows the text: code as code, no other markup, no link."""
    line = _inline(text, limit)
    if numbered := _NUMBERED.match(line):
        return f"{line[: numbered.end() - 1]}\\{line[numbered.end() - 1 :]}"
    return f"\\{line}" if line.startswith(tuple("-+#>=|")) else line


def quoted(text: str, limit: int = MAX_CHARS) -> str:
    """Return the same between quotation marks."""
    return f"“{_inline(text, limit)}”"


def _inline(text: str, limit: int) -> str:
    parts = _CODE.split(one_line(text, limit))
    return "".join(
        part if index % 2 and "[^" not in part else _unmarked(part)
        for index, part in enumerate(parts)
    )


def _unmarked(text: str) -> str:
    return _UNDERSCORES.sub(_underscores, _MARKUP.sub(lambda match: f"\\{match[0]}", text))


def _underscores(match: re.Match[str]) -> str:
    """Escape a run of underscores unless it stands inside a word, as in snake_case."""
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return match[0] if before.isalnum() and after.isalnum() else match[0].replace("_", "\\_")


def link(url: str) -> str:
    """Return an autolink if the URL is one a reader may follow, else the URL as plain text.

    One of S3 is code: no renderer makes a link of that, and it can be read and copied as it is.
    """
    address = visible(url).strip()
    try:
        scheme = urlsplit(address).scheme
    except ValueError:
        scheme = ""
    if scheme == "s3":
        return escaped(f"`{address}`", LONGEST_IN_S3)
    if scheme.lower() not in LINKED_SCHEMES:
        return escaped(url)
    return f"<{quote(address, safe=":/?#@!$&'()*+,;=%~[]")}>"


def bullets(lines: Sequence[str], limit: int = 20) -> str:
    """Return a Markdown list of at most `limit` items that says how many it leaves out."""
    more = [f"and {len(lines) - limit} more"] if len(lines) > limit else []
    return "\n".join(f"- {line}" for line in [*lines[:limit], *more])


def section(lead_in: str, lines: Sequence[str]) -> str:
    """Return a list under its lead-in, or nothing for an empty list."""
    return f"{lead_in}\n\n{bullets(lines)}" if lines else ""
