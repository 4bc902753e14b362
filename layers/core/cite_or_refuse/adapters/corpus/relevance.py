"""Does a passage speak of the question? Only then it may become a source.

Each word of the question weighs as much as it is rare in the corpus; a word that the corpus lacks
altogether weighs most, because a question is about such words. A passage speaks of the question
if it holds more than half of the whole weight. The bench counts what this lets through and what
it turns away (bench/corpus.py).
"""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from cite_or_refuse.adapters.retrieval.words import Term

ENOUGH = 0.5
_ABSENT = 1.5  # how much heavier a word is that occurs nowhere than one that occurs once
# Rarity in a corpus of three pages tells nothing. So any corpus is taken for part of a larger one,
# with this many more passages that speak of other things.
_ELSEWHERE = 1000
_NAMED = 3


@dataclass(frozen=True)
class Relevance:
    """What the terms of one question weigh, and which passages hold each of them."""

    terms: Sequence[Term]
    holders: Mapping[Term, Set[int]]
    passages: int

    @cached_property
    def weights(self) -> Mapping[Term, float]:
        """The inverse document frequency of BM25 over passages, for each term."""
        total = self.passages + _ELSEWHERE
        weights = {}
        for term in self.terms:
            count = len(self.holders[term])
            rarity = math.log(1 + (total - count + 0.5) / (count + 0.5))
            weights[term] = rarity if count else rarity * _ABSENT
        return weights

    def share(self, passage: int) -> float:
        """Return how much of the question's weight a passage holds, 0 to 1."""
        held = sum(w for term, w in self.weights.items() if passage in self.holders[term])
        return held / sum(self.weights.values())

    def missing(self, passage: int) -> Sequence[str]:
        """Return at most three words that a passage lacks, the heaviest first."""
        lacking = [term for term in self.terms if passage not in self.holders[term]]
        lacking.sort(key=lambda term: -self.weights[term])
        return [term.text for term in lacking[:_NAMED]]
