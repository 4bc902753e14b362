"""The one door from a file to a Page. A new format is one reader and one line in `FORMATS`."""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from cite_or_refuse.adapters.documents import markdown, metadata, plain, python, rst
from cite_or_refuse.adapters.documents.cleaning import clean, one_line
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

# What a document may weigh. The largest manuals in plain text (the SQLite and PostgreSQL books)
# have 15 MB; beyond that a file is a dump or a log.
MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Format:
    """How one kind of document becomes `(title, text)`; the title may be empty."""

    content_type: str
    read: Callable[[Path, bytes], tuple[str, str]]


def _html(path: Path, data: bytes) -> tuple[str, str]:
    from cite_or_refuse.adapters.documents.html import read  # a fifth of a second for the parser

    return read(path, data)


HTML = Format("text/html", _html)
PLAIN = Format("text/plain", plain.read)
METADATA = Format("text/plain", metadata.read)
FORMATS: dict[str, Format] = {
    ".md": Format("text/markdown", markdown.read),
    ".rst": Format("text/x-rst", rst.read),
    ".txt": PLAIN,
    ".html": HTML,
    ".htm": HTML,
    ".py": Format("text/x-python", python.read),
}
SUFFIXES = frozenset(FORMATS)


def read_document(path: Path) -> Page:
    """Return the readable text of a file, never more than MAX_BYTES of it in memory.

    The text is cleaned (see `cleaning.clean`) and nothing else is done to it later, so offsets
    into `content` hold. Raises Unreadable with one sentence.
    """
    try:
        return _read(path)
    except Unreadable as error:
        raise Unreadable(clean(str(error))) from error  # a path may hold what no terminal prints


def read_bytes(data: bytes, content_type: str | None, name: str) -> Page:  # noqa: ARG001
    """Return the readable text of a document that came from elsewhere; `url` is left empty.

    `content_type` is the header as it came, with its charset. Raises Unreadable with one sentence.
    """
    return _page(Path(name or "page"), data)


def _read(path: Path) -> Page:
    return replace(_page(path, _bytes_of(path)), url=path.resolve().as_uri())


def _page(path: Path, data: bytes) -> Page:
    if not data.strip():
        raise Unreadable(f"{path} is empty.")
    kind = sniff(path, data)
    title, text = kind.read(path, data)
    content = clean(text)
    if not content.strip():
        raise Unreadable(f"{path} holds no text.")
    return Page(
        title=one_line(clean(title)) or one_line(clean(path.name)),
        url="",
        content=content,
        content_type=kind.content_type,
        bytes=len(data),
    )


def sniff(path: Path, data: bytes) -> Format:
    """Tell the format by the first bytes, and by the name among formats that are all plain text."""
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return HTML
    if start.startswith(b"metadata-version:"):
        return METADATA
    return FORMATS.get(path.suffix.lower(), PLAIN)


def _bytes_of(path: Path) -> bytes:
    try:
        # O_NONBLOCK: opening a named pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Unreadable(f"{path} is not a file.")
            # Read past the limit by one byte: a file may have grown since, or tell no size at all.
            data = b"" if status.st_size > MAX_BYTES else file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}.") from error
    if status.st_size > MAX_BYTES or len(data) > MAX_BYTES:
        raise Unreadable(
            f"{path} is over the limit of {MAX_BYTES // 1_000_000} MB; split it, or leave it out."
        )
    return data
