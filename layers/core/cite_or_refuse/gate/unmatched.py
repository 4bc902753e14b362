"""What a claim denies, where its source denies nothing of the kind."""

from itertools import pairwise

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import (
    CUT,
    REACH,
    SUBORDINATE,
    condition,
    denies,
    is_lifted,
    is_negation,
    is_verbal,
    may_negate,
    negations,
)
from cite_or_refuse.gate.polarity import OPPOSITES, stems_of, words_of

_CLOSE = 0.55  # share of the claim's words in the best window from which its predicate is the same
_HALF = 0.5  # share of them from which a sentence may deny what the claim does
_MAX_PLACES = 50
_FAR = 5  # tokens before a word in which a negation of the claim may deny it
_ABOUT = 8  # tokens to each side of a word in which a denial may be of that word
_AROUND = 20  # tokens beside the best window in which a denial may stand


def unmatched_negation(claim: str, facts: Facts, index: SourceIndex, window: Window) -> str:
    """Return the word that the claim negates where nothing near the best window denies anything.

    Only a word that stands in the window counts, or the main predicate where most of the claim
    does: what the source says in other words may deny in other words too, or with an opposite.
    """
    if not may_negate(facts.spoken):
        return ""
    total = sum(facts.terms.values())
    close = sum(sorted([facts.terms[key] for key in window.held])) >= _CLOSE * total
    low, high = index.tokens_of(window.first, window.last)
    own = stems_of(facts.lower)
    if any(OPPOSITES.get(word, set()) & own for word in stems_of(words_of(index, low, high))):
        return ""
    terms = {key: place for key, place in facts.places.items() if facts.terms[key]}
    for negation, at in negations(facts.spoken, sorted(terms.values()), _FAR):
        plain = is_verbal(facts.spoken, negation) and not is_lifted(facts.spoken, negation)
        plain = plain and not condition(facts.spoken, negation)
        if not plain or not SUBORDINATE.isdisjoint(facts.spoken[negation + 1 : at]):
            continue  # a thing is denied, a condition, or what begins another clause
        inside = [
            place
            for key in window.held
            if terms.get(key) == at
            for place in index.between(key, low, high - 1)
        ]
        main = close and _is_main(claim, facts, negation, window)
        if not (inside or main) or any(_is_denied(key, index) for key in _after(facts, negation)):
            continue
        spans = [(place - _ABOUT, place + _ABOUT) for place in inside] if close else []
        spans = spans or _about(facts, index, window, 0 if main else _AROUND)
        words = (words_of(index, max(0, first), last) for first, last in spans)
        if not any(denies(each, own) for each in words):
            return facts.tokens[negation][0]
    return ""


def _about(facts: Facts, index: SourceIndex, window: Window, wide: int) -> list[tuple[int, int]]:
    """Return the tokens of the best window, with some beside it, and of the sentences most alike.

    So a page may deny in a sentence that has half of the claim.
    """
    low, high = index.tokens_of(window.first, window.last)
    half = _HALF * sum(facts.terms.values())
    alike = [s for s, keys in window.seeds if sum(sorted(facts.terms[key] for key in keys)) >= half]
    return [(low - wide, high + wide), *(index.tokens_of(s, s) for s in alike)]


def _after(facts: Facts, negation: int) -> list[str]:
    """Return the terms that a negation of the claim may negate."""
    reach = range(negation + 1, negation + REACH + 1)
    return [key for key, at in facts.places.items() if at in reach and facts.terms[key]]


def _is_denied(key: str, index: SourceIndex) -> bool:
    """Whether the source negates a word anywhere."""
    return any(
        any(map(is_negation, words_of(index, max(0, place - REACH), place)))
        for place in index.postings.get(key, ())[:_MAX_PLACES]
    )


def _is_main(claim: str, facts: Facts, negation: int, window: Window) -> bool:
    """Whether a negation is of the first predicate, and two words of its clause in the window."""
    cuts = [
        at
        for at, one in enumerate(pairwise(facts.tokens))
        if CUT.search(claim, one[0][2], one[1][1])
    ]
    first = max([at + 1 for at in cuts if at < negation], default=0)
    last = min([at for at in cuts if at >= negation], default=len(facts.tokens))
    clause = range(first, last + 1)
    held = [key for key in window.held if facts.terms[key] and facts.places[key] in clause]
    return len(held) > 1 and SUBORDINATE.isdisjoint(facts.spoken[:negation])
