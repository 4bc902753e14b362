"""Names with a number behind them: "Python 8.2" where the page has 8.2 only of something else."""

import re
from collections.abc import Iterator, Sequence

from cite_or_refuse.gate.evidence import Window, nearest_spans
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.numbers import Quantity, plain
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import fold, keys_of
from cite_or_refuse.gate.words import weight, word_set

_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")
_VERSION_WORDS = word_set("version versions release releases")
_MAX_PLACES = 300
_LIST = 13  # tokens after a name in which its numbers may be listed: "Python 2.7, 3.5 and 3.6"
_BEFORE = 4  # tokens before a name in which its number may stand: "3.9 or later of Python"
_ADJACENT = 2
_NEAR = 80  # tokens


def misnumbered(reading: Reading) -> Iterator[str]:
    """Yield each number right behind a name that the sources give only to other things.

    The name must have another number in or near the sentences nearest to the claim, and these
    must lack the claim's. Years are left out, and `2` stands in `2.7`.
    """
    facts = reading.facts
    for quantity in facts.quantities:
        if quantity.word or quantity.unit or quantity.hedged or not quantity.first:
            continue
        name, _, end = facts.tokens[quantity.first - 1]
        joined = not reading.claim[end : facts.tokens[quantity.first][1]].strip()
        key = keys_of(fold(name))[-1]
        named = name[0].isupper() and len(name) > 1 and name.lower() not in _VERSION_WORDS
        if not (joined and named and key[0] not in "#=" and weight(key)):
            continue
        pairs = zip(reading.indexes, reading.windows, strict=True)
        if not _YEAR.fullmatch(quantity.text) and all(
            _has_another(quantity, key, index, window) for index, window in pairs
        ):
            yield quantity.text


def _has_another(quantity: Quantity, key: str, index: SourceIndex, window: Window) -> bool:
    own = {f"={literal}" for literal in quantity.literals}
    own.update(f"#{text}" for value in quantity.values if (text := plain(value)))
    spans = nearest_spans(index, window)
    if any(index.near(number, low, high - 1) for number in own for low, high in spans):
        return False
    another = False
    for place in index.postings.get(key, ())[:_MAX_PLACES]:
        if any(index.near(number, place - _BEFORE, place) for number in own):
            return False
        near = any(abs(place - low) < _NEAR for low, _ in spans)
        for at, token in _numbers_after(index, place):
            if not own.isdisjoint(keys_of(token)) or token.startswith(
                tuple(f"{literal}." for literal in quantity.literals)
            ):
                return False
            another |= near and at <= place + _ADJACENT
    return another


def _numbers_after(index: SourceIndex, place: int) -> Sequence[tuple[int, str]]:
    """Return the numbers that follow a name, up to the next word with a capital."""
    found = []
    for at in range(place + 1, min(place + _LIST + 1, len(index.starts))):
        token = index.token(at)
        bare = token[1:] if token[0] in "vV" else token
        if bare[:1].isdecimal():
            found.append((at, bare))
        elif token[0].isupper() and at > place + _ADJACENT:
            break
    return found
