"""Rates and areas with 95 % intervals, all in percent."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import nan, sqrt

_Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure in percent with the ends of its interval; nan where nothing was counted."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.value != self.value:  # nan: nothing was counted
            return "–"
        return f"{self.value:.1f} ({self.low:.0f}–{self.high:.0f})"


UNKNOWN = Estimate(nan, nan, nan)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a method said of one claim: whether it may pass, and its score, 0..1."""

    passed: bool
    score: float


@dataclass(frozen=True, slots=True)
class Scores:
    """One method on one set."""

    claims: int
    balanced: Estimate
    area: Estimate
    false_pass: Estimate
    false_refusal: Estimate


def rate(hits: int, total: int) -> Estimate:
    """Return a share with Wilson's score interval."""
    if not total:
        return UNKNOWN
    share = hits / total
    centre = (share + _Z * _Z / (2 * total)) / (1 + _Z * _Z / total)
    spread = _Z * sqrt(share * (1 - share) / total + _Z * _Z / (4 * total * total))
    spread /= 1 + _Z * _Z / total
    return Estimate(100 * share, 100 * max(0.0, centre - spread), 100 * min(1.0, centre + spread))


def balanced_accuracy(false_pass: Estimate, false_refusal: Estimate) -> Estimate:
    """Return the mean of the two accuracies, its interval from theirs.

    The two Wilson intervals are squared and added (Newcombe 1998, method 10), since the two
    kinds of claim are independent samples.
    """
    down = sqrt(
        (false_pass.high - false_pass.value) ** 2 + (false_refusal.high - false_refusal.value) ** 2
    )
    up = sqrt(
        (false_pass.value - false_pass.low) ** 2 + (false_refusal.value - false_refusal.low) ** 2
    )
    value = 100 - (false_pass.value + false_refusal.value) / 2
    return Estimate(value, value - down / 2, value + up / 2)


def _shares_below(these: Sequence[float], others: Sequence[float]) -> list[float]:
    """Return for each score the share of the others that are lower, ties counting half."""
    tagged = sorted([(s, 0, i) for i, s in enumerate(these)] + [(s, 1, 0) for s in others])
    shares, passed = [0.0] * len(these), 0
    for _, group in groupby(tagged, key=lambda item: item[0]):
        tied = list(group)
        ties = sum(tag for _, tag, _ in tied)
        for _, tag, place in tied:
            if not tag:
                shares[place] = (passed + ties / 2) / len(others)
        passed += ties
    return shares


def _variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def area(supported: Sequence[float], unsupported: Sequence[float]) -> Estimate:
    """Return the area under the ROC curve with DeLong's interval (DeLong 1988)."""
    if len(supported) < 2 or len(unsupported) < 2:
        return UNKNOWN
    above = _shares_below(supported, unsupported)
    below = _shares_below(unsupported, supported)
    value = sum(above) / len(above)
    spread = _Z * sqrt(_variance(above) / len(above) + _variance(below) / len(below))
    return Estimate(100 * value, 100 * max(0.0, value - spread), 100 * min(1.0, value + spread))


def scores(labels: Sequence[int], answers: Sequence[Answer]) -> Scores:
    """Return how well answers meet labels, 1 for supported."""
    by_label: defaultdict[int, list[Answer]] = defaultdict(list)
    for label, answer in zip(labels, answers, strict=True):
        by_label[label].append(answer)
    supported, unsupported = by_label[1], by_label[0]
    false_pass = rate(sum(a.passed for a in unsupported), len(unsupported))
    false_refusal = rate(sum(not a.passed for a in supported), len(supported))
    return Scores(
        claims=len(labels),
        balanced=balanced_accuracy(false_pass, false_refusal),
        area=area([a.score for a in supported], [a.score for a in unsupported]),
        false_pass=false_pass,
        false_refusal=false_refusal,
    )
