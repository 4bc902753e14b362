import pytest

from cite_or_refuse.adapters.documents import read_bytes
from cite_or_refuse.adapters.documents.about import date

LINKED_DATA = (
    '{"@graph":[{"datePublished": "2024-05-17","dateModified":"2024-06-01T08:00:00+02:00"}]}'
)
BODY = "<p>Tarn needs 2 GB of memory.</p>"


def page_of(head: str, body: str = BODY):
    return read_bytes(f"<!doctype html>{head}{body}".encode(), "text/html", "x")


def test_a_page_says_what_it_is_called_where_it_lives_and_when_it_was_written():
    # GIVEN a head as content systems write it
    page = page_of(
        """<html lang=en_GB><title>Tarn
        &mdash; memory</title><link rel="canonical" href="https://tarn.example/memory">
        <meta property="article:published_time" content="2024-05-17T12:00:00Z">
        <meta property="article:modified_time" content="2024-06-01">"""
    )
    # THEN all of it is known
    assert page.title == "Tarn — memory"
    assert page.language == "en-GB"
    assert page.canonical_url == "https://tarn.example/memory"
    assert page.published == "2024-05-17T12:00:00+00:00"
    assert page.modified == "2024-06-01"


@pytest.mark.parametrize(
    ("head", "published", "modified"),
    [
        (f"<script type='application/ld+json'>{LINKED_DATA}</script>", "2024-05-17",
         "2024-06-01T08:00:00+02:00"),
        ("<time itemprop=datePublished datetime=2024-05-17>17 May</time>", "2024-05-17", ""),
        ("<meta name=DC.date content=2024/05/17>", "2024-05-17", ""),
        ("<meta name=date content='May of 2024'>", "May of 2024", ""),
        ("<time datetime=1999-01-01>an anniversary</time>", "", ""),
    ],
)  # fmt: skip
def test_dates_are_found_where_pages_put_them(head, published, modified):
    page = page_of(head)
    assert (page.published, page.modified) == (published, modified)


def test_what_a_page_says_of_itself_is_taken_only_in_a_form_that_can_be_meant():
    page = page_of("<html lang='x\"><script>'><link rel=canonical href='javascript:alert(1)'>")
    assert (page.language, page.canonical_url) == ("", "")


def test_without_a_title_the_first_heading_or_the_name_serves():
    assert page_of("", "<h1>Memory</h1>" + BODY).title == "Memory"
    assert page_of("").title == "x"


def test_a_date_is_not_guessed():
    assert date("Fri, 17 May 2024 12:00:00 GMT") == "2024-05-17T12:00:00+00:00"
    assert date("05/06/2024") == "05/06/2024"
    assert date("") == ""
