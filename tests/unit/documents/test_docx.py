import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents import docx, read_bytes, read_document
from cite_or_refuse.domain.errors import Unreadable
from tests.files import a_docx

BODY = "word/document.xml"


def repacked(data: bytes, name: str, part: bytes) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            new.writestr(info.filename, part if info.filename == name else old.read(info))
    return out.getvalue()


def body_of(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(BODY)


def test_a_word_document_keeps_headings_lists_tables_and_code_and_hides_what_is_hidden(tmp_path):
    # GIVEN a file of the user's with a hidden order in it
    path = tmp_path / "guide.docx"
    path.write_bytes(a_docx())
    # WHEN it is read
    page = read_document(path)
    # THEN it reads as a page would
    assert page.title == "Tarn guide"
    assert page.content == (
        "# Caching\n\nTarn needs 2 GB\n\n- one\n\nName | Default\ntimeout | 30 s\n\nSeen.\n\n"
        "```\ndef f():\n    return  1\nf()\n```\n"
    )


def test_what_was_inserted_while_changes_are_tracked_is_text_and_what_was_deleted_is_not():
    # GIVEN a document in review
    body = body_of(a_docx()).replace(
        b"<w:t>one</w:t>",
        b"<w:t>one</w:t></w:r><w:ins><w:r><w:t> two</w:t></w:r></w:ins>"
        b"<w:del><w:r><w:delText> three</w:delText></w:r></w:del><w:r>",
    )
    # WHEN it is read
    # THEN it says what it would say with all changes accepted
    assert "- one two\n" in read_bytes(repacked(a_docx(), BODY, body), None, "x").content


def test_a_footnote_is_text(tmp_path):
    # GIVEN a document with a footnote
    namespace = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    note = b'<w:footnote w:id="7"><w:p><w:r><w:t>Since 2.4.</w:t></w:r></w:p></w:footnote>'
    mark = b'</w:t></w:r><w:r><w:footnoteReference w:id="7"/></w:r><w:r><w:t>'
    body = body_of(a_docx()).replace(b"<w:t>one</w:t>", b"<w:t>one" + mark + b"</w:t>")
    path = tmp_path / "notes.docx"
    path.write_bytes(repacked(a_docx(), BODY, body))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "word/footnotes.xml", b"<w:footnotes %b>%b</w:footnotes>" % (namespace, note)
        )
    # WHEN it is read
    # THEN what the note says is there
    assert "Since 2.4." in read_document(path).content


def test_an_archive_is_known_by_its_bytes_and_is_no_text_whatever_it_is_called():
    # GIVEN a Word document and another archive, both called a page
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "text")
    # WHEN they are read
    # THEN the one is a document and the other nothing
    assert "Tarn needs 2 GB" in read_bytes(a_docx(), "text/html", "page").content
    with pytest.raises(Unreadable, match="ZIP archive"):
        read_bytes(other.getvalue(), "text/html", "page")


def test_what_is_broken_locked_or_old_has_a_sentence():
    for data, why in (
        (a_docx()[:5000], "broken or locked"),
        (b"plain text", "broken or locked"),
        (repacked(a_docx(), BODY, b"<w:document"), "broken or locked"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "of the old kind, or locked"),
    ):
        with pytest.raises(Unreadable, match=why):
            read_bytes(data, docx_type(), "x.docx")


def docx_type() -> str:
    return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def test_a_document_that_unpacks_to_far_more_is_left_packed(monkeypatch):
    # GIVEN a limit, and a part that is over it when unpacked
    monkeypatch.setattr(docx, "_MAX_BYTES", 1_000_000)
    bomb = repacked(a_docx(), "word/styles.xml", b" " * 1_000_001)
    # WHEN it is read
    # THEN it is refused by its size
    with pytest.raises(Unreadable, match="unpacks to more than 1 MB"):
        read_bytes(bomb, None, "x.docx")


def test_entities_are_not_expanded_nor_files_read():
    # GIVEN a document that names a file of this machine
    body = body_of(a_docx())
    start = body.index(b"<w:document")
    entity = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    hostile = body[:start] + entity + body[start:].replace(b"<w:t>one</w:t>", b"<w:t>one&e;</w:t>")
    # WHEN it is read
    # THEN nothing of the file is in it
    try:
        text = read_bytes(repacked(a_docx(), BODY, hostile), None, "x").content
    except Unreadable:
        return
    assert "- one\n" in text


@settings(max_examples=30)
@given(st.integers(0, 3000), st.binary(max_size=9))
def test_a_document_with_any_damage_gives_a_page_or_a_sentence(at, damage):
    body = body_of(a_docx())
    data = repacked(a_docx(), BODY, body[:at] + damage + body[at + 3 :])
    try:
        assert read_bytes(data, None, "x.docx").content.strip()
    except Unreadable:
        return
