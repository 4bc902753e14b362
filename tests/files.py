"""Real files of the kinds that are read."""

import io
import json

import docx
import pypdf
from docx.enum.style import WD_STYLE_TYPE

PAGE = "/Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"


def a_pdf(*pages: list[str], title: str = "Tarn manual") -> bytes:
    """Return a PDF of a page for each list of lines."""
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({title}) /CreationDate (D:20240517120000+02'00') /ModDate (D:20240601) >>",
    ]
    for i, lines in enumerate(pages):
        shown = " ".join(f"({line}) Tj T*" for line in lines)
        drawn = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET"
        objects += [
            f"<< /Type /Page {PAGE} /Contents {6 + 2 * i} 0 R >>",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    data, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return (
        data
        + (
            f"xref\n0 {size}\n0000000000 65535 f \n{table}"
            f"trailer << /Size {size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
        ).encode()
    )


def with_outline(pdf: bytes, *titles: str) -> bytes:
    """Return the PDF with an entry on its first page for each title."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    for title in titles:
        writer.add_outline_item(title=title, page_number=0)
    return _written(writer)


def locked(pdf: bytes) -> bytes:
    """Return the PDF behind a password."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.encrypt("secret", algorithm="RC4-128")
    return _written(writer)


def _written(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def a_docx() -> bytes:
    """Return a Word document with a heading, lists, a table, code and a hidden order."""
    document = docx.Document()
    document.core_properties.title = "Tarn guide"
    document.add_heading("Caching", 1)
    document.add_paragraph("Tarn needs ").add_run("2 GB").bold = True
    document.add_paragraph("one", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ("Name", "Default", "timeout", "30 s"), strict=True):
        cell.text = text
    document.add_paragraph("Seen. ").add_run("order").font.hidden = True
    document.styles.add_style("Source Code", WD_STYLE_TYPE.PARAGRAPH)
    for line in ("def f():", "    return  1", "f()"):
        document.add_paragraph(line, style="Source Code")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def a_notebook(*cells: dict[str, object]) -> bytes:
    """Return a notebook in Python."""
    kernel = {"kernelspec": {"language": "python", "name": "python3"}}
    return json.dumps({"nbformat": 4, "metadata": kernel, "cells": list(cells)}).encode()
