"""Does the source say the opposite? Looked for only where it says nearly the same words.

A claim and a sentence that share most of their words differ in sense when one of them negates a
shared word and the other does not, when one word is swapped for its opposite, or when two names
have changed places around the same predicate. Looked for more widely than in such a sentence,
these signs refuse more honest claims than false ones.
"""

import re
from collections.abc import Mapping, Sequence

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import Window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import fold, keys_of, stem
from cite_or_refuse.gate.words import word_set

NEGATIONS = word_set(
    """not never no none nor cannot neither without nothing nobody hardly don't doesn't didn't
    isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't mustn't
    nicht nie kein keine keinen ne pas jamais sans sin nunca"""
)
_NEGATION_STEMS = frozenset(map(stem, NEGATIONS))
# Words that deny without "not": where one of them stands, a missing "not" proves nothing.
_DENIALS = frozenset(
    stem(word)
    for word in word_set(
        """remove removed lose loses lost lack lacks lacking disable disabled prevent prevents avoid
        avoids fail fails forbid forbidden refuse refused reject rejected deny denied stop stopped
        except unless only instead unable unlike gone drop dropped ignore ignored skip skipped
        missing absent empty unavailable unsupported impossible exclude excluded off out little few
        rarely seldom barely scarcely zero rather keep keeps"""
    )
)
_NO_NEGATION = word_set("only just limited merely necessarily longer matter")
# Between two names these let either come first: "B is called by A", "the option B of A".
_TURNING = word_set("by of in for from with on and or , as via through at")
_PAIRS = """enabled disabled|enable disable|enables disables|true false|minimum maximum|more less
more fewer|most least|before after|earlier later|increase decrease|increases decreases
rise fall|rose fell|include exclude|includes excludes|allow forbid|allows forbids|allow deny
required optional|mandatory optional|add remove|added removed|adds removes|first last
above below|over under|up down|with without|always never|all none|synchronous asynchronous
ascending descending|read write|reads writes|lower upper|faster slower|higher lower
greater less|larger smaller|open closed|opens closes|start stop|starts stops|on off
accept reject|accepts rejects|supported unsupported|safe unsafe|public private|input output
client server|inside outside|success failure|succeeds fails|mutable immutable"""
_VERSIONED = re.compile(r"[A-Za-z]{1,20}[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}")
_OPPOSITES: dict[str, set[str]] = {}
for _pair in _PAIRS.replace("\n", "|").split("|"):
    _one, _other = _pair.split()
    _OPPOSITES.setdefault(stem(_one), set()).add(stem(_other))
    _OPPOSITES.setdefault(stem(_other), set()).add(stem(_one))

_SAME = 0.65  # share of the claim's words that makes a sentence "nearly the same words"
_ALIKE = 0.5  # share from which a sentence may still show that the claim is right
_AROUND = 20  # tokens beside the best window in which a denial may stand
_REACH = 3  # tokens before a word in which a negation negates it


def contradicted(
    facts: Facts, index: SourceIndex, seeds: Sequence[tuple[int, frozenset[str]]]
) -> str:
    """Return the word of the claim that the nearest sentences contradict, or an empty string.

    `seeds` are the segments that share most words with the claim, and the words.
    """
    weights = {key: prior for key, prior in facts.terms.items() if prior}
    total = sum(weights.values())
    found: list[tuple[float, str]] = []
    for segment, keys in seeds:
        if sum(sorted([facts.terms[key] for key in keys])) < _ALIKE * total:
            continue
        first, last = index.tokens_of(segment, segment)
        words = [fold(index.token(at)) for at in range(first, last)]
        words = [word if word == "None" else word.lower() for word in words]
        stems = [frozenset(keys_of(index.token(at))) for at in range(first, last)]
        places = {key: at for key in weights if (at := _place(key, stems)) >= 0}
        shared = sum(weights[key] for key in places)
        if places and shared >= _ALIKE * total:
            against = _negated(facts, words, places) or _swapped(facts, words, places)
            opposite = "" if against else _opposite(facts, stems)
            if opposite:  # the swapped word is in its place
                shared += weights.get(stem(fold(opposite).lower()), 0.0)
            found.append((shared, against or opposite))
    best = max((shared for shared, _ in found), default=0.0)
    nearest = [against for shared, against in found if shared >= 0.75 * best]
    return nearest[0] if nearest and best >= _SAME * total and all(nearest) else ""


