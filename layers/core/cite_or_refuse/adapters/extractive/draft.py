"""Lay out chosen quotes as a draft: each line of it is a quote with its citation, or code."""

import re
from collections.abc import Sequence
from itertools import groupby

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.markup import TERMINAL, signature_name
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.readable import is_clean, readable
from cite_or_refuse.gate.sentences import split

_MAX_HEADING = 120
_FULL_PARAGRAPH = 400  # characters, after which a paragraph of the source begins a new one
_NUMBER = re.compile(r"^(?:[0-9]{1,3}\.){1,6}\s+")  # of a section; a version has no dot at its end
_MARK = re.compile(r"\[\^[0-9]+\]$")
_OUTCOME = re.compile(r"(?:return|raise|yield)s?\b", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\w+(?:\.\w+)*")


def compose(quotes: Sequence[Quote]) -> str:
    """Return the draft: a part for each section, under the heading that its source gives it."""
    parts = [_part(list(group)) for _, group in groupby(quotes, lambda q: q.home)]
    return "\n\n".join(parts) + "\n" if parts else ""


def _part(quotes: list[Quote]) -> str:
    text = _heading(quotes[0])
    above = None
    for block in _blocks(quotes):
        gap = _gap(above, block[0])
        last = text.rpartition("\n")[2]
        is_full = len(last) > _FULL_PARAGRAPH or not TERMINAL.search(_MARK.sub("", last))
        text += ("\n\n" if gap == " " and is_full else gap) + _laid_out(block, above)
        above = block[0]
    return text.removeprefix("\n\n")


def _gap(above: Quote | None, quote: Quote) -> str:
    """A list stays together, and so do paragraphs, of which a draft has but a few sentences."""
    if above is None:
        return "\n\n"
    if opening(above) and opening(quote):
        return " " if _continues(above, quote) else "\n"
    both_text = Kind.CODE not in (above.kind, quote.kind)
    return " " if both_text and opening(above) == opening(quote) else "\n\n"


def _continues(above: Quote | None, quote: Quote) -> bool:
    """Whether a quote goes on with what is said of the entry above."""
    is_same = above is not None and opening(above) == opening(quote)
    return is_same and bool(opening(quote)) and quote.kind is Kind.PROSE


def opening(quote: Quote) -> str:
    """Return what a line begins with before a quote: a bullet, an entry's name, or nothing."""
    if quote.kind is Kind.CODE:
        return ""
    if quote.kind is Kind.ITEM:
        return "  - " if quote.lead is not None and quote.block.info else "- "
    label = quote.block.label if _OUTCOME.match(quote.block.label) else ""
    if not quote.block.info:
        return f"- {label}: " if label else ""
    if _OUTCOME.match(quote.block.info):
        return f"- {quote.block.info.capitalize()}: "
    name = readable(quote.block.info)
    name = f"`{name}`" if _IDENTIFIER.fullmatch(name) else name
    return f"- {label} {name}: " if label else f"- {name}: "


def _blocks(quotes: list[Quote]) -> list[list[Quote]]:
    """Return the quotes of each block; code never comes before its section's first sentence."""
    blocks = [list(group) for _, group in groupby(quotes, lambda q: q.number)]
    if len(blocks) > 1 and blocks[0][0].kind is Kind.CODE:
        blocks[:2] = blocks[1::-1]
    return blocks


def _laid_out(block: list[Quote], above: Quote | None) -> str:
    first = block[0]
    if first.kind is Kind.CODE:
        return f"```{first.block.info}\n{first.text}\n```"
    text = " ".join(f"{quote.text}[^{quote.source}]" for quote in block)
    return text if _continues(above, first) else opening(first) + text


def _heading(quote: Quote) -> str:
    if not quote.block.path:
        return ""
    text = quote.block.path[-1]
    if name := signature_name(text):
        text = f"`{text if len(text) <= _MAX_HEADING else name}`"
    else:
        text = _NUMBER.sub("", readable(text))
    if len(text) > _MAX_HEADING or len(split(text)) != 1 or not is_clean(text):
        return ""
    return f"### {text}[^{quote.source}]"
