from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.claim import read_claim
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.quantities import find_quantity
from cite_or_refuse.gate.tokens import number_values


def states(source: str, claim: str) -> bool:
    index = build_index(source)
    quantities = read_claim(claim).quantities
    assert quantities, "the claim has no number"
    return all(find_quantity(quantity, index) for quantity in quantities)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("a timeout of 30000 ms", "30 seconds"),
        ("a timeout of 500 ms", "half a second"),
        ("kept for 43,200 seconds", "kept for 12 hours"),
        ("a limit of 131072 bytes", "a limit of 128 KiB"),
        ("a limit of 128KiB", "a limit of 128 KiB"),
        ("a buffer of 8MB", "a buffer of 8 MiB"),
        ("40,000,000 transactions", "40 million transactions"),
        ("ten retries", "10 retries"),
        ("10 retries", "ten retries"),
        ("10-60% faster", "between 10% and 60% faster"),
        ("a 4-byte header", "a header of 4 bytes"),
        ("a header of four bytes", "a 4-byte header"),
        ("USD 730 million", "$730M"),
        ("1.250,5 MB", "1250,5 MB"),
        ("version 2.4.0", "version 2.4"),
        ("v2.4", "2.4"),
        ("581,012 samples", "just over 581,000 samples"),
        ("the score is 0.772", "a score of about 0.77"),
    ],
)
def test_the_same_quantity_is_found_in_another_form(source, claim):
    # GIVEN a source that states a quantity
    # WHEN a claim writes it in another form
    # THEN it is found
    assert states(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("a timeout of 5 ms", "a timeout of 5 s"),
        ("1,250,000 requests", "250,000 requests"),
        ("512 MB", "12 MB"),
        ("12.5 %", "2.5 %"),
        ("2.41", "version 2.4"),
        ("12.4", "version 2.4"),
        ("6,412 users", "about 6,000 users"),
        ("12.5 %", "13 %"),
        ("2 billion rows", "2 million rows"),
        ("a five-year term", "a five-month term"),
    ],
)
def test_another_quantity_is_not_found(source, claim):
    # GIVEN a source that states a quantity
    # WHEN a claim states another that looks like it
    # THEN it is not found
    assert not states(source, claim)


@given(st.integers(min_value=0, max_value=10**12))
def test_any_grouping_of_digits_is_the_same_number(number):
    # GIVEN a whole number, plain and with separators of thousands
    plain, grouped = str(number), f"{number:,}"
    # WHEN both are read
    # THEN one reading of each is the number
    assert plain in number_values(plain)
    assert plain in number_values(grouped)
    assert states(f"It has {grouped} rows.", f"It has {plain} rows.")


@given(st.integers(min_value=1, max_value=10**9), st.integers(min_value=1, max_value=9))
def test_a_number_never_hides_in_a_longer_one(number, digit):
    # GIVEN a number, and one with a digit before it
    longer = f"{digit}{number}"
    # WHEN a source states only the longer
    # THEN the shorter is not found, with separators or without
    assert not states(f"It has {int(longer):,} rows.", f"It has {number} rows.")
    assert not states(f"It has {longer} rows.", f"It has {number:,} rows.")


@given(st.decimals(min_value=0, max_value=10**6, places=3, allow_nan=False))
def test_zeros_at_the_ends_do_not_change_a_number(number):
    # GIVEN a decimal number with three places
    text = f"{number:f}"
    # WHEN it is read
    # THEN its value is kept and its zeros are gone
    (value,) = (v for v in number_values(text) if Fraction(v) == Fraction(text))
    assert not (("." in value) and value.endswith("0"))
