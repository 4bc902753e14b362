"""What may stand in a draft that points somewhere."""

from dataclasses import replace

import pytest

from cite_or_refuse.domain.check import GateOutcome, Reason
from cite_or_refuse.domain.urls import canonical
from cite_or_refuse.gate import check
from cite_or_refuse.gate.links import find
from tests.gate.tarn import CACHE, NOTES, checked

OWN = NOTES.url


@pytest.mark.parametrize(
    "link",
    [
        f"({OWN})",
        f"({OWN}/)",
        f"(<{OWN}>)",
        f"([notes]({OWN}))",
        f"([notes]({OWN}#cache))",
        f"([notes](<{OWN}>))",
        f'([notes]({OWN} "The notes"))',
        f"[the notes]({OWN})",
        f'(<a href="{OWN}">notes</a>)',
        "(HTTPS://DOCS.example.org:443/tarn/2.4?utm_source=x)",
        "(http://docs.example.org/tarn/2.4)",
        "(//docs.example.org/tarn/2.4)",
        "(see [below](#cache))",
        "in `https://x.example.org`",
        "in README.md",
        "with os.path",
        "at example.com",
        "in Node.js",
        "as a // b",
        "in List<str>",
        "with <name>",
        "in<br>Tarn",
        "as H<sub>2</sub>O",
        "with <kbd>x</kbd>",
        "<b>here</b>",
        "as a < b > c",
        "&lt;script&gt;",
        "as a&b",
        "`<script>`",
    ],
)
def test_a_sources_own_address_and_harmless_marks_may_stand(link: str):
    # GIVEN a claim with a link to a source, or with what only looks like a link
    # WHEN it is checked
    found = checked(f"{CACHE} {link}.[^1]")
    # THEN it is not refused for that
    assert not {Reason.UNLISTED_URL, Reason.DEFINITION_MISMATCH} & set(found.reasons)


def test_an_own_address_is_left_out_of_what_the_source_has_to_say():
    for link in (f" ({OWN})", f" <{OWN}>", f" (<{OWN}>)"):
        assert checked(f"{CACHE}{link}.[^1]").claims[0].text.replace(" .", ".") == f"{CACHE}."
    assert checked(f"[{CACHE}]({OWN}).[^1]").claims[0].text == f"{CACHE}."


def test_a_title_behind_an_address_is_read_with_its_sentence():
    # GIVEN links to a source whose title, which shows when a reader points at it, says something
    told = checked(f'{CACHE}, see the [notes]({OWN} "Tarn handles 640 requests").[^1]')
    harmless = checked(f'{CACHE}, see the [notes]({OWN} "{NOTES.title}").[^1]')
    defined = checked(f'{CACHE}, see [x][e].[^1]\n\n[e]: {OWN} "Tarn handles 640 requests"')
    # WHEN they are checked, THEN only the source's own title passes
    assert told.claims[0].missing == ("640",)
    assert harmless.outcome is GateOutcome.GROUNDED
    assert defined.reasons == (Reason.UNLISTED_URL,)


def test_the_text_of_an_image_is_read_with_its_sentence():
    assert checked(f"{CACHE} ![640 requests]({OWN}).[^1]").claims[0].missing == ("640",)


def test_an_own_address_is_no_citation():
    assert checked(f"[{CACHE}]({OWN}).").reasons == (Reason.NO_CITATIONS, Reason.UNCITED_CLAIM)


ELSEWHERE = [
    "https://docs.example.org/tarn/2.5",
    "https://docs.example.org/tarn/2",
    "https://docs.example.org/tarn/2.4/x",
    "https://docs.example.org",
    "https://docs.example.org/tarn/2.4?page=2",
    "https://docs.exmaple.org/tarn/2.4",
    "https://docs.example.org.evil.test/tarn/2.4",
    "https://docs.example.org@evil.test/tarn/2.4",
    "https://docs.example.org:8443/tarn/2.4",
    "ftp://docs.example.org/tarn/2.4",
    "www.evil.example.org",
    "//evil.example.org/x",
    "<https://evil.example.org>",
    "<mailto:a@example.org>",
    "<javascript:alert(1)>",
    "[x](https://evil.example.org)",
    "[x](//evil.example.org)",
    "[x](javascript:alert(1))",
    "[x](<java script:alert(1)>)",
    "[x](data:text/html,x)",
    "[x](mailto:a@b.c)",
    "[x](docs/x.md)",
    "[x](/x)",
    '[x](https://evil.example.org "t")',
    "[x](\nhttps://evil.example.org)",
    "![x](https://evil.example.org/a.png)",
    f"[![x](https://evil.example.org/a.png)]({OWN})",
    '<a href="https://evil.example.org">x</a>',
    "<a href=javascript:x>x</a>",
    "<a name=x>y</a>",
    f'<a href="{OWN}" onclick="x">x</a>',
    f"<img src={OWN}>",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<SCRIPT>",
    "<style>x</style>",
    "<iframe></iframe>",
    "<svg/onload=x>",
    "<b onclick=x>y</b>",
    "<br style=x>",
    "<div>x</div>",
    "<x-y onclick=z>",
    "<!DOCTYPE html>",
    "<?php x ?>",
    "https://evil.example.org/(a",
    "https://evil.example.org/a).",
    "x <!-- y",
]


