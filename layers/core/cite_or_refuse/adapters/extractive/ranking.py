"""Rank quotes by how well they answer a question."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.quotes import Quote, is_deprecated
from cite_or_refuse.adapters.extractive.terms import (
    WEAK_TERMS,
    asked_terms,
    named_last,
    names,
    terms,
)
from cite_or_refuse.domain.source import Source

_HOW = re.compile(
    r"\bhow\b|\bwie\b|\bcomment\b|\bcómo\b|方法|どう|\bexample\b|\bshow\b|\bsteps?\b", re.IGNORECASE
)
_WHAT = re.compile(r"\s*(?:what|who|was|wer|explain|describe|define)\b|.{0,60}とは", re.IGNORECASE)
_ENTRY_ASKED = re.compile(
    r"\b(?:default|parameter|argument|option|flag|setting|value|field|attribute|timeout|limit)s?\b",
    re.IGNORECASE,
)
_PROCEDURAL = re.compile(
    r"(?:to [a-z]+\b.{0,80}?,|use\b|call\b|set\b|pass\b|add\b|create\b|run\b|enable\b|import\b|install\b|start\b|"
    r"if you want|when you want|you (?:can|must|should|need|may)\b)"
    r"|.{0,200}\b(?:must|can be|you can|you must|you should|you need|by (?:calling|using|setting|passing|adding)|use `)",
    re.IGNORECASE,
)
_DEFINITION = re.compile(r".{0,80}?\b(?:is|are|ist|sind|est|es|[a-z]{3,}s)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+")
# A few sources are taken for part of a larger text: rarity in three sentences tells nothing.
_ELSEWHERE = 300
_NAMED = 0.5  # what the name of the subject counts: sentences about it may leave it out
_WEAK = 0.3  # what `after` or `without` counts, of the mean
# What a term counts that stands not in a sentence but in its title, headings or entry, in its
# paragraph, elsewhere in its section; and in addition, in the name of what it describes.
_ABOVE, _BESIDE, _AROUND, _ABOUT = 0.5, 0.4, 0.15, 0.5
_LATER = 0.02  # what each place in the search's ranking costs a source
_TOGETHER = 0.3  # the bonus of a sentence that holds the whole question

Place = tuple[int, int]
"""A section: the number of its source, and its own."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A quote and how well it answers."""

    quote: Quote
    score: float

    @property
    def place(self) -> Place:
        """The section that the quote stands in."""
        return self.quote.source, self.quote.section


