"""Quotations: the words between quotation marks stand in a source, in this order."""

import re
from collections.abc import Sequence

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import TOKEN, fold, keys_of
from cite_or_refuse.gate.words import word_set

_ELLIPSIS = re.compile(r"\[?(?:…|\.{3})\]?")
_NEGATION = word_set("not never no none nor cannot neither without n't nicht nie kein ne pas")
_SHORT = 4  # words in quotation marks that are fewer may be a title or a turn of speech
_REACH = 40  # tokens that an ellipsis may leave out


def misquoted(quote: str, indexes: Sequence[SourceIndex]) -> bool:
    """Whether no source holds the quotation word for word.

    An ellipsis may leave out words of the same sentence, but no negation. A title in quotation
    marks, most of its words capitalised, is judged as names are.
    """
    words = [word for word in TOKEN.findall(quote) if len(word) > 3]
    if sum(word[0].isupper() for word in words) * 2 > len(words):
        return False
    parts = [[fold(t).lower() for t in TOKEN.findall(part)] for part in _ELLIPSIS.split(quote)]
    parts = [part for part in parts if part]
    if sum(map(len, parts)) < _SHORT:
        return False
    return not any(_holds(parts, index) for index in indexes)


def _holds(parts: Sequence[Sequence[str]], index: SourceIndex) -> bool:
    for start in index.postings.get(_key(parts[0][0]), ()):
        end = _match(parts[0], start, index)
        for part in parts[1:]:
            end = _after_gap(part, end, index) if end else 0
        if end:
            return True
    return False


def _key(word: str) -> str:
    return keys_of(word)[-1]


def _match(words: Sequence[str], start: int, index: SourceIndex) -> int:
    """Return the position after the words if they stand at `start`, else 0."""
    end = start + len(words)
    if end > len(index.starts):
        return 0
    same = all(fold(index.token(start + n)).lower() == word for n, word in enumerate(words))
    return end if same else 0


def _after_gap(words: Sequence[str], start: int, index: SourceIndex) -> int:
    for at in range(start, min(start + _REACH, len(index.starts))):
        if end := _match(words, at, index):
            return end if index.segment_of(at) == index.segment_of(start - 1) else 0
        if fold(index.token(at)).lower() in _NEGATION or "n't" in index.token(at):
            return 0
    return 0
