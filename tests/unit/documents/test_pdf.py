import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents import read_bytes, read_document
from cite_or_refuse.domain.errors import Unreadable
from tests.files import a_pdf, locked, with_outline


def why_not(data: bytes) -> str:
    with pytest.raises(Unreadable) as refusal:
        read_bytes(data, "application/pdf", "manual.pdf")
    return str(refusal.value)


def test_a_pdf_is_its_pages_in_lines_with_title_and_dates(tmp_path):
    # GIVEN two pages, as a file of the user's
    path = tmp_path / "manual.pdf"
    path.write_bytes(a_pdf(["Tarn needs 2 GB.", "timeout 30 s"], ["It is fast."]))
    # WHEN it is read
    page = read_document(path)
    # THEN each line is a line
    assert page.content == "Tarn needs 2 GB.\ntimeout 30 s\n\nIt is fast.\n"
    assert (page.title, page.content_type) == ("Tarn manual", "application/pdf")
    assert (page.published, page.modified) == ("2024-05-17T12:00:00+02:00", "2024-06-01")


def test_what_the_outline_names_is_a_heading():
    # GIVEN an outline that names one line as it stands, and one without its number
    data = with_outline(
        a_pdf(["Caching", "Tarn needs 2 GB.", "1.2 Speed", "Fast."]), "Caching", "Speed"
    )
    # WHEN it is read
    # THEN both are headings
    text = read_bytes(data, None, "x").content
    assert text == "# Caching\n\nTarn needs 2 GB.\n\n# 1.2 Speed\n\nFast.\n"


def test_a_pdf_is_known_by_its_bytes_whatever_it_is_called():
    data = a_pdf(["Tarn needs 2 GB."])
    for kind in ("text/html", "application/octet-stream", "text/plain; charset=utf-8", None):
        assert read_bytes(data, kind, "download").content == "Tarn needs 2 GB.\n"


def test_a_pdf_that_cannot_be_read_says_why():
    # GIVEN one that is locked, one of pictures, and two that are cut off
    whole = a_pdf(["Tarn needs 2 GB."])
    # WHEN they are read
    # THEN each has its sentence
    assert why_not(locked(whole)) == "manual.pdf is locked with a password; save it without."
    assert "holds pictures and no text" in why_not(a_pdf([]))
    assert why_not(whole[:300]) == "manual.pdf is a broken PDF."
    assert why_not(b"%PDF-1.7 and no more") == "manual.pdf is a broken PDF."


def test_a_text_called_pdf_is_not_taken_for_one():
    with pytest.raises(Unreadable, match="broken PDF"):
        read_bytes(b"plain text", "application/pdf", "x")


@given(st.integers(0, 900), st.binary(max_size=20))
def test_a_pdf_with_any_damage_gives_a_page_or_a_sentence(at, damage):
    data = a_pdf(["Tarn needs 2 GB."])
    try:
        page = read_bytes(data[:at] + damage + data[at + 5 :], "application/pdf", "x.pdf")
    except Unreadable:
        return
    assert page.content.strip()
