"""Bytes to text, and text to what a reader would see."""

import re
from pathlib import Path

from cite_or_refuse.domain.errors import Unreadable

# Of 1,000 characters of what is UTF-8 otherwise, how many may be broken before it is no UTF-8.
_BROKEN_PER_1000 = 1

_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Written rule: what nobody sees is removed, because a model would still read it, or a comparison
# stumble over it. Control characters; soft hyphens, zero-width spaces and byte order marks; the
# controls that turn the direction of writing; tag characters, which can spell whole orders.
# Joiners (U+200C, U+200D) stay: Persian and emoji are misspelt without them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e"
    "\u2060\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""Return the text as stored: `\n` ends a line, and no character is invisible."""
    text = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text))
    return _SURROGATES.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return a title: one line, single spaces, at most 200 characters."""
    return " ".join(text.split())[:200]


def decode(path: Path, data: bytes) -> str:
    """Return the text of a file: by byte order mark, as UTF-8, by what it declares, by guess.

    Raises Unreadable for binary content.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return _guess(path, data)
    if b"\x00" in data or data.startswith(b"%PDF-"):
        raise Unreadable(f"{path} is binary, not text.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "replace")
    broken = text.count("\ufffd")
    sound = sum(character > "\x7f" for character in text) - broken
    if sound > broken and broken * 1000 <= _BROKEN_PER_1000 * len(text):
        return text
    return _guess(path, data)


def _guess(path: Path, data: bytes) -> str:
    from bs4.dammit import UnicodeDammit  # a fifth of a second, and seldom needed

    guess = UnicodeDammit(data, is_html=True)
    text = guess.unicode_markup
    if text is None or guess.contains_replacement_characters or _mostly_controls(text):
        raise Unreadable(f"{path} is binary, or text in an encoding that cannot be told.")
    return text


def _mostly_controls(text: str) -> bool:
    """Some single-byte encoding decodes any bytes; what is not text shows by its controls."""
    return len(_UNSEEN.findall(text)) * 100 > len(text)
