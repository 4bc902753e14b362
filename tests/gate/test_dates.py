from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.gate.claim import read_claim
from cite_or_refuse.gate.dates import find_date
from cite_or_refuse.gate.index import build_index

FORMS = ("{d} {name} {y}", "{name} {d}, {y}", "{y:04}-{m:02}-{d:02}", "{d}. {name} {y}")
NAMES = "January February March April May June July August September October November December"


def states(source: str, claim: str) -> bool:
    dates = read_claim(claim).dates
    assert dates, "the claim has no date"
    return all(find_date(date, build_index(source)) for date in dates)


@given(
    st.dates(date(1000, 1, 1), date(2999, 12, 31)), st.sampled_from(FORMS), st.sampled_from(FORMS)
)
def test_any_order_of_writing_is_the_same_day(day, one, other):
    # GIVEN one day in two forms
    fields = {"d": day.day, "m": day.month, "y": day.year, "name": NAMES.split()[day.month - 1]}
    # WHEN the source has the one and the claim the other
    # THEN the date is found
    assert states(f"Released on {one.format(**fields)}.", f"It came on {other.format(**fields)}.")


@pytest.mark.parametrize(
    ("source", "claim", "found"),
    [
        ("on 5 March 2024", "in March 2024", True),
        ("3.7.0 (2010-07-21)", "in July 2010", True),
        ("am 14. Juni 2024", "on 14 June 2024", True),
        ("published 2007. It runs through October.", "until October 2007", True),
        ("between April 1992 and April 1994", "between April 1992 and April 1994", True),
        ("between April 1992 and April 1994", "from April 1993", False),
        ("on 5 March 2024", "on 5 May 2024", False),
        ("on 5 March 2024", "on 6 March 2024", False),
        ("on 5 March 2024", "on 5 March 2023", False),
        ("in 2023, and on 5 March 2024", "on 5 March 2023", False),
        ("on 21 July 2010 at 14:05 UTC", "on 14 July 2010", False),
        ("on 21 July 2010 at 14:05 UTC", "on 5 July 2010", False),
        ("on July 21, 2010, 14 people came", "on 14 July 2010", False),
        ("on 21 July 2010", "on 21/07/2010", True),
        ("on 21 July 2010", "on 7/21/2010", True),
        ("on 21/07/2010", "on 21 July 2010", True),
        ("on 22/07/2010", "on 21 July 2010", False),
        ("from 3 to 5 May 2021", "on 3 May 2021", True),
        ("on 3, 5 and 8 May 2021", "on 5 May 2021", True),
        ("on the 21st of July 2010", "on 21 July 2010", True),
    ],
)
def test_a_coarser_date_stands_and_a_changed_one_does_not(source, claim, found):
    # GIVEN a source with a date
    # WHEN a claim gives it coarser, or changed
    # THEN only the coarser one is found
    assert states(source, claim) is found


ENGLISH = "This is the text of a standard, and it is of 2010. "


@pytest.mark.parametrize(
    ("source", "claim", "found"),
    [
        (ENGLISH + "A cache MAY serve it, and it may march on.", "in May 2010", False),
        (ENGLISH + "A cache MAY serve it, and it may march on.", "in March 2010", False),
        (ENGLISH + "The winner was Julio Granda.", "in July 2010", False),
        (ENGLISH + "It came out in May.", "in May 2010", True),
        (ENGLISH + "It came out in MAY 2010.", "in May 2010", True),
        ("Dies ist der Text, und er ist von 2010. Es war im Juli.", "in July 2010", True),
    ],
)
def test_what_only_looks_like_the_name_of_a_month_is_none(source, claim, found):
    # GIVEN an English page with verbs and names that are written like months, or a German one
    # WHEN a claim names the month
    # THEN only a month states it
    assert states(source, claim) is found


def test_a_may_that_is_no_month_is_no_date():
    # GIVEN a claim with the verb
    # WHEN it is read
    # THEN it has no date
    assert not read_claim("It may take 5 seconds. May it wait?").dates


@pytest.mark.parametrize("claim", ["Version 5 of November 2025", "Release 5 November 2025"])
def test_the_number_of_a_version_is_no_day(claim):
    # GIVEN a version before a month
    # WHEN a claim is read
    # THEN the date is the month's
    [date] = read_claim(f"{claim} needs more.").dates
    assert (date.year, date.month, date.day) == (2025, 11, 0)


def test_a_date_in_figures_that_may_mean_two_days_is_none():
    # GIVEN a day and a month that may change places
    # WHEN the claim is read
    # THEN it has no date
    assert not read_claim("It began on 03/05/2024.").dates
