"""Does the source say the opposite? Looked for only where it says nearly the same words.

A claim and a sentence that share most of their words differ in sense when one of them negates a
shared word and the other does not, when one word is swapped for its opposite, or when two names
have changed places around the same predicate. Looked for more widely than in such a sentence,
these signs refuse more honest claims than false ones.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import fold, keys_of, stem

NEGATIONS = frozenset(
    """not never no none nor cannot neither without nothing nobody hardly don't doesn't didn't
    isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't mustn't
    nicht nie kein keine keinen ne pas jamais sans sin nunca""".split()
)
# Words that deny without "not": where one of them stands, a missing "not" proves nothing.
_DENIALS = frozenset(
    map(
        stem,
        """remove removed lose loses lost lack lacks lacking disable disabled prevent prevents avoid
        avoids fail fails forbid forbidden refuse refused reject rejected deny denied stop stopped
        except unless only instead unable unlike gone drop dropped ignore ignored skip skipped
        missing absent empty unavailable unsupported impossible exclude excluded off out little few
        rarely seldom barely scarcely zero rather keep keeps""".split(),
    )
)
_PAIRS = """enabled disabled|enable disable|enables disables|true false|minimum maximum|more less
more fewer|most least|before after|earlier later|increase decrease|increases decreases
rise fall|rose fell|include exclude|includes excludes|allow forbid|allows forbids|allow deny
required optional|mandatory optional|add remove|added removed|adds removes|first last
above below|over under|up down|with without|always never|all none|synchronous asynchronous
ascending descending|read write|reads writes|lower upper|faster slower|higher lower
greater less|larger smaller|open closed|opens closes|start stop|starts stops|on off
accept reject|accepts rejects|supported unsupported|safe unsafe|public private|input output
client server|inside outside|success failure|succeeds fails|mutable immutable"""
_OPPOSITES: dict[str, set[str]] = {}
for _pair in _PAIRS.replace("\n", "|").split("|"):
    _one, _other = _pair.split()
    _OPPOSITES.setdefault(stem(_one), set()).add(stem(_other))
    _OPPOSITES.setdefault(stem(_other), set()).add(stem(_one))

_SAME = 0.75  # share of the claim's words that makes a sentence "nearly the same words"
_REACH = 3  # tokens before a word in which a negation negates it


def contradicted(
    facts: Facts, index: SourceIndex, segments: Sequence[int], weights: Mapping[str, float]
) -> str:
    """Return the word of the claim that the nearest sentences contradict, or an empty string.

    `segments` are the segments that share most words with the claim; `weights` holds the plain
    weight of each of the claim's terms.
    """
    weights = {key: prior for key, prior in weights.items() if prior}
    total = sum(weights.values())
    verdict = ""
    for segment in segments:
        first = index.segments[segment]
        last = index.segments[segment + 1] if segment + 1 < len(index.segments) else len(index.starts)
        if last - first > 80:
            continue
        words = [fold(index.token(at)) for at in range(first, last)]
        words = [word if word == "None" else word.lower() for word in words]
        stems = [set(keys_of(index.token(at))) for at in range(first, last)]
        places = {key: at for key in weights if (at := _place(key, stems)) >= 0}
        shared = sum(weights[key] for key in places)
        if not places or shared < _SAME * total:
            continue
        found = (
            _negated(facts, words, places)
            or _opposite(facts, stems, weights)
            or _swapped(facts, words, places)
        )
        if not found:
            return ""
        verdict = verdict or found
    return verdict


def _place(key: str, stems: Sequence[set[str]]) -> int:
    return next((at for at, keys in enumerate(stems) if key in keys), -1)


def _negations(words: Sequence[str], places: Sequence[int]) -> list[tuple[int, int]]:
    """Return (negation, first shared word after it within reach) pairs."""
    found = []
    for at, word in enumerate(words):
        if word in NEGATIONS or word.endswith("n't"):
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
        if (place in theirs and not any_mine) or (at in mine and not any_theirs):
            if not _OPPOSITES.get(key, set()).intersection(_all_keys(words if at in mine else facts.lower)):
                return facts.tokens[at][0]
    return ""


def _denies(words: Sequence[str]) -> bool:
    return any(w in NEGATIONS or w.endswith("n't") or stem(w) in _DENIALS for w in words)


def _all_keys(words: Sequence[str]) -> set[str]:
    return {stem(word) for word in words}


def _opposite(facts: Facts, stems: Sequence[set[str]], weights: Mapping[str, float]) -> str:
    """Return the word of the claim whose opposite stands in the sentence in its place."""
    theirs = set().union(*stems)
    mine = {stem(word) for word in facts.lower}
    if {stem(w) for w in NEGATIONS} & (mine ^ theirs):
        return ""
    for at, word in enumerate(facts.lower):
        key = stem(word)
        if key in _OPPOSITES and key not in theirs:
            opposites = _OPPOSITES[key] & theirs
            if opposites and not opposites & mine:
                return facts.tokens[at][0]
    return ""


def _swapped(facts: Facts, words: Sequence[str], places: Mapping[str, int]) -> str:
    """Return the first of two names that have changed places around the same predicate."""
    if "by" in facts.lower or "by" in words:
        return ""
    names = {fold(name).lower() for name in facts.names} | {
        fold(i.text).lower() for i in facts.identifiers
    }
    things = [key for key in places if facts.lower[facts.places[key]] in names]
    for one, other in combinations(things, 2):
        a, b = facts.places[one], facts.places[other]
        low, high = min(a, b), max(a, b)
        between = [k for k in places if low < facts.places[k] < high and k not in things]
        turned = (a < b) != (places[one] < places[other])
        inside = sorted((places[one], places[other]))
        if turned and any(inside[0] < places[key] < inside[1] for key in between):
            return facts.tokens[low][0]
    return ""
