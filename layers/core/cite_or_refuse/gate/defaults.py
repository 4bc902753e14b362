"""Defaults: the value that a claim gives as default must be the one stated of that subject."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cite_or_refuse.gate.claim import Facts, Identifier, Role
from cite_or_refuse.gate.evidence import extent, is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.numbers import readings, word_keys
from cite_or_refuse.gate.parameters import is_owner, occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import number_values, stem
from cite_or_refuse.gate.words import word_set

DEFAULT = re.compile(r"\bdefault(?:s|ed|ing)?\b", re.IGNORECASE)
ASSIGNED = re.compile(
    r"[`\"']{0,3}(?:\s{0,2}:[^=,()\n]{1,80})?\s{0,3}=\s{0,3}[\"'`]{0,3}(-?[\w.+-]{1,60})"
)
_STRING = re.compile(
    r"[`\"']{0,3}(?:\s{0,2}:[^=,()\n]{1,80})?\s{0,3}=\s{0,3}('[^'\n]{0,60}'|\"[^\"\n]{0,60}\")"
)
_PLAINLY = re.compile(
    r"\b[Dd]efault(?:s|ed)?(?: value)?(?: is| to|:|=| of){1,2} {0,2}[`\"'*(]{0,3}"
    r"(-?[0-9][\w.,]{0,30}|[Tt]rue|[Ff]alse|None|null)\b"
)
_SET = re.compile(r"\b[Ss]et(?:ting)?\b[^.\n]{1,60} to [`\"'*]{0,3}([Tt]rue|[Ff]alse|on|off)\b")
_UNLESS = re.compile(r"\b(?:unless|except)\b")
_ON = word_set("true on enabled enable yes active")
OFF = word_set("false off disabled disable no inactive")
_NONE = word_set("none null undefined unset nil nothing")
_AMBIGUOUS = word_set("no yes active on nothing none")  # words of any sentence, too
_LONG_ENTRY = 150  # tokens


def _clauses(claim: str) -> list[tuple[int, int]]:
    """Return the spans between semicolons, cell marks and full stops."""
    cuts = [
        0,
        *(
            m.end()
            for m in re.finditer(
                r"[;|]|[.!?](?=\s)|\)(?=,| and )|, (?:and|but|while|whereas) ", claim
            )
        ),
        len(claim),
    ]
    return [span for span in pairwise(cuts) if span[0] < span[1]]


def wrong_defaults(reading: Reading) -> Iterator[str]:
    """Yield each default that the sources state otherwise, or not at all, of its subject."""
    facts, subjects = reading.facts, list[Identifier]()
    if "default" not in reading.claim.lower():
        return
    for start, end in _clauses(reading.claim):
        subjects = _subjects(facts, start, end) or subjects
        if not DEFAULT.search(reading.claim, start, end):
            continue
        owned = subjects
        if _UNLESS.search(reading.claim, start, end):
            continue  # "by default it waits, unless `now` is true"
        if len(owned) > 1:  # "by default `f` uses 5 for `x`" speaks of x
            owned = [i for i in owned if not is_owner(i, reading.cited)] or owned[-1:]
        values = _values(facts, start, end)
        if len(owned) == len(values) == 1 and owned[0].text != values[0]:
            owner = next((i.text for i in subjects if i is not owned[0]), "")
            verdicts = [
                _is_default(owned[0].text, values[0], index, owner) for index in reading.indexes
            ]
            if False in verdicts and True not in verdicts:
                yield values[0]


def _subjects(facts: Facts, start: int, end: int) -> list[Identifier]:
    return [
        identifier
        for identifier in facts.identifiers
        if identifier.ticked
        and start <= identifier.start < end
        and identifier.role in (Role.NAME, Role.KEYWORD)
        and not _is_value(identifier.text)
    ]


def _is_value(text: str) -> bool:
    return text.lower() in _ON | OFF | _NONE or bool(number_values(text))


def _values(facts: Facts, start: int, end: int) -> list[str]:
    inside = [text for text, low, _ in facts.tokens if start <= low < end]
    values = [t for t in inside if t == "None" or (_is_value(t) and t.lower() not in _AMBIGUOUS)]
    return list(dict.fromkeys(values))


def _is_default(subject: str, value: str, index: SourceIndex, owner: str) -> bool | None:
    """Whether the source gives this default of the subject; None when it says nothing of it.

    It does in a signature or an example (`subject=value`), or if the value stands in the
    subject's own entry. With an owner that has a signature or a section, only there.
    """
    entries = _inside(owner, occurrences(subject, index), index)
    if not entries:
        return None
    wanted = normal(value)
    for place, _, _ in entries:
        assigned = ASSIGNED.match(index.content, index.ends[place])
        if assigned and normal(assigned[1].strip(".")) == wanted:
            return True
    keys = value_keys(value, wanted)
    stated = {value for _, low, high in entries for value in _stated(index, low, high)}
    if owner:
        stated.update(_assigned(index, [place for place, _, _ in entries]))
    if not stated:
        stated = _in_signatures(index, [place for place, _, _ in entries])
    if stated and wanted not in stated:
        return False
    set_to = {value for _, low, high in entries for value in _set(index, low, high)}
    if not stated and len(set_to) == 1 and set_to <= {"true", "false"}:
        return wanted not in set_to and wanted in ("true", "false")
    return any(index.near(k, low, high) for _, low, high in entries for k in keys)


def _inside(owner: str, places: Sequence[int], index: SourceIndex) -> list[tuple[int, int, int]]:
    """Return (place, first, last token of its entry), in the owner's sections if any are there."""
    heads = [at for at in occurrences(owner, index) if is_head(index, at)] if owner else []
    entries = [(at, *_entry(index, at)) for at in places]
    inside = [
        (at, max(low, start), min(high, end))
        for start, end in (extent(index, head) for head in heads)
        for at, low, high in entries
        if start <= at <= end
    ]
    return inside or entries


