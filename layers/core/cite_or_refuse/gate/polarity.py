"""Does the source say the opposite? Looked for only where it says nearly the same words.

A claim and a sentence that share most of their words differ in sense when one of them negates a
shared word and the other does not, or when one word is swapped for its opposite. Looked for more
widely than in such a sentence, these signs refuse more honest claims than false ones.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import (
    NEGATION_STEMS,
    SUBORDINATE,
    condition,
    denies,
    is_lifted,
    may_negate,
    negations,
    spoken,
)
from cite_or_refuse.gate.tokens import fold, keys_of, stem

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
OPPOSITES: dict[str, set[str]] = {}
for _pair in _PAIRS.replace("\n", "|").split("|"):
    _one, _other = _pair.split()
    OPPOSITES.setdefault(stem(_one), set()).add(stem(_other))
    OPPOSITES.setdefault(stem(_other), set()).add(stem(_one))

_SAME = 0.65  # share of the claim's words that makes a sentence "nearly the same words"
_ALIKE = 0.5  # share from which a sentence may still show that the claim is right


def contradicted(facts: Facts, index: SourceIndex, window: Window) -> str:
    """Return the word of the claim that the nearest sentences contradict, or an empty string."""
    weights = {key: prior for key, prior in facts.terms.items() if prior}
    total = sum(weights.values())
    found: list[tuple[float, str]] = []
    own = [stem(word) for word in facts.lower]
    alike = _alike(facts, window, _ALIKE * total)
    if not may_negate(facts.spoken) and not any(_may_deny(own, index, s) for s in alike):
        return ""
    known = window.held.union(*[keys for _, keys in window.seeds])
    said = cache(lambda: _polarities(index, window, weights))
    for segment in alike:
        first, last = index.tokens_of(segment, segment)
        words = words_of(index, first, last)
        stems: dict[str, int] = {}
        for at, token in enumerate(index.tokens[first:last]):
            for key in keys_of(token):
                stems.setdefault(key, at)
        places = {key: stems[key] for key in weights if key in stems}
        shared = sum(weights[key] for key in places)
        if places and shared >= _ALIKE * total:
            against = _negated(facts, words, places, said)
            opposite = "" if against else _opposite(facts, own, stems.keys())
            if stem(fold(opposite).lower()) in known:
                opposite = ""
            if opposite:  # the swapped word is in its place
                shared += weights.get(stem(fold(opposite).lower()), 0.0)
            found.append((shared, against or opposite))
    best = max((shared for shared, _ in found), default=0.0)
    nearest = [against for shared, against in found if shared >= 0.75 * best]
    return nearest[0] if nearest and best >= _SAME * total and all(nearest) else ""


def _alike(facts: Facts, window: Window, least: float) -> list[int]:
    """Return the sentences nearest to the claim that have terms of so much weight."""
    weighed = [(s, sum(sorted([facts.terms[key] for key in keys]))) for s, keys in window.seeds]
    return [segment for segment, worth in weighed if worth >= least]


def _may_deny(own: Sequence[str], index: SourceIndex, segment: int) -> bool:
    """Whether a sentence has a negation, or the opposite of one of the claim's words."""
    opposites = [other for key in own if key in OPPOSITES for other in OPPOSITES[key]]
    first, last = index.tokens_of(segment, segment)
    return segment in index.negated or any(index.near(o, first, last - 1) for o in opposites)


def words_of(index: SourceIndex, first: int, last: int) -> list[str]:
    """Return the words of prose from the token `first` to the one before `last`."""
    words = map(fold, index.tokens[first:last])
    spans = zip(index.starts[first:last], index.ends[first:last], strict=True)
    return spoken(index.content, words, spans)


def _polarities(
    index: SourceIndex, window: Window, weights: Mapping[str, float]
) -> set[tuple[str, bool]]:
    """Return, for each term of the claim in its best window, whether it is negated there."""
    first, last = index.tokens_of(window.first, window.last)
    places = {at - first: key for key in weights for at in index.between(key, first, last - 1)}
    negated = {at for _, at in negations(words_of(index, first, last), list(places))}
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
    mine = {
        b
        for a, b in negations(facts.spoken, own)
        if not is_lifted(facts.spoken, a) and SUBORDINATE.isdisjoint(facts.spoken[a + 1 : b])
    }
    theirs = {b for a, b in negations(words, list(places.values())) if not is_lifted(words, a)}
    if not (mine or theirs):
        return ""
    any_mine, any_theirs = denies(facts.spoken), denies(words)
    for key, place in places.items():
        at = facts.places[key]
        lost = place in theirs and not any_mine and words.count(words[place]) == 1
        added = at in mine and not any_theirs
        conditions = condition(facts.spoken, at), condition(words, place)
        if not (lost or added) or conditions[0] != conditions[1]:
            continue  # a condition contradicts nothing but the same condition
        turned = OPPOSITES.get(key, set()) & stems_of(words if added else facts.lower)
        if not turned and (key, at in mine) not in said():
            return facts.tokens[at][0]
    return ""


def stems_of(words: Sequence[str]) -> set[str]:
    """Return the stems of words in lower case."""
    return {stem(word) for word in words}


def _opposite(facts: Facts, own: Sequence[str], theirs: Set[str]) -> str:
    """Return the word of the claim whose opposite stands in the sentence in its place.

    `own` holds the stems of the claim's words.
    """
    for at, key in enumerate(own):
        if key in OPPOSITES and key not in theirs:
            opposites = OPPOSITES[key] & theirs
            if opposites and opposites.isdisjoint(own):
                negated_in_one = NEGATION_STEMS & (theirs ^ set(own))
                return "" if negated_in_one else facts.tokens[at][0]
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
    return [fold(token) for token in index.tokens[slice(*index.tokens_of(segment, segment))]]


def _has_sibling(name: str, words: Sequence[str], facts: Facts) -> bool:
    if name in words:
        return False
    return any(
        (word.startswith(name + ".") or name.startswith(word + "."))
        and len(word) > 1
        and word.lower() not in facts.lower
        for word in words
    )
