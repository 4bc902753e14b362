"""Values that a claim pairs with a name: `x=True`, `x=None`, `x=5`."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cite_or_refuse.gate.claim import Identifier, Role
from cite_or_refuse.gate.defaults import ASSIGNED, DEFAULT, OFF, normal, value_keys
from cite_or_refuse.gate.evidence import is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import is_code, occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import number_values, stem
from cite_or_refuse.gate.words import word_set

_CONSTANTS = frozenset(("true", "false", "none"))
_PARAMETER = frozenset(map(stem, word_set("parameter argument option keyword flag param")))
_OTHER = {"true": "false", "false": "true"}
_OFTEN = 15  # occurrences
_BESIDE = 15  # tokens

Places = Sequence[tuple[SourceIndex, int]]


def unpaired_values(reading: Reading) -> Iterator[str]:
    """Yield the pairs whose value no source has beside the name, or assigns to it.

    Where a signature has `x=False`, the page says of `x` what `x=True` does: the default itself
    must stand elsewhere, too, unless the claim speaks of defaults or recites several of them.
    """
    pairs = list(_pairs(reading))
    recited = len(pairs) > 1 or (pairs and DEFAULT.search(reading.claim))
    for name, value in pairs:
        wanted = normal(value)
        places = [(i, p) for i in reading.indexes for p in occurrences(name.text, i)]
        if len(places) > _OFTEN:  # a word of the language, too
            places = [(i, p) for i, p in places if is_code(i, p)] or places
        if not places or not (wanted in _CONSTANTS or number_values(wanted)):
            continue
        defaults, assigned = _assigned(places)
        if recited or wanted not in _OTHER:
            assigned |= defaults
        switched = _OTHER.get(wanted) in defaults or (
            wanted == "true" and not (assigned or defaults) and _is_switch(places)
        )
        # "on" and "off" near the name say nothing of a value where the page writes it out
        written = wanted in defaults or _OTHER.get(wanted) in assigned
        keys = [stem(wanted)] if written else value_keys(value, wanted)
        exact = value[0].isdecimal() and bool(assigned or defaults)
        known = wanted in assigned or switched
        if not known and not _is_beside(keys, places, exact):
            yield f"{name.text}={value}"


def _pairs(reading: Reading) -> Iterator[tuple[Identifier, str]]:
    """Yield each name in ticks with the value behind its equals sign or colon."""
    found = reading.facts.identifiers
    for name, value in pairwise(found):
        if value.role is Role.VALUE and 0 < value.start - name.start - len(name.text) <= 3:
            yield name, value.text
    quantities = {reading.facts.tokens[q.first][1]: q.text for q in reading.facts.quantities}
    for name in found:
        end = name.start + len(name.text)
        if name.ticked and reading.claim[end : end + 1] == "=" and end + 1 in quantities:
            yield name, quantities[end + 1]


def _assigned(places: Places) -> tuple[set[str], set[str]]:
    """Return the values that signatures assign to a name, and those that anything else does."""
    defaults, others = set[str](), set[str]()
    for index, place in places:
        if match := ASSIGNED.match(index.content, index.ends[place]):
            annotated = ":" in match[0].partition("=")[0]
            signature = annotated or is_head(index, place)
            (defaults if signature else others).add(normal(match[1].strip(".")))
    return defaults, others


def _is_beside(keys: Sequence[str], places: Places, exact: bool) -> bool:
    """Whether a value stands near a name and is not that of another.

    With `exact` only in the same sentence, line or row.
    """
    return any(
        not _is_assigned(index, at) and not (exact and not _together(index, at, place))
        for index, place in places
        for key in keys
        for at in index.between(key, place - _BESIDE, place + _BESIDE)
    )


def _is_switch(places: Places) -> bool:
    """Whether a source calls a name a parameter and has no false beside it: it can be set."""
    return any(
        not any(index.near(stem(word), place - _BESIDE, place + _BESIDE) for word in OFF)
        and any(
            stem(index.token(at).lower()) in _PARAMETER
            for at in range(max(0, place - 2), min(place + 3, len(index.starts)))
        )
        for index, place in places
    )


def _together(index: SourceIndex, one: int, other: int) -> bool:
    return index.segment_of(one) == index.segment_of(other)


def _is_assigned(index: SourceIndex, place: int) -> bool:
    """Whether a value stands behind `=` or in a type: that of the name before it."""
    before = index.content[max(0, index.starts[place] - 8) : index.starts[place]]
    return before.rstrip("`\"' ").endswith(("=", "Literal["))
