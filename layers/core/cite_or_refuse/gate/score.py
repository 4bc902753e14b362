"""Rule 5: how well one window of the sources carries a claim's words, as one number.

The score is logistic in seven features, each a share or a small count with one meaning. The weights
are the same for every set, fitted on claims whose hard facts all stand. `bench.gate.fit` fits them
anew, and scores each layout by weights fitted without it: what it prints now refuses fewer honest
claims on one set and more on another, so these were kept. Features that did not carry over to
layouts left out of the fit were dropped; so were the claim's length, how it ends, its worst clause
and the pairs of words that stand together, which ranked no better.
"""

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of a claim whose hard facts stand.

    together       share of those words that the sources have, rare ones first, which stand in the
                   best one to three sentences
    wide           share of all the claim's words in the 160 tokens around that window
    absent_share   words of weight that the sources lack, of all words
    number_far     how little of its own clause stands around the worst placed number
    name_far       the same of the worst placed name or identifier
    doubtful       facts that the sources lack but that a writer may have derived or spelt out
                   (number words, acronyms, a year), at most three
    properties     properties ("atomic", "thread-safe") that the sources lack, at most two
    """

    together: float
    wide: float
    absent_share: float
    number_far: float
    doubtful: float
    name_far: float
    properties: float


_WEIGHTS = Features(0.47, 2.49, -0.97, -0.59, -0.79, -1.55, -0.89)
_BIAS = -1.38
_REFUSE = 0.193  # raw value below which a claim is refused: 5 in 100 honest claims at most
_SUPPORT = 0.50  # raw value above which a claim needs no mark

WEAK, SUPPORTED = 0.4, 0.7  # where the published score changes its verdict


def score(features: Features) -> float:
    """Return the score, 0..1: below 0.4 unsupported, from 0.7 supported, weak between."""
    total = _BIAS + sum(
        getattr(_WEIGHTS, name) * getattr(features, name) for name in Features.__slots__
    )
    raw = 1 / (1 + exp(-total))
    for low, high, start, end in (
        (0.0, _REFUSE, 0.0, WEAK),
        (_REFUSE, _SUPPORT, WEAK, SUPPORTED),
        (_SUPPORT, 1.0, SUPPORTED, 1.0),
    ):
        if raw < high or high == 1.0:
            return start + (end - start) * (raw - low) / (high - low)
    return 1.0
