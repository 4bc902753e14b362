from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.gate.statistics import UNKNOWN, Answer, area, balanced_accuracy, rate, scores

some_scores = st.lists(st.integers(0, 6).map(lambda n: n / 6), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 10, 0.0, 27.8), (8, 10, 49.0, 94.3), (50, 100, 40.4, 59.6), (10, 10, 72.2, 100.0)],
)
def test_a_rate_has_the_interval_of_wilson(hits: int, total: int, low: float, high: float) -> None:
    # GIVEN a count whose interval the literature tabulates
    # WHEN it is made a rate
    estimate = rate(hits, total)
    # THEN its ends are those
    assert estimate.value == pytest.approx(100 * hits / total)
    assert (round(estimate.low, 1), round(estimate.high, 1)) == (low, high)


def test_a_rate_of_nothing_is_unknown() -> None:
    # GIVEN no claim of a kind
    # WHEN its rate is asked for
    # THEN there is none, and it is printed as a dash
    assert rate(0, 0) is UNKNOWN
    assert isnan(UNKNOWN.value)
    assert str(UNKNOWN) == "–"


@given(some_scores, some_scores)
def test_the_area_is_the_share_of_pairs_in_the_right_order(
    supported: list[float], unsupported: list[float]
) -> None:
    # GIVEN any scores, ties among them
    pairs = [(s > u) + (s == u) / 2 for s in supported for u in unsupported]
    # WHEN the area is computed by ranks
    estimate = area(supported, unsupported)
    # THEN it is what counting every pair gives, and lies in its own interval
    assert estimate.value == pytest.approx(100 * sum(pairs) / len(pairs))
    assert estimate.low <= estimate.value + 1e-9
    assert estimate.value - 1e-9 <= estimate.high


def test_the_area_has_the_interval_of_delong() -> None:
    # GIVEN scores whose structural components can be worked out by hand:
    # the supported ones lie above 1, 1 and 1/2 of the unsupported, these below 1 and 2/3
    # WHEN the area is computed
    estimate = area([0.9, 0.8, 0.4], [0.1, 0.6])
    # THEN its variance is (1/12) / 3 + (1/18) / 2, and its upper end is cut at 100
    assert estimate.value == pytest.approx(100 * 5 / 6)
    assert estimate.low == pytest.approx(100 * (5 / 6 - 1.959964 * (1 / 36 + 1 / 36) ** 0.5))
    assert estimate.high == 100


def test_balanced_accuracy_is_the_mean_of_the_two_accuracies() -> None:
    # GIVEN 40 % false pass and 10 % false refusal
    passed, refused = rate(40, 100), rate(10, 100)
    # WHEN they are put together
    estimate = balanced_accuracy(passed, refused)
    # THEN the value is the mean, and the interval is narrower than that of the wider half
    assert estimate.value == pytest.approx(75)
    assert estimate.low < 75 < estimate.high
    assert estimate.high - estimate.low < passed.high - passed.low


def test_scores_tell_the_two_directions_apart() -> None:
    # GIVEN two supported claims, one of them refused, and two unsupported ones, one let through
    labels = [1, 1, 0, 0]
    answers = [Answer(True, 0.9), Answer(False, 0.2), Answer(True, 0.8), Answer(False, 0.1)]
    # WHEN they are scored
    found = scores(labels, answers)
    # THEN both directions are half wrong, and three of the four pairs are in order
    assert (found.false_pass.value, found.false_refusal.value) == (50, 50)
    assert found.balanced.value == 50
    assert found.area.value == 75
