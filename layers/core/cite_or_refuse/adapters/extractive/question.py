"""What a question asks for: its terms, how much each of them tells, and the form of an answer."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.quotable import is_deprecated
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.terms import (
    AMOUNTS,
    DEGREES,
    asked_terms,
    degrees,
    is_weak,
    joined_terms,
    names,
    terms,
    versions,
    without_amounts,
)

# A few sources are taken for part of a larger text: rarity among three sentences tells nothing.
_ELSEWHERE = 300
_NAMED = 0.5  # what the name of the subject counts: sentences about it may leave it out
_JOINED = 1.0  # what a name counts that is made of words of the question
_WEAK = 0.3  # what `after` or `without` counts, of the mean

_HOW = re.compile(
    rf"\bhow\b(?! (?:{DEGREES})\b)"
    r"|\b(?:example|show|steps?|wie|comment|cómo)\b|方法|どう|如何|怎么",
    re.IGNORECASE,
)
_MEASURE = re.compile(rf"\b(?:how|wie)\s(?:{AMOUNTS})\b", re.IGNORECASE)
_WHAT = re.compile(
    r"\s*(?:what|who|explain|describe|define|was|wer|qu'est-ce)\b|.{0,60}(?:とは|什么)",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"\b(?:(?:default|parameter|argument|option|flag|setting|value|field|attribute|limit)s?"
    r"|set|change|configure|enable|disable|specify)\b",
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
_DEFAULT = re.compile(r"\bdefault", re.IGNORECASE)
_VALUED = re.compile(r"[\w.]+(?::[^()=]{1,200})? = \S")
_OF_ERRORS = re.compile(
    r"\b(?i:errors?|exceptions?|warnings?|raise[sd]?|what happens|wrong)\b|(?:Error|Exception)\b"
)
_IS_ERROR = re.compile(r"\.(?:errors|exceptions)\.|(?:Error|Exception|Warning)\b")
_IS_PRIVATE = re.compile(r"(?:^|[.\s])_(?!_)\w")
_OUTCOME = re.compile(r"(?:return|raise|yield)s?\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million"
    r"|once|twice|few|several|unlimited|infinite|forever|seconds?|minutes?|hours?|days?|weeks?"
    r"|months?|years?|eine?|zwei|drei|vier|fünf|sechs|zehn|hundert|tausend"
    r"|Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?)\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"\s*(?:who|wer|qui|quién)\b", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"@\w|\bby [A-Z]|\b[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+"
    r"|\b(?:team|company|community|foundation|maintainers|developers|authors)\b"
)
_LONG = 35  # words, beyond which a sentence is tiring to read


class Question:
    """Terms with weights. `words` maps the terms that an answer owes to the words they are from."""

    def __init__(self, text: str, quotes: Sequence[Quote]) -> None:
        self.is_how = bool(_HOW.search(text))
        self.wants_deprecated = is_deprecated(text)
        self._frequency = Counter(term for quote in quotes for term in quote.terms)
        self._total = len(quotes) + _ELSEWHERE
        mentioned = asked_terms(text)
        self.text = text = without_amounts(text)
        asked = asked_terms(text)
        measured = degrees(text)
        self.is_measure = bool(_MEASURE.search(text))
        self.is_default = bool(_DEFAULT.search(text))
        self.is_about_errors = bool(_OF_ERRORS.search(text))
        self.versions = versions(text)
        owed = [term for term in asked if not is_weak(term) and term not in measured]
        self.words = {term: asked[term] for term in owed or asked if not term.startswith("=")}
        self.names = names(text) & self.words.keys()
        subject = self.names if self.names != self.words.keys() else set()
        self.weights = {
            term: self.rarity(term) * (_NAMED if term in subject else 1.0) for term in self.words
        }
        self.widen(mentioned, _WEAK)
        joined = joined_terms(text, self.names)
        known = self._frequency.keys() | set().union(*(quote.subject for quote in quotes))
        self.widen(sorted(joined & known), _JOINED)

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
        if self.is_measure and _AMOUNT.search(quote.text):
            factor *= 1.2
        if self.is_default and self._tells_default(quote):
            factor *= 1.2
        if _IS_ERROR.search(quote.heading):
            factor *= 1.2 if self.is_about_errors else 0.4 if self.is_how else 1.0
        if _IS_PRIVATE.search(quote.heading) and "_" not in self.text:
            factor *= 0.7
        if quote.kind is Kind.ENTRY:
            factor *= 1.2 if _ENTRY.search(self.text) else 0.8
        if _OUTCOME.match(quote.block.label):
            factor *= 0.8
        return factor / (1 + max(0, len(quote.text.split()) - _LONG) / (2 * _LONG))

    def has_form(self, quotes: Sequence[Quote]) -> bool:
        """Whether quotes can answer: how many needs an amount, who a name, a default its word."""
        texts = [f"{quote.block.info} {quote.text}" for quote in quotes]
        if self.is_measure and not any(map(_AMOUNT.search, texts)):
            return False
        if self.is_default and not any(map(self._tells_default, quotes)):
            return False
        if _WHO.match(self.text):
            own = re.compile("|".join(map(re.escape, self.words.values())) or "$.", re.IGNORECASE)
            return any(_SOMEBODY.search(own.sub("", text)) for text in texts)
        return True

    def _tells_default(self, quote: Quote) -> bool:
        """Whether a quote says what is the default, or stands under `attribute: type = value`."""
        is_valued = _VALUED.match(quote.heading) and quote.subject & self.words.keys()
        return bool(is_valued or _DEFAULT.search(f"{quote.block.info} {quote.text}"))

    def _is_defined_by(self, quote: Quote) -> bool:
        """Whether a sentence begins with a term of the question, as a definition does."""
        subject = terms(" ".join(quote.text.split()[:5]))
        return bool(_DEFINING.match(quote.text)) and not self.weights.keys().isdisjoint(subject)