def unmatched_negation(facts: Facts, index: SourceIndex, window: Window) -> str:
    """Return the word that the claim negates where nothing near the best window denies anything.

    Only a word that stands in the window counts: what the source says in other words may deny
    in other words too.
    """
    for negation, at in _negations(facts.lower, sorted(facts.places.values())):
        keys = [key for key, place in facts.places.items() if place == at and facts.terms[key]]
        if not any(key in window.held for key in keys):
            continue
        low, high = index.tokens_of(window.first, window.last)
        around = range(max(0, low - _AROUND), min(len(index.starts), high + _AROUND))
        if not _denies([fold(index.token(place)).lower() for place in around]):
            return facts.tokens[negation][0]
    return ""


def _place(key: str, stems: Sequence[frozenset[str]]) -> int:
    return next((at for at, keys in enumerate(stems) if key in keys), -1)


def _negations(words: Sequence[str], places: Sequence[int]) -> list[tuple[int, int]]:
    """Return (negation, first shared word after it within reach) pairs."""
    found = []
    for at, word in enumerate(words):
        if word in NEGATIONS or word.endswith("n't"):
            if words[at + 1 : at + 2] and words[at + 1] in _NO_NEGATION:
                continue
            after = [place for place in places if at < place <= at + _REACH]
            if after:
                found.append((at, min(after)))
    return found


def _negated(facts: Facts, words: Sequence[str], places: Mapping[str, int]) -> str:
    """Return the shared word that is negated on one side only."""
    own = [facts.places[key] for key in places]
    mine = {b for _, b in _negations(facts.lower, own)}
    theirs = {b for _, b in _negations(words, list(places.values()))}
    any_mine, any_theirs = _denies(facts.lower), _denies(words)
    for key, place in places.items():
        at = facts.places[key]
        lost = place in theirs and not any_mine and words.count(words[place]) == 1
        added = at in mine and not any_theirs
        turned = _OPPOSITES.get(key, set()) & _stems(words if added else facts.lower)
        if (lost or added) and not turned:
            return facts.tokens[at][0]
    return ""


def _denies(words: Sequence[str]) -> bool:
    return any(w in NEGATIONS or w.endswith("n't") or stem(w) in _DENIALS for w in words)


def _stems(words: Sequence[str]) -> set[str]:
    return {stem(word) for word in words}


def _opposite(facts: Facts, stems: Sequence[frozenset[str]]) -> str:
    """Return the word of the claim whose opposite stands in the sentence in its place."""
    theirs = frozenset[str]().union(*stems)
    mine = {stem(word) for word in facts.lower}
    if _NEGATION_STEMS & (mine ^ theirs):
        return ""
    for at, word in enumerate(facts.lower):
        key = stem(word)
        if key in _OPPOSITES and key not in theirs:
            opposites = _OPPOSITES[key] & theirs
            if opposites and not opposites & mine:
                return facts.tokens[at][0]
    return ""


def _swapped(facts: Facts, words: Sequence[str], places: Mapping[str, int]) -> str:
    """Return the first of two names that have changed places around the same predicate.

    They have when one predicate stands between the two, and nothing else that is shared.
    """
    names = {fold(name).lower() for name in facts.names}
    names |= {fold(identifier.text).lower() for identifier in facts.identifiers}
    order = sorted(places, key=lambda key: facts.places[key])
    theirs = sorted(places, key=lambda key: places[key])
    for one, predicate, other in zip(order, order[1:], order[2:], strict=False):
        at = theirs.index(predicate)
        if (
            theirs[at - 1 : at + 2] == [other, predicate, one]
            and facts.lower[facts.places[predicate]] not in names
            and {facts.lower[facts.places[one]], facts.lower[facts.places[other]]} <= names
            and not _TURNING.intersection(facts.lower[facts.places[one] : facts.places[other]])
            and not _TURNING.intersection(words[places[other] : places[one]])
        ):
            return facts.tokens[facts.places[one]][0]
    return ""


def said_of_sibling(
    facts: Facts, index: SourceIndex, seeds: Sequence[tuple[int, frozenset[str]]]
) -> str:
    """Return the versioned name of the claim in whose place the source has a longer or shorter one.

    "T1 was withdrawn" says nothing of T1.6.
    """
    for name, _, _ in facts.tokens:
        if not _VERSIONED.fullmatch(name):
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
