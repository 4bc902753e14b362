import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

PAGE = (
    "An encoding is needed only to load the pickles that Python 2 made. To run it takes Python 3. "
    "A stale reply may be sent when a 500, 502, 503 or 504 response would be returned. "
    "A fresh one has `max-age=900`. The tower has 310 steps and the old one took 264. "
    "There are 46 windows.\n\n"
    "A message that was read stays hidden in a 30-second window. Maximum: 45. "
    "The way there takes 40 seconds by day and 35 by night.\n\n"
    "Tarn 4 came out in May. It compacts segments in the background, which Tarn 3 left to cron.\n\n"
    "| Library | Family of servers |\n|---|---|\n| 3.5.3 | up to 6.2 |\n| 5.0.0 | 5.0 to 7.4 |\n\n"
    "## 2.5\n\nThe journal is squeezed by a codec of its own.\n\n"
    "## 2.4\n\nWith Tarn 2.4 the journal got a codec."
)


CHANGES = (
    "# Changes of Tarn\n\nAll notable changes are listed here.\n\n"
    "## 2.1.0 (2023-11-13)\n\n* Removed support for the old file format of journals.\n"
    "* Readers no longer wait.\n\n"
    "## 2.0.4 (2023-07-19)\n\n* Fixed the loss of trailing commas in headers.\n\n"
    "**1.9.2**\n\n* Renamed the flag for colours.\n"
    "* Fixed a crash of the parser that came with 1.9.0 and its empty lines.\n\n"
    "**1.9.0**\n\n* Empty lines are kept."
)


def refused(claim: str) -> tuple[str, ...]:
    judged = judge(claim, [(1, build_index(PAGE))])
    return judged.missing if judged.verdict is Support.UNSUPPORTED else ()


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("An encoding is needed only for pickles that were made by Python 3.", "3"),
        ("A stale reply may be sent where a 500, 900, 503 or 504 response is returned.", "900"),
        ("Library 5.0.0 | up to 6.2", "5.0.0"),
        ("A message that was read stays hidden for 45 seconds.", "45 seconds"),
    ],
)
def test_a_number_of_the_page_in_the_place_of_another_is_named(claim, wrong):
    # GIVEN a page on which two numbers stand in sentences or rows of their own
    # WHEN one stands in the claim where its sentence or row has the other
    # THEN it is missing
    assert refused(claim) == (wrong,)


@pytest.mark.parametrize(
    "claim",
    [
        "An encoding is needed only for pickles that were made by Python 2.",
        "A stale reply may be sent where a 500, 502, 503 or 504 response is returned.",
        "A stale reply may be sent by 2 servers where a 500 response is returned.",  # one figure
        "Library 3.5.3 | up to 6.2",
        "Library 5.0.0 | up to 7.4",
        "Tarn 4 compacts segments in the background.",  # "it" is the sentence before
        "Since Tarn 2.5 the journal is squeezed by its codec.",  # the heading's number
        "A message that was read stays hidden for 30 seconds.",
        "By night the way takes 35 seconds.",  # the unit is said of the number before
        "The tower has 46 steps more than the old one.",  # a difference
    ],
)
def test_a_number_in_its_own_place_is_let_pass(claim):
    # GIVEN the same page
    # WHEN each stands where it belongs, if only by a pronoun or a heading
    # THEN nothing is missing
    assert not refused(claim)


@pytest.mark.parametrize(
    ("claim", "passes"),
    [
        ("The maker guarantees 11 percent of the capacity after a decade.", False),
        ("The maker guarantees that the capacity rose by 11 percent after a decade.", True),
    ],
)
def test_a_bare_number_far_from_its_clause_states_only_differences(claim, passes):
    # GIVEN a page with a bare number far below the sentence that a claim is about
    page = "The maker guarantees most of the capacity after a decade. "
    page += "Nothing else is said here of it. " * 20 + "The bus line was moved from 12 to 11."
    # WHEN a claim gives it a unit there, or tells a difference with it
    judged = judge(claim, [(1, build_index(page))])
    # THEN only the difference, which may have been worked out, is let pass
    assert (judged.verdict is not Support.UNSUPPORTED) is passes


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Tarn 2.1.0 removed support for the old file format of journals.", ()),
        ("Tarn 2.0.4 removed support for the old file format of journals.", ("2.0.4",)),
        ("Since Tarn 2.1 support for the old file format of journals is removed.", ()),
        ("Tarn 1.9.2 fixed a crash of the parser on empty lines.", ()),
        ("Tarn 2.1.0 fixed a crash of the parser on empty lines.", ("2.1.0",)),
    ],
)
def test_a_change_belongs_to_the_release_that_it_is_listed_under(claim, missing):
    # GIVEN a list of changes under the numbers of releases, some of them in bold only
    # WHEN a claim gives a change to its own release, or to another one
    judged = judge(claim, [(1, build_index(CHANGES))])
    # THEN only the other one is missing
    assert judged.missing == missing


def test_a_number_inside_a_word_of_another_script_is_none():
    # GIVEN a page whose last word holds a number behind a letter that is not ASCII
    page = "The two apples of Tarn are kept with the apples of Ω5"
    # WHEN a claim has another number beside the same word
    judged = judge("The 7 apples of Tarn are kept.", [(1, build_index(page))])
    # THEN it is judged, and missing
    assert judged.missing == ("7",)
