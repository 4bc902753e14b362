"""Which sentences and examples may be quoted: whole, clean, and worth a reader's time."""

import re

from cite_or_refuse.adapters.extractive.blocks import Block, Kind
from cite_or_refuse.adapters.extractive.markup import TERMINAL
from cite_or_refuse.adapters.extractive.readable import is_clean

COLONS = (":", "：")
MAX_CODE_LINES, MAX_CODE_COLUMNS = 60, 160
MIN_WORDS, MAX_WORDS, MAX_CHARS = 4, 80, 600
MIN_SPACELESS = 8  # characters of a script without spaces that make a sentence

_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]")
# What would begin a heading, a list, a quotation or a table in the draft, or is the rest of one.
_BAD_START = re.compile(r"[#>|+=*~:;,.)\]}\\-]|[0-9]{1,3}[.)]\s|\[")
_LEANING = re.compile(
    r"(?:\S{1,20}\s){1,3}(?:it|its|them|they|their|this|these)\b"
    r"|(?:this|these|those|it|its|they|their|such|that|he|she|the (?:same|latter|former)|both|here"
    r"|in (?:this|that|these|those|such)|for (?:this|these)|as such|by doing|note|see"
    r"|and|or|but|so|also|then|thus|therefore|hence|consequently|however|otherwise|instead"
    r"|similarly|likewise|alternatively|additionally|furthermore|moreover"
    r"|das|dies\w{0,2}|er|sie|es|ce|cela|ces|il|elle|eso|esto)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"(?:please )?(?:see|refer to|read|check ?out|visit|consult|go to|siehe|voir)\b"
    r"|.{0,60}\bfor (?:more|further) (?:details|information)\b"
    r"|.{0,120}, see\b|.{0,60}\bsee (?:section|table|chapter|figure|also|above|below)\b"
    r"|.{0,99}[0-9]\.[0-9]{1,3}\.$",  # the tail of a table of contents
    re.IGNORECASE,
)
_FURNITURE = re.compile(
    r"(?:(?:table of )?contents|references|bibliography|see also|index|further reading|licen[cs]e"
    r"|authors|credits|contributors|literatur|einzelnachweise|weblinks)\W{0,3}$",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"copyright|©|\(c\)\s[12]|all rights reserved|licen[sc]ed? under|warrant(?:y|ies)\b"
    r"|hereby granted|redistributions? (?:of|in)\b",
    re.IGNORECASE,
)
_DEPRECATED = re.compile(
    r"\bdeprecat|\bno longer (?:supported|maintained)|\bobsolete\b|\bbackwards? compat",
    re.IGNORECASE,
)


def is_quotable(text: str, block: Block, *, begins: bool, is_summary: bool) -> bool:
    """Whether a readable text is a whole sentence that says something by itself.

    `begins` says that it is the first of its block. A summary, the first line under a signature,
    needs no full stop, and neither does an item or entry.
    """
    return (
        (is_summary or block.kind is not Kind.PROSE or bool(TERMINAL.search(text)))
        and (begins or not text[0].islower())
        and not text.endswith(("?", "？"))
        and (_is_long_enough(text, block.info) or text.endswith(COLONS))
        and len(text) <= MAX_CHARS
        and not any(map(_FURNITURE.match, (block.label, *block.path[-1:])))
        and not any(pattern.match(text) for pattern in (_BAD_START, _POINTER))
        and not _LEGAL.search(text)
        and is_clean(text)
    )


def _is_long_enough(text: str, entry: str) -> bool:
    """Enough words, and enough of them plain ones: a list of names is no sentence."""
    if len(_SPACELESS.findall(text)) >= MIN_SPACELESS:
        return True
    words = f"{entry} {text}".split()
    plain = [word for word in words if word.strip(".,;:!?()\"'").isalpha()]
    return MIN_WORDS <= len(words) <= MAX_WORDS and len(plain) * 2 > len(words)


def is_short_code(text: str) -> bool:
    """Whether a code example can be shown whole; a drawing in characters is none."""
    lines = text.splitlines()
    letters = sum(character.isalnum() or character.isspace() for character in text)
    return (
        len(lines) <= MAX_CODE_LINES
        and max(map(len, lines)) <= MAX_CODE_COLUMNS
        and letters * 2 > len(text)
        and "```" not in text
        and is_clean(text.replace("\n", " "), is_code=True)
    )


def leans(text: str) -> bool:
    """Whether a sentence needs the one before it to be understood."""
    return bool(_LEANING.match(text))


def is_deprecated(text: str) -> bool:
    """Whether a text speaks of what should not be used any more."""
    return bool(_DEPRECATED.search(text))
