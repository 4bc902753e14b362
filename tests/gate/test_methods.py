import pytest

from bench.gate.claims import Claim
from bench.gate.measure import ask, kind_rows, sample, set_rows
from bench.gate.methods import FAST, containment, gate, marker

SOURCE = "Tarn keeps 5 copies of each block.\n\nIt was released on 12 March 2019 in Bergen."
TRUE = Claim("1", "Tarn keeps 5 copies of each block.", SOURCE, 1, "one", mode="grounded")
FALSE = Claim("2", "Tarn keeps 9 copies of each block.", SOURCE, 0, "one", "number", "memory")
OTHER = Claim("3", "Grapes ripen in autumn on southern hillsides.", SOURCE, 0, "two")


def test_the_gate_tells_a_number_that_the_other_two_cannot() -> None:
    # GIVEN a supported claim and its twin with another number
    # WHEN the gate and the baselines are asked
    # THEN the gate alone tells them apart; what shares no word the containment refuses as well
    assert gate(TRUE).passed
    assert not gate(FALSE).passed
    assert marker(FALSE).passed
    assert containment(TRUE).score > containment(FALSE).score > containment(OTHER).score
    assert not containment(OTHER).passed


def test_tables_name_each_set_and_each_kind() -> None:
    # GIVEN the answers of every fast method
    answers = {name: ask(method, [TRUE, FALSE, OTHER]) for name, method in FAST.items()}
    # WHEN they are made tables
    sets, kinds = set_rows(answers), kind_rows(answers["this gate"])
    # THEN each method has a row in each set, and each kind and mode of the unsupported has one
    assert [row[:2] for row in sets[1:]] == [(s, m) for s in ("one", "two") for m in FAST]
    assert [row[:3] for row in kinds[1:]] == [
        ("one", "number", "1"), ("one", "any, mode memory", "1"), ("two", "–", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 9])
def test_a_sample_takes_from_every_set_the_same_each_time(size: int) -> None:
    # GIVEN claims of two sets
    claims = [TRUE, FALSE, OTHER]
    # WHEN a sample is drawn twice
    drawn = sample(claims, size, seed=3)
    # THEN it is the same, and holds so many of each set or all there are
    assert drawn == sample(claims, size, seed=3)
    assert len(drawn) == min(size, 2) + 1
