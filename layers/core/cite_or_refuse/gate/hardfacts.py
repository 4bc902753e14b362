"""Rule 4: the hard facts of a claim stand in the union of its cited sources, near their subject."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cite_or_refuse.gate.claim import Facts, Identifier, Role
from cite_or_refuse.gate.dates import find_date
from cite_or_refuse.gate.defaults import wrong_defaults
from cite_or_refuse.gate.evidence import local_support
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.parameters import Cited, foreign_parameters, occurrences
from cite_or_refuse.gate.quantities import find_quantity
from cite_or_refuse.gate.quotes import misquoted
from cite_or_refuse.gate.tokens import fold, keys_of, stem

_DECAY = 0.88  # per token of the claim between a fact and a word that says what the fact is about
_FAR = 0.3  # a number with less than this share of its clause around it belongs to something else
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")


@dataclass(slots=True)
class Hard:
    """What the sources lack. `missing` refuses the claim, `doubtful` lowers its score.

    `number_local` and `name_local` are the least shares of a fact's own clause that stand around
    it in a source, of numbers and of identifiers; 1 when the claim has none.
    """

    missing: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    number_local: float = 1.0
    name_local: float = 1.0


def check_facts(
    claim: str, facts: Facts, cited: Cited, weights: Sequence[Mapping[str, float]]
) -> Hard:
    """Look for each hard fact; `weights` holds, a source each, what the claim's words weigh."""
    hard = Hard()
    hard.missing += [i.text for i in facts.identifiers if _is_unknown(i, cited)]
    hard.missing += foreign_parameters(facts, cited)
    hard.missing += wrong_defaults(claim, facts, cited)
    hard.missing += [d.text for d in facts.dates if not any(find_date(d, i) for _, i in cited)]
    hard.missing += [quote for quote in facts.quotes if misquoted(quote, cited)]
    for quantity in facts.quantities:
        _check_quantity(quantity, facts, cited, weights, hard)
    for identifier in facts.identifiers:
        if identifier.role is not Role.PLACEHOLDER:
            key = "=" + fold(identifier.text)
            places = [occurrences(identifier.text, index) for _, index in cited]
            share = _local(facts, cited, weights, places, facts.places[key], key)
            hard.name_local = min(hard.name_local, share)
    hard.missing = list(dict.fromkeys(hard.missing))
    return hard


def has(key: str, cited: Cited) -> bool:
    """Whether any cited source holds a key."""
    return any(key in index.postings for _, index in cited)


def _is_unknown(identifier: Identifier, cited: Cited) -> bool:
    if identifier.role is Role.PLACEHOLDER:
        return False
    text = fold(identifier.text)
    core = text.lstrip("-")
    if core == text and len(core) < 2:
        return False
    forms = [text, text.removesuffix("'s")]
    if "_" not in text:
        forms.append(text.removesuffix("s"))
    if any(has("=" + form, cited) for form in forms):
        return False
    if core == text and core.isalpha() and (core.islower() or core.isupper() or core.istitle()):
        return not has(stem(core.lower()), cited)
    if "." in core and not core[0].isdecimal():
        return not all(has("=" + part, cited) for part in core.split("."))
    if core.isalnum() and not core.isalpha():
        return not any(has(k, cited) for k in keys_of(core) if k == core.lower())
    return True


def _check_quantity(
    quantity: Quantity,
    facts: Facts,
    cited: Cited,
    weights: Sequence[Mapping[str, float]],
    hard: Hard,
) -> None:
    small = quantity.word and all(value <= 2 for value in quantity.values)
    places = [find_quantity(quantity, index) for _, index in cited]
    if not any(places):
        if not small:
            (hard.doubtful if quantity.word else hard.missing).append(quantity.text)
        return
    if quantity.word and not quantity.unit:
        return
    share = _local(facts, cited, weights, places, quantity.first, "=" + quantity.text)
    hard.number_local = min(hard.number_local, share)
    firm = not quantity.word and not quantity.hedged and not _YEAR.fullmatch(quantity.text)
    if firm and share < _FAR and quantity.text not in ("0", "1"):
        hard.missing.append(quantity.text)


def _local(
    facts: Facts,
    cited: Cited,
    weights: Sequence[Mapping[str, float]],
    places: Sequence[Sequence[int]],
    at: int,
    own: str,
) -> float:
    """Return the share of a fact's own clause that stands around it in the best source."""
    best = -1.0
    for (_, index), worths, positions in zip(cited, weights, places, strict=True):
        if positions:
            near = {
                key: worth * _DECAY ** abs(facts.places[key] - at)
                for key, worth in worths.items()
                if key != own
            }
            clause = {key: worth for key, worth in near.items() if worth > 0.08}
            best = max(best, local_support(index, positions, clause))
    return best if best >= 0 else 1.0
