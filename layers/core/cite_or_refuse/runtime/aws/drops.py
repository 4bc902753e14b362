"""Questions that are dropped into S3: each becomes a run, or an error document beside its results.

What S3 tells is only passed on to the workflow of statemachine/drop.asl.yaml, one execution for
each version of an object: S3 may tell it twice, and in any order. That workflow asks here whether
the run can start, waits for documents that are named and not there yet, asks again, and has
written down why, if it cannot.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from http import HTTPStatus
from json import dumps
from math import ceil
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote_plus

from cite_or_refuse.adapters.aws.questions import read_question
from cite_or_refuse.adapters.aws.results import write_problem
from cite_or_refuse.adapters.aws.state_machine import StateMachine
from cite_or_refuse.domain.errors import BadInput, CiteOrRefuseError, PermanentError
from cite_or_refuse.domain.source import digest
from cite_or_refuse.runtime.aws.asking import asked_in, in_words, missing
from cite_or_refuse.runtime.aws.dropped import QUESTIONS, Dropped
from cite_or_refuse.runtime.aws.failures import failure
from cite_or_refuse.runtime.aws.problem import problem
from cite_or_refuse.runtime.aws.stack import Stack, begin
from cite_or_refuse.runtime.aws.telemetry import logger
from cite_or_refuse.runtime.aws.wishes import options_of
from cite_or_refuse.runtime.runs import sound_question
from cite_or_refuse.runtime.settings import Settings

POLL_SECONDS = 15
_OUR_FAULT = HTTPStatus.INTERNAL_SERVER_ERROR
_UNFORESEEN = "Something went wrong that was not foreseen: {}. Drop the question again."
_NOT_IN_A_NAME = re.compile("[^A-Za-z0-9_-]+")


def handle(event: Mapping[str, Any], stack: Stack) -> dict[str, Any]:
    """Answer S3, `{"Records": [...]}`, or the workflow, `{"drop": {...}, "error"?: {...}}`.

    The workflow gets `state`: `started` with the `run_id`; `waiting` with the `wait_seconds` until
    it asks again; or `refused` with the `error` and the `detail` that the error document has.
    Raises what `told` does.
    """
    if "drop" not in event:
        return _begin_all(event.get("Records", ()), stack)
    dropped = Dropped(**event["drop"])
    logger.append_keys(dropped=dropped.address)
    error = failure(event.get("error"))
    if error:
        return _refuse(dropped, error)
    try:
        return _take(dropped, stack)
    except PermanentError as refusal:
        return _refuse(dropped, refusal)


def _begin_all(records: Iterable[Mapping[str, Any]], stack: Stack) -> dict[str, Any]:
    """Start an execution for each question. What is none is told, and gets no document.

    A document for an object outside `questions/` could trigger the next one, for ever.
    """
    told: dict[str, Any] = {"executions": [], "ignored": []}
    for record in records:
        thing = record["s3"]["object"]
        key = unquote_plus(thing["key"])
        dropped = Dropped(record["s3"]["bucket"]["name"], key, thing.get("versionId", ""))
        is_folder = key.endswith("/") and not thing.get("size")
        is_ours = dropped.bucket == stack.settings.documents and key.startswith(QUESTIONS)
        if is_ours and not is_folder and "ObjectCreated" in record["eventName"]:
            told["executions"].append(_begin(dropped, stack.settings))
        else:
            told["ignored"].append(dropped.address)
    return told


def _begin(dropped: Dropped, settings: Settings) -> str:
    name = _NOT_IN_A_NAME.sub("-", PurePosixPath(dropped.key).stem)[:40]
    execution = f"{name}-{digest(dropped.address)[:16]}"
    try:
        StateMachine(settings.drop_machine).start(execution, {"drop": asdict(dropped)})
    except PermanentError as error:
        _refuse(dropped, error)
    return execution


def _take(dropped: Dropped, stack: Stack) -> dict[str, Any]:
    if not dropped.version:
        raise BadInput(f"The bucket {dropped.bucket} keeps no versions; turn its versioning on.")
    data, dropped_at = read_question(dropped.bucket, dropped.key, dropped.version)
    asked = asked_in(dropped.key, data)
    question = sound_question(asked.question)
    options = options_of(asked.wishes, stack.settings, asked.documents)
    for address in options.corpus:
        if lacking := missing(asked, address):
            left = dropped_at + timedelta(minutes=stack.settings.companion_minutes) - stack.now()
            return _wait(left, lacking, address)
    run = begin(stack, question, options, dropped.address, key=dropped.address)
    return {"state": "started", "run_id": run.run_id}


def _wait(left: timedelta, lacking: Sequence[str], address: str) -> dict[str, Any]:
    """Return how long to wait. Raises BadInput if there is no time left."""
    if left > timedelta():
        return {"state": "waiting", "wait_seconds": min(POLL_SECONDS, ceil(left.total_seconds()))}
    raise BadInput(
        f"{address} was waited for, and did not get {in_words(lacking)} in time; "
        "upload what is missing, then drop the question again."
    )


def _refuse(dropped: Dropped, error: Exception) -> dict[str, Any]:
    """Write down why no run was started, and return it."""
    foreseen = isinstance(error, CiteOrRefuseError)
    told = str(error) if foreseen else _UNFORESEEN.format(str(error).rstrip("."))
    status = HTTPStatus.BAD_REQUEST if isinstance(error, BadInput) else _OUR_FAULT
    name = type(error).__name__
    why = problem(status, name if foreseen else "Broken", told) | {"instance": dropped.address}
    write_problem(dropped.bucket, dropped.error_key, dumps(why, indent=2).encode())
    return {"state": "refused", "error": name, "detail": told}
