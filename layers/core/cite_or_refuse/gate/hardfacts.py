"""Rule 4: the hard facts of a claim stand in the union of its cited sources, near their subject."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from cite_or_refuse.gate.amounts import check_quantity
from cite_or_refuse.gate.called import uncalled
from cite_or_refuse.gate.claim import Identifier, Role
from cite_or_refuse.gate.dates import find_date
from cite_or_refuse.gate.defaults import wrong_defaults
from cite_or_refuse.gate.misdated import misdated
from cite_or_refuse.gate.misreleased import misreleased
from cite_or_refuse.gate.numbered import misnumbered
from cite_or_refuse.gate.numbers import Quantity
from cite_or_refuse.gate.owners import misowned
from cite_or_refuse.gate.paired import unpaired_values
from cite_or_refuse.gate.parameters import foreign_parameters, occurrences
from cite_or_refuse.gate.quotes import misquoted
from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.roles import turned_round
from cite_or_refuse.gate.slots import exchanged
from cite_or_refuse.gate.stray import strayed
from cite_or_refuse.gate.tokens import MACRO, fold, keys_of, stem
from cite_or_refuse.gate.words import word_set

_ITSELF = word_set("readme changelog faq docs")  # the page that is cited does not speak of itself
_EXAMPLE = re.compile(
    r"\b(?:such as|like|say|e\.g\.|(?:for|as an) (?:example|instance)),? [`\"']?$"
)
_MAX_REPEATS = 3
_EVERYWHERE = 50  # occurrences
_AGREES = 0.8  # with less than this share of a claim's other words, one unknown name refuses it


@dataclass(slots=True)
class Findings:
    """What the sources lack. `missing` refuses the claim, `doubtful` lowers its score.

    `number_local` and `name_local` are the least shares of a fact's own clause that stand around
    it in a source, of numbers and of names and identifiers; 1 when the claim has none.
    """

    missing: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    number_local: float = 1.0
    name_local: float = 1.0


def check_facts(reading: Reading) -> Findings:
    """Look for each hard fact of the claim."""
    found = Findings()
    facts, telling = reading.facts, reading.telling()
    found.missing += [i.text for i in facts.identifiers if _is_unknown(i, reading)]
    found.missing += foreign_parameters(facts, reading.cited)
    found.missing += misowned(reading)
    found.missing += uncalled(reading)
    found.missing += exchanged(telling)
    found.missing += strayed(telling)
    found.missing += turned_round(telling)
    found.missing += misnumbered(telling)
    found.missing += misdated(telling)
    found.missing += misreleased(telling)
    found.missing += wrong_defaults(reading)
    found.missing += unpaired_values(reading)
    _check_dates(reading, found)
    _check_names(reading, found)
    found.missing += [quote for quote in facts.quotes if misquoted(quote, reading.indexes)]
    for quantity in _few_times(facts.quantities):
        result = check_quantity(quantity, reading)
        found.missing += result.missing
        found.doubtful += result.doubtful
        found.number_local = min(found.number_local, result.share)
    found.name_local = min(_name_shares(reading), default=1.0)
    found.missing = list(dict.fromkeys(found.missing))
    return found


def _few_times(quantities: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield the quantities, a repeated one three times: each look-up costs what the source has."""
    seen: Counter[tuple[str, bool, bool, bool]] = Counter()
    for quantity in quantities:
        what = quantity.text, quantity.negative, quantity.hedged, quantity.version
        seen[what] += 1
        if seen[what] <= _MAX_REPEATS:
            yield quantity


def _check_dates(reading: Reading, found: Findings) -> None:
    for date in {(d.year, d.month, d.day): d for d in reading.facts.dates}.values():
        indexes = reading.speaking(date.first)
        if not any(find_date(date, index) for index in indexes):
            undated = any(find_date(date, index, undated=True) for index in indexes)
            soft = undated or _is_example(reading.claim, reading.facts.tokens[date.first][1])
            (found.doubtful if soft else found.missing).append(date.text)


