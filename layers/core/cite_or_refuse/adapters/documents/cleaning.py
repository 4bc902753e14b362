"""Bytes to text, and text to what a reader would see."""

import re
from pathlib import Path

from cite_or_refuse.adapters.documents.charset import BROKEN_PER_1000, text_in
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.unseen import UNSEEN

_NO_TEXT = "{path} is binary, or text in an encoding that cannot be told."
_LINE_ENDS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# What a terminal obeys and never prints (ECMA-48): a control sequence, `[31m` after ESC, a string,
# as a window's title up to its end, or one function. The forms that begin with a C1 character are
# not read so: where those occur, they are letters of Windows-1252 that were decoded wrongly.
_TERMINAL = re.compile(
    "\x1b(?:\\[[0-?]{0,64}[ -/]{0,8}[@-~]"
    "|[PX\\]^_][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\\\)"
    "|[ -/]{0,8}[0-~])"
)
# Written rule: what nobody sees is removed. U+001F alone of the separators does not end a line, and
# means nothing in a text. A zero-width space becomes a space, see `_seam`.
_UNSEEN = re.compile(f"[{UNSEEN}\x1f]")
_ZERO_WIDTH_SPACES = re.compile("\u200b+")
_JOINTS = "._/-"
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""Return the text as stored: `\n` ends a line, and no character is invisible.

    Of the control characters only the tab and the line end are left.
    """
    text = _TERMINAL.sub("", text).replace("\r\n", "\n")
    text = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text))
    if text.isascii():
        return text
    text = _ZERO_WIDTH_SPACES.sub(_seam, text)
    return _SURROGATES.sub("\ufffd", text)


def _seam(spaces: re.Match[str]) -> str:
    """Return what stands for zero-width spaces: a space, as between words of Thai or of a table.

    Nothing where white space stands already, and at the joints of a name: documentation lets long
    ones break there, as in `requests.` and `get`, and with a space they would be two.
    """
    text, (start, end) = spaces.string, spaces.span()
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if not before[-1:].strip() or not after[:1].strip():
        return ""
    ends_at_joint = before[-1] in _JOINTS and before[:-1].strip() and _in_name(after[0])
    starts_at_joint = after[0] in _JOINTS and _in_name(after[-1]) and _in_name(before[-1])
    return "" if ends_at_joint or starts_at_joint else " "


def _in_name(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def one_line(text: str) -> str:
    """Return a title: one line, single spaces, at most 200 characters."""
    return " ".join(text.split())[:200]


def decode(path: Path, data: bytes, header: str | None = None) -> str:
    """Return the text of a file: by byte order mark, as UTF-8, by what is declared, by guess.

    `header` is the charset that came with it, if any. Raises Unreadable for binary content.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return _guess(path, data)
    if not _is_text(data):
        return _declared(path, data, header)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "replace")
    broken = text.count("\ufffd")
    sound = sum(character > "\x7f" for character in text) - broken
    if sound > broken and broken * 1000 <= BROKEN_PER_1000 * len(text):
        return text
    return _declared(path, data, header)


def _is_text(data: bytes) -> bool:
    """Tell text by its NULs: a few strayed into a page are only dropped, many are binary."""
    return data.count(b"\x00") * 1000 <= len(data) and not data.startswith(b"%PDF-")


def _declared(path: Path, data: bytes, header: str | None) -> str:
    from bs4.dammit import EncodingDetector  # a fifth of a second, and seldom needed

    text = text_in(data, [header, EncodingDetector.find_declared_encoding(data, is_html=True)])
    if text is None and not _is_text(data):
        raise Unreadable(f"{path} is binary, not text.")
    if text is None:
        return _guess(path, data)
    if _mostly_controls(text):
        raise Unreadable(_NO_TEXT.format(path=path))
    return text


def _guess(path: Path, data: bytes) -> str:
    from bs4.dammit import UnicodeDammit

    guess = UnicodeDammit(data, is_html=True)
    text = guess.unicode_markup
    if text is None or guess.contains_replacement_characters or _mostly_controls(text):
        raise Unreadable(_NO_TEXT.format(path=path))
    return text


def _mostly_controls(text: str) -> bool:
    """Some single-byte encoding decodes any bytes; what is not text shows by its controls."""
    return len(_UNSEEN.findall(text)) * 100 > len(text)
