"""A document cut into passages of about a screen, at headings and paragraphs where it can be."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

TARGET = 1000  # characters; a paragraph that ends beyond this ends the passage
LONGEST = 2000  # where there is no paragraph to end at
SHORTEST = 400  # below this a heading does not end a passage: a list of fields stays together

_MARKDOWN = re.compile(r"#{1,6} ")
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+:.])\1{2,}[ \t]*")


@dataclass(frozen=True, slots=True)
class Passage:
    """`content[start:end]`, and the heading it stands under."""

    start: int
    end: int
    heading: str


def split(title: str, content: str) -> Iterator[Passage]:
    """Yield the passages of a document in order; only blank text is left out.

    A heading is one of Markdown or reStructuredText, or a signature of the module `title`.
    """
    signature = re.compile(
        rf"(?:class |classmethod |staticmethod |async ){{0,2}}{re.escape(title)}\."
    )
    heading = under = ""
    start = end = 0
    for line, following in pairwise([*_lines(content), ""]):
        size = end - start
        is_heading = bool(
            _MARKDOWN.match(line)
            or signature.match(line)
            or (line[:1].strip() and _UNDERLINE.fullmatch(following.strip("\n")))
        )
        is_full = size + len(line) > LONGEST or (size >= TARGET and not line.strip())
        if (is_full or (is_heading and size >= SHORTEST)) and content[start:end].strip():
            yield Passage(start, end, under)
            start, under = end, heading
        if is_heading:
            heading = line.strip("# \n")
            if not under or not content[start:end].strip():
                under = heading
        end += len(line)
    if content[start:end].strip():
        yield Passage(start, end, under)


def _lines(content: str) -> Iterator[str]:
    """Lines with their ends; one that is longer than a passage is cut, at a space if it has any."""
    start = 0
    while start < len(content):
        end = content.find("\n", start, start + LONGEST) + 1
        if not end:
            end = min(start + LONGEST, len(content))
            if end < len(content):
                end = content.rfind(" ", start + LONGEST // 2, end) + 1 or end
        yield content[start:end]
        start = end
