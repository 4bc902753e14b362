"""Fit the weights of the gate's score: `python -m bench.gate.fit FILE ... [--weigh natural=1 ...]`.

Fitted are the claims whose hard facts all stand, so that the score decides. Each set counts as much
as `--weigh` says for one of its claims (1 where it says nothing). Before the weights are printed in
the form of `gate/score.py`, each group of claims is scored by weights that were fitted without it:
a group is a set's layout, the letters that its ids begin with, or a fifth of a set without layouts.
Those figures, not the ones of the final weights, say what to expect of pages of another kind.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from math import exp
from pathlib import Path
from zlib import crc32

from bench.gate.claims import Claim, read
from bench.gate.methods import gate, indexed
from bench.gate.statistics import Answer, scores
from cite_or_refuse.gate.score import Features
from cite_or_refuse.gate.support import examine

_RIDGE = 3.0  # keeps a weight small that few claims need, with features in standard deviations
_STEPS = 30
_REFUSED = 5  # in 100 supported claims, at which the catch is told


@dataclass(frozen=True, slots=True)
class Row:
    """A claim with its features; a claim that a hard fact decides has none."""

    claim: Claim
    values: tuple[float, ...]
    passed: bool

    @property
    def group(self) -> str:
        """What is left out of a fit together."""
        layout = self.claim.id.partition("-")[0].rstrip("0123456789")
        part = layout if 0 < len(layout) < 2 else str(crc32(self.claim.id.encode()) % 5)
        return f"{self.claim.dataset}:{part}"


def rows(claims: Iterable[Claim]) -> list[Row]:
    """Examine the claims."""
    found = []
    for claim in claims:
        features = examine(claim.text, [(1, indexed(claim.source))])
        found.append(Row(claim, astuple(features) if features else (), gate(claim).passed))
    return found


def fit(known: Sequence[Row], weigh: dict[str, float]) -> tuple[float, ...]:
    """Return the weights of the features and the bias, by Newton's method with a ridge."""
    worth = [weigh.get(row.claim.dataset, 1.0) for row in known]
    scale = [*map(_deviation, zip(*[row.values for row in known], strict=True)), 1.0]
    matrix = [[x / s for x, s in zip((*row.values, 1.0), scale, strict=True)] for row in known]
    size = len(scale)
    weights = [0.0] * size
    for _ in range(_STEPS):
        slope = [_RIDGE * w for w in weights[:-1]] + [0.0]
        curve = [[_RIDGE * (i == j < size - 1) for j in range(size)] for i in range(size)]
        for line, row, much in zip(matrix, known, worth, strict=True):
            chance = 1 / (1 + exp(-sum(w * x for w, x in zip(weights, line, strict=True))))
            for i, x in enumerate(line):
                slope[i] += much * (chance - row.claim.label) * x
                for j, y in enumerate(line):
                    curve[i][j] += much * chance * (1 - chance) * x * y
        weights = [w - d for w, d in zip(weights, _solve(curve, slope), strict=True)]
    return tuple(w / s for w, s in zip(weights, scale, strict=True))


def _deviation(column: Sequence[float]) -> float:
    mean = sum(column) / len(column)
    return (sum((x - mean) ** 2 for x in column) / len(column)) ** 0.5 or 1.0


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations of a positive definite matrix by elimination."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(lines):
        for line in lines[at + 1 :]:
            share = line[at] / pivot[at]
            line[at:] = [x - share * y for x, y in zip(line[at:], pivot[at:], strict=True)]
    found: list[float] = []
    for at in reversed(range(len(lines))):
        known = sum(x * y for x, y in zip(lines[at][at + 1 : -1], found, strict=True))
        found.insert(0, (lines[at][-1] - known) / lines[at][at])
    return found


def predicted(weights: Sequence[float], row: Row) -> float:
    """Return the raw score; of a claim that a hard fact decides, what it decides."""
    if not row.values:
        return float(row.passed)
    total = sum(w * x for w, x in zip(weights, (*row.values, 1.0), strict=True))
    return 1 / (1 + exp(-total))


def left_out(found: Sequence[Row], weigh: dict[str, float]) -> list[tuple[Row, float]]:
    """Score each group by weights fitted without it."""
    scored = []
    for group in sorted({row.group for row in found}):
        weights = fit([row for row in found if row.values and row.group != group], weigh)
        scored += [(row, predicted(weights, row)) for row in found if row.group == group]
    return scored


def told(name: str, scored: Sequence[tuple[Row, float]]) -> str:
    """Say how a set is ranked, and what is caught at a false refusal of five in a hundred."""
    members = [(row.claim.label, value) for row, value in scored if row.claim.dataset == name]
    honest = sorted(value for label, value in members if label)
    limit = honest[len(honest) * _REFUSED // 100]
    answers = [Answer(value >= limit, value) for _, value in members]
    figures = scores([label for label, _ in members], answers)
    caught = 100 - figures.false_pass.value
    return f"{name}: AUC {figures.area}, caught at {_REFUSED} % false refusal {caught:.1f} %"


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.gate.fit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--weigh", nargs="*", default=[], metavar="SET=WEIGHT")
    args = parser.parse_args()
    weigh = {name: float(much) for name, _, much in (pair.partition("=") for pair in args.weigh)}
    found = rows(read(args.files))
    scored = left_out(found, weigh)
    for name in sorted({row.claim.dataset for row in found}):
        print(told(name, scored))
    *weights, bias = fit([row for row in found if row.values], weigh)
    names = [field.name for field in fields(Features)]
    print("\n".join(f"{name:14} {w:6.2f}" for name, w in zip(names, weights, strict=True)))
    print(f"{'bias':14} {bias:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
