"""The METADATA file of an installed distribution: headers, then its README."""

from email.parser import HeaderParser
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(name and version, the whole file)`: the headers are documentation too."""
    text = decode(path, data)
    headers = HeaderParser().parsestr(text, headersonly=True)
    return f"{headers['Name'] or ''} {headers['Version'] or ''}", text
