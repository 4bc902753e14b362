"""Word documents: turned into HTML by mammoth, which is then read like any page."""

import zipfile
from io import BytesIO
from pathlib import Path

import mammoth
from lxml import etree

from cite_or_refuse.adapters.documents.about import date
from cite_or_refuse.adapters.documents.html import page_of, parsed
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Page

BODY = "word/document.xml"
_MAX_BYTES = 100_000_000  # unpacked, pictures aside: XML packs ten to one
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
# Beside mammoth's own: the title, and the styles in which code is set by Word, Pandoc and others.
_CODE = ("HTML Preformatted", "Source Code", "Code", "Code Block", "Preformatted Text")
_STYLES = "\n".join(
    [
        "p[style-name='Title'] => h1:fresh",
        *(f"p[style-name='{name}'] => pre:separator('\\n')" for name in _CODE),
    ]
)
# Nothing is followed that a document names, and no entity is expanded.
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)


def is_docx(data: bytes) -> bool:
    """Tell a Word document from any other ZIP archive."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return BODY in archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def read(path: Path, data: bytes) -> Page:
    """Return the text of a Word document. Raises Unreadable if it is broken or too large."""
    try:
        parts = _parts(path, data)
        body = mammoth.convert_to_html(
            _packed(parts), style_map=_STYLES, convert_image=mammoth.images.img_element(_no_image)
        )
    except Unreadable:
        raise
    except Exception as error:  # a broken part gives whatever mammoth or its parser runs into
        raise Unreadable(f"{path} is a broken or locked Word document.") from error
    with parsed(body.value) as soup:
        page = page_of(soup)
    core = _core(parts)
    return Page(
        title=core.get(_DUBLIN_CORE + "title", "") or page.title,
        url="",
        content=page.content,
        language=core.get(_DUBLIN_CORE + "language", ""),
        published=date(core.get(_TERMS + "created", "")),
        modified=date(core.get(_TERMS + "modified", "")),
    )


def _parts(path: Path, data: bytes) -> dict[str, bytes]:
    """Return what holds text; pictures and fonts are left packed."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        infos = [info for info in archive.infolist() if info.filename.endswith((".xml", ".rels"))]
        if sum(info.file_size for info in infos) > _MAX_BYTES:
            raise Unreadable(f"{path} unpacks to more than {_MAX_BYTES // 1_000_000} MB.")
        parts = {info.filename: archive.read(info) for info in infos}
    parts[BODY] = _without_hidden(parts[BODY])
    return parts


def _without_hidden(xml: bytes) -> bytes:
    """Take out what the author marked as hidden, which mammoth would show."""
    root = etree.fromstring(xml, _PARSER)
    for mark in [*root.iter(_WORD + "vanish")]:
        run = next(mark.iterancestors(_WORD + "r"), None)
        hides = mark.get(_WORD + "val", "true") not in ("0", "false", "off")
        if hides and run is not None and (parent := run.getparent()) is not None:
            parent.remove(run)
    return bytes(etree.tostring(root))


def _packed(parts: dict[str, bytes]) -> BytesIO:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed


def _no_image(_image: object) -> dict[str, str]:
    return {}


def _core(parts: dict[str, bytes]) -> dict[str, str]:
    """Return the core properties by qualified name."""
    try:
        root = etree.fromstring(parts.get("docProps/core.xml", b"<none/>"), _PARSER)
    except etree.XMLSyntaxError:
        return {}
    return {str(child.tag): (child.text or "").strip() for child in root}
