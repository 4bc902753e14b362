"""What a claim calls a method, or says to take arguments, is called or so named by some source."""

import re
from collections.abc import Iterator
from itertools import islice

from cite_or_refuse.gate.parameters import occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.tokens import fold
from cite_or_refuse.gate.words import word_set

_NAME = r"`([A-Za-z_][\w.]{0,80})(?:\(\))?`"
_A = r"(?:an?|the|its)? ?(?:[a-z]+ )?"
_ARGUMENT = r"(?:arguments?|parameters?|keywords?)"
_CALLED = (
    re.compile(rf"(?:has|offers|provides|defines|exposes) {_A}{_NAME} methods?\b"),
    re.compile(rf"methods of `[^`\n]{{1,80}}` (?:is|are|include|includes) {_NAME}"),
    re.compile(rf"{_NAME} (?:accepts|takes|has|receives) {_A}`[^`\n]{{1,80}}` {_ARGUMENT}\b"),
    re.compile(rf"{_ARGUMENT} of {_NAME}"),
    re.compile(rf"\bpass `[^`\n]{{1,80}}` to {_NAME}"),
)
_MOST = 200  # occurrences
_WORDS = word_set("function func method meth class constructor call calls calling callable")


def uncalled(reading: Reading) -> Iterator[str]:
    """Yield what stands in the sources, but nowhere as something that is called.

    It is if an opening bracket or a member follows it, if a dot stands before it, if it begins with
    a capital as classes do, or if "function", "method" or "class" stands beside it.
    """
    for form in _CALLED if "`" in reading.claim else ():
        for match in form.finditer(reading.claim):
            name = fold(match[1])
            if not _is_called(name, reading):
                yield match[1]


def _is_called(name: str, reading: Reading) -> bool:
    """Whether a source calls a name, or no source has it."""
    last = name.rpartition(".")[2]
    known = False
    for index in reading.indexes:
        for place in islice(occurrences(name, index), _MOST):
            known = True
            token, end = index.token(place), index.ends[place]
            beside = range(max(0, place - 2), min(place + 3, len(index.starts)))
            if (
                index.content[end : end + 3].lstrip("`*").startswith("(")
                or (token[0].isupper() and not token.isupper())
                or (fold(token) != last and "." in token)
                or any(index.token(at).lower() in _WORDS for at in beside)
            ):
                return True
    return not known