class Question:
    """What a question asks for, weighed against everything that could be quoted."""

    def __init__(self, text: str, sources: Sequence[Source], quotes: Sequence[Quote]) -> None:
        self.is_how = bool(_HOW.search(text))
        self.is_what = bool(_WHAT.match(text))
        self.asks_entry = bool(_ENTRY_ASKED.search(text))
        self.wants_deprecated = is_deprecated(text)
        self._frequency = Counter(term for quote in quotes for term in quote.terms)
        self._count = len(quotes)
        asked = asked_terms(text)
        self.words = {term: word for term, word in asked.items() if term not in WEAK_TERMS}
        named = names(text) & self.words.keys()
        is_all = len(named) == len(self.words)
        self.weights = {
            term: self.rarity(term) * (_NAMED if term in named and not is_all else 1.0)
            for term in self.words
        }
        self.widen(asked, _WEAK)
        self.titles = [frozenset(terms(source.title)) for source in sources]
        self._fits = self._title_fits(text, sources)
        self.sections: defaultdict[Place, set[str]] = defaultdict(set)
        self.blocks: defaultdict[Place, set[str]] = defaultdict(set)
        for quote in quotes:
            self.sections[quote.source, quote.section] |= quote.terms | quote.context
            self.blocks[quote.source, quote.block] |= quote.terms
        self.subjects = self._subjects(text, sources)

    def _subjects(self, text: str, sources: Sequence[Source]) -> list[set[str]]:
        """Which of the names in the question each source speaks of anywhere."""
        asked = names(text) & set(self.weights)
        held = [set(title) & asked for title in self.titles]
        for (number, _), found in self.sections.items():
            held[number - 1] |= found & asked
        return held

    def rarity(self, term: str) -> float:
        """Return the inverse document frequency over sentences, as BM25 has it."""
        seen = self._frequency[term]
        return math.log(1 + (self._count + _ELSEWHERE - seen + 0.5) / (seen + 0.5))

    def share(self, found: Iterable[str]) -> float:
        """Return which part, 0..1, of the question's weight the terms carry."""
        total = sum(self.weights.values())
        return sum(self.weights.get(term, 0.0) for term in found) / total if total else 0.0

    def widen(self, found: Iterable[str], factor: float) -> None:
        """Ask for further terms, at a part of the mean weight."""
        mean = sum(self.weights.values()) / max(len(self.weights), 1)
        for term in found:
            self.weights.setdefault(term, factor * mean)

    def is_about(self, source: int) -> bool:
        """Whether a source speaks of something that the question names, if any source does."""
        return bool(self.subjects[source - 1]) or not any(self.subjects)

    def covered(self, place: Place) -> float:
        """Return which part of the question a section speaks of.

        A name that every source speaks of is left out, if the question asks for more than that.
        """
        common = set.intersection(*filter(None, self.subjects)) if any(self.subjects) else set()
        held = self.sections[place]
        rest = {term: self.weights[term] for term in self.words if term not in common}
        if not rest:
            return float(not held.isdisjoint(common))
        return sum(weight for term, weight in rest.items() if term in held) / sum(rest.values())

    def score(self, quote: Quote) -> float:
        """Return how well a sentence answers, about 0..1.

        A term counts in full in the sentence itself, and in part where it stands near it.
        """
        above = (quote.context | self.titles[quote.source - 1]) - quote.terms
        beside = self.blocks[quote.source, quote.block] - quote.terms - above
        around = self.sections[quote.source, quote.section] - quote.terms - above - beside
        if not (self.share(quote.terms) or self.share(above)):
            return 0.0
        own = self.share(quote.terms)
        score = (
            own * (1 + _TOGETHER * own)
            + _ABOVE * self.share(above)
            + _BESIDE * self.share(beside)
            + _AROUND * self.share(around)
            + _ABOUT * self.share(quote.subject)
        )
        return score * self._shape(quote) * self._fits[quote.source - 1]

    def _title_fits(self, text: str, sources: Sequence[Source]) -> list[float]:
        """Return for each source how well its title and its place in the search fit.

        A title often names the subject of the question.
        """
        last = named_last(text) - {
            word.lower() for term, word in self.words.items() if term in names(text)
        }
        shares = [self.share(title) for title in self.titles]
        named = [bool(last & set(_WORDS.findall(source.title.lower()))) for source in sources]
        return [
            (0.8 + 0.2 * share / max(shares) if any(shares) else 1.0)
            * (0.75 if any(named) and not is_named else 1.0)
            * (1 - _LATER * rank)
            for rank, (share, is_named) in enumerate(zip(shares, named, strict=True))
        ]

    def _defines(self, quote: Quote) -> bool:
        """Whether what the question names is the subject of a sentence, or of its section."""
        subject = " ".join(quote.text.split()[:5])
        return bool(_DEFINITION.match(quote.text)) and not self.weights.keys().isdisjoint(
            terms(subject)
        )

    def _shape(self, quote: Quote) -> float:
        """How well the form of a sentence fits the form of the question, around 1."""
        factor = 1.0
        if self.is_how and _PROCEDURAL.match(quote.text):
            factor *= 1.15
        if self.is_what and self._defines(quote):
            factor *= 1.2
        if quote.kind is Kind.ENTRY:
            factor *= 1.2 if self.asks_entry else 0.8
        if quote.label.startswith(("return", "raise", "yield")):
            factor *= 0.8
        return factor / (1 + max(0, len(quote.text.split()) - 35) / 70)


def rank(question: Question, quotes: Sequence[Quote]) -> list[Ranked]:
    """Return the sentences that speak of the question, best first, code aside."""
    ranked = [
        Ranked(quote, score)
        for quote in quotes
        if quote.kind is not Kind.CODE
        and question.is_about(quote.source)
        and (question.wants_deprecated or not is_deprecated(f"{quote.label} {quote.text}"))
        and (score := question.score(quote)) > 0
    ]
    return sorted(ranked, key=lambda r: (-r.score, r.place, r.quote.block, r.quote.place))
