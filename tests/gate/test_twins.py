import pytest

from bench.gate.claims import Claim
from bench.gate.twins import KINDS, twins, twins_of

SOURCE = """# Tarn

Tarn 2.4 keeps 5 copies of each block. It was released on 12 March 2019 in Bergen.

`retries` is tried 3 times; the default of `fast_mode` is `True`. `flush()` calls `sync()`.

The journal holds up to 40 MB, and the cache holds at least 64 MB. Oslo hosts the mirror.
Readers are not blocked by writers. Copies are kept for 30 minutes.
"""


def made(text: str, kind: str) -> set[str]:
    return {t.claim.text for t in twins_of(Claim("1", text, SOURCE, 1), kind, 1)}


@pytest.mark.parametrize(
    ("kind", "text", "changed"),
    [
        ("number", "Tarn keeps 5 copies.", "5"),
        ("unit", "Copies are kept for 30 minutes.", "minutes"),
        ("version", "Since Tarn 2.4 it keeps copies of each block.", "2.4"),
        ("date", "It was released in March 2019.", "2019"),
        ("name", "It was released in Bergen.", "Bergen"),
        ("negation", "Readers are not blocked by writers.", "not"),
        ("role", "`flush()` calls `sync()`.", "`flush()` calls"),
        ("keyword", "The number of tries is `retries`.", "retries"),
        ("default", "By default `fast_mode` is `True`.", "True"),
    ],
)
def test_each_kind_changes_its_own_thing(kind: str, text: str, changed: str) -> None:
    # GIVEN a claim that its source supports
    # WHEN twins of one kind are made of it
    found = made(text, kind)
    # THEN there are some, and each lacks what was changed
    assert found
    assert any(changed not in twin for twin in found)


@pytest.mark.parametrize(
    ("kind", "text", "kept"),
    [
        ("number", "The cache holds at least 64 MB.", "64"),  # at least 60 is as true
        ("number", "Tarn keeps 5 copies of the 9 blocks.", "9"),  # the source has no 9
        ("negation", "Blocks that are kept have copies.", "that are kept"),  # not the predicate
        ("negation", "It is safe in threads but not in processes.", "is safe"),  # plain no more
        ("negation", "It is kept before a block is read.", "block is read"),  # no main clause
        ("negation", "It drops whatever is kept.", "whatever is kept"),
        ("negation", "No two blocks can be kept.", "can be"),  # "no two cannot": denied twice
        ("negation", "It gives no promise.", "gives"),
        ("negation", "It cannot be kept, not even in Bergen.", "cannot"),  # leans on its "not"
        ("negation", "Blocks are kept, and so is the journal.", "are kept"),
        ("negation", "It is also less safe.", "is also"),  # what would "is not also" deny?
        ("negation", "If `sync()` in Tarn keeps it, so be it.", "keeps"),  # code ends no clause
        ("negation", "It was kept in 2.4 but is lost.", "was kept"),  # no stop within a number
        ("version", "Tarn 2.4 or later keeps copies.", "2.4"),  # 2.5 or later is as true
        ("role", "`flush()` and `sync()` are there.", "`flush()` and"),  # the same both ways
    ],
)
def test_what_may_be_as_true_otherwise_is_left_alone(kind: str, text: str, kept: str) -> None:
    # GIVEN a claim in which another token would not make a false sentence for certain
    # WHEN twins of this kind are made
    # THEN none changes it
    assert all(kept in twin for twin in made(text, kind))


def test_never_been_loses_its_never() -> None:
    # GIVEN a claim with "has never been"
    # WHEN its negation is turned
    found = made("The man has never been identified.", "negation")
    # THEN the twin says that it has been, not that it "has always been identified"
    assert found == {"The man has been identified."}


def test_a_token_as_near_to_the_claim_as_its_own_makes_no_twin() -> None:
    # GIVEN a source that says the same of two cities
    source = "Tarn is mirrored in Oslo, Bergen and in Narvik every night. Lund has none."
    claim = Claim("1", "Tarn is mirrored in Oslo every night.", source, 1)
    # WHEN names are put for each other
    found = {t.claim.text for t in twins_of(claim, "name", 1)}
    # THEN the other city is not
    assert not any("Bergen" in text or "Narvik" in text for text in found)


