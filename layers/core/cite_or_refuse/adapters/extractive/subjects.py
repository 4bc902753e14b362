"""Tell sentences about another thing than the one a question names."""

import re
from collections.abc import Sequence

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.terms import FUNCTION_WORDS, terms

_WORD = re.compile(r"[^\W_][\w-]{0,60}")
_INSIDE = re.compile(r"(?<=[^\W_] )[A-Z][\w-]{1,60}|(?<=[^\W_], )[A-Z][\w-]{1,60}")
_OPENING = re.compile(r"(?:[^,.;:]{1,60}, )?([A-Z][\w-]{1,60})")  # `By default, Tarn`
_WITHOUT = re.compile(r"\bwithout (?:using )?([A-Z][\w-]{1,60})")
_DENIAL = re.compile(r"\b(?:no|not|never|without|cannot|disabled?)\b|n['’]t\b", re.IGNORECASE)


class Subjects:
    """The names in a question, and those that its sources know.

    A name has a capital inside a sentence, or as a heading, and is never written without one.
    """

    def __init__(self, question: str, quotes: Sequence[Quote]) -> None:
        prose = [quote for quote in quotes if quote.kind is not Kind.CODE]
        plain = {w for quote in prose for w in _WORD.findall(quote.text) if w[0].islower()}
        inside = {name for quote in prose for name in _INSIDE.findall(quote.text)}
        headings = {heading for quote in prose for heading in quote.block.path}
        self._known = {
            name
            for name in inside | headings
            if name[:1].isupper() and name.lower() not in plain | FUNCTION_WORDS
        }
        found = [name for name in _INSIDE.findall(question) if name.lower() not in plain]
        self._asked = {name: frozenset(terms(name)) for name in found if terms(name)}
        self._without = set(_WITHOUT.findall(question))

    def is_other(self, quote: Quote, title: frozenset[str]) -> bool:
        """Whether a sentence speaks of another name, or of having what the question is without."""
        if quote.kind is Kind.CODE:
            return False
        return self._is_of_another(quote, title) or any(
            _is_with(name, quote.text) for name in self._without
        )

    def _is_of_another(self, quote: Quote, title: frozenset[str]) -> bool:
        """Whether it begins with a name that is not asked about, and lacks one that is.

        The headings and the title say for a sentence what it speaks of.
        """
        opening = _OPENING.match(quote.text)
        if opening is None or opening[1] not in self._known - self._asked.keys():
            return False
        held = quote.terms | quote.context | title
        return any(not name <= held for name in self._asked.values())


def _is_with(name: str, text: str) -> bool:
    clause = rf"\b(?:if|when|whenever|with)\s[^,.;]{{0,60}}?\b{re.escape(name)}\b"
    found = re.search(clause, text, re.IGNORECASE)
    return found is not None and not _DENIAL.search(found[0])
