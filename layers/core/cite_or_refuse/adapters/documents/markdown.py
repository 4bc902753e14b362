"""Markdown: as it stands, but for comments, which no reader of the page would see."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_TICKED_OR_COMMENT = re.compile(r"`[^`\n]*`|<!--")  # a comment that is ticked is shown as code
_UNDERLINE = re.compile(r"(?:=+|-{2,})[ \t]*")


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(title, text)`: the title of the front matter, else the first heading."""
    text = "".join(
        block if is_code else _without_comments(block)
        for is_code, block in _blocks(decode(path, data).replace("\r\n", "\n"))
    )
    return _title(text), text


def _blocks(text: str) -> Iterator[tuple[bool, str]]:
    """Yield `(is it fenced code, lines)`, all lines in order."""
    lines: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        if not fence and found:
            yield False, "".join(lines)
            lines, fence = [line], found[1]
            continue
        lines.append(line)
        if fence and found and line.strip() == found[1] and found[1].startswith(fence):
            yield True, "".join(lines)
            lines, fence = [], ""
    yield bool(fence), "".join(lines)


def _without_comments(text: str) -> str:
    kept: list[str] = []
    start = looked = 0
    while found := _TICKED_OR_COMMENT.search(text, looked):
        looked = found.end()
        if found[0] == "<!--":
            closed = text.find("-->", looked)
            if closed < 0:
                break
            kept.append(text[start : found.start()])
            start = looked = closed + len("-->")
    return "".join(kept) + text[start:]


def _title(text: str) -> str:
    lines = "".join(block for is_code, block in _blocks(text) if not is_code).splitlines()
    body = 0
    if lines[:1] == ["---"] and "---" in lines[1:]:
        body = lines.index("---", 1) + 1
        for line in lines[:body]:
            key, _, value = line.partition(":")
            if key == "title" and value.strip():
                return value.strip().strip("\"'")
    for line, below in pairwise([*lines[body:], ""]):
        hashes = len(line) - len(line.lstrip("#"))
        if 1 <= hashes <= 6 and line[hashes:].startswith((" ", "\t")):
            return line.strip("# \t")
        if line.strip() and _UNDERLINE.fullmatch(below):
            return line
    return ""
