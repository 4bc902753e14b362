"""What a writer works out from the page, or makes up to show it, is not a fact that is missing."""

import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

FERRY = (
    "The new ship carries 310 passengers, the old one took 264. It made 781265 of the crossings "
    "in its first years; 23149 were made by others. Release 2.0.0 of its timetable is of "
    "2023-04-26, and 2.1.0 of 2023-11-13. Fares are given in units of $100."
)
HOOKS = (
    "Call transaction.on_commit(callback) and the callback is called after the commit. Times are "
    "read with fromisoformat, so that a bare date is read as midnight of that day."
)


def refused(claim: str, source: str) -> bool:
    return judge(claim, [(1, build_index(source))]).verdict is Support.UNSUPPORTED


@pytest.mark.parametrize(
    ("honest", "false"),
    [
        (
            "The new ship carries 46 more passengers than the old one.",
            "The new ship carries 56 more passengers than the old one.",
        ),
        (
            "In its first years the new ship made about 97% of the crossings.",
            "In its first years the new ship made about 87% of the crossings.",
        ),
        (
            "Release 2.1.0 of the timetable came some seven months later.",
            "Release 2.1.0 of the timetable came some seven minutes later.",
        ),
        (
            "Fares are given in units of $100, so a fare of 2.5 means $250.",
            "Fares are given in units of $100, so a fare of 2.7 means $250.",
        ),
    ],
)
def test_what_follows_from_figures_beside_it_is_let_pass(honest, false):
    # GIVEN a page with figures and dates from which others follow
    # WHEN a claim states one that follows, and one that does not
    # THEN only the second is refused
    assert not refused(honest, FERRY)
    assert refused(false, FERRY)


@pytest.mark.parametrize(
    "claim",
    [
        "A bare date such as `2024-01-31` is read as midnight of that day.",
        "Call `transaction.on_commit(lambda: send_mail(order))` and it is called after the commit.",
    ],
)
def test_what_only_shows_the_use_is_let_pass(claim):
    # GIVEN a page that tells how something is used
    # WHEN a claim shows it with a date or a function of the reader's own
    # THEN these are not missing
    assert not refused(claim, HOOKS)


def test_a_date_that_is_no_example_is_missing():
    # GIVEN the same page, which has no date
    # WHEN one is stated as a fact
    # THEN it is refused
    assert refused("The bare date was read as midnight on 2024-01-31.", HOOKS)


def test_a_page_need_not_speak_of_itself():
    # GIVEN a README that has the word once, far from what it warns of
    source = "This README is short. " + "Other text is here. " * 60
    source += "On Linux, increased concurrency leads to catastrophic memory fragmentation."
    # WHEN a claim says that the README says so
    claim = "The README warns that on Linux high concurrency leads to catastrophic fragmentation."
    # THEN the name is not looked for beside it
    assert judge(claim, [(1, build_index(source))]).verdict is Support.SUPPORTED
