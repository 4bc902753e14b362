"""A main clause that a claim denies, while its source has the clause and denies nothing of it.

The whole claim need not stand together for that, only the words about its "not": the nearer they
are to it, the more they count. If they stand in a window of the source, one of the subject and one
from behind the "not" among them, there is the clause, and if no negation of the source has half as
much of them about it, the source does not deny it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise

from cite_or_refuse.gate.claim import Facts
from cite_or_refuse.gate.evidence import best_window
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import (
    CUT,
    DENYING,
    NEGATED,
    NEGATIONS,
    SUBORDINATE,
    is_verbal,
    may_negate,
)
from cite_or_refuse.gate.passage import goes_on
from cite_or_refuse.gate.polarity import OPPOSITES
from cite_or_refuse.gate.tokens import keys_of, stem
from cite_or_refuse.gate.words import weight, word_set

_CODE = re.compile("`[^`]*`")
_AFTER_AND = SUBORDINATE - {"and"}  # the second of two main clauses is a main clause
_UNNAMED = word_set(
    "it they this that these those there he she we i one both all some do don't never"
)
_DECAY = 0.8  # per token between the negation and a word of its clause
_FAINT = 0.08  # what weighs less after the decay is of another clause
_STANDS = 0.45  # share of the clause in one window from which the source has the clause
_HALF = 0.5  # of that, about a negation of the source: the clause may be what it denies
_ABOUT, _BESIDE = 10, 5  # tokens to each side of a negation, and of another word that denies
_MAX_DENIALS = 8
_NEGATING = [
    "non",  # of "non-blocking"
    *(
        f"={form}"
        for word in sorted(NEGATIONS - {"none"})
        for form in (word, word.title(), word.upper())
    ),
]


def undenied(claim: str, facts: Facts, index: SourceIndex, worths: Mapping[str, float]) -> str:
    """Return the word with which the claim denies what the source has undenied, or "".

    `worths` says what each term of the claim weighs in this source.
    """
    if not (may_negate(facts.spoken) and NEGATED.search(claim)):
        return ""
    for first, at, end in _denials(claim, facts):
        clause = clause_about(facts, at, worths)
        known = {key: worth for key, worth in clause.items() if key in worths}
        window = best_window(index, known)
        held = [place for key in window.held for place in facts.again[key]]
        said = any(at < place < end for place in held)
        of_it = any(first <= place < at for place in held) or not _is_named(facts, first, at)
        if said and of_it and window.worth >= _STANDS * sum(clause.values()):
            own = {stem(word) for word in facts.lower}
            if not _is_denied(index, own, known, _HALF * window.worth):
                return facts.tokens[at][0]
    return ""


def _denials(claim: str, facts: Facts) -> Iterator[tuple[int, int, int]]:
    """Yield each negation of the verb of a main clause whose subject is known.

    Before it comes the first token of its clause, behind it the one after the clause.
    """
    places = [at for at in range(len(facts.spoken)) if is_verbal(facts.spoken, at)][:_MAX_DENIALS]
    for at in places:
        first, end = clause_of(claim, facts, at)
        if _AFTER_AND.isdisjoint(facts.spoken[first:at]) and _has_subject(facts, first, at):
            yield first, at, end


def clause_of(claim: str, facts: Facts, at: int) -> tuple[int, int]:
    """Return the first token of a word's clause, and the one after it.

    Punctuation cuts, but for that in code.
    """
    prose = _CODE.sub(lambda code: " " * len(code[0]), claim)
    gaps = enumerate(pairwise(facts.tokens), 1)
    cuts = [place for place, (one, other) in gaps if CUT.search(prose, one[2], other[1])]
    last = bisect_right(cuts, at)
    return (cuts[last - 1] if last else 0), (cuts[last] if last < len(cuts) else len(facts.tokens))


def _has_subject(facts: Facts, first: int, at: int) -> bool:
    """Whether a negated clause names its subject, or goes on with that of the clause before.

    A term names it, or "you". A pronoun may be anything, and "do not" and "never" may be advice.
    """
    words = facts.spoken[first:at]
    goes_on = first > 0 and words and _UNNAMED.isdisjoint(facts.spoken[first : at + 1])
    return _is_named(facts, first, at) or "you" in words or bool(goes_on)


def _is_named(facts: Facts, first: int, after: int) -> bool:
    """Whether a term stands there."""
    return any(
        prior and any(first <= place < after for place in facts.again[key])
        for key, prior in facts.terms.items()
    )


def clause_about(facts: Facts, at: int, worths: Mapping[str, float]) -> dict[str, float]:
    """Return the terms about a word of the claim with their weights, also what no source has."""
    clause = {}
    for key, prior in facts.terms.items():
        distance = min(abs(place - at) for place in facts.again[key])
        if key[0] != "#" and distance and prior * _DECAY**distance > _FAINT:
            clause[key] = worths.get(key, prior) * _DECAY**distance
    return clause


def _is_denied(
    index: SourceIndex, own: set[str], clause: Mapping[str, float], enough: float
) -> bool:
    """Whether enough of a clause stands about one of the negations of the source.

    What denies without "not", and the opposite of a word of the clause, may be one; not if the
    claim, whose stems are `own`, has it, too.
    """
    opposites = set[str]().union(*[OPPOSITES.get(key, ()) for key in clause])
    terms = [(worth, index.postings[key]) for key, worth in clause.items()]
    for form in (*_NEGATING, *(DENYING | opposites) - own):
        for place in index.postings.get(form, ()):
            if form[0] != "=" and not index.token(place).replace("-", "").isalpha():
                continue  # code: `stop_after_attempt`
            first, last = _told(index, place, _ABOUT if form[0] == "=" else _BESIDE)
            about = 0.0
            for worth, places in terms:
                following = bisect_left(places, first)
                if following < len(places) and places[following] <= last:
                    about += worth
            if about >= enough:
                return True
    return False


def _told(index: SourceIndex, place: int, reach: int) -> tuple[int, int]:
    """Return the first and last token that a negation of the source may tell of.

    They stand in its sentence; but "This is not supported" looks back, and "Not supported:" and a
    heading look ahead.
    """
    segment = index.segment_of(place)
    whole = segment - 1 if goes_on(index, segment - 1) else segment  # a line of a sentence
    begun, after = index.tokens_of(whole, segment)
    named = any(weight(keys_of(index.token(before))[-1]) for before in range(begun, place))
    ahead = index.is_heading(segment) or index.content.startswith(":", index.ends[after - 1])
    first = max(begun if named else 0, place - reach)
    return first, place + reach if ahead else min(after - 1, place + reach)
