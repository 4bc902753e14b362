"""Who does what to whom: two things around a verb, which the sources have the other way round.

"`Executor` calls `Scheduler`" where each sentence that has both has `Scheduler` first. Names must
have the claim's own verb between them there, too. Pairs that may stand in either order are left
alone, in the claim and in the source: those joined by "of", "and", "by" and the like, and those of
two clauses.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cite_or_refuse.gate.claim import LONGEST, Role
from cite_or_refuse.gate.evidence import extent, is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import is_code
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import fold, keys_of, stem
from cite_or_refuse.gate.words import weight, word_set

_BETWEEN = 5  # tokens between the two things
_NEAR = 8  # tokens from one to the other in a source
_MAX_PLACES = 200
_EITHER = word_set(
    "by of in for from on at to into with via through as and or nor like versus than replaces"
)
_CLAUSES = word_set(
    "but unless if when until while so because which that where since once is are was were be"
)
_CUT = re.compile(r"[,;:.|()/]")
_SUBCLASS = re.compile(
    r"`([A-Za-z_][\w.]{0,80})` (?:is an? (?:[a-z]+ )?subclass of|is derived from|extends"
    r"|inherits from|derives from) `([A-Za-z_][\w.]{0,80})`"
)
_RENAMED = re.compile(
    r"`([A-Za-z_][\w.]{0,80})(?:\(\))?` (?:(?:was|were|is|are|has been|have been) )?renamed"
    r" (?:to|as) `([A-Za-z_][\w.]{0,80})(?:\(\))?`"
)
_RENAMING = tuple({stem(word) for word in ("rename", "renames", "renamed", "renaming")})
_IN_BRACKETS = re.compile(r"\(([^()\n]{0,200})\)")
_LISTED = re.compile(r"\bBases?: ([^\n]{1,200})")
_WORD = re.compile(r"\w+")
_MEMBERS = word_set(
    """argument arguments parameter parameters keyword keywords option options method methods
    attribute attributes property properties"""
)  # whose they are is told by `owners`


class _Thing(NamedTuple):
    """A thing of the claim: its first and last token, and a key of each of its tokens."""

    first: int
    last: int
    keys: tuple[str, ...]


def turned_round(reading: Reading) -> Iterator[str]:
    """Yield the first of two things that no source has in this order, and one has in the other.

    And a class that is said to be a subclass of one that is derived from it, and a name that is
    said to have given way to the one that gave way to it.
    """
    for match in _RENAMED.finditer(reading.claim):
        old, new = ("=" + fold(name) for name in match.groups())
        turned = any(_is_renamed(new, old, index) for index in reading.indexes)
        if turned and not any(_is_renamed(old, new, index) for index in reading.indexes):
            yield match[1]
    for match in _SUBCLASS.finditer(reading.claim):
        derived, base = (fold(name).rpartition(".")[2] for name in match.groups())
        turned = any(derived in _bases(base, index) for index in reading.indexes)
        if turned and not any(base in _bases(derived, index) for index in reading.indexes):
            yield match[1]
    facts = reading.facts
    for one, other in pairwise(_things(reading)):
        between = facts.lower[one.last + 1 : other.first]
        after = facts.lower[other.last + 1 : other.last + 2]
        gap = reading.claim[facts.tokens[one.last][2] : facts.tokens[other.first][1]]
        if (
            not 1 <= len(between) <= _BETWEEN
            or _CUT.search(gap.replace("()", ""))
            or not (_EITHER | _CLAUSES).isdisjoint(between)
            or not _MEMBERS.isdisjoint(after)
            or not set(one.keys).isdisjoint(other.keys)
        ):
            continue
        said = facts.spoken[one.last + 1 : other.first]
        verbs = [key for word in said if word for key in keys_of(word)[1:] if weight(key)]
        if not verbs:
            continue  # no relation: "without `size` a `Store` is small"
        if one.keys[0][0] == other.keys[0][0] == "=":
            verbs = []  # pieces of code are told apart without the verb
        orders = [_orders(one, other, verbs, index) for index in reading.indexes]
        if any(back for _, back in orders) and not any(forth for forth, _ in orders):
            yield reading.claim[facts.tokens[one.first][1] : facts.tokens[one.last][2]]


def _is_renamed(old: str, new: str, index: SourceIndex) -> bool:
    """Whether a sentence on renaming has the one key before the other."""
    for place in (p for word in _RENAMING for p in index.postings.get(word, ())[:_MAX_PLACES]):
        low, end = index.tokens_of(index.segment_of(place), index.segment_of(place))
        olds, news = index.between(old, low, end - 1), index.between(new, low, end - 1)
        if olds and news and olds[0] < news[-1]:
            return True
    return False


def _bases(name: str, index: SourceIndex) -> set[str]:
    """Return the words of `class Name(Base)`, and of a line "Bases: Base" in its section."""
    found: set[str] = set()
    for place in index.postings.get("=" + name, ())[:_MAX_PLACES]:
        if is_head(index, place):
            last = min(extent(index, place)[1], len(index.ends) - 1)
            section = index.content[index.ends[place] : index.ends[last]]
            for form in (_IN_BRACKETS.match(section), _LISTED.search(section)):
                found.update(_WORD.findall(form[1]) if form else ())
    return found


def _things(reading: Reading) -> list[_Thing]:
    """Return the pieces of code and the names in the order of the claim, a run of names as one."""
    facts = reading.facts
    found: list[_Thing] = []
    codes = {i.start: i for i in facts.identifiers}
    for at, (text, start, _) in enumerate(facts.tokens):
        if start in codes:
            if codes[start].role in (Role.NAME, Role.CALLEE):
                found.append(_Thing(at, at, ("=" + fold(text),)))
        elif text[0].isupper() and (key := _name_key(text, reading)):
            last = found[-1] if found else None
            joined = last is not None and last.last == at - 1 and len(last.keys) < LONGEST
            if last and joined and last.keys[0][0] != "=":
                found[-1] = _Thing(last.first, at, (*last.keys, key))
            else:
                found.append(_Thing(at, at, (key,)))
    return found


def _name_key(text: str, reading: Reading) -> str:
    """Return the key of a word that the sources never write without its capital, else "".

    So the first word of a sentence may be a name, too.
    """
    if len(text) < 2 or any("=" + fold(text).lower() in i.postings for i in reading.indexes):
        return ""
    return next((key for key in keys_of(fold(text)) if key[0] not in "=#@"), "")


def _orders(
    one: _Thing, other: _Thing, verbs: Sequence[str], index: SourceIndex
) -> tuple[bool, bool]:
    """Whether a sentence has one before the other, and whether one has it behind."""
    places = [_places(one, index), _places(other, index)]
    forth = back = False
    for segment in places[0].keys() & places[1].keys():
        if index.is_heading(segment):
            continue  # the order of a signature tells nothing
        mine, theirs = places[0][segment], places[1][segment]
        forth |= mine[0] < theirs[-1]
        back |= any(_acts(low, high, verbs, index) for low in theirs for high in mine if low < high)
    return forth, back


def _acts(low: int, high: int, verbs: Sequence[str], index: SourceIndex) -> bool:
    """Whether nothing close between two places lets either come first, and a verb is there."""
    if high - low > _NEAR:
        return not verbs
    between = {fold(token).lower() for token in index.tokens[low + 1 : high]}
    if verbs:
        known = any(index.near(verb, low, high) for verb in verbs)
    else:
        known = any(weight(stem(word)) for word in between)
    return known and _EITHER.isdisjoint(between)


def _places(thing: _Thing, index: SourceIndex) -> dict[int, list[int]]:
    """Return where a thing stands, by segment."""
    found: dict[int, list[int]] = {}
    code = thing.keys[0][0] == "="
    for place in index.postings.get(thing.keys[0], ())[:_MAX_PLACES]:
        if code and not is_code(index, place):
            continue
        if all(index.near(k, place + n, place + n) for n, k in enumerate(thing.keys[1:], 1)):
            found.setdefault(index.segment_of(place), []).append(place)
    return found
