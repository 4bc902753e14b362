"""Read a claim: its quantities, dates, identifiers, calls, names, quotations and plain words."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter

from cite_or_refuse.gate.dates import Date, read_dates
from cite_or_refuse.gate.negation import spoken
from cite_or_refuse.gate.numbers import Quantity, plain
from cite_or_refuse.gate.quantities import read_quantities
from cite_or_refuse.gate.tokens import TOKEN, UNSPACED, fold, keys_of
from cite_or_refuse.gate.words import weight, word_set

_NUMBER, _PAIR = 0.7, 0.6  # what a number, and a pair of characters without spaces, weigh
_CODE = re.compile(r"(`{1,2})([^`]{1,400})\1")
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{1,600})[\"”“»]")
_SHORTEST = 8  # characters of a quotation
LONGEST = 12  # words with a capital in a row that are one name
_HUMP = re.compile(r"[a-z][A-Z]")
_OPENING = re.compile(r"(?:[.!?:;|•(\[\"“„]|\*\*|__|^)[\s*_\"“‘(\[]*$")


# Words of German: where two of them stand, a capital marks any noun and no name.
_CAPITALISING = word_set(
    "der die das den dem des ein eine einen einem einer und oder ist sind wird werden nicht mit "
    "von vom zum zur im auf für als bei aus nach sich nur auch wenn hat haben kann über unter"
)


Tokens = Sequence[tuple[str, int, int]]
"""(text, start, end) of each token."""


class Role(StrEnum):
    """What an identifier does in the claim's code."""

    NAME = "name"
    CALLEE = "callee"
    KEYWORD = "keyword"
    VALUE = "value"
    PLACEHOLDER = "placeholder"


@dataclass(frozen=True, slots=True)
class Identifier:
    """A token that is code, as written; `callee` is the function a keyword is passed to."""

    text: str
    role: Role
    start: int
    callee: str = ""
    ticked: bool = True


@dataclass(slots=True)
class Facts:
    """What a claim states.

    `terms` maps keys to weights, in the order of the claim; `places` says at which token a term
    stands first, `again` all of them. `spoken` holds the words of prose, "" for code.
    """

    tokens: Tokens
    terms: dict[str, float] = field(default_factory=dict)
    quantities: list[Quantity] = field(default_factory=list)
    dates: list[Date] = field(default_factory=list)
    identifiers: list[Identifier] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    again: dict[str, list[int]] = field(default_factory=dict)
    lower: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    claim: str = ""

    def add_term(self, key: str, prior: float, at: int) -> None:
        """Note that a term of this weight stands at a token."""
        if key in self.again:
            self.again[key].append(at)
        else:
            self.terms[key], self.places[key], self.again[key] = prior, at, [at]


@lru_cache(maxsize=8)
def tokens_of(claim: str) -> Tokens:
    """Cut a claim into its tokens, each with its place; the last few are kept for other rules."""
    parts = TOKEN.split(claim)  # gaps and tokens in turn
    offsets = list(accumulate(map(len, parts)))
    return tuple(zip(parts[1::2], offsets[0:-1:2], offsets[1::2], strict=True))


def read_claim(claim: str) -> Facts:
    """Return the facts of a claim without its markers; never raises."""
    tokens = tokens_of(claim)
    codes = _codes(claim)
    folded = [fold(token[0]) for token in tokens]
    facts = Facts(tokens, claim=claim, lower=[word.lower() for word in folded])
    words = spoken(claim, folded, [token[1:] for token in tokens])
    ticked = [_inside(token[1], codes) for token in tokens] if codes else [False] * len(tokens)
    facts.spoken = ["" if inside else word for inside, word in zip(ticked, words, strict=True)]
    facts.dates = read_dates(claim, tokens)
    in_date = {at for date in facts.dates for at in range(date.first, date.last + 1)}
    facts.quantities = read_quantities(claim, tokens, folded, in_date)
    in_number = {at for q in facts.quantities for at in range(q.first, q.last + 1)}
    for quantity in facts.quantities:
        if not quantity.word and len(quantity.values) == 1 and (text := plain(quantity.values[0])):
            facts.add_term("#" + text, _NUMBER, quantity.first)
    facts.quotes = [
        m[1]
        for m in _QUOTED.finditer(claim)
        if len(m[1]) >= _SHORTEST and not _inside(m.start(), codes)
    ]
    for at, (text, _, end) in enumerate(tokens):
        if at in in_date or at in in_number:
            continue
        if ticked[at] or looks_like_code(text, claim[end : end + 1]):
            identifier = _identifier(claim, tokens, at, codes, ticked[at])
            facts.identifiers.append(identifier)
            if identifier.role is not Role.PLACEHOLDER:
                facts.add_term("=" + folded[at], 1.0, at)
            continue
        _add_word(facts, claim, at, folded[at])
    if len(_CAPITALISING.intersection(facts.lower)) > 1:
        facts.names.clear()
    return facts