def _stated(index: SourceIndex, low: int, high: int) -> set[str]:
    """Return the values that an entry plainly calls the default: "default: 5", "defaults to 5"."""
    last = min(high, len(index.starts) - 1)
    text = index.content[index.starts[low] : index.ends[last]]
    return {normal(match[1].rstrip(".")) for match in _PLAINLY.finditer(text)}


def _set(index: SourceIndex, low: int, high: int) -> set[str]:
    """Return the values that an entry tells to set: what one sets to false is true by default."""
    last = min(high, len(index.starts) - 1)
    text = index.content[index.starts[low] : index.ends[last]]
    return {normal(match[1]) for match in _SET.finditer(text)}


def _assigned(index: SourceIndex, places: Sequence[int]) -> set[str]:
    """Return the truth values, numbers and strings that a signature or an example assigns.

    A string is as good as any other value: it is not the one that was asked for.
    """
    found: set[str] = set()
    for place in places:
        if match := _STRING.match(index.content, index.ends[place]):
            found.add(match[1])
        elif match := ASSIGNED.match(index.content, index.ends[place]):
            value = normal(match[1].strip("."))
            if value in ("true", "false") or value[:1].isdecimal():
                found.add(value)
    return found


def _in_signatures(index: SourceIndex, places: Sequence[int]) -> set[str]:
    """Return the truth values and numbers that signatures give, none if one gives another thing."""
    found: set[str] = set()
    for place in places:
        match = ASSIGNED.match(index.content, index.ends[place])
        if match and is_head(index, place):
            found.add(normal(match[1].strip(".")))
    plain = all(value in ("true", "false") or value[:1].isdecimal() for value in found)
    return found if plain else set()


def _entry(index: SourceIndex, place: int) -> tuple[int, int]:
    """Return the tokens of the parameter's own entry, else its close surroundings."""
    low, high = extent(index, place)
    return (low, high) if high - low < _LONG_ENTRY else (place - 25, place + 40)


def normal(value: str) -> str:
    """Return "true", "false" or "none" for every word that means it, a number in plain digits."""
    lower = value.lower()
    for words, name in ((_ON, "true"), (OFF, "false"), (_NONE, "none")):
        if lower in words:
            return name
    return next(iter(number_values(value)), value)


def value_keys(value: str, wanted: str) -> list[str]:
    """Return the keys under which a source may state a value, `wanted` in its normal form."""
    if wanted in ("true", "false"):
        return [stem(word) for word in sorted(_ON if wanted == "true" else OFF)]
    numbers = number_values(value)
    spelt = [key for number in readings(value) for key in word_keys(number)]
    return [f"#{number}" for number in numbers] + spelt or [stem(value.lower())]
