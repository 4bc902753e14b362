"""Which formats there are, and how they are told. A new one is a reader and a line in `FORMATS`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cite_or_refuse.adapters.documents import (
    markdown,
    metadata,
    notebook,
    plain,
    python,
    rst,
    structured,
)
from cite_or_refuse.adapters.documents.cleaning import decode
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

Read = Callable[[Path, bytes], Page]


@dataclass(frozen=True, slots=True)
class Format:
    """How one kind of document becomes a Page without a `url`; the title may be empty.

    `is_text` says that its bytes are text in some encoding. `read_from_web` is for what came as the
    answer of a server, which may be no page.
    """

    content_type: str
    read: Read
    read_from_web: Read | None = None
    is_text: bool = True


def _text(content_type: str, read: Callable[[Path, bytes], tuple[str, str]]) -> Format:
    """Return the format of a reader that gives `(title, text)`."""

    def page(path: Path, data: bytes) -> Page:
        title, text = read(path, data)
        return Page(title, "", text)

    return Format(content_type, page)


# What needs a library is imported on first use: the HTML parser alone takes a fifth of a second.


def _html(path: Path, data: bytes) -> Page:
    from cite_or_refuse.adapters.documents.html import page_of, parsed

    with parsed(decode(path, data)) as soup:
        return page_of(soup)


def _web_page(path: Path, data: bytes) -> Page:
    from cite_or_refuse.adapters.documents.html import page_of, parsed
    from cite_or_refuse.adapters.documents.no_page import not_a_page

    with parsed(decode(path, data)) as soup:
        page = page_of(soup)
        if problem := not_a_page(page, soup):
            raise problem
    return page


def _web_text(path: Path, data: bytes) -> Page:
    from cite_or_refuse.adapters.documents.no_page import not_a_page

    page = Page("", "", decode(path, data))
    if problem := not_a_page(page):
        raise problem
    return page


def _pdf(path: Path, data: bytes) -> Page:
    from cite_or_refuse.adapters.documents.pdf import read

    return read(path, data)


def _docx(path: Path, data: bytes) -> Page:
    from cite_or_refuse.adapters.documents.docx import read

    return read(path, data)


HTML = Format("text/html", _html, _web_page)
PLAIN = Format("text/plain", _text("", plain.read).read, _web_text)
METADATA = _text("text/plain", metadata.read)
MARKDOWN = _text("text/markdown", markdown.read)
RST = _text("text/x-rst", rst.read)
PYTHON = _text("text/x-python", python.read)
JSON = _text("application/json", structured.read)
NOTEBOOK = _text("application/x-ipynb+json", notebook.read)
PDF = Format("application/pdf", _pdf, is_text=False)
DOCX = Format(
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", _docx, is_text=False
)
FORMATS = {
    ".md": MARKDOWN,
    ".rst": RST,
    ".txt": PLAIN,
    ".html": HTML,
    ".htm": HTML,
    ".py": PYTHON,
    ".pdf": PDF,
    ".docx": DOCX,
    ".ipynb": NOTEBOOK,
}
SUFFIXES = frozenset(FORMATS)
_DECLARED = {
    kind.content_type: kind for kind in (HTML, MARKDOWN, RST, JSON, NOTEBOOK, PDF, DOCX)
} | {"application/xhtml+xml": HTML, "text/x-markdown": MARKDOWN}
# What a server says of a file that it knows nothing about: its name knows more.
_UNDECLARED = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream"})

_BLANK = b"\xef\xbb\xbf \t\r\n"
# A page may begin with a declaration and comments before it says what it is.
_BEFORE_HTML = re.compile(
    rb"(?:\s{0,999}(?:<\?xml[^>]{0,200}>|<!--(?:[^-]|-(?!->)){0,500}-->)){1,5}\s{0,999}"
)
_FRAGMENT = re.compile(
    rb"<(?:head|body|title|meta|script|style|main|article|section|div|table|h1|p)\b"
)
_CHARSET = re.compile(r"charset\s{0,5}=\s{0,5}[\"']?([^\s;\"']{1,40})", re.IGNORECASE)


def sniff(path: Path, data: bytes, declared: str = "") -> Format:
    """Tell the format: by the first bytes, then by what was declared, then by the name.

    `declared` is a Content-Type header. Raises Unreadable for what is none of ours for sure.
    """
    kind = declared.partition(";")[0].strip().lower()
    found = _by_content(path, data)
    if found or not declared:
        return found or FORMATS.get(path.suffix.lower(), PLAIN)
    if kind in _DECLARED:
        is_tagged = b"<" in data or b"\x00" in data  # NULs: UTF-16, where a tag looks otherwise
        return _DECLARED[kind] if is_tagged or _DECLARED[kind] is not HTML else PLAIN
    if kind.endswith("+json"):
        return JSON
    if kind not in _UNDECLARED:
        return PLAIN
    by_name = FORMATS.get(path.suffix.lower(), PLAIN)
    if by_name is PLAIN and kind != "text/plain" and _FRAGMENT.match(_start(data)):
        return HTML
    # Of a module only its documentation would be read, but whoever links to one means the code.
    return PLAIN if by_name is PYTHON else by_name


def charset_of(declared: str) -> str | None:
    """Return the charset that a Content-Type header names."""
    found = _CHARSET.search(declared)
    return found[1] if found else None


def _start(data: bytes) -> bytes:
    start = data[:4096].lstrip(_BLANK).lower()
    before = _BEFORE_HTML.match(start)
    return start[before.end() :] if before else start


def _by_content(path: Path, data: bytes) -> Format | None:
    start = _start(data)
    if start.startswith((b"<!doctype html", b"<html")):
        return HTML
    if start.startswith(b"%pdf-"):
        return PDF
    if data.startswith(b"PK\x03\x04"):
        from cite_or_refuse.adapters.documents.docx import is_docx

        if path.suffix.lower() == ".docx" or is_docx(data):
            return DOCX
        raise Unreadable(f"{path} is a ZIP archive; unpack it and name what is in it.")
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable(
            f"{path} is an Office file of the old kind, or locked with a password; save it anew"
            " as .docx, without one."
        )
    if start.startswith(b"metadata-version:"):
        return METADATA
    if start.startswith(b"{") and b'"nbformat"' in data:
        return NOTEBOOK
    return None
