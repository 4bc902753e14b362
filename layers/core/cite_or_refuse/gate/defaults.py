"""Defaults: the value that a claim gives as default must be the one stated of that subject."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cite_or_refuse.gate.claim import Facts, Identifier, Role
from cite_or_refuse.gate.evidence import extent
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import Cited, is_owner, occurrences
from cite_or_refuse.gate.quantities import find_quantity
from cite_or_refuse.gate.tokens import canonical, fold, number_values, stem

_DEFAULT = re.compile(r"\bdefault(?:s|ed|ing)?\b", re.IGNORECASE)
_ASSIGNED = re.compile(
    r"[`\"']{0,3}(?:\s{0,2}:[^=,()\n]{1,80})?\s{0,3}=\s{0,3}[\"'`]{0,3}(-?[\w.+-]{1,60})"
)
_ON = frozenset("true on enabled enable yes active".split())
_OFF = frozenset("false off disabled disable no inactive".split())
_UNSTATED = frozenset("none null undefined unset nil nothing".split())


def _clauses(claim: str) -> list[tuple[int, int]]:
    """Return the spans between semicolons, cell marks and full stops."""
    cuts = [0, *(m.end() for m in re.finditer(r"[;|]|[.!?](?=\s)|, (?:and|but|while|whereas) ", claim)), len(claim)]
    return [span for span in pairwise(cuts) if span[0] < span[1]]


def wrong_defaults(claim: str, facts: Facts, cited: Cited) -> Iterator[str]:
    """Yield each default that the sources state otherwise or not at all."""
    before: list[Identifier] = []
    for start, end in _clauses(claim):
        subjects = [
            i for i in facts.identifiers
            if i.ticked and start <= i.start < end and i.role in (Role.NAME, Role.KEYWORD) and not _is_value(i.text)
        ] or before
        before = subjects
        if not _DEFAULT.search(claim, start, end):
            continue
        if len(subjects) == 2:  # "by default `f` uses 5 for `x`" speaks of x
            subjects = [i for i in subjects if not is_owner(i, cited)]
        values = _values(facts, start, end)
        if len(subjects) == 1 and len(values) == 1:
            subject, value = subjects[0], values[0]
            if fold(subject.text) == fold(value):
                continue
            verdicts = [_check(subject.text, value, index) for _, index in cited]
            if any(v is False for v in verdicts) and not any(v is True for v in verdicts):
                yield value


def _is_value(text: str) -> bool:
    lower = text.lower()
    return lower in _ON | _OFF | _UNSTATED or bool(number_values(text))


def _values(facts: Facts, start: int, end: int) -> list[str]:
    found = [text for text, low, _ in facts.tokens if start <= low < end and (_is_value(text) and text.lower() not in ("no", "yes", "active", "on", "nothing", "none") or text in ("None",))]
    return list(dict.fromkeys(found))


def _check(subject: str, value: str, index: SourceIndex) -> bool | None:
    """Whether the source gives this default of the subject; None when it says nothing of it."""
    places = occurrences(subject, index)
    if not places:
        return None
    stated = set()
    for place in places:
        if match := _ASSIGNED.match(index.content, index.ends[place]):
            stated.add(match[1].strip("."))
    wanted = _normal(value)
    known = {_normal(text) for text in stated} - {"none"}
    if wanted in known or (wanted == "none" and "None" in stated):
        return True
    near = any(
        _near(wanted, value, index, *_entry(index, place)) for place in places
    )
    if near:
        return True
    return False


def _entry(index: SourceIndex, place: int) -> tuple[int, int]:
    """Return the tokens of the parameter's own entry, else its close surroundings."""
    low, high = extent(index, place)
    return (low, high) if high - low < 150 else (place - 25, place + 40)


def _normal(value: str) -> str:
    lower = value.lower()
    if lower in _ON:
        return "true"
    if lower in _OFF:
        return "false"
    if lower in _UNSTATED:
        return "none"
    numbers = number_values(value)
    return numbers[0] if numbers else value


def _near(wanted: str, value: str, index: SourceIndex, low: int, high: int) -> bool:
    if wanted in ("true", "false"):
        words = _ON if wanted == "true" else _OFF
        return any(index.near(stem(w), low, high) for w in words)
    keys = ["#" + v for v in number_values(value)] or [stem(value.lower())]
    from cite_or_refuse.gate.numbers import word_keys, readings
    for r in readings(value):
        keys += word_keys(r)
    return any(index.near(k, low, high) for k in keys)
