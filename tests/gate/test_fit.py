from pathlib import Path
from random import Random

from bench.gate.claims import Claim, read
from bench.gate.fit import Row, fit, left_out, predicted, told


def rows(count: int, seed: int) -> list[Row]:
    """Return rows whose first feature tells the label, with noise, and whose second is noise."""
    chance = Random(seed)
    made = []
    for number in range(count):
        label = number % 2
        values = (label + chance.gauss(0, 0.5), chance.random())
        made.append(
            Row(Claim(f"{'ab'[number % 3 == 0]}{number}-x", "", "", label, "made"), values, True)
        )
    return made


def test_the_feature_that_tells_gets_the_weight() -> None:
    # GIVEN claims that one feature tells apart, and another does not
    known = rows(200, seed=1)
    # WHEN weights are fitted
    telling, noise, _ = fit(known, {})
    # THEN the first weighs much more, and an honest claim scores above a false one
    assert telling > 3 * abs(noise)
    weights = fit(known, {})
    assert predicted(weights, known[1]) > predicted(weights, known[0])


def test_a_set_that_is_weighed_with_nothing_changes_nothing() -> None:
    # GIVEN a set, and another in which the same feature says the opposite
    known = rows(100, seed=1)
    turned = [
        Row(Claim(r.claim.id, "", "", 1 - r.claim.label, "turned"), r.values, True) for r in known
    ]
    # WHEN the second counts for nothing
    found = fit([*known, *turned], {"turned": 0.0})
    # THEN the weights are those of the first alone
    assert [round(w, 1) for w in found] == [round(w, 1) for w in fit(known, {})]


def test_a_group_is_scored_without_its_own_claims() -> None:
    # GIVEN claims of two layouts, and one that a hard fact decides
    known = rows(200, seed=2)
    # WHEN each layout is scored by weights of the other
    decided = Row(Claim("b999-x", "", "", 0, "made"), (), passed=False)
    scored = left_out([*known, decided], {})
    # THEN every claim is scored once, the decided one with what was decided, and the set is told
    assert len(scored) == 201
    assert {row.claim.id: value for row, value in scored}["b999-x"] == 0.0
    assert told("made", scored).startswith("made: AUC 9")


def test_the_natural_drafts_are_grouped_by_their_nine_layouts() -> None:
    # GIVEN the claims of the natural drafts that rules may be made from
    claims = read([Path(__file__).parent / "drafts" / "read.jsonl"])
    # WHEN they are grouped
    groups = {Row(claim, (), passed=False).group for claim in claims}
    # THEN each layout is a group of its own
    assert groups == {f"drafts:{letter}" for letter in "acdgnprst"}