def _is_example(claim: str, start: int) -> bool:
    """Whether what begins here only shows what is meant: "a date such as 2024-01-31"."""
    return bool(_EXAMPLE.search(claim[max(0, start - 20) : start]))


def _check_names(reading: Reading, found: Findings) -> None:
    """An unknown name refuses alone only where the rest of the claim agrees badly."""
    unknown = [name for name in reading.facts.names if _is_unknown_name(name, reading)]
    if len(unknown) > 1 or (unknown and _agreement(unknown, reading) < _AGREES):
        found.missing += unknown
    else:
        found.doubtful += unknown


def _agreement(unknown: Sequence[str], reading: Reading) -> float:
    """Return the share of the claim's other words that stands around the best windows."""
    strange = {key for name in unknown for key in keys_of(fold(name))}
    rest = {key: prior for key, prior in reading.facts.terms.items() if key not in strange}
    around = frozenset[str]().union(*[window.around for window in reading.windows])
    total = sum(rest.values())
    return sum(prior for key, prior in rest.items() if key in around) / total if total else 0.0


def _is_unknown_name(name: str, reading: Reading) -> bool:
    """Whether no source holds a name or an inflection of it; short acronyms are let pass."""
    folded = fold(name)
    keys = [key for key in keys_of(folded) if key[0] not in "=#@"]
    if not keys or any(reading.has(key) for key in keys):
        return False
    letters = folded.replace(".", "").removesuffix("s")
    if letters.isupper() and len(letters) <= 5:
        return False
    root = folded[: max(4, len(keys[0]) - 3)]
    return not any(root in index.content for index in reading.indexes)


def _is_unknown(identifier: Identifier, reading: Reading) -> bool:
    """Whether no source that speaks of it holds an identifier."""
    text = fold(identifier.text)
    short = not text.startswith("-") and len(text) < 2
    if identifier.role is Role.PLACEHOLDER or short:
        return False
    speaking = reading.speaking(reading.facts.places["=" + text])
    return not any(_holds(index.postings, text, identifier.ticked) for index in speaking)


def _holds(keys: Container[str], text: str, ticked: bool) -> bool:
    """Whether a source has an identifier as a whole token, or its parts if it is dotted."""
    core = text.lstrip("-")
    flag = core != text
    forms = [text, text.removesuffix("'s")]
    if not ticked:  # prose: "cx_Oracle" for `cx_oracle`, "Stores" for a `Store`
        forms += [text.lower(), text.removesuffix("s")]
    if MACRO.match(text):
        forms.append(text.removeprefix("-D"))
    if any("=" + form in keys for form in forms):
        return True
    if not flag and core.isalpha() and (core.islower() or core.isupper() or core.istitle()):
        if ticked:  # in its very letters, but `get` may be GET
            return any(f"={form}" in keys for form in (core.lower(), core.title(), core.upper()))
        return stem(core.lower()) in keys
    if "." in core and not core[0].isdecimal():
        return all("=" + part in keys for part in core.split("."))
    return core.isalnum() and not core.isalpha() and core.lower() in keys


def _name_shares(reading: Reading) -> Iterator[float]:
    """Yield, of each different identifier and name, the share of its clause around it.

    What a source speaks of all the time is near everything, and left out.
    """
    facts = reading.facts
    told = [i.text for i in facts.identifiers if i.role is not Role.PLACEHOLDER]
    for text in dict.fromkeys(told):
        places = [occurrences(text, index) for index in reading.indexes]
        yield _share(reading, places, "=" + fold(text))
    for name in dict.fromkeys(facts.names):
        if name.lower() in _ITSELF:
            continue
        key = next((key for key in keys_of(fold(name)) if key in facts.places), "")
        if key:
            yield _share(reading, [i.postings.get(key, ()) for i in reading.indexes], key)


def _share(reading: Reading, places: Sequence[Sequence[int]], key: str) -> float:
    if any(len(found) > _EVERYWHERE for found in places):
        return 1.0
    share = reading.share_around(key, places)
    return 1.0 if share is None else share
