"""Does the source say the opposite? Looked for only where it says nearly the same words.

A claim and a sentence that share most of their words differ in sense when one of them negates a
shared word and the other does not, or when one word is swapped for its opposite. Looked for more
widely than in such a sentence, these signs refuse more honest claims than false ones.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import (
    NEGATION_STEMS,
    REACH,
    denies,
    is_negation,
    negations,
    spoken,
)
from cite_or_refuse.gate.tokens import fold, keys_of, stem
from cite_or_refuse.gate.words import word_set

_PAIRS = """enabled disabled|enable disable|enables disables|true false|minimum maximum|more less
more fewer
most least|before after|earlier later|increase decrease|increases decreases|increase reduce
increases reduces|increased decreased|increased reduced|raise lower|raises lowers|improve worsen
improves worsens|grow shrink|grows shrinks|gain lose|gains loses|won lost|wins loses|rise fall
rose fell|include exclude|includes excludes|allow forbid|allows forbids|allow deny
required optional|mandatory optional|add remove|added removed|adds removes|first last
above below|over under|up down|with without|always never|all none|synchronous asynchronous
ascending descending|read write|reads writes|lower upper|faster slower|higher lower|greater less
larger smaller|open closed|opens closes|start stop|starts stops|on off|accept reject
accepts rejects|supported unsupported|safe unsafe|public private|input output|client server
inside outside|success failure|succeeds fails|mutable immutable"""
_VERSIONED = re.compile(r"[A-Za-z]{1,20}[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}")
_OPPOSITES: dict[str, set[str]] = {}
for _pair in _PAIRS.replace("\n", "|").split("|"):
    _one, _other = _pair.split()
    _OPPOSITES.setdefault(stem(_one), set()).add(stem(_other))
    _OPPOSITES.setdefault(stem(_other), set()).add(stem(_one))

_SAME = 0.65  # share of the claim's words that makes a sentence "nearly the same words"
_ALIKE = 0.5  # share from which a sentence may still show that the claim is right
_CLOSE = 0.6  # share of the claim's words in the best window from which its predicate is the same
_CUT = re.compile("[,;:.()—–]")
_NEIGHBOURS = 4  # tokens to each side of a negation
_SUBORDINATE = word_set(
    """that which who whose if when while unless because where since as whether although though
    once until so than even how what neither and but or"""
)
_MAX_PLACES = 50
_OF_THINGS = word_set("no none nothing without neither nor")  # "no blocks": "zero or more"
_ABOUT = 8  # tokens to each side of a word in which a denial may be of that word
_AROUND = 20  # tokens beside the best window in which a denial may stand


def contradicted(facts: Facts, index: SourceIndex, window: Window) -> str:
    """Return the word of the claim that the nearest sentences contradict, or an empty string."""
    weights = {key: prior for key, prior in facts.terms.items() if prior}
    total = sum(weights.values())
    found: list[tuple[float, str]] = []
    said = cache(lambda: _polarities(index, window, weights))
    for segment, keys in window.seeds:
        if sum(sorted([facts.terms[key] for key in keys])) < _ALIKE * total:
            continue
        first, last = index.tokens_of(segment, segment)
        words = _words(index, first, last)
        stems: dict[str, int] = {}
        for at in range(first, last):
            for key in keys_of(index.token(at)):
                stems.setdefault(key, at - first)
        places = {key: stems[key] for key in weights if key in stems}
        shared = sum(weights[key] for key in places)
        if places and shared >= _ALIKE * total:
            against = _negated(facts, words, places, said)
            opposite = "" if against else _opposite(facts, stems.keys())
            if opposite:  # the swapped word is in its place
                shared += weights.get(stem(fold(opposite).lower()), 0.0)
            found.append((shared, against or opposite))
    best = max((shared for shared, _ in found), default=0.0)
    nearest = [against for shared, against in found if shared >= 0.75 * best]
    return nearest[0] if nearest and best >= _SAME * total and all(nearest) else ""


def unmatched_negation(claim: str, facts: Facts, index: SourceIndex, window: Window) -> str:
    """Return the word that the claim negates where nothing near the best window denies anything.

    Only a word that stands in the window counts, or the main predicate where most of the claim
    does: what the source says in other words may deny in other words too. Where a word stands
    there with most of the claim, only what stands about that word may deny it.
    """
    total = sum(facts.terms.values())
    close = sum(sorted([facts.terms[key] for key in window.held])) >= _CLOSE * total
    low, high = index.tokens_of(window.first, window.last)
    terms = {key: place for key, place in facts.places.items() if facts.terms[key]}
    for negation, at in negations(facts.spoken, sorted(terms.values())):
        inside = [
            place
            for key in window.held
            if terms.get(key) == at
            for place in index.between(key, low, high - 1)
        ]
        main = close and _is_main(claim, facts, negation, window)
        if not (inside or main) or any(_is_denied(key, index) for key in _after(facts, negation)):
            continue
        about = inside if close and (main or facts.spoken[negation] not in _OF_THINGS) else []
        spans = [(place - _ABOUT, place + _ABOUT) for place in about]
        spans = spans or [(low - _AROUND, high + _AROUND)]
        if not any(denies(_words(index, max(0, first), last)) for first, last in spans):
            return facts.tokens[negation][0]
    return ""


def _after(facts: Facts, negation: int) -> list[str]:
    """Return the terms that a negation of the claim may negate."""
    reach = range(negation + 1, negation + REACH + 1)
    return [key for key, at in facts.places.items() if at in reach and facts.terms[key]]


def _is_denied(key: str, index: SourceIndex) -> bool:
    """Whether the source negates a word anywhere."""
    return any(
        any(map(is_negation, _words(index, max(0, place - REACH), place)))
        for place in index.postings.get(key, ())[:_MAX_PLACES]
    )


def _is_main(claim: str, facts: Facts, negation: int, window: Window) -> bool:
    """Whether a negation is of the first predicate, and two words about it stand in the window."""
    cuts = [
        at
        for at, one in enumerate(pairwise(facts.tokens))
        if _CUT.search(claim, one[0][2], one[1][1])
    ]
    first = max([at + 1 for at in cuts if at < negation], default=0)
    last = min([at for at in cuts if at >= negation], default=len(facts.tokens))
    about = range(max(first, negation - _NEIGHBOURS), min(last, negation + _NEIGHBOURS) + 1)
    held = [key for key in window.held if facts.terms[key] and facts.places[key] in about]
    return len(held) > 1 and _SUBORDINATE.isdisjoint(facts.spoken[:negation])


def _words(index: SourceIndex, first: int, last: int) -> list[str]:
    """Return the words of prose from the token `first` to the one before `last`."""
    spans = zip(index.starts[first:last], index.ends[first:last], strict=True)
    return spoken(index.content, list(spans))


def _polarities(
    index: SourceIndex, window: Window, weights: Mapping[str, float]
) -> set[tuple[str, bool]]:
    """Return, for each term of the claim in its best window, whether it is negated there."""
    first, last = index.tokens_of(window.first, window.last)
    places = {at - first: key for key in weights for at in index.between(key, first, last - 1)}
    negated = {at for _, at in negations(_words(index, first, last), list(places))}
    return {(key, at in negated) for at, key in places.items()}


def _negated(
    facts: Facts,
    words: Sequence[str],
    places: Mapping[str, int],
    said: Callable[[], Set[tuple[str, bool]]],
) -> str:
    """Return the shared word that is negated on one side only.

    None where the best window has the word as the claim has it, negated or not: `said()`.
    """
    own = [facts.places[key] for key in places]
    mine = {b for _, b in negations(facts.spoken, own)}
    theirs = {b for _, b in negations(words, list(places.values()))}
    any_mine, any_theirs = denies(facts.spoken), denies(words)
    for key, place in places.items():
        at = facts.places[key]
        lost = place in theirs and not any_mine and words.count(words[place]) == 1
        added = at in mine and not any_theirs
        if not (lost or added):
            continue
        turned = _OPPOSITES.get(key, set()) & _stems(words if added else facts.lower)
        if not turned and (key, at in mine) not in said():
            return facts.tokens[at][0]
    return ""


def _stems(words: Sequence[str]) -> set[str]:
    return {stem(word) for word in words}


def _opposite(facts: Facts, theirs: Set[str]) -> str:
    """Return the word of the claim whose opposite stands in the sentence in its place."""
    mine = {stem(word) for word in facts.lower}
    if NEGATION_STEMS & (mine ^ theirs):
        return ""
    for at, word in enumerate(facts.lower):
        key = stem(word)
        if key in _OPPOSITES and key not in theirs:
            opposites = _OPPOSITES[key] & theirs
            if opposites and not opposites & mine:
                return facts.tokens[at][0]
    return ""


def said_of_sibling(
    facts: Facts, index: SourceIndex, seeds: Sequence[tuple[int, frozenset[str]]]
) -> str:
    """Return the versioned name of the claim in whose place the source has a longer or shorter one.

    "T1 was withdrawn" says nothing of T1.6.
    """
    for name, _, _ in facts.tokens:
        if not (name[-1].isdecimal() and _VERSIONED.fullmatch(name)):
            continue
        others = {k for k, prior in facts.terms.items() if prior and k not in keys_of(name)}
        alike = [s for s, keys in seeds if others and others <= keys]
        texts = [_texts(index, segment) for segment in alike]
        if texts and all(_has_sibling(name, words, facts) for words in texts):
            return name
    return ""


def _texts(index: SourceIndex, segment: int) -> list[str]:
    return [fold(index.token(place)) for place in range(*index.tokens_of(segment, segment))]


def _has_sibling(name: str, words: Sequence[str], facts: Facts) -> bool:
    if name in words:
        return False
    return any(
        (word.startswith(name + ".") or name.startswith(word + "."))
        and len(word) > 1
        and word.lower() not in facts.lower
        for word in words
    )