@pytest.mark.parametrize("kind", ["number", "default"])
def test_nought_and_one_are_numbers_like_any_other(kind: str) -> None:
    # GIVEN a source that has nought and three in one sentence
    source = "By default Tarn has the count 0 and adds 3 to it at once. Nothing is said of 7."
    claim = Claim("1", "By default Tarn has the count 0 at once.", source, 1)
    # WHEN other numbers are put for nought, with several seeds
    found = {t.claim.text for seed in range(8) for t in twins_of(claim, kind, seed)}
    # THEN none is the one that stands as near to the claim's words
    assert "By default Tarn has the count 7 at once." in found
    assert "By default Tarn has the count 3 at once." not in found


def test_another_form_of_a_name_makes_no_twin() -> None:
    # GIVEN a source that writes a name in two forms, and another name once
    source = "In that year the record of Depeche Mode was made in a house by the sea. "
    source += "Much later it was sold again, and what Depeche Mode's own label said of it is lost. "
    source += "There is a copy of it in the town hall of Lund Park, where nobody plays it any more."
    claim = Claim("1", "In that year the record of Depeche Mode was made.", source, 1)
    # WHEN names are put for each other
    found = {t.claim.text for t in twins_of(claim, "name", 1)}
    # THEN only the other name is taken
    assert found == {"In that year the record of Lund Park was made."}


def test_a_month_makes_no_name() -> None:
    # GIVEN a source that names a month and a town far from what the claim says
    source = "The cup of Narvik was won by the men of the coast that year, after two lost games. "
    source += "Of all the rest nothing is known to us here, but that it rained in June for a week. "
    source += "There is a copy of it in the town hall of Lund, where nobody plays it any more."
    claim = Claim("1", "The cup of Narvik was won by the men of the coast.", source, 1)
    # WHEN names are put for each other
    found = {t.claim.text for t in twins_of(claim, "name", 1)}
    # THEN only the town is taken
    assert found == {"The cup of Lund was won by the men of the coast."}


@pytest.mark.parametrize(
    ("text", "made_of_it"),
    [
        ("The documented methods of `Store` include `close`.", set()),  # `pause` is one, too
        ("Leave the store with `close`.", {"Leave the store with `pause`."}),
    ],
)
def test_a_method_of_the_same_class_makes_no_twin_of_whose_it_is(text, made_of_it) -> None:
    # GIVEN a page on a class with two methods
    source = "Leave the store with `close`.\n\n`Store.close()`\n\n`Store.pause()`\n\nA dog barks."
    # WHEN identifiers are put for each other
    found = {t.claim.text for t in twins_of(Claim("1", text, source, 1), "keyword", 1)}
    # THEN the other method is taken only where the claim says what the one is for
    assert found == made_of_it


def test_twins_are_the_same_each_time_and_no_more_than_asked_for() -> None:
    # GIVEN some claims, one of them unsupported
    texts = ("Tarn keeps 5 copies.", "Copies are kept for 30 minutes.", "It keeps 40 copies.")
    claims = [Claim(str(i), text, SOURCE, int(i < 2)) for i, text in enumerate(texts)]
    # WHEN twins are made twice
    once, again = twins(claims, 1, seed=7), twins(claims, 1, seed=7)
    # THEN they are the same, one of a kind at most, false, and made from supported claims
    assert once == again
    assert len({t.kind for t in once}) == len(once) <= len(KINDS)
    assert all(t.claim.label == 0 and t.original.label == 1 for t in once)


def test_half_a_name_makes_no_side_of_a_relation() -> None:
    # GIVEN a claim with a name of which a pattern sees the last word alone
    source = "This summer Alice in Chains joined Velvet Revolver on the road."
    claim = Claim("1", "Alice in Chains joined Velvet Revolver.", source, 1)
    # WHEN its two sides are turned round
    # THEN no twin speaks of an "Alice in Velvet Revolver"
    assert not twins_of(claim, "role", 1)
