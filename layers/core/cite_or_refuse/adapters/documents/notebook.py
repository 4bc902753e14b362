"""Jupyter notebooks: text as Markdown, code and what it printed as fenced blocks."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cite_or_refuse.adapters.documents import markdown
from cite_or_refuse.adapters.documents.cleaning import decode
from cite_or_refuse.domain.errors import Unreadable


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(title, text)`, cell by cell. Raises Unreadable if it is no notebook."""
    try:
        notebook = json.loads(decode(path, data))
        language = str(notebook.get("metadata", {}).get("kernelspec", {}).get("language", ""))
        blocks = [block for cell in _cells(notebook) for block in _blocks(cell, language)]
        stated = notebook.get("metadata", {}).get("title", "")
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} is a broken notebook: no valid JSON.") from error
    except (AttributeError, KeyError, TypeError) as error:
        raise Unreadable(f"{path} is no notebook that Jupyter would open.") from error
    title, text = markdown.read(path, ("\n\n".join(blocks) + "\n").encode("utf-8", "replace"))
    return str(stated) or title, text


def _cells(notebook: dict[str, Any]) -> Sequence[dict[str, Any]]:
    if "worksheets" in notebook:  # version 3 of the format, before 2015
        return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    return list(notebook["cells"])


def _blocks(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _joined(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if not source.strip():
        return
    if kind == "heading":
        yield f"{'#' * int(cell.get('level', 1))} {source}"
    elif kind != "code":
        yield source
    else:
        yield _fenced(source, language)
        for output in cell.get("outputs", ()):
            shown = output.get("text") or output.get("data", {}).get("text/plain", "")
            if text := _joined(shown).strip("\n"):
                yield _fenced(text, "text")


def _joined(text: str | Sequence[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _fenced(text: str, language: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
