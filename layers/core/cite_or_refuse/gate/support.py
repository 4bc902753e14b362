"""Decide whether the cited sources say what a claim says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cite_or_refuse.domain.check import Evidence, Support
from cite_or_refuse.gate import score as scoring
from cite_or_refuse.gate.claim import Facts, read_claim
from cite_or_refuse.gate.evidence import Window, best_window, weights_in
from cite_or_refuse.gate.hardfacts import Hard, check_facts, has
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.parameters import Cited
from cite_or_refuse.gate.polarity import contradicted, unmatched_negation
from cite_or_refuse.gate.score import Features, score
from cite_or_refuse.gate.tokens import fold, keys_of
from cite_or_refuse.gate.words import is_property

_MAX_MISSING = 8
_MAX_EVIDENCE = 3


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
    cited = [(number, index) for number, index in cited if index.starts]
    facts = read_claim(claim)
    if not cited or not facts.tokens:
        return Judged(Support.UNSUPPORTED, (), 0.0, ())
    weights = [weights_in(index, facts.terms) for _, index in cited]
    windows = [best_window(index, known) for (_, index), known in zip(cited, weights, strict=True)]
    hard = check_facts(claim, facts, cited, weights, windows)
    opposed = _contradiction(facts, cited, windows)
    absent = _absent(facts, cited)
    value = score(_features(facts, hard, absent, weights, windows, cited))
    evidence = _evidence(cited, windows)
    if hard.missing or opposed:
        missing = dict.fromkeys([*hard.missing, *([opposed] if opposed else [])])
        value *= 0.5 * min(1.0, scoring.WEAK / max(value, scoring.WEAK))
        return Judged(Support.UNSUPPORTED, tuple(missing)[:_MAX_MISSING], value, evidence)
    doubtful = tuple(dict.fromkeys([*hard.doubtful, *absent]))[:_MAX_MISSING]
    if value < scoring.WEAK:
        return Judged(Support.UNSUPPORTED, doubtful, value, evidence)
    if value < scoring.SUPPORTED:
        return Judged(Support.WEAK, doubtful, value, evidence)
    return Judged(Support.SUPPORTED, (), value, evidence)


def _absent(facts: Facts, cited: Cited) -> list[str]:
    """Return the terms and names, as written, that no source holds."""
    keys = [
        key
        for key, prior in facts.terms.items()
        if prior >= 1 and key[0] not in "=#" and not has(key, cited)
    ]
    return [facts.tokens[facts.places[key]][0] for key in keys]


def _unknown_acronyms(facts: Facts, cited: Cited) -> int:
    """Count the names that are in no source and are no letters of words that stand in one."""
    return sum(
        not any(has(key, cited) for key in keys_of(name) if key[0] not in "=#@")
        and not any(fold(name).lower() in index.initials for _, index in cited)
        for name in facts.names
    )


def _contradiction(facts: Facts, cited: Cited, windows: Sequence[Window]) -> str:
    """Return the word that every source with nearly the same words contradicts."""
    found = [
        contradicted(facts, index, window.seeds)
        or unmatched_negation(facts, index, window)
        for (_, index), window in zip(cited, windows, strict=True)
    ]
    return found[0] if found and all(found) else ""


def _features(
    facts: Facts,
    hard: Hard,
    absent: Sequence[str],
    weights: Sequence[Mapping[str, float]],
    windows: Sequence[Window],
    cited: Cited,
) -> Features:
    best = {key: max(known.get(key, 0.0) for known in weights) for key in facts.terms}
    known = sum(best.values())
    lost = sum(prior for key, prior in facts.terms.items() if not best[key])
    inside = sum(best[key] for key in best if any(key in window.held for window in windows))
    around = sum(facts.terms[key] for key in best if any(key in w.around for w in windows))
    keys = [key for key in facts.terms if key[0] not in "=#" and not best[key]]
    count = sum(facts.terms[key] for key in keys if facts.terms[key] >= 1)
    return Features(
        window=inside / (known + lost) if known + lost else 1.0,
        together=inside / known if known else float(not lost),
        wide=around / sum(facts.terms.values()) if known + lost else 1.0,
        absent=min(count, 5.0),
        absent_share=count / max(len(facts.terms), 1),
        number_far=1 - hard.number_local,
        doubtful=min(len(hard.doubtful) + _unknown_acronyms(facts, cited), 3),
        name_far=1 - hard.name_local,
        properties=min(sum(map(is_property, keys)), 2),
    )


def _evidence(cited: Cited, windows: Sequence[Window]) -> tuple[Evidence, ...]:
    """Return the best window of each source that has one, the best first."""
    found = []
    ranked = sorted(zip(cited, windows, strict=True), key=lambda pair: -pair[1].worth)
    for (number, index), window in ranked[:_MAX_EVIDENCE]:
        if window.held:
            start, end = index.span(window.first, window.last)
            found.append(Evidence(number, start, end, index.content[start:end]))
    return tuple(found)
