"""One date in the place of another: a year or month that the page gives to something else.

Where a sentence that has half of a date's clause states another year, or another month, and the
claim's own stands only where clearly less of the clause is, the two have been exchanged. A full
date, such as a page, an entry or a release has, may date all that is told there, so what stands in
one is left alone; and a sentence that says "this year", "two years later" or "on Friday" leaves its
date to the reader.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from cite_or_refuse.gate.dates import MONTHS, Date, find_date
from cite_or_refuse.gate.evidence import Window, titles, weight_in
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.misplaced import FARTHER, HALF, most_about
from cite_or_refuse.gate.reading import Reading

_YEAR = re.compile(r"(?<![\w.,#/])(?:1[5-9]|20)[0-9]{2}(?!\w|[.,/][0-9])", re.ASCII)
_WORD = re.compile(r"[A-Z][a-z]{2,8}\b")
_FULL = re.compile(
    r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}|[0-3]?[0-9][./][0-3]?[0-9][./][12][0-9]{3}"
    r"|\b[0-3]?[0-9](?:st|nd|rd|th)?\.? (?:of )?[A-Z][a-z]{2,8},? [12][0-9]{3}"
    r"|\b[A-Z][a-z]{2,8}\.? [0-3]?[0-9](?:st|nd|rd|th)?,? [12][0-9]{3}"
)
_ACROSS = 20  # characters of a full date before and after one of its parts
_UNSAID = re.compile(
    r"\b(?:this|last|next|that|same|following|previous)\s(?:year|month|week|season|spring|summer"
    r"|autumn|fall|winter|decade)|\b(?:years?|months?|weeks?)\s(?:ago|later|earlier|before|after)"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:today|yesterday|tomorrow)\b",
    re.IGNORECASE,
)


def misdated(reading: Reading) -> Iterator[str]:
    """Yield each year or date of the claim in whose place every source has another."""
    facts = reading.facts
    years = [q for q in facts.quantities if not q.hedged and _YEAR.fullmatch(q.text)]
    bare = [Date(q.text, q.first, q.last, int(q.text), 0, 0) for q in years]
    for date in [*bare, *facts.dates]:
        places = [_places(date, index) for index in reading.indexes]
        clauses = reading.clauses(date.first)
        sources = zip(reading.indexes, reading.windows, clauses, places, strict=True)
        if all(
            not _dates_all(index, found)
            and (own := most_about(found, index, clause)) < FARTHER * sum(clause.values())
            and own < FARTHER * _most_about_another(date, reading, index, window, clause)
            for index, window, clause, found in sources
        ):
            yield date.text


def _places(date: Date, index: SourceIndex) -> Sequence[int]:
    if date.month:
        return find_date(date, index)
    return index.postings.get(f"#{date.year}", ())


def _dates_all(index: SourceIndex, places: Sequence[int]) -> bool:
    """Whether one of the places is in a full date."""
    around = (
        index.content[max(0, index.starts[place] - _ACROSS) : index.ends[place] + _ACROSS]
        for place in places
    )
    return any(map(_FULL.search, around))


def _most_about_another(
    date: Date, reading: Reading, index: SourceIndex, window: Window, clause: Mapping[str, float]
) -> float:
    """Return the weight of the best sentence with another year or month, 0 for none."""
    best, enough = 0.0, HALF * sum(clause.values())
    segments = [segment for segment, _ in window.seeds]
    for segment in dict.fromkeys([*segments, *range(window.first, window.last + 1)]):
        low, high = index.tokens_of(segment, segment)
        text = index.content[index.starts[low] : index.ends[high - 1]]
        years = set(_YEAR.findall(text)) - set(_YEAR.findall(reading.claim))
        if (years or (date.month and _months(text) - _months(reading.claim))) and not (
            _UNSAID.search(text)
        ):
            spans = [(low, high), *titles(index, segment)]
            best = max(best, weight_in(index, spans, clause))
    return best if best >= enough else 0.0


def _months(text: str) -> set[int]:
    return {MONTHS[word.lower()] for word in _WORD.findall(text) if word.lower() in MONTHS}
