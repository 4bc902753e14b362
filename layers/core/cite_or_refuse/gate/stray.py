"""Names that a page has, but nowhere near what the claim says of them.

Whoever is spoken of is named in the sentences that have the rest of the claim, close to them, in a
heading above or in the title. A name that stands elsewhere only has taken the place of another one.
Nearer by, it has if those sentences have another name beside the same word, and the claim's own
never stands beside that word. For code, too, the sentences must have other code that the claim
lacks: a claim on several things takes each from its own entry.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from cite_or_refuse.gate.claim import LONGEST, Role
from cite_or_refuse.gate.dates import MONTHS
from cite_or_refuse.gate.evidence import headings, nearest_spans
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.slots import neighbours, others
from cite_or_refuse.gate.tokens import fold, keys_of
from cite_or_refuse.gate.words import FUNCTION, word_set

_BEFORE, _AFTER = 60, 50  # tokens about the covering sentences in which a name may be given
_COVERING = 0.9  # of what the best sentence has of the claim without the name
_CLEAR = 0.15  # of the claim's weight; where no sentence has more, none is about it
_OFTEN = 10  # occurrences of a name that the page speaks of all the time
_APART = 0.7  # share of a name's own clause about it, from which the name is in its place
_BESIDE, _CLOSE = 5, 4  # tokens from a word to the name beside it, and to another one
_TITLE = 25  # tokens of a heading
_ROOT = 4  # letters
_MOST = 40  # names of a claim that are looked at
_NO_NAMES = FUNCTION | MONTHS.keys() | word_set(
    "monday tuesday wednesday thursday friday saturday sunday readme changelog faq docs"
)  # fmt: skip

_FEW = 2  # pieces of code in a claim on one thing
_ROLES = (Role.NAME, Role.CALLEE, Role.KEYWORD)

Spans = Sequence[tuple[int, int]]


class _Name(NamedTuple):
    """A run of words with a capital, or a piece of code: its tokens, words, the terms of each."""

    first: int
    last: int
    words: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    code: bool = False


def strayed(reading: Reading) -> Iterator[str]:
    """Yield each name that the sources have only in the place of other things."""
    tokens = reading.facts.tokens
    for name in [*_names(reading), *_codes(reading)][:_MOST]:
        places = [_places(name, index) for index in reading.indexes]
        known = [(at, found) for at, found in enumerate(places) if found]
        if known and all(_is_elsewhere(name, found, reading, at) for at, found in known):
            yield reading.claim[tokens[name.first][1] : tokens[name.last][2]]


def _names(reading: Reading) -> list[_Name]:
    """Return the names of the claim outside ticks; a word that only opens a sentence is none."""
    facts = reading.facts
    ticked = {i.start for i in facts.identifiers if i.ticked}
    known = {*facts.names, *(i.text for i in facts.identifiers)}
    found: list[_Name] = []
    for at, (text, start, _) in enumerate(facts.tokens):
        large = text[0].isupper() and len(text) > 1 and facts.lower[at] not in _NO_NAMES
        if not large or start in ticked:
            continue
        terms = tuple(key for key in keys_of(fold(text)) if key[0] not in "=#@")
        last = found[-1] if found and len(found[-1].words) < LONGEST else None
        if last and last.last == at - 1 and reading.claim[facts.tokens[at - 1][2] : start] in " /":
            found[-1] = _Name(last.first, at, (*last.words, text), (*last.terms, terms))
        else:
            found.append(_Name(at, at, (text,), (terms,)))
    return [name for name in found if not known.isdisjoint(name.words)]


def _codes(reading: Reading) -> list[_Name]:
    """Return the pieces of code, if there are so few that they belong to one thing."""
    facts = reading.facts
    codes = [i for i in facts.identifiers if i.ticked and i.role in _ROLES]
    if len({i.text for i in codes}) > _FEW:
        return []
    found = []
    for code in codes:
        whole = fold(code.text)
        terms = tuple(dict.fromkeys(("=" + whole, "=" + whole.rpartition(".")[2])))
        if terms[0] in facts.places:
            at = facts.places[terms[0]]
            found.append(_Name(at, at, (code.text,), (terms,), code=True))
    return found


def _places(name: _Name, index: SourceIndex) -> list[int]:
    """Return where the rarest of a name's words stands."""
    each = [[index.postings[key] for key in terms if key in index.postings] for terms in name.terms]
    rarest = min(filter(None, each), key=lambda found: sum(map(len, found)), default=[])
    return sorted({*chain(*rarest)})


