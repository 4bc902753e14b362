"""JSON: as it stands, a line for each value."""

import json
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(title, text)`; what came on one line is laid out, its escapes spelled out."""
    text = decode(path, data)
    if text.strip().count("\n"):
        return "", text
    try:
        return "", json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "", text
