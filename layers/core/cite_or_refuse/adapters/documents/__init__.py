"""Files to readable text. `read_document` is the one door; each format is one file."""

from cite_or_refuse.adapters.documents.formats import SUFFIXES
from cite_or_refuse.adapters.documents.reader import MAX_BYTES, read_bytes, read_document

__all__ = ["MAX_BYTES", "SUFFIXES", "read_bytes", "read_document"]
