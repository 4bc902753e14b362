"""Values that a claim pairs with a name: `x=True`, `x=None`, `x=5`."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cite_or_refuse.gate.claim import Identifier, Role
from cite_or_refuse.gate.defaults import ASSIGNED, DEFAULT, OFF, normal, value_keys
from cite_or_refuse.gate.evidence import extent, is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import is_code, occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import number_values, stem
from cite_or_refuse.gate.units import unit_of
from cite_or_refuse.gate.words import FUNCTION, word_set

_CONSTANTS = frozenset(("true", "false", "none"))
_PARAMETER = frozenset(map(stem, word_set("parameter argument option keyword flag param")))
_OTHER = {"true": "false", "false": "true"}
_OFTEN = 15  # occurrences
_BESIDE = 15  # tokens
_BEFORE = 4  # tokens: "a 30 second `timeout`"
_EQUALS = re.compile(r"\s{0,2}=\s{0,2}[\"']?")
_VALUING = word_set("default defaults value maximum minimum limit") | FUNCTION
# What is numbered is not given as a value: "since 3.2", "Python 3.12", "PEP 657".
_NUMBERED = re.compile(
    r"(?:\b(?i:since|in|until|before|after|versions?|releases?|v)"
    r"|[a-z,] (?!Default)[A-Z][\w.+-]{0,40}) ?$"
)
_VERSION = re.compile("version", re.IGNORECASE)

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
        is_number = value[0].isdecimal()  # or a version, or `30s`
        if not places or not (wanted in _CONSTANTS or is_number or number_values(wanted)):
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
        beside = _is_its_number(keys, places) if is_number else _is_beside(keys, places)
        if not (wanted in assigned or switched or beside):
            yield f"{name.text}={value}"


def _pairs(reading: Reading) -> Iterator[tuple[Identifier, str]]:
    """Yield each name in ticks with the value behind its equals sign or colon."""
    found = reading.facts.identifiers
    for name, value in pairwise(found):
        if value.role is Role.VALUE and 0 < value.start - name.start - len(name.text) <= 3:
            yield name, value.text
    quantities = {reading.facts.tokens[q.first][1]: q.text for q in reading.facts.quantities}
    for name in found:
        equals = _EQUALS.match(reading.claim, name.start + len(name.text))
        if name.ticked and equals and equals.end() in quantities:
            yield name, quantities[equals.end()]


def _assigned(places: Places) -> tuple[set[str], set[str]]:
    """Return the values that signatures assign to a name, and those that anything else does."""
    defaults, others = set[str](), set[str]()
    for index, place in places:
        if match := ASSIGNED.match(index.content, index.ends[place]):
            annotated = ":" in match[0].partition("=")[0]
            signature = annotated or is_head(index, place)
            (defaults if signature else others).add(normal(match[1].strip(".")))
    return defaults, others


def _is_beside(keys: Sequence[str], places: Places) -> bool:
    """Whether a word for a value stands near a name and is not that of another."""
    return any(
        not _is_assigned(index, at)
        for index, place in places
        for key in keys
        for at in index.between(key, place - _BESIDE, place + _BESIDE)
    )


def _is_its_number(keys: Sequence[str], places: Places) -> bool:
    """Whether a number is given as the value of a name: beside it, or in the name's own entry.

    A number beside `x=30` is another thing's.
    """
    for index, place in places:
        segment = index.segment_of(place)
        low, high = place - _BEFORE, place + _BESIDE
        is_entry = index.segments[segment] == place
        if is_entry and is_head(index, place):
            high = extent(index, place)[1]
        elif ASSIGNED.match(index.content, index.ends[place]):
            continue
        is_version = _VERSION.search(index.token(place))
        for at in [at for key in keys for at in index.between(key, low, high)]:
            if _is_assigned(index, at) or (_is_numbered(index, at) and not is_version):
                continue
            if at < place and _is_given(index, at, place):
                return True
            if at > place and (is_entry or index.segment_of(at) == segment):
                return True
    return False


def _is_numbered(index: SourceIndex, at: int) -> bool:
    """Whether a number tells one version or the like from others."""
    start = index.starts[at]
    return _NUMBERED.search(index.content[max(0, start - 42) : start]) is not None


def _is_given(index: SourceIndex, at: int, place: int) -> bool:
    """Whether nothing but units and small words stands between a number and the name behind it."""
    between = [index.token(t).lower() for t in range(at + 1, place)]
    return index.segment_of(at) == index.segment_of(place) and all(
        word in _VALUING or unit_of(word) for word in between
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


def _is_assigned(index: SourceIndex, place: int) -> bool:
    """Whether a value stands behind `=` or in a type: that of the name before it."""
    before = index.content[max(0, index.starts[place] - 8) : index.starts[place]]
    return before.rstrip("`\"' ").endswith(("=", "Literal["))
