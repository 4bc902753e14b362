"""Whose is it? Methods and parameters that a claim gives to something else than its sources."""

import re
from collections.abc import Iterator

from cite_or_refuse.gate.evidence import extent, is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import fold

_NAME = r"`([A-Za-z_][\w.]{0,80})(?:\(\))?`"
_MEMBER = r"(?:arguments?|parameters?|keywords?|options?|methods?|attributes?|property|properties)"
_HAS = r"(?:accepts|takes|has|offers|provides|supports|defines|exposes|receives)"
_OWNING = (
    re.compile(rf"{_NAME} {_HAS} (?:an?|the|its)? ?(?:[a-z]+ )?{_NAME} {_MEMBER}\b"),
    re.compile(
        rf"{_MEMBER} of {_NAME} (?:is|are|include|includes) {_NAME}",
    ),
)
_OWNED = (
    re.compile(rf"{_NAME} (?:is|are) (?:an?|the|one)? ?(?:[a-z]+ )?{_MEMBER} of {_NAME}"),
    re.compile(rf"{_NAME} {_MEMBER} (?:of|in|to) {_NAME}"),
)
_VALUED = re.compile(
    rf"{_NAME} (?:accepts|takes|can be|may be|(?:is|can be|may be) set to|defaults to"
    rf"|falls back to) {_NAME}"
)
_CLASS_IN = re.compile(
    rf"`([A-Z][a-z]\w{{0,60}})` {_MEMBER} (?:of|in|to|on) `([a-z_][\w]{{0,60}})`"
)
_RAISED = r"`\w{0,60}(?:Error|Exception|Warning)`"
_RAISING = re.compile(rf"({_RAISED}) (?:raises|throws) (?:an? )?(?!{_RAISED})`")


def misowned(reading: Reading) -> Iterator[str]:
    """Yield members that no source gives to their owner, where one gives them to another.

    `A.b`, or "`A` offers a `b` method", where the sources have only `C.b`; "`b` accepts an `A`
    argument" where b is A's; an error that raises something; "`value` can be `option`"; "the
    `Class` option of `parameter`".
    """
    for identifier in reading.facts.identifiers:
        owner, dot, member = fold(identifier.text).rpartition(".")
        if dot and owner and _is_of_another(_last(owner), member, reading):
            yield identifier.text
    if "`" not in reading.claim:
        return
    pairs = [match.groups() for form in _OWNING for match in form.finditer(reading.claim)]
    pairs += [match.groups()[::-1] for form in _OWNED for match in form.finditer(reading.claim)]
    methods = "method" in reading.claim  # an attribute may be told of without its owner's dot
    for owner, member in pairs:
        dotted = any(f"={member}.{owner}" in index.postings for index in reading.indexes)
        turned = dotted or any(_owns(member, owner, index) for index in reading.indexes)
        owned = any(_owns(owner, member, index, dotted) for index in reading.indexes)
        if (turned and not owned) or (
            methods and _is_of_another(_last(owner), _last(member), reading)
        ):
            yield owner
    yield from (match[1].strip("`") for match in _RAISING.finditer(reading.claim))
    yield from (match[1] for match in _VALUED.finditer(reading.claim) if _is_value(match, reading))
    for match in _CLASS_IN.finditer(reading.claim):  # a class is no option of a parameter
        if not any(_owns(match[2], match[1], index) for index in reading.indexes):
            yield match[2]


def _is_value(match: re.Match[str], reading: Reading) -> bool:
    """Whether an entry is headed rather by the value than by what is said to have it."""
    heads = [
        max((_heads(i, at) for i in reading.indexes for at in occurrences(name, i)), default=-1)
        for name in match.groups()
    ]
    return 0 <= heads[0] < heads[1]


def _heads(index: SourceIndex, place: int) -> int:
    """Return 2 for a token in a heading or a signature, 1 for the first of a line, else 0."""
    if is_head(index, place):
        return 2
    return int(index.segments[index.segment_of(place)] == place)


def _is_of_another(owner: str, member: str, reading: Reading) -> bool:
    """Whether a source has the member behind a dot of another owner, and none has it of this."""
    others = False
    for index in reading.indexes:
        for place in index.postings.get("=" + member, ()):
            parts = fold(index.token(place)).split(".")
            if parts[0] == member and index.is_heading(index.segment_of(place)):
                return False  # the member of a module has no owner in its own heading
            if member not in parts[1:]:
                continue
            other = parts[parts.index(member) - 1]
            if other.lower().endswith(owner.lower()):  # `response` is an HTTPResponse
                return False
            others = True
        if _owns(owner, member, index):
            return False
    return others


def _last(name: str) -> str:
    return name.rpartition(".")[2] or name


def _owns(owner: str, member: str, index: SourceIndex, dotted: bool = False) -> bool:
    """Whether a member stands in the signature or the section of its owner, or behind its dot.

    With `dotted` only behind its dot.
    """
    owner, member = _last(owner), _last(member)
    if f"={owner}.{member}" in index.postings:
        return True
    for place in () if dotted else occurrences(owner, index):
        parts = fold(index.token(place)).split(".")
        if parts[-1] != owner or not index.is_heading(index.segment_of(place)):
            continue
        low, high = extent(index, place)
        if place - low <= 1 and index.near("=" + member, place + 1, high):
            return True
    return False
