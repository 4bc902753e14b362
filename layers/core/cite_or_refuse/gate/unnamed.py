"""Where a number of a claim stands in a source without its unit, so that it may be meant."""

import re
from collections.abc import Container

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.measured import measures_at
from cite_or_refuse.gate.measures import conversions
from cite_or_refuse.gate.numbers import HEDGES, Quantity
from cite_or_refuse.gate.stated import find_other_unit, stated, values_in
from cite_or_refuse.gate.tokens import fold, stem
from cite_or_refuse.gate.units import UNITS
from cite_or_refuse.gate.words import FUNCTION

_OPENS = re.compile("[,;:(=|–—]")
_IN_CODE = {UNITS["ms"], UNITS["s"], UNITS["byte"]}  # units that code leaves unsaid
_LISTED = re.compile(r"^\.?,\s")
_PAUSE = re.compile(r"\s{0,2}(?:[;:)!?|]|\.(?!,)|,(?!\s{0,4}[0-9])|$)")


def find_unnamed(quantity: Quantity, index: SourceIndex, said: Container[str]) -> list[int]:
    """Return where the number of a quantity stands bare, without a unit and without a noun.

    "takes 40 seconds there and 35 here", `wait(30000)`; not in "up to 1024 clients", which counts
    something else, nor in "port 7411" unless the claim says "port", too: `said` holds its words.
    """
    if quantity.unit is None or quantity.negative or _is_otherwise(quantity, index):
        return []
    forms = [(value, quantity.unit) for value in values_in(quantity, index)]
    forms += [f for form in forms for f in conversions(*form) if f[1] in _IN_CODE]
    return sorted(
        position
        for value, unit in dict.fromkeys(forms)
        for position in stated(value, index)
        if _is_bare(index, position, said)
    )


def _is_otherwise(quantity: Quantity, index: SourceIndex) -> bool:
    """Whether the number stands with another unit of the same dimension: 2 GB for 2 KB."""
    return any(
        measure.unit and quantity.unit and measure.unit.dimension == quantity.unit.dimension
        for position in find_other_unit(quantity, index)
        for measure in measures_at(index, position)
    )


def _is_bare(index: SourceIndex, position: int, said: Container[str]) -> bool:
    token = index.token(position)
    if not token[0].isdecimal() or any(m.unit or m.scale > 1 for m in measures_at(index, position)):
        return False
    before = fold(index.token(position - 1)).lower() if position else ""
    after = fold(index.token(position + 1)).lower() if position + 1 < len(index.starts) else ""
    gap = index.content[index.ends[position - 1] : index.starts[position]] if position else ""
    if _LISTED.search(gap) and before[:1].isdecimal():
        return False  # a member of an array
    known = before in FUNCTION or before in HEDGES or stem(before) in said
    if not known and not _OPENS.search(gap):
        return False
    return after in FUNCTION or bool(_PAUSE.match(index.content, index.ends[position]))
