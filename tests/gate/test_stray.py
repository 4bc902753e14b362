import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read
from cite_or_refuse.gate.stray import strayed

FILLER = "Nothing else is told here of any of it. " * 20
PAGE = (
    "# The lake road\n\nThe bridge over the Sund was paid for by the council of Narvik in 1931."
    " It was the first one of concrete. "
    + FILLER
    + "\n\nA song about the valley was written by Maud Hellberg and Ivar Lund. "
    + FILLER
    + "\n\nThe ferry of Skanda was sold for scrap. "
    + FILLER
    + "\n\n## Trams in Halden\n\n"
    + "The last tram ran on a Sunday in May, and the body mass index of its driver was measured. "
    + FILLER
    + "\n\nGermany and Canada bought the rails of the old tram line for their mines. "
    + FILLER
    + "\n\nThe rails are kept warm by `heat_rails`, which takes a number of hours. "
    + FILLER
    + "\n\nThe whistle is blown with `blow`, and twice with `blow_twice` on a Sunday. "
    + FILLER
    + "\n\nOtto Falk retired to Skanda. "
)


def found(claim: str) -> list[str]:
    return list(strayed(read(claim, [(1, build_index(PAGE))])))


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("The bridge over the Sund was paid for by the council of Skanda.", "Skanda"),
        ("The bridge was paid for by Otto Falk in 1931.", "Otto Falk"),
        ("In May the last tram of Skanda ran on a Sunday.", "Skanda"),
        ("A song about the valley is by Ivar Lund and Otto Falk.", "Otto Falk"),
        ("To keep the rails warm for a number of hours, call `blow_twice`.", "blow_twice"),
    ],
)
def test_a_name_that_stands_elsewhere_on_the_page_is_named(claim, name):
    # GIVEN a page that speaks of several things, each in a place of its own
    # WHEN a name of another place is put into what one of these says
    # THEN it is named
    assert found(claim) == [name]


@pytest.mark.parametrize(
    "claim",
    [
        "The bridge over the Sund was paid for by the council of Narvik.",
        "The first bridge of concrete was paid for by Narvik.",  # "it": named a sentence before
        "A song about the valley is by Lund and by Maud Ahlgren Hellberg.",  # half of the name
        "The last tram of Halden ran on a Sunday.",  # in the heading
        "Canadian mines bought the rails of the old tram line.",  # another form
        "The BMI of the driver of the last tram was measured.",  # what it stands for
        "To keep the rails warm for a number of hours, call `heat_rails`.",
        "The last tram ran on a Sunday in May, with `blow_twice`.",  # no other code is there
        "With `heat_rails` the rails are kept warm, `blow` and `blow_twice` are for the whistle.",
        "Narrow rails of the old tram line were bought for mines.",  # a word that opens a sentence
        "The bridge over the Sund was paid for by Oskarsborg.",  # unknown: another rule's
        "Otto Falk was a painter of birds, a friend of cats and a lover of wine.",  # in no place
    ],
)
def test_a_name_near_what_is_said_of_it_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a name stands where the page has the rest of the claim, in whatever form
    # THEN nothing is named
    assert not found(claim)


def test_what_a_page_speaks_of_all_the_time_is_known_everywhere():
    # GIVEN a page that names one thing more often than any other
    page = PAGE + "Sverre is praised here. " * 12
    # WHEN a claim names it where the page does not
    claim = "The bridge over the Sund was paid for by the council under Sverre."
    # THEN nothing is named
    assert not list(strayed(read(claim, [(1, build_index(page))])))


def test_what_the_title_names_is_what_the_page_speaks_of():
    # GIVEN a page whose first line, which no mark tells from others, is the only one with its name
    page = "The railway museum of Rjukan\n\n" + FILLER + "\n\nIt was opened by the king in 1931."
    # WHEN a claim says who was meant far below
    claim = "The king opened Rjukan in 1931."
    # THEN nothing is named
    assert not list(strayed(read(claim, [(1, build_index(page))])))


def test_a_name_that_one_source_has_in_its_place_is_let_pass():
    # GIVEN two sources, of which the second names the mayor in the sentence on the bridge
    second = "Skanda paid for the bridge over the Sund."
    sources = [(1, build_index(PAGE)), (2, build_index(second))]
    # WHEN a claim cites both
    claim = "The bridge over the Sund was paid for by Skanda."
    # THEN nothing is named
    assert not list(strayed(read(claim, sources)))


def test_another_name_beside_the_same_word_counts_even_nearby():
    # GIVEN a page on which two people are named close to each other
    page = "The tower was designed by Maud Hellberg. " + "It stands. " * 22 + "Ivar Lund fell ill."
    # WHEN the one is put where the page has the other beside "designed"
    names = list(strayed(read("The tower was designed by Ivar Lund.", [(1, build_index(page))])))
    # THEN it is named
    assert names == ["Ivar Lund"]
