"""Rule 4: the hard facts of a claim stand in the union of its cited sources, near their subject."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from cite_or_refuse.gate.claim import Facts, Identifier, Role
from cite_or_refuse.gate.dates import find_date
from cite_or_refuse.gate.defaults import wrong_defaults
from cite_or_refuse.gate.evidence import Window, local_support
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.parameters import Cited, foreign_parameters, occurrences
from cite_or_refuse.gate.quantities import find_other_unit, find_quantity, states_unit
from cite_or_refuse.gate.quotes import misquoted
from cite_or_refuse.gate.tokens import fold, keys_of, stem

_DECAY = 0.88  # per token of the claim between a fact and a word that says what the fact is about
_AGREES = 0.8  # with less than this share of a claim's other words, one unknown name refuses it
_FAR = 0.3  # a number with less than this share of its clause around it belongs to something else
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")


@dataclass(slots=True)
class Hard:
    """What the sources lack. `missing` refuses the claim, `doubtful` lowers its score.

    `number_local` and `name_local` are the least shares of a fact's own clause that stand around
    it in a source, of numbers and of names and identifiers; 1 when the claim has none.
    """

    missing: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    number_local: float = 1.0
    name_local: float = 1.0


def check_facts(
    claim: str,
    facts: Facts,
    cited: Cited,
    weights: Sequence[Mapping[str, float]],
    windows: Sequence[Window],
) -> Hard:
    """Look for each hard fact.

    `weights` holds, a source each, what the claim's words weigh in it, `windows` where most of
    them stand.
    """
    hard = Hard()
    hard.missing += [i.text for i in facts.identifiers if _is_unknown(i, cited)]
    hard.missing += foreign_parameters(facts, cited)
    hard.missing += wrong_defaults(claim, facts, cited)
    for date in facts.dates:
        if not any(find_date(date, index) for _, index in cited):
            undated = any(find_date(date, index, undated=True) for _, index in cited)
            (hard.doubtful if undated else hard.missing).append(date.text)
    unknown = [name for name in facts.names if is_unknown_name(name, cited)]
    agreement = _agreement(facts, unknown, windows)
    (hard.missing if len(unknown) > 1 or agreement < _AGREES else hard.doubtful).extend(unknown)
    hard.missing += [quote for quote in facts.quotes if misquoted(quote, cited)]
    for quantity in facts.quantities:
        _check_quantity(quantity, facts, cited, weights, windows, hard)
    for identifier in facts.identifiers:
        if identifier.role is not Role.PLACEHOLDER:
            key = "=" + fold(identifier.text)
            places = [occurrences(identifier.text, index) for _, index in cited]
            share = _local(facts, cited, weights, places, facts.places[key], key)
            hard.name_local = min(hard.name_local, share)
    for name in facts.names:
        keys = [key for key in keys_of(fold(name)) if key in facts.places]
        if keys:
            places = [index.postings.get(keys[0], ()) for _, index in cited]
            share = _local(facts, cited, weights, places, facts.places[keys[0]], keys[0])
            hard.name_local = min(hard.name_local, share)
    hard.missing = list(dict.fromkeys(hard.missing))
    return hard


def has(key: str, cited: Cited) -> bool:
    """Whether any cited source holds a key."""
    return any(key in index.postings for _, index in cited)


def _agreement(facts: Facts, unknown: Sequence[str], windows: Sequence[Window]) -> float:
    """Return the share of the claim's other words that stands around the best windows."""
    strange = {key for name in unknown for key in keys_of(fold(name))}
    rest = {key: prior for key, prior in facts.terms.items() if key not in strange}
    held = sum(prior for key, prior in rest.items() if any(key in w.around for w in windows))
    return held / sum(rest.values()) if any(rest.values()) else 0.0


def is_unknown_name(name: str, cited: Cited) -> bool:
    """Whether no source holds a name, its inflection, or the words that an acronym stands for."""
    folded = fold(name)
    keys = [key for key in keys_of(folded) if key[0] not in "=#@"]
    if not keys or any(has(key, cited) for key in keys):
        return False
    letters = folded.replace(".", "")
    if letters.isupper() and len(letters) <= 5:
        return False
    root = folded[: max(4, len(keys[0]) - 3)]
    return not any(root in index.content for _, index in cited)


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
    windows: Sequence[Window],
    hard: Hard,
) -> None:
    small = quantity.word and all(value <= 2 for value in quantity.values)
    places = [find_quantity(quantity, index) for _, index in cited]
    if not any(places):
        if not small:
            counted = quantity.word and not quantity.unit and quantity.first == quantity.last
            soft = counted or quantity.range_end or _is_derived(quantity, facts)
            (hard.doubtful if soft else hard.missing).append(quantity.text)
        return
    if quantity.word and not quantity.unit:
        return
    share = _local(facts, cited, weights, places, quantity.first, "#")
    if _has_other_unit(quantity, facts, cited, weights, places, share):
        hard.missing.append(quantity.text)
    hard.number_local = min(hard.number_local, share)
    firm = not quantity.word and not quantity.hedged and not _YEAR.fullmatch(quantity.text)
    if firm and share < _FAR and quantity.text not in ("0", "1"):
        seeds = [
            [index.segments[segment] for segment, _ in window.seeds]
            for (_, index), window in zip(cited, windows, strict=True)
        ]
        together = _local(facts, cited, weights, seeds, quantity.first, "#")
        (hard.missing if together > 2 * share + _FAR else hard.doubtful).append(quantity.text)


def _has_other_unit(
    quantity: Quantity,
    facts: Facts,
    cited: Cited,
    weights: Sequence[Mapping[str, float]],
    places: Sequence[Sequence[int]],
    share: float,
) -> bool:
    """Whether the number stands as near to its subject with another unit, never with its own."""
    if quantity.unit is None or any(
        states_unit(index, place)
        for (_, index), found in zip(cited, places, strict=True)
        for place in found
    ):
        return False
    others = [find_other_unit(quantity, index) for _, index in cited]
    if not any(others):
        return False
    return _local(facts, cited, weights, others, quantity.first, "#") >= 0.75 * share


def _is_derived(quantity: Quantity, facts: Facts) -> bool:
    """Whether a number follows from two others that the claim states, so that it can be checked.

    A sum, a difference or a product of two; a hedged percentage, if it is their ratio.
    """
    others = [v for q in facts.quantities if q is not quantity for v in q.values if v]
    pairs = list(combinations(others[:12], 2))
    for value in quantity.values:
        if any(value in (a + b, abs(a - b), a * b) for a, b in pairs):
            return True
        ratios = [100 * min(a, b) / max(a, b) for a, b in pairs]
        if quantity.hedged and quantity.unit == ("share", 1):
            if any(abs(ratio - value) <= Fraction(1, 2) for ratio in ratios):
                return True
    return False


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
                key: worth * _DECAY ** min(abs(place - at) for place in facts.again[key])
                for key, worth in worths.items()
                if key != own and key[0] != "#"
            }
            clause = {key: worth for key, worth in near.items() if worth > 0.08}
            best = max(best, local_support(index, positions, clause))
    return best if best >= 0 else 1.0