def _is_elsewhere(name: _Name, places: Sequence[int], reading: Reading, at: int) -> bool:
    """Whether one source has a name in another place than the claim."""
    index = reading.indexes[at]
    covering = _covering(name, reading, at) if len(places) < _OFTEN else ()
    if not covering or _stands(name, index, covering):
        return False
    if _share(name, places, reading, at) >= _APART:
        return False
    nearest = [*covering, *nearest_spans(index, reading.windows[at])]
    wide = [(low - _BEFORE, high + _AFTER) for low, high in nearest]
    given = _stands(name, index, [*wide, *_titles(index, nearest)])
    if not (given or _has_form(name, index, nearest)):
        return not name.code or any(True for _ in others(reading, index, covering, code=True))
    small = any("=" + word.lower() in index.postings for word in name.words)
    if name.code or small or _has_form(name, index, covering):
        return False
    return _is_replaced(name, places, reading, index, nearest)


def _share(name: _Name, places: Sequence[int], reading: Reading, at: int) -> float:
    """Return the share of a name's own clause that one source has about it, 1 if it has none."""
    key = next((k for terms in name.terms for k in terms if k in reading.facts.places), "")
    alone = [places if number == at else () for number in range(len(reading.cited))]
    share = reading.share_near(alone, name.last, key)
    return 1.0 if share is None else share


def _covering(name: _Name, reading: Reading, at: int) -> Spans:
    """Return the sentences of a source that have most of the claim without the name."""
    worths, index = reading.weights[at], reading.indexes[at]
    own = {key for terms in name.terms for key in terms}
    held = [
        (sum(worths[key] for key in sorted(keys - own)), segment)
        for segment, keys in reading.windows[at].seeds
    ]
    most = max(held, default=(0.0, 0))[0]
    rest = sum(prior for key, prior in reading.facts.terms.items() if key not in own)
    clear = most >= _CLEAR * rest
    return [index.tokens_of(s, s) for worth, s in held if clear and worth >= _COVERING * most]


def _stands(name: _Name, index: SourceIndex, spans: Spans) -> bool:
    """Whether half of the words of a name stand in these spans."""
    inside = [
        any(index.near(key, low, high - 1) for key in terms for low, high in spans)
        for terms in name.terms
    ]
    return 2 * sum(inside) >= len(inside)


def _has_form(name: _Name, index: SourceIndex, spans: Spans) -> bool:
    """Whether a name stands here in another form: Canada for Canadian, BMI for body mass index."""
    texts = [index.content[index.starts[low] : index.ends[high - 1]].lower() for low, high in spans]
    initials = [index.initials[low:high] for low, high in spans]
    for word in name.words:
        folded = fold(word).lower()
        root = folded[: max(_ROOT, len(folded) - _ROOT)]
        acronym = word.isupper() and any(folded in letters for letters in initials)
        if acronym or any(root in text for text in texts):
            return True
    return False


def _titles(index: SourceIndex, spans: Spans) -> Spans:
    """Return the tokens of the headings above some sentences, and of the first line of all."""
    heads = {0, *(head for low, _ in spans for head in headings(index, index.segment_of(low)))}
    titles = [index.tokens_of(head, head) for head in sorted(heads)]
    return [(low, min(high, low + _TITLE)) for low, high in titles]


def _is_replaced(
    name: _Name, places: Sequence[int], reading: Reading, index: SourceIndex, spans: Spans
) -> bool:
    """Whether other names stand beside the words that the claim has beside its own.

    And its own stands beside neither anywhere.
    """
    words = [token[0] for token in reading.facts.tokens]
    before, after = neighbours(words, name.first, name.last)
    for place in places:
        for key in (before, after):
            if key and index.near(key, place - _BESIDE, place + _BESIDE):
                return False
    said = {key for word in words for key in keys_of(word)}
    for low, high in spans:
        for at in range(low + 1, high):
            word = index.token(at)
            other = word[0].isupper() and len(word) > 1 and word.lower() not in _NO_NAMES
            if not other or not said.isdisjoint(keys_of(word)):
                continue
            if (before and index.near(before, max(low, at - _CLOSE), at - 1)) or (
                after and index.near(after, at + 1, min(high - 1, at + _CLOSE))
            ):
                return True
    return False
