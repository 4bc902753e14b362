"""A claim is judged as a reader sees it."""

from dataclasses import replace

import pytest

from cite_or_refuse.gate import check
from tests.gate.tarn import CACHE, NOTES

PAGE = replace(NOTES, content=f"{NOTES.content} It serves 10⁷ writers.")


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("The default cache size is &#53;12&nbsp;MB", CACHE),
        ("The default cache size is &#x35;12 MB", CACHE),
        ("The default cache size<br>is 512 MB", CACHE),
        ("The default cache size is 5&shy;12&#x202e; MB", CACHE),
        ("It serves 10<sup>7</sup> writers", "It serves 10⁷ writers"),
    ],
)
def test_entities_powers_and_breaks_are_read_as_they_are_shown(written: str, seen: str):
    # GIVEN a true claim in the writing of HTML
    # WHEN it is checked
    claim = check(f"{written}.[^1]", [PAGE]).claims[0]
    # THEN it is the claim that a reader sees
    assert claim.text == f"{seen}."
    assert claim.stands


@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ("The default cache size is &#54;40 MB", "640 MB"),
        ("The default cache size is 5<sup>12</sup> MB", "5¹² MB"),
        ("The default cache size is 5<br>12 MB", "12 MB"),
        ("It serves 10<sup>8</sup> writers", "10⁸"),
    ],
)
def test_no_writing_of_html_hides_another_number(written: str, missing: str):
    # GIVEN a claim that looks like another number than its letters
    # WHEN it is checked, THEN what a reader sees is missing
    assert check(f"{written}.[^1]", [PAGE]).claims[0].missing == (missing,)


def test_the_number_of_an_item_is_read_unless_it_counts_the_items():
    # GIVEN a list that counts on over several paragraphs, and items led by a year and by a size
    counted = "\n\nSo:\n\n".join(f"{n}. {CACHE}.[^1]" for n in range(10, 16))
    dated = "2024. Tarn 2.4 was released.[^1]"
    sized = "640. This is the default cache size in MB.[^1]"
    # WHEN they are checked
    count, date, size = (check(draft, [PAGE]) for draft in (counted, dated, sized))
    # THEN the year stands in the source, and the size does not
    assert {claim.text for claim in count.claims if claim.citations} == {f"{CACHE}."}
    assert (date.claims[0].text, date.claims[0].stands) == ("2024. Tarn 2.4 was released.", True)
    assert size.claims[0].missing == ("640",)
