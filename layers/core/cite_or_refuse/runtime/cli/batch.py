"""`verify --batch`: a line in, a line out, however long the file is."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from cite_or_refuse.domain.errors import BadInput, GateBroke
from cite_or_refuse.domain.outcome import EXIT_CODES, Status
from cite_or_refuse.runtime.cli.files import MAX_BYTES
from cite_or_refuse.runtime.judging import Case, as_sources, as_verdict, judge
from cite_or_refuse.runtime.parsing import parse_json

Answer = dict[str, Any]
GROUNDED, REFUSED = EXIT_CODES[Status.ACCEPTED], EXIT_CODES[Status.REFUSED]
BAD_LINE, GATE_BROKE = 2, EXIT_CODES[Status.FAILED]
WORST_LAST = (GROUNDED, REFUSED, BAD_LINE, GATE_BROKE)


def judge_lines(file: BinaryIO) -> Iterator[tuple[Answer, int]]:
    """Yield for each line that is not blank its answer, and the exit code it would have alone."""
    for number, line in enumerate(_lines(file), 1):
        if line is None:
            yield _error(None, f"Line {number} is longer than {MAX_BYTES >> 20} MiB."), BAD_LINE
        elif line.strip():
            yield _judge_line(number, line)


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines, None for one that is too long to be held in memory."""
    while line := file.readline(MAX_BYTES):
        whole = len(line) < MAX_BYTES or line.endswith(b"\n")
        yield line if whole else None
        while not whole:
            rest = file.readline(MAX_BYTES)
            whole = not rest or rest.endswith(b"\n")


def _judge_line(number: int, line: bytes) -> tuple[Answer, int]:
    name: object = None
    try:
        value = _as_object(line)
        name = _as_id(value)
        verdict = as_verdict(judge(_as_case(value)))
    except BadInput as error:
        return _error(name, f"Line {number}: {error}"), BAD_LINE
    except GateBroke as error:
        return _error(name, str(error)), GATE_BROKE
    return {"id": name} | verdict, GROUNDED if verdict["outcome"] == "grounded" else REFUSED


def _as_object(line: bytes) -> dict[str, object]:
    try:
        value = parse_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInput(f"This line is not UTF-8 text: {error.reason}.") from error
    if not isinstance(value, dict):
        raise BadInput("This line is no JSON object.")
    return value


def _as_id(value: dict[str, object]) -> object:
    if "id" not in value:
        raise BadInput("There is no 'id'.")
    if isinstance(value["id"], dict | list):
        raise BadInput("The 'id' is neither a string, a number, a boolean nor null.")
    return value["id"]


def _as_case(value: dict[str, object]) -> Case:
    draft, stop_reason = value.get("draft"), value.get("stop_reason")
    if not isinstance(draft, str):
        raise BadInput("There is no 'draft', or it is no string.")
    if stop_reason is not None and not isinstance(stop_reason, str):
        raise BadInput("The 'stop_reason' is no string.")
    return Case(draft, as_sources(value.get("sources")), stop_reason)


def _error(name: object, sentence: str) -> Answer:
    return {"id": name, "error": sentence}
