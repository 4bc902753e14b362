"""Rank quotes by how well they answer a question, each read in the place where it stands."""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.question import Question
from cite_or_refuse.adapters.extractive.quotable import is_deprecated
from cite_or_refuse.adapters.extractive.quotes import Place, Quote
from cite_or_refuse.adapters.extractive.subjects import Subjects
from cite_or_refuse.adapters.extractive.terms import named_last, terms
from cite_or_refuse.domain.source import Source

# What a term counts that stands not in a sentence but in its title, headings or entry, in its
# paragraph, elsewhere in its section; and in addition, in the name of what it describes.
_ABOVE, _BESIDE, _AROUND, _ABOUT = 0.5, 0.4, 0.15, 0.5
_TOGETHER = 0.3  # the bonus of a sentence that holds the whole question
_TITLE = 0.2  # what a source loses whose title has less of the question than another's
_UNNAMED = 0.3  # what it loses that lacks the names in the question, or the word that ends it
_LATER = 0.02  # what each place in the search's ranking costs

# Which part of the question a section has to speak of, and what is quoted of it has to say.
_SPEAKS, _ANSWERS = 0.5, 0.35

_WORDS = re.compile(r"[^\W_]{1,60}")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A quote and how well it answers."""

    quote: Quote
    score: float


class Ranking:
    """The quotes of all sources before one question."""

    def __init__(
        self, question: Question, sources: Sequence[Source], quotes: Sequence[Quote]
    ) -> None:
        self.question = question
        self._titles = [frozenset(terms(source.title)) for source in sources]
        subjects = Subjects(question.text, quotes)
        self.quotes = [q for q in quotes if not subjects.is_other(q, self.titled(q.source))]
        self._title_words = [set(_WORDS.findall(source.title.lower())) for source in sources]
        words = {word.lower() for word in question.words.values()}
        self._products = named_last(question.text) & words & set().union(*self._title_words)
        self._sections: defaultdict[Place, set[str]] = defaultdict(set)
        self._blocks: defaultdict[Place, set[str]] = defaultdict(set)
        for quote in self.quotes:
            self._sections[quote.home] |= quote.terms | quote.context
            self._blocks[quote.source, quote.number] |= quote.terms
        self._named = self._names_held()
        self._common = set.intersection(*filter(None, self._named)) if any(self._named) else set()
        self._fits = self._source_fits(sources)

    def ranked(self) -> list[Ranked]:
        """Return the sentences that speak of the question, best first, code aside."""
        question = self.question
        found = [
            Ranked(quote, score)
            for quote in self.quotes
            if quote.kind is not Kind.CODE
            and (
                question.wants_deprecated or not is_deprecated(f"{quote.block.label} {quote.text}")
            )
            and (score := self.score(quote)) > 0
        ]
        return sorted(found, key=lambda r: (-r.score, r.quote.home, r.quote.number, r.quote.nth))

    def score(self, quote: Quote) -> float:
        """Return how well a sentence answers, about 0..1.

        A term counts in full in the sentence itself, and in part where it stands near it.
        """
        question = self.question
        share, asked = question.share, question.weights.keys()
        own = asked & quote.terms
        above = (asked & (quote.context | self._titles[quote.source - 1])) - own
        if not own and not (asked & quote.subject if quote.block.info else above):
            return 0.0
        beside = (asked & self._blocks[quote.source, quote.number]) - own - above
        around = (asked & self._sections[quote.home]) - own - above - beside
        near = _ABOVE * share(above) + _BESIDE * share(beside) + _AROUND * share(around)
        held = share(own)
        about = share(quote.subject) + share(question.names & {quote.defined})
        score = held * (1 + _TOGETHER * held) + near + _ABOUT * about
        return score * question.fits(quote) * self._fits[quote.source - 1]

    def speaks(self, place: Place) -> bool:
        """Whether a section speaks of more than half of the question.

        Of the names that every source about the subject has, it need not speak again.
        """
        understood = self._common & self._named[place[0] - 1]
        return self._covered(self._sections[place], understood) > _SPEAKS

    def answers(self, quotes: Sequence[Quote]) -> bool:
        """Whether these quotes say enough of the question, and what its form asks for.

        They have each name in it, unless all sources do; the number of a name with the name; and
        something of a source that is called as the question's last word, if there is one.
        """
        question = self.question
        said = [quote.terms | quote.context for quote in quotes]
        held: set[str] = set().union(*said)
        titled: set[str] = set().union(*(self.titled(quote.source) for quote in quotes))
        return (
            self._covered(held, self._common) > _ANSWERS
            and question.names <= held | titled | self._common
            and all(self._titled(one, quotes) for one in self._products)
            and all(
                any(version - self._common <= one for one in said) for version in question.versions
            )
            and question.has_form(quotes)
        )

    def _covered(self, held: Set[str], understood: Set[str]) -> float:
        """Return which part of the question, 0..1, a text with these terms speaks of.

        Left out is what is understood, if the question asks for more than that. A name counts
        double, since a question is about what it names.
        """
        question = self.question
        if question.names == question.words.keys():
            return float(not held.isdisjoint(question.names))
        weights = {
            term: question.rarity(term) * (2 if term in question.names else 1)
            for term in question.words.keys() - understood
        }
        return sum(weights[term] for term in weights.keys() & held) / sum(weights.values())

    def titled(self, source: int) -> frozenset[str]:
        """Return the terms of a source's title."""
        return self._titles[source - 1]

    def _titled(self, product: str, quotes: Sequence[Quote]) -> bool:
        return any(product in self._title_words[quote.source - 1] for quote in quotes)

    def _names_held(self) -> list[set[str]]:
        """Return which of the names in the question each source has anywhere."""
        held = [self.question.names & title for title in self._titles]
        for (source, _), found in self._sections.items():
            held[source - 1] |= found & self.question.names
        return held

    def _source_fits(self, sources: Sequence[Source]) -> list[float]:
        """Return for each source how well its names, its title and its place in the search fit."""
        question = self.question
        words = {question.words[term].lower() for term in question.names}
        last = named_last(question.text) - words
        parts = [
            (_TITLE, _relative([question.share(title) for title in self._titles])),
            (_UNNAMED, _relative([len(named) for named in self._named])),
            (_UNNAMED, _relative([len(last & title) for title in self._title_words])),
        ]
        fits = [1 - _LATER * at for at in range(len(sources))]
        for loss, shares in parts:
            fits = [fit * (1 - loss * (1 - share)) for fit, share in zip(fits, shares, strict=True)]
        return fits


def _relative(values: Sequence[float]) -> list[float]:
    """Return each value as a part of the greatest; all are 1 if there is none."""
    greatest = max(values, default=0)
    return [value / greatest if greatest else 1.0 for value in values]
