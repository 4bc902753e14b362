"""Content negotiation: RFC 9110, section 12.5.1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.runtime.aws.api.accept import preferred

MARKDOWN, JSON = OFFERS = ("text/markdown", "application/json")


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("", MARKDOWN),
        (" ", MARKDOWN),
        ("*/*", MARKDOWN),
        ("application/json", JSON),
        ("Application/JSON; charset=utf-8", JSON),
        ("text/markdown, application/json", MARKDOWN),
        ("application/json, text/markdown", MARKDOWN),
        ("text/markdown;q=0.8, application/json;q=0.9", JSON),
        ("text/markdown;q=0.8, application/json", JSON),
        ("text/*;q=0.9, application/json ; q=0.901", JSON),
        ("text/markdown;q=0, */*", JSON),
        ("application/*, text/markdown;q=0.5", JSON),
        ("*/*;q=0.1, application/json;q=0", MARKDOWN),
        ("text/html, */*;q=0.01", MARKDOWN),
        ("application/json;q=2", None),
        ("application/json;q=0.1234, text/markdown;q=0.1", MARKDOWN),
        ("image/png", None),
        ("*/*;q=0", None),
        ("text/markdown;q=0, application/json;q=0.000", None),
        ("application/problem+json", None),
        (",,;,", None),
    ],
)
def test_the_form_that_is_wanted_most_is_sent(accept: str, wanted: str | None):
    assert preferred(accept, OFFERS) == wanted


@given(st.text(alphabet="*/;,=q01.9 -" + MARKDOWN + JSON, max_size=80))
def test_no_header_breaks_it(accept: str):
    # GIVEN anything at all
    # THEN the answer is one of the offers, or none
    assert preferred(accept, OFFERS) in {*OFFERS, None}
