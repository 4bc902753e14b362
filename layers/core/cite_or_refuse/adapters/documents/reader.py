"""The one door from a file, or from bytes that came from elsewhere, to a Page."""

import os
import stat
from dataclasses import replace
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import clean, decode, one_line
from cite_or_refuse.adapters.documents.formats import Format, Read, charset_of, sniff
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

# What a document may weigh. The largest manuals in plain text (the SQLite and PostgreSQL books)
# have 15 MB; beyond that a file is a dump or a log.
MAX_BYTES = 20_000_000


def read_document(path: Path) -> Page:
    """Return the readable text of a file, never more than MAX_BYTES of it in memory.

    The text is cleaned (see `cleaning.clean`) and nothing else is done to it later, so offsets
    into `content` hold. Raises Unreadable with one sentence.
    """
    try:
        return _read(path)
    except Unreadable as error:
        raise Unreadable(clean(str(error))) from error  # a path may hold what no terminal prints


def read_bytes(data: bytes, content_type: str | None, name: str) -> Page:
    """Return the readable text of a document that came from elsewhere; `url` is left empty.

    `content_type` is the header as it came, with its charset. Raises Unreadable with one sentence,
    also for what is no page, see `no_page`.
    """
    path = Path(name or "The page")
    try:
        kind = sniff(path, data, content_type or "")
        text = data
        if kind.is_text and not _is_utf8(data):
            text = decode(path, data, charset_of(content_type or "")).encode()
        return replace(_page(path, text, kind, kind.read_from_web or kind.read), bytes=len(data))
    except Unreadable as error:
        raise Unreadable(clean(str(error)), withheld=error.withheld) from error


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _read(path: Path) -> Page:
    data = _bytes_of(path)
    kind = sniff(path, data)
    return replace(_page(path, data, kind, kind.read), url=path.resolve().as_uri())


def _page(path: Path, data: bytes, kind: Format, read: Read) -> Page:
    if not data.strip():
        raise Unreadable(f"{path} is empty.")
    page = read(path, data)
    content = clean(page.content)
    if not content.strip():
        raise Unreadable(f"{path} holds no text.")
    return replace(
        page,
        title=one_line(clean(page.title)) or one_line(clean(path.name)),
        content=content,
        content_type=kind.content_type,
        bytes=len(data),
    )


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
