import pytest

from cite_or_refuse.gate.claim import read_claim
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.quotes import misquoted

PAGE = "“We never planned a hosted service,” said Okoye. The latency is non\u2011blocking and low."


def test_a_short_title_in_quotation_marks_does_not_turn_the_next_ones_inside_out():
    # GIVEN a claim with a title of four letters and a quotation, both in straight marks
    claim = 'He called "1989", a record, a "yearning rock fever dream" of its time.'
    # WHEN it is read
    # THEN the quotation is what stands in the second pair of marks
    assert read_claim(claim).quotes == ["yearning rock fever dream"]


@pytest.mark.parametrize(
    "quote",
    [
        "We never planned a hosted service",
        "we never … a hosted service",
        "The latency is non-blocking and low",
        "so called",
        "The Hosted Service of Okoye",
    ],
)
def test_typography_an_honest_ellipsis_and_titles_pass(quote):
    # GIVEN a page with a quotation
    # WHEN its words are quoted with other quotes or hyphens, or a title or two words are
    # THEN it is no misquotation
    assert not misquoted(quote, [build_index(PAGE)])


@pytest.mark.parametrize(
    "quote",
    [
        "We … planned a hosted service",
        "We always planned a hosted service",
        "We never planned … latency is low",
    ],
)
def test_a_changed_word_or_an_ellipsis_that_hides_something_is_caught(quote):
    # GIVEN the same page
    # WHEN a word is changed, a negation left out, or two sentences joined
    # THEN it is a misquotation
    assert misquoted(quote, [build_index(PAGE)])
