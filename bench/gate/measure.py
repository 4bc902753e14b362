"""Ask methods about claims, and sort the answers into tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bench.gate.claims import Claim
from bench.gate.methods import Method, gate
from bench.gate.report import Row
from bench.gate.statistics import Answer, Scores, rate, scores
from bench.gate.twins import KINDS, Twin

ALL = "all"
_HEADER = ("set", "method", "claims", "balanced", "AUC", "false pass", "false refusal")


@dataclass(frozen=True, slots=True)
class Answered:
    """A claim and what a method said of it."""

    claim: Claim
    answer: Answer


def ask(method: Method, claims: Iterable[Claim]) -> list[Answered]:
    """Put each claim to a method."""
    return [Answered(claim, method(claim)) for claim in claims]


def by_set(claims: Sequence[Claim]) -> dict[str, list[Claim]]:
    """Return the claims of each set, the sets in order of name."""
    sets: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        sets[claim.dataset].append(claim)
    return dict(sorted(sets.items()))


def sample(claims: Sequence[Claim], size: int, seed: int) -> list[Claim]:
    """Return up to `size` claims of each set, drawn by the seed, in the order they came in."""
    drawn: list[Claim] = []
    for name, members in by_set(claims).items():
        picked = Random(f"{seed}:{name}").sample(range(len(members)), min(size, len(members)))  # noqa: S311 - no secret
        drawn += [members[i] for i in sorted(picked)]
    return drawn


def score(answered: Sequence[Answered]) -> Scores:
    """Return the scores of one method over these claims."""
    return scores([a.claim.label for a in answered], [a.answer for a in answered])


def set_rows(answers: Mapping[str, Sequence[Answered]]) -> list[Row]:
    """Return the rows of the table of sets: each method on each set."""
    rows: list[Row] = [_HEADER]
    names = sorted({a.claim.dataset for answered in answers.values() for a in answered})
    for name in names:
        for method, answered in answers.items():
            members = [a for a in answered if a.claim.dataset == name]
            if members:
                s = score(members)
                figures = (s.balanced, s.area, s.false_pass, s.false_refusal)
                rows.append((name, method, str(s.claims), *map(str, figures)))
    return rows


def kind_rows(answered: Sequence[Answered]) -> list[Row]:
    """Return the rows of the table of kinds: what is caught of each kind of unsupported claim.

    Then the same by the way in which the claims came about, where that is known.
    """
    kinds: defaultdict[tuple[str, bool, str], list[bool]] = defaultdict(list)
    for each in answered:
        claim, caught = each.claim, not each.answer.passed
        if not claim.label:
            kinds[claim.dataset, False, claim.kind or "–"].append(caught)
            if claim.mode:
                kinds[claim.dataset, True, f"any, mode {claim.mode}"].append(caught)
    rows: list[Row] = [("set", "kind", "unsupported", "caught")]
    for (name, _, kind), hits in sorted(kinds.items()):
        rows.append((name, kind, str(len(hits)), str(rate(sum(hits), len(hits)))))
    return rows


def twin_rows(twins: Sequence[Twin]) -> list[Row]:
    """Return the rows of the table of twins, with the refusals of the claims they came from."""
    rows: list[Row] = [("twin", "made", "caught", "false refusal of its original")]
    for kind in KINDS:
        made = [twin for twin in twins if twin.kind == kind]
        caught = sum(not gate(twin.claim).passed for twin in made)
        originals = {twin.original.id: twin.original for twin in made}.values()
        refused = sum(not gate(original).passed for original in originals)
        rows.append(
            (kind, str(len(made)), str(rate(caught, len(made))), str(rate(refused, len(originals))))
        )
    return rows
