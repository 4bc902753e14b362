"""A release that its subject's entry does not have: "added in 8.0", where that has 8.2."""

import re
from collections.abc import Iterator, Sequence

from cite_or_refuse.gate.claim import Role
from cite_or_refuse.gate.evidence import extent
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.misplaced import are_one, belonging
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.parameters import occurrences
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.stated import find_quantity

_SAID = re.compile(
    r"\b(?:version(?:added|changed|removed)?|deprecated|since|new in)\b[:\s]{1,4}"
    r"v?([0-9]{1,4}(?:\.[0-9]{1,4}){1,3})",
    re.IGNORECASE,
)
_OPENING = 2  # tokens of a heading in which its subject stands: "class Store", "async def open"


def misreleased(reading: Reading) -> Iterator[str]:
    """Yield each release that a claim gives to its one piece of code and every source does not.

    The code has an entry there, which names another release, and neither that entry nor anything
    that the claim's release stands for speaks of the two.
    """
    facts = reading.facts
    releases = [q for q in facts.quantities if q.version and "." in q.text]
    code = {i.text for i in facts.identifiers if i.role in (Role.NAME, Role.CALLEE)}
    if not releases or len(code) != 1:
        return
    subject = code.pop()
    pairs = [(index, occurrences(subject, index)) for index in reading.indexes]
    for quantity in releases:
        if all(_names_another(quantity, index, found) for index, found in pairs):
            yield quantity.text


def _names_another(quantity: Quantity, index: SourceIndex, places: Sequence[int]) -> bool:
    """Whether the entries of what stands at the places name another release, and never this."""
    entries = [extent(index, place) for place in places if _opens_entry(index, place)]
    texts = [
        index.content[index.starts[low] : index.ends[min(high, len(index.ends) - 1)]]
        for low, high in entries
    ]
    said = [release for text in texts for release in _SAID.findall(text)]
    number = quantity.text.lstrip("vV")
    if not said or any(are_one(release, number) for release in said):
        return False
    spans = [belonging(index, index.within[at]) for at in find_quantity(quantity, index)]
    return not any(low <= place < high for low, high in spans for place in places)


def _opens_entry(index: SourceIndex, place: int) -> bool:
    segment = index.within[place]
    return index.is_heading(segment) and place < index.segments[segment] + _OPENING