def _codes(claim: str) -> list[tuple[int, int]]:
    """Return the spans of code: the lines of a call that goes on over several are one."""
    codes: list[tuple[int, int]] = []
    depth = 0
    for match in _CODE.finditer(claim):
        start, end = match.span(2)
        if depth > 0 and not claim[codes[-1][1] : start].strip("` "):
            codes[-1] = codes[-1][0], end
        else:
            codes.append((start, end))
            depth = 0
        depth += match[2].count("(") - match[2].count(")")
    return codes


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return _span_at(place, spans) is not None


def _span_at(place: int, spans: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the span of a sorted list that holds a place; a text may have thousands of them."""
    at = bisect_right(spans, place, key=itemgetter(0)) - 1
    return spans[at] if at >= 0 and place < spans[at][1] else None


def looks_like_code(text: str, following: str) -> bool:
    """Whether a token outside ticks is code: a_b, aB, a.b(), --flag, f()."""
    if not text.isascii() or len(text) < 3 or (text[1:].islower() and text.isalpha()):
        return following == "(" and text.islower()
    core = text.strip("_-")
    if text.startswith("-") or "_" in core or (following == "(" and core.islower()):
        return True
    return "-" not in core and _HUMP.search(core) is not None


def _identifier(
    claim: str,
    tokens: Sequence[tuple[str, int, int]],
    at: int,
    codes: Sequence[tuple[int, int]],
    ticked: bool,
) -> Identifier:
    """Tell the role of a code token from the characters around it."""
    text, start, end = tokens[at]
    if not ticked:
        return Identifier(text, Role.NAME, start, ticked=False)
    low, high = _span_at(start, codes) or (start, end)
    before, after = claim[low:start], claim[end:high]
    callee = ""
    if before.count("(") > before.count(")"):
        opened = before.rstrip("\"' ").rfind("(")
        callee = re.split(r"[^\w.]", before[:opened])[-1] if opened >= 0 else ""
        return Identifier(text, _role_inside(before, after), start, callee)
    if after.startswith("("):
        return Identifier(text, Role.CALLEE, start)
    if re.search(r"[=:]\s{0,2}[\"']?$", before):
        return Identifier(text, Role.VALUE, start)
    if re.search(r"[\"'<{]$", before):
        return Identifier(text, Role.PLACEHOLDER, start)
    return Identifier(text, Role.NAME, start)


def _role_inside(before: str, after: str) -> Role:
    """Tell the role of what is passed in a call; the body of a lambda is the reader's to write."""
    if not re.search(r"\blambda\b", before):
        if re.search(r"[=:]\s{0,2}[\"']?$", before):
            return Role.VALUE
        if re.match(r"\s{0,2}=(?!=)", after):
            return Role.KEYWORD
    return Role.PLACEHOLDER


def _add_word(facts: Facts, claim: str, at: int, word: str) -> None:
    text, start, end = facts.tokens[at]
    if not text.isascii() and UNSPACED.fullmatch(text):
        following = claim[end : end + 1]
        if UNSPACED.fullmatch(following):
            facts.add_term(text + following, _PAIR, at)
        return
    if (
        len(word) > 1
        and word[0].isupper()
        and (word.isupper() or not _OPENING.search(claim[max(0, start - 8) : start]))
    ):
        facts.names.append(text)
    for key, prior in _terms_of(word):
        facts.add_term(key, prior, at)


@lru_cache(maxsize=1 << 14)
def _terms_of(word: str) -> tuple[tuple[str, float], ...]:
    """Return the stems of a folded word, each with what it weighs."""
    keys = [key for key in keys_of(word) if key[0] not in "=#@"]
    return tuple((key, weight(key)) for key in (keys[:-1] if len(keys) > 2 else keys))
