"""Legacy encodings, named as pages name them and understood as browsers understand them."""

import codecs
from collections.abc import Iterable

# Of 1,000 characters, how many may be broken before the bytes are in another encoding.
BROKEN_PER_1000 = 1

# The labels that the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels) takes
# for a larger encoding, since what calls itself the smaller one is often written in the larger.
_SUPERSETS = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "johab": "cp949",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "utf-16": "utf-16-le",
}
_MULTIBYTE = frozenset(
    {"big5hkscs", "cp932", "cp949", "euc_jp", "gb18030", "iso2022_jp", "utf-16-be", "utf-16-le"}
)
# Browsers read no others; among those that Python reads besides are some that can hide markup.
_READ = _MULTIBYTE | {
    "cp866", "cp874", "koi8-r", "koi8-u", "mac-cyrillic", "mac-roman", "utf-8",
    *(f"cp125{n}" for n in range(9)), *(f"iso8859-{n}" for n in range(2, 17) if n not in (9, 11)),
}  # fmt: skip


def text_in(data: bytes, labels: Iterable[str | None]) -> str | None:
    """Return the text by the first label that fits; None if none does.

    A multi-byte encoding that fits is believed before a single-byte one, which fits any bytes and
    is often only what a server says by default.
    """
    encodings = [encoding for label in labels if label and (encoding := _encoding(label))]
    for encoding in sorted(encodings, key=lambda name: name not in _MULTIBYTE):
        text = data.decode(encoding, "replace")
        if text.count("\ufffd") * 1000 <= BROKEN_PER_1000 * len(text):
            return text
    return None


def _encoding(label: str) -> str | None:
    try:
        name = codecs.lookup(label.strip("\"' \t")).name
    except (LookupError, ValueError):  # ValueError: a NUL in the label
        return None
    name = _SUPERSETS.get(name, name)
    return name if name in _READ else None
