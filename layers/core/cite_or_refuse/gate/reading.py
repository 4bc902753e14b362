"""A claim beside the sources it cites: what every rule looks at."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Self

from cite_or_refuse.gate.claim import Facts, read_claim
from cite_or_refuse.gate.evidence import Window, best_window, local_support, weights_in
from cite_or_refuse.gate.index import SourceIndex

Cited = Sequence[tuple[int, SourceIndex]]

_DECAY = 0.88  # per token of the claim between a fact and a word that says what the fact is about
_FAINT = 0.08  # what weighs less after the decay is of another clause
_LIGHT = 0.5  # a clause that weighs less tells nothing; the whole claim is looked at instead
_SPEAKS = 0.15  # share of a fact's clause, of what all sources have, from which one speaks of it
_BARE = 1.5  # a claim whose own words weigh less is read with the words of its context


@dataclass(frozen=True, slots=True)
class Reading:
    """`weights` says what each term weighs in each cited source, `windows` where most stand."""

    claim: str
    facts: Facts
    cited: Cited
    weights: tuple[Mapping[str, float], ...]
    windows: tuple[Window, ...]
    indexes: list[SourceIndex] = field(init=False)
    _shares: dict[str, float | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Keep the indexes of the cited sources without their numbers."""
        object.__setattr__(self, "indexes", [index for _, index in self.cited])

    @property
    def known(self) -> Mapping[str, float]:
        """What each term weighs in the source where it weighs most; no term that none has."""
        if len(self.weights) == 1:
            return self.weights[0]
        return {
            key: max([worths[key] for worths in self.weights if key in worths])
            for key in self.facts.terms
            if any(key in worths for worths in self.weights)
        }

    def has(self, key: str) -> bool:
        """Whether any cited source holds a key."""
        return any(key in index.postings for index in self.indexes)

    def speaking(self, at: int) -> list[SourceIndex]:
        """Return the cited sources that speak of what the fact at a token of the claim is about.

        Several sources may share the facts of a claim between them. But one that has little of the
        words about a fact, beside what the others have of them, states it of something else.
        """
        if len(self.cited) == 1:
            return self.indexes
        own = next((key for key, place in self.facts.places.items() if place == at), "")
        clause = self._clause(self.known, at, own)
        enough = _SPEAKS * sum(clause.values())
        return [
            index
            for index, worths in zip(self.indexes, self.weights, strict=True)
            if sum(clause[key] for key in worths if key in clause) >= enough
        ]

    def telling(self) -> Self:
        """Return the claim beside those of its sources alone that speak of most of it.

        What contradicts a claim does so though it also cites a source that speaks of something
        else: one whose best window has less than half of what another one has of the claim.
        """
        if len(self.cited) == 1:
            return self
        terms = self.facts.terms
        shares = [sum(sorted([terms[key] for key in window.held])) for window in self.windows]
        told = [2 * share >= max(shares) for share in shares]
        return replace(
            self,
            cited=tuple(compress(self.cited, told)),
            weights=tuple(compress(self.weights, told)),
            windows=tuple(compress(self.windows, told)),
        )

    def share_near(self, places: Iterable[Sequence[int]], at: int, own: str = "") -> float | None:
        """Return the share of a fact's own clause that stands around it, None without a place.

        `places` holds, a source each, where the fact stands; `at` is its token in the claim and
        `own` its own term. The nearer a word of the claim is to the fact, the more it counts.
        """
        best: float | None = None
        for index, worths, positions in zip(self.indexes, self.weights, places, strict=True):
            if not positions:
                continue
            clause = self._clause(worths, at, own)
            best = max(best or 0.0, local_support(index, positions, clause))
        return best

    def _clause(self, worths: Mapping[str, float], at: int, own: str) -> dict[str, float]:
        """Return the weights of the words that say what the fact at a token is about."""
        clause = {}
        for key, worth in worths.items():
            if key != own and key[0] != "#":
                distance = _distance(self.facts.again[key], at)
                if (decayed := worth * _DECAY**distance) > _FAINT:
                    clause[key] = decayed
        if sum(clause.values()) < _LIGHT:
            clause = {k: w for k, w in worths.items() if k != own and k[0] != "#"}
        return clause

    def clauses(self, at: int) -> list[dict[str, float]]:
        """Return, a source each, what the words and other numbers about a token weigh."""
        own = {key for key, places in self.facts.again.items() if places == [at]}
        return [
            {
                key: decayed
                for key, worth in worths.items()
                if key not in own
                and (decayed := worth * _DECAY ** _distance(self.facts.again[key], at)) > _FAINT
            }
            for worths in self.weights
        ]

    def share_around(self, term: str, places: Iterable[Sequence[int]]) -> float | None:
        """Return `share_near` of a term of the claim, which stands at these places; kept."""
        if term not in self._shares:
            self._shares[term] = self.share_near(places, self.facts.places[term], term)
        return self._shares[term]


def _distance(places: Sequence[int], at: int) -> int:
    """Return how far the nearest of the sorted places is."""
    if len(places) == 1:
        return abs(places[0] - at)
    after = bisect_left(places, at)
    return min([abs(place - at) for place in places[max(0, after - 1) : after + 1]])


def read(claim: str, cited: Cited, context: str = "") -> Reading:
    """Read a claim and find where its words stand; `context` helps a claim of few words."""
    facts = read_claim(claim)
    if context and sum(prior for key, prior in facts.terms.items() if key[0] != "#") < _BARE:
        for key, prior in read_claim(context).terms.items():
            if key[0] != "#" and key not in facts.terms:
                facts.terms[key] = prior / 2
                facts.places[key], facts.again[key] = 0, [0]
    weights = tuple(weights_in(index, facts.terms) for _, index in cited)
    pairs = zip(cited, weights, strict=True)
    windows = tuple(best_window(index, known) for (_, index), known in pairs)
    return Reading(claim, facts, cited, weights, windows)
