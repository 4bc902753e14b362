"""A predicate that a claim states, while the sentences nearest to the claim deny it of the same.

The counterpart of `undenied.py`. Only a main clause of the source counts, with a verb that is
negated, or a "No" that begins it; and not if the source states the predicate elsewhere about as
many of the claim's words.
"""

from collections.abc import Iterator, Mapping

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import CUT, NEGATED, denies, is_negation, is_verbal
from cite_or_refuse.gate.polarity import words_of
from cite_or_refuse.gate.tokens import keys_of
from cite_or_refuse.gate.undenied import clause_about, clause_of
from cite_or_refuse.gate.words import weight, word_set

_HOLDS = 0.5
_ELSEWHERE = 0.8
_REACH = 5  # tokens from a negation to its predicate
_ABOUT = 12  # tokens to each side of a predicate
_MAX_PLACES = 50
_ASKED = word_set("if when whenever unless whether why how what until than even but once where or")
_TURNED = word_set("unless until without except only yet longer if when")  # "not without" grants


def denied(
    claim: str, facts: Facts, index: SourceIndex, window: Window, worths: Mapping[str, float]
) -> str:
    """Return the word of the claim that the nearest sentences deny and no other states, or ""."""
    for segment, _ in window.seeds:
        for place, key in _predicates(facts, index, segment):
            for at in facts.again[key]:
                begun, end = clause_of(claim, facts, at)
                if denies(facts.spoken[begun:end]):
                    continue
                clause = clause_about(facts, at, worths)
                held = _share(index, clause, place)
                enough = held >= _HOLDS * sum(clause.values())
                if enough and not _is_stated(index, clause, key, _ELSEWHERE * held):
                    return facts.tokens[at][0]
    return ""


def _is_stated(index: SourceIndex, clause: Mapping[str, float], key: str, enough: float) -> bool:
    """Whether a term stands somewhere without a negation, and enough of the clause about it."""
    return any(
        _share(index, clause, place) >= enough and not _is_negated(index, place)
        for place in index.postings[key][:_MAX_PLACES]
    )


def _predicates(facts: Facts, index: SourceIndex, segment: int) -> Iterator[tuple[int, str]]:
    """Yield the predicates that a sentence denies and the claim has: the token and the term."""
    low, high = index.tokens_of(segment, segment)
    if segment not in index.negated or not NEGATED.search(
        index.content, index.starts[low], index.ends[high - 1]
    ):
        return
    words = words_of(index, low, high)
    for at, word in enumerate(words):
        if not (is_verbal(words, at) or (at == 0 and word == "no")):
            continue
        first = low + at
        while first > low and not CUT.search(
            index.content, index.ends[first - 1], index.starts[first]
        ):
            first -= 1
        before, after = words[first - low : at], words[at + 1 : at + 1 + _ABOUT]
        if _ASKED.isdisjoint(before) and _TURNED.isdisjoint(after):
            found = _first_term(index, low + at + 1, min(high, low + at + 1 + _REACH))
            if found and facts.terms.get(found[1]):
                yield found


def _first_term(index: SourceIndex, low: int, high: int) -> tuple[int, str] | None:
    for place in range(low, high):
        key = keys_of(index.token(place))[-1]
        if key[0] not in "=#@" and weight(key):
            return place, key
    return None


def _share(index: SourceIndex, clause: Mapping[str, float], place: int) -> float:
    """Return the weight of the terms of a clause that stand about a place, in its sentence."""
    segment = index.segment_of(place)
    low, high = index.tokens_of(segment, segment)
    low, high = max(low, place - _ABOUT), min(high - 1, place + _ABOUT)
    return sum(worth for key, worth in clause.items() if index.near(key, low, high))


def _is_negated(index: SourceIndex, place: int) -> bool:
    return any(map(is_negation, words_of(index, max(0, place - _REACH), place)))
