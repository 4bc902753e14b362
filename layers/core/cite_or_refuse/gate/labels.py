"""Hold headings, questions and lead-ins, which need no marker, to the hard facts they state.

A hard fact is a number, a version, a date, an identifier, a flag or a quotation of three words or
more. A quantity (a number with a unit, a currency or five digits) has to be stated again by a
cited claim of the same section, list or table; any other hard fact has to stand, whole, in some
source that the report cites, since it names what the section is about. A number up to twelve
before what it counts ("5 facts") and the number of a section, a step or a figure are free.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cite_or_refuse.gate.addresses import bare_addresses
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.tokens import TOKEN, fold, number_values

_CODE = re.compile(r"(`{1,2})([^`\n]{1,300})\1")
_WORD_OF_CODE = re.compile(r"[\w$@](?:[\w.$-]*\w)?|--?[A-Za-z][\w-]*")
_IDENTIFIER = re.compile(
    r"(?<![\w-])--[A-Za-z][\w-]*|(?<![\w.])(?:[A-Za-z]\w*(?:\.\w+)*\(\)|[A-Za-z0-9]*_\w+"
    r"|[a-z][a-z0-9]*[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[a-z_]\w*(?:\.[A-Za-z_]\w*)+)"
)
_NUMBER = re.compile(
    r"(?<![\w.,])[vV]?(?P<money>[$€£¥]\s?)?(?P<digits>[0-9]+(?:[.,'’\u00a0\u202f][0-9]+)*)"
    r"(?P<unit>\s?(?:%|‰|[kKMGTP]i?[Bb]|[kmµn]?s|[Bb]ytes?|[Bb]its?|percent|Prozent|seconds?|minutes?"
    r"|hours?|days?|weeks?|months?|years?|million|billion|Millionen|Milliarden|USD|EUR|dollars?"
    r"|euros?|k?Hz|km|m|kg|g|°C|°F|requests|users|MB/s|GB/s)(?!\w))?(?![\w])"
)
_QUOTED = re.compile(r"[“„\"«]([^“”„\"«»\n]{8,300})[”“\"»]")
# The number of a section or a step: "2.1 Installing", "3. Results", "Step 4".
_ORDER = re.compile(
    r"(?i:\b(?:step|part|section|chapter|figure|fig\.|table|option|level|phase|top|example|question"
    r"|schritt|teil|abschnitt|kapitel|abbildung|tabelle))\s*[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}(?!\w)"
    r"|^[\s*_]*[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}(?:[.):]?[\s*_]*$|[.):][\s*_]|\s+[^\W\d_a-z])"
)
_COUNTS = re.compile(r"[\s*_]{1,9}[^\W\d_]")
_GROUPING = re.compile(r"(?<=[0-9])[,'’\u00a0\u202f](?=[0-9]{3}(?![0-9]))")
_SPACE = re.compile(r"\s+")


def unstated(text: str, claims: Iterable[str], indexes: Sequence[SourceIndex]) -> tuple[str, ...]:
    """Return the hard facts of a label that its claims, and where that is enough sources, lack.

    `claims` are the texts of the cited claims that it stands over, `indexes` those of the sources.
    """
    restated: str | None = None
    missing = []
    for fact, quantity in hard_facts(text):
        if restated is None:
            restated = _plain("\n".join(claims))
        known = not quantity and any(in_source(fact, index) for index in indexes)
        if not known and not stands(_plain(fact), restated):
            missing.append(fact)
    return tuple(dict.fromkeys(missing))


def in_source(fact: str, index: SourceIndex) -> bool:
    """Whether a fact stands in a source, whole and in its case."""
    token = fold(fact)
    if TOKEN.fullmatch(fact):
        keys = ("=" + token, *("#" + value for value in number_values(token)))
        return any(key in index.postings for key in keys)
    return stands(fact, index.content)


def hard_facts(text: str) -> Iterator[tuple[str, bool]]:
    """Return the hard facts of a text, and whether each is a quantity."""
    for code in _CODE.finditer(text):
        for word in _WORD_OF_CODE.findall(code[2]):
            yield word, False
    prose = _CODE.sub(" ", text)
    for address in bare_addresses(prose):
        yield address, False
    for identifier in _IDENTIFIER.finditer(prose):
        yield identifier[0].removesuffix("()"), False
    for quotation in _QUOTED.finditer(prose):
        if len(quotation[1].split()) > 2:
            yield quotation[1], False
    yield from _numbers(_IDENTIFIER.sub(" ", prose))


def _numbers(prose: str) -> Iterator[tuple[str, bool]]:
    orders = [order.span() for order in _ORDER.finditer(prose)]
    for number in _NUMBER.finditer(prose):
        digits = number["digits"]
        amount = bool(number["money"] or number["unit"] or _GROUPING.search(digits))
        if amount or (len(digits) > 4 and digits.isdecimal()):
            yield number[0].strip(), True
        elif any(start <= number.start() < end for start, end in orders):
            continue
        elif not (_is_small(digits) and _COUNTS.match(prose, number.end())):
            yield digits, False


def _is_small(digits: str) -> bool:
    return digits.isdecimal() and len(digits) < 3 and int(digits) <= 12


def _plain(text: str) -> str:
    """Undo grouping of digits and differences of white space."""
    return _SPACE.sub(" ", _GROUPING.sub("", text))


def stands(fact: str, text: str) -> bool:
    """Whether a fact stands in a text as a whole token; `run` does in `graph.run`, 2 not in 1.2."""
    number = fact[:1].isdecimal()
    at = text.find(fact)
    while at >= 0:
        before, end = text[at - 1 : at] if at else "", at + len(fact)
        inside = (before.isalnum() and before not in "vV") or before == "_"
        if not (inside or (number and before == ".") or _goes_on(text[end : end + 2], number)):
            return True
        at = text.find(fact, at + 1)
    return False


def _goes_on(after: str, number: bool) -> bool:
    first, more = after[:1], after[1:].isalnum()
    return (
        first.isalnum() or first == "_" or (first in (("-", ".", ",") if number else "-") and more)
    )
