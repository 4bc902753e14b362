"""What of a source can be quoted: its sentences, entries and short code examples, in order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.adapters.extractive.blocks import Block, Kind, read_blocks
from cite_or_refuse.adapters.extractive.markup import TERMINAL, signature_name
from cite_or_refuse.adapters.extractive.readable import is_clean, readable
from cite_or_refuse.adapters.extractive.terms import terms
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.sentences import split

MAX_CODE_LINES = 60
_MIN_WORDS, _MAX_WORDS = 4, 80
_MAX_CODE_COLUMNS = 160
_MIN_SPACELESS, _MAX_CHARS = 8, 600

_COLONS = (":", "：")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]")
_BAD_START = re.compile(r"[#>|+=*~:;,.)\]}\\-]|[0-9]{1,3}[.)]\s|\[")
_LEANING = re.compile(
    r"(?:\S{1,20}\s){1,3}(?:it|its|them|they|their|this|these)\b"
    r"|(?:this|these|those|it|its|they|their|such|that|he|she|but|and|or|so|however|therefore|thus|then|also|otherwise"
    r"|instead|in this|in that|in these|in such|for this|for these|by doing|as such|the same|the latter|the former|both|here"
    r"|hence|consequently|similarly|likewise|alternatively|additionally|furthermore|moreover|see|note|dies\w{0,2}|das|er|sie|es)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"(?:please )?(?:see|refer to|read|check ?out|visit|consult|go to|siehe|voir)\b|.{0,60}\bfor (?:more|further) (?:details|information)"
    r"|.{0,60}\bsee (?:section|table|chapter|figure|also|above|below)\b|.{0,100}[0-9]\.[0-9]{1,3}\.$",
    re.IGNORECASE,
)
_LISTS_ONLY = re.compile(
    r"(?:table of contents|contents|references|bibliography|see also|index|further reading|licen[cs]e"
    r"|authors|credits|contributors|literatur|einzelnachweise|weblinks)\W*$",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"copyright|©|\(c\)\s[12]|all rights reserved|licen[sc]ed? under|warrant(?:y|ies)|without limitation"
    r"|hereby granted|redistributions? (?:of|in)",
    re.IGNORECASE,
)
_DEPRECATED = re.compile(
    r"\bdeprecat|\bno longer (?:supported|maintained)|\bobsolete\b|\bbackwards? compat",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a source as it can stand in a draft, or a code example.

    `source` is the number to cite. `section` counts the parts of a source that stand under one
    heading, `block` its blocks and `place` the sentences of a block. `terms` are those of the
    text, `context` those of the headings and of the entry it belongs to, `subject` those of what is
    described: the entry, else what the signature above defines. `leans` says that the
    sentence needs the one before it to be understood, `announces` that a list or code follows it;
    these have the block of the announcement as their `lead`.
    """

    text: str
    source: int
    section: int
    block: int
    place: int
    kind: Kind
    label: str
    entry: str
    path: tuple[str, ...]
    terms: frozenset[str]
    context: frozenset[str]
    subject: frozenset[str]
    leans: bool
    announces: bool
    last: bool
    lead: int | None


def quotes_of(source: Source, number: int) -> list[Quote]:
    """Return what can be quoted of a source in the order of its text."""
    found: list[Quote] = []
    section, path, lead = 0, None, None
    for at, block in enumerate(read_blocks(source.content)):
        opens = block.path != path
        if opens and found:
            section, lead = section + 1, None
        path = block.path
        led = block.kind is Kind.ITEM or (block.kind is Kind.CODE and lead == at - 1)
        found.extend(_quotes(block, number, section, at, lead if led else None, opens=opens))
        if block.kind is not Kind.ITEM:
            lead = at if block.text.rstrip().endswith(_COLONS) else None
    return found


def _quotes(
    block: Block, number: int, section: int, at: int, lead: int | None, *, opens: bool
) -> list[Quote]:
    is_code = block.kind is Kind.CODE
    texts = [block.text] if is_code else _sentences(readable(block.text))
    headings = [signature_name(heading) or heading for heading in block.path]
    entry = "" if is_code else block.info
    context = frozenset(terms(" ".join((*headings, entry))))
    subject = entry or (signature_name(block.path[-1]).rpartition(".")[2] if block.path else "")
    is_summary = opens and bool(subject) and not block.label
    return [
        Quote(
            text=text,
            source=number,
            section=section,
            block=at,
            place=place,
            kind=block.kind,
            label=block.label.lower(),
            entry=block.info,
            path=block.path,
            terms=frozenset(terms(text)),
            context=context,
            subject=frozenset(terms(subject)),
            leans=bool(_LEANING.match(text)) and (place > 0 or block.kind is Kind.PROSE),
            announces=place == len(texts) - 1 and text.endswith(_COLONS),
            last=place == len(texts) - 1,
            lead=lead if place == 0 else None,
        )
        for place, text in enumerate(texts)
        if (_is_short_code(text) if is_code else _is_sentence(text, block, place, is_summary))
    ]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


def _is_short_code(text: str) -> bool:
    """Whether a code example can be shown whole; a drawing in characters is none."""
    lines = text.splitlines()
    letters = sum(character.isalnum() or character.isspace() for character in text)
    return (
        len(lines) <= MAX_CODE_LINES
        and max(map(len, lines)) <= _MAX_CODE_COLUMNS
        and letters * 2 > len(text)
        and "```" not in text
    )


def _is_sentence(text: str, block: Block, place: int, is_summary: bool) -> bool:
    """Whether a text is a whole sentence that says something by itself."""
    if _LISTS_ONLY.match(block.label) or (block.path and _LISTS_ONLY.search(block.path[-1])):
        return False
    ends = bool(TERMINAL.search(text)) or block.kind is not Kind.PROSE or is_summary
    return (
        ends
        and not text.endswith(("?", "？"))
        and len(text) <= _MAX_CHARS
        and not _BAD_START.match(text)
        and not (place > 0 and text[0].islower())
        and (_is_long_enough(text, block.info) or text.endswith(_COLONS))
        and not _LEGAL.search(text)
        and not _POINTER.match(text)
        and is_clean(text)
    )


def _is_long_enough(text: str, entry: str) -> bool:
    """Enough words, and enough of them small ones: a list of names is no sentence."""
    if len(_SPACELESS.findall(text)) >= _MIN_SPACELESS:
        return True
    words = f"{entry} {text}".split()
    plain = [word for word in words if word.strip(".,;:!?()\"'").isalpha()]
    return _MIN_WORDS <= len(words) <= _MAX_WORDS and len(plain) * 2 > len(words)


def is_deprecated(text: str) -> bool:
    """Whether a sentence speaks of what should not be used any more."""
    return bool(_DEPRECATED.search(text))
