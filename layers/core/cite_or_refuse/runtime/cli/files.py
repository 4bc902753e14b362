"""What the command line reads from files."""

from typing import BinaryIO

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.source import Source
from cite_or_refuse.runtime.judging import as_sources
from cite_or_refuse.runtime.parsing import parse_json

MAX_BYTES = 64 * 2**20


def read_text(file: BinaryIO) -> str:
    """Return a file's text. Raises BadInput if it is too large or not UTF-8."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"{file.name} is larger than {MAX_BYTES >> 20} MiB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} is not UTF-8 text: {error.reason}.") from error


def read_sources(file: BinaryIO) -> tuple[Source, ...]:
    """Return the sources of a file. Raises BadInput that names it."""
    text = read_text(file)
    try:
        return as_sources(parse_json(text))
    except BadInput as error:
        raise BadInput(f"{file.name}: {error}") from error
