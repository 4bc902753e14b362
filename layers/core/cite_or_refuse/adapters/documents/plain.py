"""Plain text: as it stands, named after its file."""

from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(title, text)`; plain text has no title of its own."""
    return "", decode(path, data)
