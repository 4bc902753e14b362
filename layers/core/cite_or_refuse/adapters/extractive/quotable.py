"""Which sentences and examples may be quoted: whole, clean, and worth a reader's time."""

import re

from cite_or_refuse.adapters.extractive.blocks import Block, Kind
from cite_or_refuse.adapters.extractive.markup import TERMINAL
from cite_or_refuse.adapters.extractive.posing import poses
from cite_or_refuse.adapters.extractive.readable import is_clean, readable
from cite_or_refuse.adapters.extractive.statements import is_fact, states
from cite_or_refuse.gate.codeblocks import is_prose
from cite_or_refuse.gate.sentences import split
from cite_or_refuse.gate.words import FUNCTION

COLONS = (":", "：")
MAX_CODE_LINES, MAX_CODE_COLUMNS = 60, 160
MIN_WORDS, MAX_WORDS, MAX_CHARS = 4, 80, 600
MIN_UNENDED = 8  # words of an item without a full stop, so that a menu is no statement
MIN_SPACELESS = 8  # characters of a script without spaces that make a sentence

_BREAKS_CODE = re.compile(r"```|\[\^[0-9]{1,9}\]")  # out of its block, or a hasty reader's eye
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
    r"|.{0,120}, see\b|.{0,60}\bsee (?:section|table|chapter|figure|also|above|below)\b",
    re.IGNORECASE,
)
_SECTION_NUMBER = re.compile(r"\b[0-9]{1,3}\.[0-9]{1,3}\.(?:[0-9]{1,3}\.)?\s[A-Z]")
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
    r"\bdeprecat|\bno longer (?:supported|maintained)|\bobsolete\b|\bbackwards? compat"
    r"|\b(?:will|to) be removed (?:soon|in (?:a|the|version|v?[0-9]))|\bnot currently used\b",
    re.IGNORECASE,
)


def is_quotable(text: str, block: Block, *, begins: bool, stands: bool) -> bool:
    """Whether a readable text is a whole sentence that says something by itself.

    `begins` says that it is the first of its block; `stands`, that a signature or an announcement
    stands straight above it: then it may be short, and end without a full stop.
    """
    return (
        not (text[0].islower() and (not begins or _goes_on(text, block)))
        and not text.endswith(("?", "？"))
        and (stands or text.endswith(COLONS) or _is_whole(text, block))
        and len(text) <= MAX_CHARS
        and not any(map(_FURNITURE.match, (block.label, *block.path[-1:])))
        and not any(pattern.match(text) for pattern in (_BAD_START, _POINTER))
        and not _LEGAL.search(text)
        and _is_one_clean_sentence(f"{readable(block.info)}: {text}" if block.info else text)
    )


def _goes_on(text: str, block: Block) -> bool:
    """Whether a paragraph without a capital is the rest of a sentence, not a thing's name."""
    first = re.split(r"\W", text, maxsplit=1)[0]
    return block.kind is Kind.PROSE and first in FUNCTION


def _is_one_clean_sentence(text: str) -> bool:
    """Whether the gate will read one claim, with nothing in it that it would refuse."""
    return len(split(text)) == 1 and is_clean(text)


def _is_whole(text: str, block: Block) -> bool:
    """Enough words, enough of them plain ones, and an end: a list of names is no sentence."""
    words = f"{block.info} {text}".split()
    plain = [word for word in words if word.strip(".,;:!?()\"'").isalpha()]
    ends = bool(TERMINAL.search(text))
    if not ends and is_fact(text):
        return True
    says = ends or states(text)
    if len(_SPACELESS.findall(text)) >= MIN_SPACELESS:
        return says or block.kind is not Kind.PROSE
    least = MIN_WORDS if says or block.kind is Kind.ENTRY else MIN_UNENDED
    return (
        least <= len(words) <= MAX_WORDS
        and len(plain) * 2 > len(words)
        and (says or block.kind is not Kind.PROSE)
    )


def is_contents(block: Block) -> bool:
    """Whether a block is a table of contents that lost its lines."""
    return len(_SECTION_NUMBER.findall(block.text)) > 2


def is_short_code(text: str) -> bool:
    """Whether a code example can be shown whole; a drawing in characters is none, nor is prose.

    The gate wants a citation of a block that reads like prose, and an example has none.
    """
    lines = text.splitlines()
    letters = sum(character.isalnum() or character.isspace() for character in text)
    return (
        len(lines) <= MAX_CODE_LINES
        and max(map(len, lines)) <= MAX_CODE_COLUMNS
        and letters * 2 > len(text)
        and not _BREAKS_CODE.search(text)
        and not any(map(poses, lines))
        and not is_prose(text)
        and is_clean(text.replace("\n", " "), is_code=True)
    )


def leans(text: str) -> bool:
    """Whether a sentence needs the one before it to be understood."""
    return bool(_LEANING.match(text))


def is_deprecated(text: str) -> bool:
    """Whether a text speaks of what should not be used any more."""
    return bool(_DEPRECATED.search(text))
