"""PDF: the text layer, page by page, with the outline's entries as headings."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Lock

from pypdfium2 import PdfDocument, PdfiumError
from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY

from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

_MAX_CHARS = 20_000_000
_PDFIUM = Lock()  # the library is not safe to call from two threads
# How PDFium marks a hyphen at the end of a line that is none in the word.
_SOFT_HYPHEN = re.compile("[\x02\ufffe](?:\r?\n)?")
# ISO 32000-1, 7.9.4, of which everything after the year may be missing.
_DATE = re.compile(
    r"(?:D:)?([0-9]{4})([0-9]{2})([0-9]{2})(?:([0-9]{2})([0-9]{2})([0-9]{2}))?(Z|[+-][0-9]{2}'?[0-9]{2})?"
)


def read(path: Path, data: bytes) -> Page:
    """Return the text of a PDF. Raises Unreadable if it is broken, locked or only pictures."""
    with _PDFIUM:
        try:
            pdf = PdfDocument(data)
        except PdfiumError as error:
            if error.err_code in (FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY):
                raise Unreadable(f"{path} is locked with a password; save it without.") from error
            raise Unreadable(f"{path} is a broken PDF.") from error
        try:
            return _page(path, pdf)
        except PdfiumError as error:
            raise Unreadable(f"{path} is a broken PDF.") from error
        finally:
            pdf.close()


def _page(path: Path, pdf: PdfDocument) -> Page:
    said = pdf.get_metadata_dict()
    content = "\n\n".join(_pages(path, pdf))
    if not content.strip():
        raise Unreadable(f"{path} holds pictures and no text; recognise its text (OCR) first.")
    return Page(
        title=said["Title"],
        url="",
        content=content + "\n",
        published=_date(said["CreationDate"]),
        modified=_date(said["ModDate"]),
    )


def _pages(path: Path, pdf: PdfDocument) -> Iterator[str]:
    outline = _outline(pdf)
    length = 0
    for index, page in enumerate(pdf):
        text = _SOFT_HYPHEN.sub("", page.get_textpage().get_text_range()).replace("\r\n", "\n")
        page.close()
        length += len(text)
        if length > _MAX_CHARS:
            raise Unreadable(f"{path} holds more than {_MAX_CHARS // 1_000_000} MB of text.")
        if text.strip():
            yield _with_headings(text.strip("\n"), outline.get(index, {}))


def _outline(pdf: PdfDocument) -> dict[int, dict[str, int]]:
    """Return by page what starts on it: the titles without spaces, and how deep each is."""
    starts: dict[int, dict[str, int]] = {}
    for entry in pdf.get_toc():
        destination = entry.get_dest()
        index = destination.get_index() if destination else None
        if index is not None:
            starts.setdefault(index, {})["".join(entry.get_title().split())] = entry.level
    return starts


def _with_headings(text: str, titles: dict[str, int]) -> str:
    """Mark a line that is an entry of the outline, with its number or without, as a heading."""
    if not titles:
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        level = titles.pop("".join(line.split()), None)
        if level is None:
            level = titles.pop("".join(line.lstrip("0123456789. ").split()), None)
        lines += [line] if level is None else ["", f"{'#' * min(level + 1, 6)} {line.strip()}", ""]
    return "\n".join(lines).strip("\n")


def _date(text: str) -> str:
    found = _DATE.match(text)
    if not found:
        return ""
    year, month, day, *time, zone = found.groups()
    zone = (zone or "").replace("'", "").replace("Z", "+0000")
    stamp = f"{year}-{month}-{day}" + (f"T{':'.join(time)}{zone}" if time[0] else "")
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return ""
    return moment.isoformat() if time[0] else stamp
