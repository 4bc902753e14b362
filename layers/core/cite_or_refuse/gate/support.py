"""Decide whether the cited sources say what a claim says."""

from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.domain.check import Evidence, Support
from cite_or_refuse.gate.claim import tokens_of
from cite_or_refuse.gate.hardfacts import Findings, check_facts
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.joined import unknown_together
from cite_or_refuse.gate.language import TELLING, language
from cite_or_refuse.gate.passage import passage
from cite_or_refuse.gate.polarity import contradicted, said_of_sibling
from cite_or_refuse.gate.reading import Cited, Reading, read
from cite_or_refuse.gate.score import SUPPORTED, WEAK, Features, score
from cite_or_refuse.gate.tokens import fold, keys_of
from cite_or_refuse.gate.undenied import undenied
from cite_or_refuse.gate.unmatched import unmatched_negation
from cite_or_refuse.gate.verbatim import verbatim
from cite_or_refuse.gate.words import is_property

_MAX_MISSING = 8
_MAX_EVIDENCE = 3  # sources
_MAX_SEGMENTS = 3
_FOREIGN = 0.5  # the score of a claim in another language whose facts stand


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one claim; the fields are those of `domain.check.Claim`."""

    verdict: Support
    missing: tuple[str, ...]
    score: float
    evidence: tuple[Evidence, ...]


def judge(claim: str, cited: Cited, context: str = "") -> Judged:
    """Judge a claim, without its markers, against the sources it cites; never raises.

    `cited` holds 1-based source numbers with their indexes; `context` is what a reader of the
    draft has read just before: the header of the table, the heading, the lead-in of the list.
    A claim with several citations is supported when they carry it together.
    """
    cited = [pair for pair in cited if pair[1].starts]
    if quoted := _verbatim(claim, cited):
        return Judged(Support.SUPPORTED, (), 1.0, quoted)
    reading = read(claim, cited, context)
    if not reading.cited or not reading.facts.tokens:
        return Judged(Support.UNSUPPORTED, (), 0.0, ())
    found = check_facts(reading)
    foreign, opposed = _is_foreign(reading), _contradiction(reading.telling())
    opposed = opposed or ([] if foreign else list(unknown_together(reading)))
    absent = _absent(reading)
    value = score(_features(reading, found, absent))
    if foreign:
        value = min(max(value, _FOREIGN if _is_anchored(reading) else 0.0), SUPPORTED - 0.01)
    evidence = _evidence(reading)
    if found.missing or opposed:
        missing = dict.fromkeys([*found.missing, *opposed])
        return Judged(
            Support.UNSUPPORTED, tuple(missing)[:_MAX_MISSING], min(value, WEAK) / 2, evidence
        )
    doubtful = tuple(dict.fromkeys([*found.doubtful, *_as_written(absent, reading)]))[:_MAX_MISSING]
    if value < WEAK or (_only_names_stand(reading, absent) and not foreign):
        return Judged(Support.UNSUPPORTED, doubtful, min(value, WEAK * 0.9), evidence)
    if value < SUPPORTED or _has_unknown_phrase(reading, absent):
        return Judged(Support.WEAK, doubtful, min(value, SUPPORTED - 0.01), evidence)
    return Judged(Support.SUPPORTED, (), value, evidence)


def examine(claim: str, cited: Cited) -> Features | None:
    """Return what the score of a claim is made of, None where another rule decides."""
    reading = read(claim, cited)
    if _verbatim(claim, cited) or not reading.cited or not reading.facts.tokens:
        return None
    found, absent = check_facts(reading), _absent(reading)
    opposed = _contradiction(reading) or list(unknown_together(reading))
    if found.missing or opposed or _only_names_stand(reading, absent):
        return None
    return _features(reading, found, absent)


def _absent(reading: Reading) -> list[str]:
    """Return the words of the claim that no source has."""
    terms, known = reading.facts.terms, reading.known
    return [k for k in terms if k not in known and k[0] not in "=#" and not reading.has(k)]


def _verbatim(claim: str, cited: Cited) -> tuple[Evidence, ...]:
    """Return where a source says the claim word for word, if one does."""
    tokens = tokens_of(claim)
    for number, index in cited:
        if place := verbatim(claim, tokens, index):
            first = index.segment_of(place[0])
            last = min(index.segment_of(place[1]), first + _MAX_SEGMENTS - 1)
            return (_quote(number, index, first, last),)
    return ()


def _is_foreign(reading: Reading) -> bool:
    """Whether the claim is in another language than each of its sources, so words say little."""
    others = {index.language for index in reading.indexes}
    own = "" if "" in others else language(reading.claim, TELLING.intersection(reading.facts.lower))
    return bool(own) and own not in others


def _only_names_stand(reading: Reading, absent: Sequence[str]) -> bool:
    """Whether the sources have none of the words with which the claim says something of a name."""
    facts = reading.facts
    said = [
        key
        for key, prior in facts.terms.items()
        if prior >= 1 and key[0] not in "=#@" and facts.tokens[facts.places[key]][0].islower()
    ]
    return len(said) > 1 and set(said) <= set(absent) and not _is_anchored(reading)


def _has_unknown_phrase(reading: Reading, absent: Sequence[str]) -> bool:
    """Whether three words of weight in a row, or two that end the claim, stand in no source."""
    facts = reading.facts
    weighty = [key for key, prior in facts.terms.items() if prior >= 1 and key[0] not in "=#@"]
    weighty.sort(key=lambda key: facts.places[key])
    lost = set(absent)
    unknown = [key in lost for key in weighty]
    return any(map(all, zip(unknown, unknown[1:], unknown[2:], strict=False))) or (
        len(unknown) > 2 and all(unknown[-2:])
    )


def _is_anchored(reading: Reading) -> bool:
    """Whether the claim has facts that any language writes alike; they all stand if none misses."""
    facts = reading.facts
    return bool(facts.quantities or facts.identifiers or facts.dates)


def _as_written(keys: Sequence[str], reading: Reading) -> list[str]:
    """Return the words of weight among the keys, as the claim writes them."""
    facts = reading.facts
    return [facts.tokens[facts.places[key]][0] for key in keys if facts.terms[key] >= 1]


def _unknown_acronyms(reading: Reading) -> int:
    """Count the names that are in no source and are no letters of words that stand in one."""
    return sum(
        not any(reading.has(key) for key in keys_of(name) if key[0] not in "=#@")
        and not any(fold(name).lower() in index.initials for index in reading.indexes)
        for name in reading.facts.names
    )


def _contradiction(reading: Reading) -> list[str]:
    """Return the word that every source with nearly the same words contradicts, if there is one."""
    if not any(reading.facts.spoken):
        return []  # code
    found = [
        contradicted(reading.facts, index, window)
        or unmatched_negation(reading.claim, reading.facts, index, window)
        or undenied(reading.claim, reading.facts, index, worths)
        or said_of_sibling(reading.facts, index, window.seeds)
        for index, window, worths in zip(
            reading.indexes, reading.windows, reading.weights, strict=True
        )
    ]
    return found[:1] if all(found) else []


def _features(reading: Reading, found: Findings, absent: Sequence[str]) -> Features:
    terms, best = reading.facts.terms, reading.known
    known = sum(best.values())
    total = known + sum([prior for key, prior in terms.items() if key not in best])
    held = frozenset[str]().union(*[window.held for window in reading.windows])
    around = frozenset[str]().union(*[window.around for window in reading.windows])
    inside = sum([worth for key, worth in best.items() if key in held])
    lost = sum([terms[key] for key in absent if terms[key] >= 1])
    return Features(
        together=inside / known if known else float(not total),
        wide=sum([terms[k] for k in terms if k in around]) / sum(terms.values()) if total else 1.0,
        absent_share=lost / max(len(terms), 1),
        number_far=1 - found.number_local,
        doubtful=min(len(found.doubtful) + _unknown_acronyms(reading), 3),
        name_far=1 - found.name_local,
        properties=min(sum(map(is_property, absent)), 2),
    )


def _evidence(reading: Reading) -> tuple[Evidence, ...]:
    """Return the best window of each source that has one, the best first."""
    found = []
    ranked = sorted(
        zip(reading.cited, reading.windows, strict=True), key=lambda pair: -pair[1].worth
    )
    for (number, index), window in ranked[:_MAX_EVIDENCE]:
        if window.held:
            found.append(_quote(number, index, window.first, window.last))
    return tuple(found)


def _quote(number: int, index: SourceIndex, first: int, last: int) -> Evidence:
    start, end = passage(index, first, last)
    return Evidence(number, start, end, index.content[start:end])
