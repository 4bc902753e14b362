"""What a question asks for: its terms, how much each of them tells, and the form of an answer."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.quotable import is_deprecated
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.terms import (
    DEGREES,
    asked_terms,
    degrees,
    is_weak,
    names,
    terms,
)

# A few sources are taken for part of a larger text: rarity among three sentences tells nothing.
_ELSEWHERE = 300
_NAMED = 0.5  # what the name of the subject counts: sentences about it may leave it out
_WEAK = 0.3  # what `after` or `without` counts, of the mean

_HOW = re.compile(
    rf"\bhow\b(?! (?:{DEGREES})\b)"
    r"|\b(?:example|show|steps?|wie|comment|cómo)\b|方法|どう|如何|怎么",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\s*(?:what|who|explain|describe|define|was|wer|qu'est-ce)\b|.{0,60}(?:とは|什么)",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"\b(?:default|parameter|argument|option|flag|setting|value|field|attribute|limit)s?\b",
    re.IGNORECASE,
)
_PROCEDURAL = re.compile(
    r"(?:to [a-z]{2,20}\b.{0,80},|use|call|set|pass|add|create|run|enable|import|install|start"
    r"|(?:if|when) you want|you (?:can|must|should|need|may))\b"
    r"|.{0,200}\b(?:must|can be|you (?:can|must|should|need)"
    r"|by (?:calling|using|setting|passing|adding))\b",
    re.IGNORECASE,
)
_DEFINING = re.compile(r".{0,80}?\b(?:is|are|ist|sind|est|es|[a-z]{3,20}s)\b", re.IGNORECASE)
_OUTCOME = re.compile(r"(?:return|raise|yield)s?\b", re.IGNORECASE)
_DIGIT = re.compile("[0-9]")
_LONG = 35  # words, beyond which a sentence is tiring to read


class Question:
    """Terms with weights. `words` maps the terms that an answer owes to the words they are from."""

    def __init__(self, text: str, quotes: Sequence[Quote]) -> None:
        self.text = text
        self.is_how = bool(_HOW.search(text))
        self.wants_deprecated = is_deprecated(text)
        self._frequency = Counter(term for quote in quotes for term in quote.terms)
        self._total = len(quotes) + _ELSEWHERE
        asked = asked_terms(text)
        measured = degrees(text)
        self.is_measure = bool(measured)
        owed = (term for term in asked if not is_weak(term) and term not in measured)
        self.words = {term: asked[term] for term in owed}
        self.names = names(text) & self.words.keys()
        subject = self.names if self.names != self.words.keys() else set()
        self.weights = {
            term: self.rarity(term) * (_NAMED if term in subject else 1.0) for term in self.words
        }
        self.widen(asked, _WEAK)

    def rarity(self, term: str) -> float:
        """Return the inverse document frequency over sentences, as BM25 has it."""
        seen = self._frequency[term]
        return math.log(1 + (self._total - seen + 0.5) / (seen + 0.5))

    def share(self, found: Set[str]) -> float:
        """Return which part, 0..1, of the question's weight these terms carry."""
        total = sum(self.weights.values())
        return sum(self.weights[term] for term in self.weights.keys() & found) / (total or 1.0)

    def widen(self, found: Iterable[str], factor: float) -> None:
        """Ask for further terms, at a part of the mean weight."""
        mean = sum(self.weights.values()) / max(len(self.weights), 1)
        for term in found:
            self.weights.setdefault(term, factor * mean)

    def fits(self, quote: Quote) -> float:
        """Return how well the form of a sentence suits the form of the question, around 1."""
        factor = 1.0
        if self.is_how and _PROCEDURAL.match(quote.text):
            factor *= 1.15
        if _WHAT.match(self.text) and self._is_defined_by(quote):
            factor *= 1.2
        if self.is_measure and _DIGIT.search(quote.text):
            factor *= 1.2
        if quote.kind is Kind.ENTRY:
            factor *= 1.2 if _ENTRY.search(self.text) else 0.8
        if _OUTCOME.match(quote.block.label):
            factor *= 0.8
        return factor / (1 + max(0, len(quote.text.split()) - _LONG) / (2 * _LONG))

    def _is_defined_by(self, quote: Quote) -> bool:
        """Whether a sentence begins with a term of the question, as a definition does."""
        subject = terms(" ".join(quote.text.split()[:5]))
        return bool(_DEFINING.match(quote.text)) and not self.weights.keys().isdisjoint(subject)
