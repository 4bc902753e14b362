from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.claim import read_claim
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.quantities import MOST
from cite_or_refuse.gate.stated import find_quantity
from cite_or_refuse.gate.tokens import number_values
from cite_or_refuse.gate.unnamed import find_unnamed


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
        ("a retention of 30m", "a retention of 30 minutes"),
        ("a retention of 30m", "a retention of half an hour"),
        ("the magic number 0xFD2FB528", "the magic number 0xfd2fb528"),
        ("a tab (U+0009)", "a tab (0x09)"),
        ("a tab (0x09)", "a tab (U+0009)"),
        ("a limit of 500_000 bytes", "a limit of 500,000 bytes"),
        ("3xx-5xx responses", "responses from 3xx to 5xx"),
        ("return Math.min(times * 10, 1000)", "`Math.min(times * 10, 1000)` milliseconds"),
        ("migrate to v10.x", "removed in v10"),
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
        ("Redis 7", "Redis 7.0"),
        ("Redis 7.0", "Redis 7"),
        ("581,012 samples", "just over 581,000 samples"),
        ("the score is 0.772", "a score of about 0.77"),
        ("0.772 to 0.918", "about 0.77 to 0.92"),
        ("a cost of US$ 581,012", "a cost of just over US$ 581,000"),
        ("2 GB of memory", "2048 MB of memory"),
        ("2 GB of memory", "2,000 MB of memory"),
        ("2 GB of memory", "II GB of memory"),
        ("2 GB of memory", "② GB of memory"),
        ("34 GB of memory", "٣٤ GB of memory"),
        ("2.5 GB of memory", "2½ GB of memory"),
        ("30天", "三十天"),
        ("1.5 km", "1500 m"),
        ("90 minutes", "one and a half hours"),
        ("one and a half hours", "90 minutes"),
        ("120 seconds", "one hundred and twenty seconds"),
        ("twenty-five seconds", "25 seconds"),
        ("100 °C", "100 degrees Celsius"),
        ("100 °C", "212 ℉"),
        ("60 mph", "60 miles per hour"),
        ("100 MB/s", "100 MB per second"),
        ("333米", "333 metres"),
        ("$4.5 million", "4,500,000 dollars"),
        ("The timeout is in milliseconds. Default: 30000", "30 seconds"),
        ("memory (GB): 2", "2 GB"),
        ("Revenue in millions: 4.5", "4.5 million"),
        ("from 2 to 4 GB", "from 2 GB to 4 GB"),
        ("threshold = 8 * 1024 * 1024", "8 MiB"),
        ("returns -1 on failure", "returns −1 on failure"),
        ("Der Turm wiegt 1.250 Tonnen und ist nicht alt.", "1250 Tonnen"),
        ("Open from 9:15 to 14:05 UTC", "2:05 pm UTC"),
        ("Opens at 2:05 pm", "Opens at 14:05"),
        ("Opens at 14:05 UTC", "Opens at 16:05 CEST"),
        ("30×30m patches of forest", "30 m by 30 m"),
        ("a grant of 30m was given", "30 million"),
        ("appointed for a five-year term", "for five years"),
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
        ("The depth of the lake is 12m.", "12 minutes"),
        ("A revenue of $30m.", "30 minutes"),
        ("a timeout of 5 ms", "a timeout of 5 s"),
        ("1,250,000 requests", "250,000 requests"),
        ("512 MB", "12 MB"),
        ("12.5 %", "2.5 %"),
        ("2.41", "version 2.4"),
        ("12.4", "version 2.4"),
        ("scheduled for Python 3.10", "Python 3.1"),
        ("6,412 users", "about 6,000 users"),
        ("12.5 %", "13 %"),
        ("12.5 %", "nearly every thirteenth, 13 %"),  # the hedge is another word's
        ("23.4 of 24", "about 23 of 23"),
        ("12.5 %", "less than the 13 % of then"),  # it says 13
        ("2 billion rows", "2 million rows"),
        ("a five-year term", "a five-month term"),
        ("2 GB of memory", "2,000 GB of memory"),
        ("2,000 GB of memory", "2 GB of memory"),
        ("2 GB of memory", "-2 GB of memory"),
        ("2 GB of memory", "minus 2 GB of memory"),
        ("2 GB of memory", "½ GB of memory"),
        ("2 GB of memory", "2⅓ GB of memory"),
        ("2 GB of memory", "٤ GB of memory"),
        ("2 GB of memory", "⑤ GB of memory"),
        ("2 GB of memory", "XVI GB of memory"),
        ("2 GB of memory", "三 GB of memory"),
        ("2 GB of memory", "2 ТB of memory"),  # a Cyrillic letter
        ("102 users", "10² users"),
        ("2 GB. Version 2.3 is out.", "2.3 GB"),
        ("2 GB. Up to 1024 clients", "1,024 GB"),
        ("2 GB and port 7411", "7411 GB"),
        ("3,000 tonnes", "3,000 kg"),
        ("$4.5 million", "€4.5 million"),
        ("$4.5 million", "4.5 million euros"),
        ("4.5 GB", "4.5 million GB"),
        ("100 °C", "100 °F"),
        ("100 °C", "100 K"),
        ("60 mph", "60 km/h"),
        ("100 MB/s", "100 MB"),
        ("333米", "333公里"),
        ("twenty-five GB", "20 GB"),
        ("20 GB", "twenty-five GB"),
        ("Opens at 14:05 UTC", "Opens at 14:05 CET"),
        ("Opens at 14:05 UTC", "Opens at 14:50 UTC"),
        ("Opens at 2:05 pm", "Opens at 2:05 am"),
        ("Opens at 14:05", "Opens at 14:05 UTC"),
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


def test_a_claim_of_more_numbers_than_are_judged_is_missing_the_rest():
    # GIVEN a source and a claim with a thousand different numbers, all of the source
    numbers = " ".join(map(str, range(3, 1003)))
    # WHEN the claim is read
    quantities = read_claim(f"They are {numbers}.").quantities
    # THEN the first hundred are read, and what follows is one quantity that no source states
    assert len(quantities) == MOST + 1
    index = build_index(f"They are {numbers}.")
    assert [bool(find_quantity(q, index)) for q in quantities] == [True] * MOST + [False]


def test_a_number_without_a_unit_of_its_own_is_found_as_unnamed_only():
    # GIVEN a source that leaves out a unit, and one that gives the number to a noun
    elliptic = build_index("The old one takes 40 seconds and the new one 35.")
    counting = build_index("It takes 40 seconds for up to 35 clients.")
    facts = read_claim("The new one takes 35 seconds.")
    quantity = facts.quantities[-1]
    # WHEN the number is looked for with its unit, and without
    # THEN it is unnamed in the first, and nowhere in the second
    assert not find_quantity(quantity, elliptic)
    assert find_unnamed(quantity, elliptic, facts.terms)
    assert not find_unnamed(quantity, counting, facts.terms)


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
def test_a_time_in_twelve_hours_is_the_same_in_twenty_four(hour, minute, other):
    # GIVEN a time of day in both ways of writing, and another minute
    twelve = f"{(hour + 11) % 12 + 1}:{minute:02} {'pm' if hour > 11 else 'am'}"
    # WHEN the source has the one and the claim the other
    # THEN it is found, and the other minute is not
    assert states(f"It opens at {hour:02}:{minute:02} UTC.", f"It opens at {twelve} UTC.")
    assert states(f"It opens at {twelve}.", f"It opens at {hour:02}:{minute:02}.")
    assert (minute == other) is states(f"at {hour:02}:{minute:02}", f"at {hour:02}:{other:02}")
