import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.adapters.documents import read_bytes
from cite_or_refuse.adapters.documents.charset import text_in
from cite_or_refuse.domain.errors import Unreadable

CHINESE = "暂停执行并等待人工审核，然后继续。" * 4
JAPANESE = "実行を一時停止して人間の確認を待ちます。設定は既定で有効です。" * 4
GERMAN = "Die Größe des Puffers beträgt „512“ MB – für alle Geräte." * 4


def content(data: bytes, header: str | None) -> str:
    return read_bytes(data, header, "x").content.strip()


@pytest.mark.parametrize(
    ("text", "encoding", "header"),
    [
        (CHINESE, "gb2312", "text/html"),
        (CHINESE + "镕", "gbk", "text/html; charset=gb2312"),
        (JAPANESE, "shift_jis", "text/html; charset=Shift_JIS"),
        (JAPANESE, "shift_jis", "text/html"),
        (GERMAN, "cp1252", "text/html; charset=ISO-8859-1"),
        (GERMAN, "cp1252", "text/html; charset=utf-8"),
        (GERMAN, "cp1252", "text/html"),
        (GERMAN, "cp1252", "text/html; charset=no-such-charset"),
        (GERMAN, "utf-8", "text/html; charset=ISO-8859-1"),
        (GERMAN, "utf-8-sig", "text/html; charset=gb2312"),
        (GERMAN, "utf-16", "text/html"),
        (GERMAN, "utf-16-le", 'text/html; charset="utf-16le"'),
        (CHINESE, "big5", "text/plain; charset=Big5"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_is_in(text, encoding, header):
    # GIVEN text that only a few encodings can hold, and what the server says of it
    text = text.encode(encoding, "ignore").decode(encoding)
    body = text if "plain" in header else f"<p>{text}</p>"
    # WHEN it is read
    # THEN there is no mojibake
    assert content(body.encode(encoding), header) == text


def test_a_page_that_declares_gb2312_is_believed_before_what_the_server_says_by_default():
    page = f"<meta charset=gb2312><p>{CHINESE}</p>".encode("gb2312")
    assert content(page, "text/html; charset=ISO-8859-1") == CHINESE
    assert content(page, "text/html") == CHINESE


def test_an_encoding_that_could_hide_markup_is_not_read():
    for label in ("utf-7", "unicode_escape", "rot13", "base64", "punycode", "hex", "a\0b"):
        assert text_in(b"+ADw-script+AD4-", [label]) is None


def test_a_nul_that_strayed_into_a_page_is_dropped_and_many_are_binary():
    # GIVEN a long page with one NUL, and what is no text at all
    page = b"<!doctype html><p>Tarn\x00 needs 2 GB.</p>" + b"<p>more words</p>" * 100
    # WHEN they are read
    # THEN the one is whole and the other refused
    assert content(page, "text/html").startswith("Tarn needs 2 GB.")
    with pytest.raises(Unreadable, match="binary"):
        content(b"\x89PNG\r\n\x1a\n" + bytes(500), "text/html")


@given(st.binary(max_size=200), st.sampled_from(["utf-8", "gb2312", "big5", "utf-16", "latin-1"]))
def test_any_bytes_under_any_label_give_text_or_nothing(data, label):
    text = text_in(data, [label])
    assert text is None or text.count("\ufffd") * 1000 <= len(text)
