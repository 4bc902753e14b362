"""Labelled claims, and the draft that each of them becomes."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_MARKER = re.compile(r"\[\^?[0-9]+\]")
_FINAL_STOP = re.compile(r"(.*?)([.!?]?)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and the text it cites. `label` is 1 where the text supports it, else 0."""

    id: str
    text: str
    source: str
    label: int
    dataset: str = "all"
    kind: str = ""
    mode: str = ""
    title: str = ""

    @property
    def draft(self) -> str:
        """The claim as a draft: its own markers out, one citation before its final stop."""
        match = _FINAL_STOP.match(_MARKER.sub("", self.text).strip())
        assert match is not None, "the pattern matches any text"
        return f"{match[1].rstrip()}[^1]{match[2] or '.'}"


@cache
def _text(path: Path) -> str:
    return path.read_bytes().decode()


def _claim(row: dict[str, str | int], folder: Path) -> Claim:
    source = row.get("source")
    return Claim(
        id=str(row["id"]),
        text=str(row["claim"]),
        source=_text(folder / str(row["source_file"])) if source is None else str(source),
        label=int(row["label"]),
        dataset=str(row.get("dataset", "all")),
        kind=str(row.get("kind") or ""),
        mode=str(row.get("mode") or ""),
        title=str(row.get("title", "")),
    )


def read(paths: Iterable[Path]) -> list[Claim]:
    """Read JSONL, a claim a line: id, claim, label and source, or source_file beside the JSONL.

    Raises:
        OSError: a file cannot be read.
        KeyError, ValueError: a line lacks a field, or is not JSON.
    """
    return [
        _claim(json.loads(line), path.parent)
        for path in paths
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.strip()
    ]
