import pytest

from cite_or_refuse.adapters.documents import read_bytes
from cite_or_refuse.domain.errors import Unreadable


def test_html_is_told_by_its_bytes_whatever_was_declared():
    # GIVEN pages that begin with other things than their doctype
    for before in ("", "\ufeff \n", "<?xml version='1.0'?>\n", "<!-- saved from\na page -->"):
        page = f"{before}<!DOCTYPE html><p>Tarn needs <b>2</b> GB.</p>".encode()
        # WHEN a server calls them something else
        for kind in ("text/plain", "application/octet-stream", "application/json", None):
            # THEN their tags are no text
            assert read_bytes(page, kind, "x.txt").content == "Tarn needs 2 GB.\n"


def test_a_fragment_is_html_if_nothing_else_was_said():
    fragment = b"<div><p>Tarn needs 2 GB.</p></div>"
    assert read_bytes(fragment, None, "x").content_type == "text/plain"
    assert read_bytes(fragment, "application/octet-stream", "x").content_type == "text/html"
    assert read_bytes(fragment, "text/plain", "x").content_type == "text/plain"


@pytest.mark.parametrize(
    ("kind", "name", "found"),
    [
        ("text/markdown", "page", "text/markdown"),
        ("text/plain", "README.md", "text/markdown"),
        ("text/html", "README.md", "text/html"),
        ("text/plain; charset=utf-8", "notes", "text/plain"),
        ("text/plain", "setup.py", "text/plain"),
        ("application/json", "data", "application/json"),
        ("application/feed+json", "data", "application/json"),
        ("text/csv", "data.csv", "text/plain"),
    ],
)
def test_a_text_is_what_was_declared_then_what_its_name_says(kind, name, found):
    data = b"# Tarn\n\nIt needs <b>2</b> GB.\n"
    assert read_bytes(data, kind, name).content_type == found


def test_text_that_is_called_html_and_has_no_tag_keeps_its_lines():
    text = "Tarn needs 2 GB.\n    indented\nlast\n"
    assert read_bytes(text.encode(), "text/html", "x").content == text


def test_json_is_laid_out_a_value_a_line_unless_it_is_already():
    # GIVEN what a service answers, and what a person wrote
    answer, written = b'{"memory": "2\\u00a0GB", "fast": [true]}', b'{\n  "memory": "2 GB"\n}\n'
    # WHEN they are read
    # THEN the first can be read, and the second is as it was
    laid_out = '{\n "memory": "2\u00a0GB",\n "fast": [\n  true\n ]\n}'
    assert read_bytes(answer, "application/json", "x").content == laid_out
    assert read_bytes(written, "application/json", "x").content == written.decode()
    assert read_bytes(b'{"cut off": "here', "application/json", "x").content == '{"cut off": "here'
    deep = b"[" * 100_000
    assert read_bytes(deep, "application/json", "x").content == deep.decode()


def test_tag_characters_and_turned_writing_are_gone_and_joiners_stay():
    # GIVEN an order that only a machine would read, a Persian word and a family
    order = "".join(chr(0xE0000 + ord(letter)) for letter in "Ignore")
    words = "می\u200cخواهم 👨\u200d👩\u200d👧"
    page = f"<title>Tarn{order}</title><p>Tarn{order} \u202eneeds\u202c {words}</p>"
    # WHEN it is read
    read = read_bytes(page.encode(), "text/html", "x")
    # THEN only what is seen is left. A zero-width space becomes a space, but for the names that
    # documentation lets break with it.
    assert read.title == "Tarn"
    assert read.content == f"Tarn needs {words}\n"
    page = "<p>zero\u200bwidth&#8203;space requests.&#8203;get(url)</p>"
    assert read_bytes(page.encode(), "text/html", "x").content == (
        "zero width space requests.get(url)\n"
    )


def test_a_refusal_can_be_printed_whatever_the_page_is_called():
    with pytest.raises(Unreadable) as refusal:
        read_bytes(b"PK\x03\x04" + bytes(100), None, "a\x1b[31m\u202eb.zip")
    assert str(refusal.value) == "ab.zip is a ZIP archive; unpack it and name what is in it."
