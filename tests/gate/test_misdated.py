import pytest

from cite_or_refuse.domain.check import Support
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.support import judge

PAGE = (
    "# The halls of Lund\n\nPublished on 4 June 2019\n\n"
    "The concert hall of the city was built in 1954 after a public competition. "
    "Its architect left for Oslo in 1957, and the organ came in August 1961.\n\n"
    "In 1972 the fire brigade moved. It left its old engine house to a school of dance, which had "
    "been founded in 1966.\n\n"
    "This year a new roof was put on the swimming hall, as had been asked since 2011.\n\n"
    "The library has a reading room for children, better lit than that of 2003.\n\n"
    "The market began in May 1980."
)


def refused(claim: str) -> tuple[str, ...]:
    judged = judge(claim, [(1, build_index(PAGE))])
    return judged.missing if judged.verdict is Support.UNSUPPORTED else ()


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("In 1957 the concert hall was built after a public competition of the city.", "1957"),
        ("In 1980 the concert hall was built after a public competition of the city.", "1980"),
        ("The organ of its architect came in May 1980.", "May 1980"),
    ],
)
def test_a_year_of_the_page_in_the_place_of_another_is_named(claim, wrong):
    # GIVEN a page on which several things have their years
    # WHEN a claim tells of one with the year of another
    # THEN that year is missing
    assert refused(claim) == (wrong,)


@pytest.mark.parametrize(
    "claim",
    [
        "In 1954 the concert hall was built after a public competition of the city.",
        "The organ came in August 1961.",
        "The fire brigade left its old engine house to a school of dance in 1972.",  # "it"
        "In 2019 a new roof was put on the swimming hall.",  # "this year" of a page of 2019
        "In 2019 the library has a reading room for children, better lit.",  # a full date
    ],
)
def test_a_year_in_its_own_place_is_let_pass(claim):
    # GIVEN the same page, which was published on a day of 2019
    # WHEN each thing is told with its own year, or with the page's
    # THEN nothing is missing
    assert not refused(claim)


def test_this_year_is_that_of_the_page_even_where_no_day_tells_it():
    # GIVEN a page that has its year in a menu only
    page = PAGE.replace("Published on 4 June 2019", "Places for 2019")
    claim = "In 2019 a new roof was put on the swimming hall."
    # WHEN a claim says of that year what the page says of "this year"
    judged = judge(claim, [(1, build_index(page))])
    # THEN it is let pass, though the sentence has another year, too
    assert not judged.missing
