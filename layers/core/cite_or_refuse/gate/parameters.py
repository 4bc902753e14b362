"""Parameters and defaults: is it in the entry or the signature of the thing it is said of?"""

import re
from collections.abc import Iterator, Sequence

from cite_or_refuse.gate.claim import Facts, Identifier, Role, looks_like_code
from cite_or_refuse.gate.evidence import extent, is_head
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.reading import Cited
from cite_or_refuse.gate.tokens import fold, stem
from cite_or_refuse.gate.words import word_set

_PARAMETER_WORDS = frozenset(
    map(
        stem, word_set("argument arguments parameter parameters keyword keywords kwarg option flag")
    )
)
_PASSING = frozenset(map(stem, word_set("accepts takes pass passed passing given receives")))
_CUT = re.compile(r"[,;:(] ")  # between two clauses
_CLOSE = 3  # tokens to each side of the two names
_MARKS = "`=*"
_MAX_OCCURRENCES = 60


def foreign_parameters(facts: Facts, cited: Cited) -> Iterator[str]:
    """Yield the parameters that no entry, signature or surroundings of their function hold."""
    for parameter, owner in _pairs(facts, cited):
        if not any(_belongs(parameter, owner, index) for _, index in cited):
            yield parameter


def _pairs(facts: Facts, cited: Cited) -> Iterator[tuple[str, str]]:
    """Yield (parameter, owner) as the claim states them, in code or in words."""
    names = [i for i in facts.identifiers if i.ticked and i.role in (Role.NAME, Role.CALLEE)]
    for identifier in facts.identifiers:
        if identifier.role is Role.KEYWORD and identifier.callee:
            yield identifier.text, identifier.callee
    if len(names) != 2 or any(i.role is Role.KEYWORD for i in facts.identifiers):
        return
    first, second = names
    if _are_related(facts, first, second):
        first_owns, second_owns = is_owner(first, cited), is_owner(second, cited)
        if first_owns != second_owns:
            yield (second.text, first.text) if first_owns else (first.text, second.text)


def _are_related(facts: Facts, first: Identifier, second: Identifier) -> bool:
    """Whether a word for parameters or for passing stands between two names, or close to them."""
    starts = [start for _, start, _ in facts.tokens]
    low, high = starts.index(first.start), starts.index(second.start)
    if "and" in facts.lower[low:high] or _CUT.search(facts.claim, first.start, second.start):
        return False
    around = facts.lower[max(0, low - _CLOSE) : high + 1 + _CLOSE]
    return not (_PARAMETER_WORDS | _PASSING).isdisjoint(map(stem, around))


def is_owner(identifier: Identifier, cited: Cited) -> bool:
    """Whether a name is a function or a class, by its form or by a signature in a source."""
    text = identifier.text
    if "." in text or identifier.role is Role.CALLEE or (text[0].isupper() and not text.isupper()):
        return True
    return any(
        is_head(index, place) and index.content.startswith("(", index.ends[place])
        for _, index in cited
        for place in occurrences(text, index)
    )


def occurrences(name: str, index: SourceIndex) -> Sequence[int]:
    """Return where a function, class or option stands, by its whole name or by its last part."""
    name = fold(name)
    whole = index.postings.get("=" + name, ())[:_MAX_OCCURRENCES]
    if "." not in name:
        return whole
    last = index.postings.get("=" + name.rpartition(".")[2], ())[:_MAX_OCCURRENCES]
    return sorted({*whole, *last}) if whole else last


def is_code(index: SourceIndex, place: int) -> bool:
    """Whether a token of a source is code: by its form, or by the marks beside it."""
    start, end = index.starts[place], index.ends[place]
    before, after = index.content[start - 1 : start], index.content[end : end + 1]
    text = index.content[start:end]
    marked = (after and after in _MARKS) or (before and before in _MARKS)
    return not text.isdecimal() and (looks_like_code(text, after) or bool(marked))


def _belongs(parameter: str, owner: str, index: SourceIndex) -> bool:
    key = "=" + fold(parameter)
    places = occurrences(owner, index)
    if not places:
        return key in index.postings
    return any(index.near(key, *extent(index, place)) for place in places)