@pytest.mark.parametrize("link", ELSEWHERE)
def test_whatever_points_elsewhere_is_unsupported(link: str):
    # GIVEN a claim that its source carries, with a link to somewhere else or raw HTML in it
    # WHEN it is checked
    found = checked(f"{CACHE}.[^1] {CACHE}, see {link}[^1]")
    # THEN that claim alone does not stand, and says why
    assert found.outcome is GateOutcome.UNSUPPORTED
    assert found.reasons == (Reason.UNLISTED_URL,)
    assert [claim.stands for claim in found.claims] == [True, False]
    assert found.claims[1].missing


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "javascript://docs.example.org/%0Aalert(1)",
        "\x01javascript:alert(1)",
        "VBSCRIPT:x",
        "data:text/html,x",
        "Data:text/html;base64,eA==",
    ],
)
@pytest.mark.parametrize("form", ["[notes]({})", "<{}>", '<a href="{}">notes</a>'])
def test_an_address_that_acts_is_none_even_if_a_source_has_it(url: str, form: str):
    # GIVEN a source that a stranger gave an address that runs what it holds
    source = replace(NOTES, url=url)
    # WHEN a claim that the source carries links to it, THEN it does not stand
    assert check(f"{CACHE} {form.format(url)}.[^1]", [source]).reasons == (Reason.UNLISTED_URL,)


@pytest.mark.parametrize("url", ["javascript&#58;alert(1)", "javascript\\:alert(1)"])
def test_an_address_acts_as_markdown_reads_it(url: str):
    source = replace(NOTES, url=url)
    assert check(f"{CACHE} [notes]({url}).[^1]", [source]).reasons == (Reason.UNLISTED_URL,)


@pytest.mark.parametrize("url", ["file:///srv/tarn.md", "s3://texts/documents/tarn/a.md", "a.md"])
def test_a_document_is_linked_by_the_name_that_the_project_gave_it(url: str):
    source = replace(NOTES, url=url)
    assert check(f"{CACHE} [notes]({url}).[^1]", [source]).outcome is GateOutcome.GROUNDED


def test_a_reference_link_is_judged_by_its_definition():
    assert checked(f"{CACHE}, see [x][e].[^1]\n\n[e]: {OWN}").outcome is GateOutcome.GROUNDED
    assert checked(f"{CACHE}, see [x][e].[^1]\n\n[e]: https://evil.example.org").reasons == (
        Reason.UNLISTED_URL,
    )


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("(https://en.example.org/wiki/Tarn_(store)).", "https://en.example.org/wiki/Tarn_(store)"),
        ("(https://en.example.org/wiki/Tarn_(store", "https://en.example.org/wiki/Tarn_(store"),
        ("**https://x.example.org/a_b**, and", "https://x.example.org/a_b"),
        ("見よ、https://x.example.org/a。次", "https://x.example.org/a"),
        ("https://x.example.org/a?b=c&d=e!", "https://x.example.org/a?b=c&d=e"),
        ("[t](https://x.example.org/a_(b))", "https://x.example.org/a_(b)"),
        ("| https://x.example.org/a| b |", "https://x.example.org/a"),
        ('"https://x.example.org/a"', "https://x.example.org/a"),
    ],
)
def test_an_address_ends_where_a_reader_ends_it(text: str, url: str):
    assert [link.url for link in find(text)] == [url]


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://Example.org", "//example.org"),
        ("http://example.org:80/", "//example.org"),
        ("https://example.org:80/a", "//example.org:80/a"),
        ("https://example.org/A/?b=1&utm_medium=x&c=2#d", "//example.org/A?b=1&c=2"),
        ("https://example.org/a%7Eb%2fc%28d%29", "//example.org/a~b%2Fc(d)"),
        ("www.example.org/a", "//www.example.org/a"),
        ("javascript:alert(1)", None),
        ("docs/a.md", None),
        ("https://", None),
        ("", None),
    ],
)
def test_two_addresses_are_one_if_they_agree_after_the_written_steps(url: str, form: str | None):
    assert canonical(url) == form
