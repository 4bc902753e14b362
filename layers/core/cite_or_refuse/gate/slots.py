"""One known thing in the place of another: a name or an identifier that the page has elsewhere.

Where the sentences nearest to the claim have, beside the same word, another name or identifier
that the claim does not mention, and the claim's own stands only where less of its clause does, the
two have been exchanged. So have two pieces of code with a word of weight about both, if nearly the
whole clause stands there. Names are compared by their close neighbours only; taken wider it refuses
more honest claims than false ones.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set

from cite_or_refuse.gate.claim import Role
from cite_or_refuse.gate.evidence import nearest_spans
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import is_code, occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import fold, keys_of
from cite_or_refuse.gate.words import weight, word_set

_SKIPPED = 3  # function words between a word and its neighbour
# A thing in its own place has more than this share of what the best sentences have of its clause;
# code has a narrower one, as an entry may hold little of what is said of its name.
_FARTHER_NAME, _FARTHER_CODE = 0.6, 0.25
# Another piece of code need not stand beside the same word where most of the clause is.
_FARTHER_AMONG, _MOST = 0.4, 0.7
_VALUES = word_set("None True False null true false int str float bool")  # no other thing's name
_MAX_ALIASES = 20  # places
_AMONG = 5  # tokens to each side of a piece of code


def exchanged(reading: Reading) -> Iterator[str]:
    """Yield each name and identifier of the claim in whose place every source has another."""
    facts = reading.facts
    nearest = [nearest_spans(i, w) for i, w in zip(reading.indexes, reading.windows, strict=True)]
    if not all(nearest):
        return
    for text, key, code in _things(reading):
        places = [
            occurrences(text, i) if code else i.postings.get(key, ()) for i in reading.indexes
        ]
        if _stands_in(places, nearest):
            continue
        share = reading.share_around(key, places)
        if share is None or share >= max(_FARTHER_NAME, _FARTHER_AMONG):
            continue  # in its own place, however much stands together
        seeds = [
            [index.segments[segment] for segment, _ in window.seeds]
            for index, window in zip(reading.indexes, reading.windows, strict=True)
        ]
        together = reading.share_near(seeds, facts.places[key], key) or 0.0
        beside = share < (_FARTHER_CODE if code else _FARTHER_NAME) * together
        among = code and together >= _MOST and share < _FARTHER_AMONG * together
        if (beside or among) and all(
            any(
                (beside and _is_beside(reading, theirs, at, facts.places[key]))
                or (among and _is_among(reading, theirs, at, facts.places[key]))
                for theirs, at in others(reading, index, spans, code)
            )
            for index, spans in zip(reading.indexes, nearest, strict=True)
        ):
            yield text


def _stands_in(
    places: Sequence[Sequence[int]], nearest: Sequence[Sequence[tuple[int, int]]]
) -> bool:
    """Whether a thing stands in the nearest sentences of a source."""
    return any(
        bisect_left(found, low) < bisect_left(found, high)
        for found, spans in zip(places, nearest, strict=True)
        for low, high in spans
    )


def _things(reading: Reading) -> Iterator[tuple[str, str, bool]]:
    """Yield (text, term, whether it is code) of each identifier and name."""
    facts = reading.facts
    for identifier in facts.identifiers:
        key = "=" + fold(identifier.text)
        if identifier.role in (Role.NAME, Role.CALLEE, Role.KEYWORD) and key in facts.places:
            yield identifier.text, key, True
    for name in facts.names:
        key = next((key for key in keys_of(fold(name)) if key in facts.places), "")
        if key:
            yield name, key, False


def others(
    reading: Reading, index: SourceIndex, spans: Sequence[tuple[int, int]], code: bool
) -> Iterator[tuple[list[str], int]]:
    """Yield each thing of the sentences that the claim does not mention: their words, its place."""
    known = {
        key for token in reading.facts.tokens for key in keys_of(token[0]) if key[0] not in "#@"
    }
    for low, high in spans:
        theirs = index.tokens[low:high]
        for at, word in enumerate(theirs):
            alike = is_code(index, low + at) if code else word[0].isupper() and len(word) > 1
            other = alike and known.isdisjoint((keys_of(word)[0], keys_of(word)[-1]))
            if other and word not in _VALUES and not (code and _is_alias(index, low + at, known)):
                yield theirs, at


def _is_alias(index: SourceIndex, place: int, known: Set[str]) -> bool:
    """Whether a source writes a name beside one of the claim's somewhere: "`-v, --verbose`"."""
    word = "=" + fold(index.token(place))
    for at in index.postings.get(word, ())[:_MAX_ALIASES]:
        for other in (at - 1, at + 1):
            if 0 <= other < len(index.starts) and "=" + fold(index.token(other)) in known:
                gap = index.content[index.ends[min(at, other)] : index.starts[max(at, other)]]
                if gap.strip("`'\" ") in (",", "/", "|"):
                    return True
    return False


def _is_beside(reading: Reading, theirs: Sequence[str], at: int, own: int) -> bool:
    """Whether a thing has the same word before or behind it as the claim's own."""
    words = [token[0] for token in reading.facts.tokens]
    pairs = zip(neighbours(words, own, own), neighbours(theirs, at, at), strict=True)
    return any(one and one == other for one, other in pairs)


def _is_among(reading: Reading, theirs: Sequence[str], at: int, own: int) -> bool:
    """Whether a word of weight stands about a thing and about the claim's own."""
    words = [token[0] for token in reading.facts.tokens]
    return sum(map(weight, _about(words, own) & _about(theirs, at))) >= 1


def _about(words: Sequence[str], at: int) -> set[str]:
    around = [*words[max(0, at - _AMONG) : at], *words[at + 1 : at + 1 + _AMONG]]
    return {key for word in around for key in keys_of(word) if key[0] not in "=@#"}


def neighbours(words: Sequence[str], first: int, last: int) -> tuple[str, str]:
    """Return the terms before and after a run of words, over a few function words; "" for none."""
    before = words[max(0, first - 1 - _SKIPPED) : first][::-1]
    return _first_term(before), _first_term(words[last + 1 : last + 2 + _SKIPPED])


def _first_term(words: Sequence[str]) -> str:
    for word in words:
        keys = [key for key in keys_of(word) if key[0] not in "=@"]
        if keys and (keys[-1][0] == "#" or weight(keys[-1])):
            return keys[-1]
    return ""
