"""Reading runs: the list, where one stands, its report and its sources."""

import json
from http import HTTPStatus
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from aws_lambda_powertools.event_handler.router import APIGatewayRouter

from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run
from cite_or_refuse.report.json import as_object, as_source
from cite_or_refuse.report.waiting import render_waiting
from cite_or_refuse.runtime.aws.api import problems, shapes
from cite_or_refuse.runtime.aws.api.accept import preferred
from cite_or_refuse.runtime.aws.api.caller import accepted_by, the_stack
from cite_or_refuse.runtime.aws.api.documented import ELSEWHERE, answers, saying
from cite_or_refuse.runtime.aws.api.guard import validated
from cite_or_refuse.runtime.aws.api.links import base_of, links_of
from cite_or_refuse.runtime.aws.api.problems import Refused
from cite_or_refuse.runtime.aws.api.sending import JSON, MARKDOWN, TEXT, send
from cite_or_refuse.runtime.aws.problem import problem
from cite_or_refuse.runtime.aws.stack import Stack
from cite_or_refuse.runtime.aws.telemetry import logger

router = APIGatewayRouter()  # type: ignore[no-untyped-call]

RunId = Annotated[str, Path(pattern="^[0-9a-z]{7}-[0-9a-z]{5}$")]
Number = Annotated[str, Path(pattern="^[1-9][0-9]{0,3}$")]  # an int would be read from 1.0, too
Limit = Annotated[int, Query(ge=1, le=100, description="how many at most")]
OfStatus = Annotated[shapes.StatusWord | None, Query(description="only runs of this status")]

_SOON = {"Retry-After": "5"}  # seconds until it pays to ask again
_VARIES = {"Vary": "Accept"}


@router.get(
    "/runs",
    summary="List the newest runs",
    operation_id="listRuns",
    responses=answers(s200=saying("The runs.", shapes.Lines)),
    middlewares=[validated],
)
def list_runs(limit: Limit = 20, status: OfStatus = None) -> Response[str]:
    """Return the newest runs first."""
    stack = the_stack()
    base = base_of(router.current_event, stack.settings)
    lines = [
        {
            "run_id": one.run_id,
            "status": one.status.value,
            "question": one.question,
            "reason": one.reason,
            "created_at": one.created_at,
            "links": links_of(base, one.run_id),
        }
        for one in stack.store.recent(limit, status and Status(status))
    ]
    return send(200, json.dumps({"runs": lines}), JSON, stack.settings.texts)


@router.get(
    "/runs/<run_id>",
    summary="Say where a run stands",
    operation_id="getRun",
    responses=answers(s200=saying("Where it stands.", shapes.Progress)),
    middlewares=[validated],
)
def get_run(run_id: RunId) -> Response[str]:
    """Return its status, round and steps."""
    logger.append_keys(run_id=run_id)
    stack = the_stack()
    stands = stack.store.standing(run_id)
    waiting = stands.waiting
    progress = {
        "run_id": run_id,
        "status": stands.status.value,
        "reason": stands.reason,
        "question": stands.question,
        "started_by": stands.started_by,
        "created_at": stands.created_at,
        "step": stands.trail[-1].step if stands.trail else None,
        "round": stands.revision,
        "cap": stands.cap,
        "sources": stands.sources,
        "waiting": waiting
        and {"who": waiting.who, "asked_at": waiting.asked_at, "until": waiting.until},
        "trail": [{"step": commit.step, "at": commit.at} for commit in stands.trail],
        "links": links_of(base_of(router.current_event, stack.settings), run_id),
    }
    return send(200, json.dumps(progress), JSON, stack.settings.texts)


@router.get(
    "/runs/<run_id>/report",
    summary="Read the report",
    description="Markdown by default, or the whole run as JSON. A run that has not ended answers "
    "202, one that failed 409, and one that was refused 422.",
    operation_id="getReport",
    responses=answers(
        406,
        s200=saying("It was accepted, or capped.", shapes.WholeRun, MARKDOWN),
        s202=saying("It is running, or waits for a person.", shapes.WholeRun, MARKDOWN),
        s303=ELSEWHERE,
        s409=saying("It failed; resume it.", shapes.EndedBadly, media=problems.MEDIA),
        s422=saying("It was refused.", shapes.EndedBadly, media=problems.MEDIA),
    ),
    middlewares=[validated],
)
def get_report(run_id: RunId) -> Response[str]:
    """Return what the outcome table says of the run's status."""
    logger.append_keys(run_id=run_id)
    media = _preferred(MARKDOWN, JSON)
    stack = the_stack()
    run = stack.store.load_without_texts(run_id)
    status = _REPORT_STATUS[run.status]
    headers = _VARIES | (_SOON if status == 202 else {})
    if status >= 400:
        whole = _why_it_ended(run) | {"run": _whole(run, stack)}
        return send(status, json.dumps(whole), problems.MEDIA, stack.settings.texts, headers)
    body = json.dumps(_whole(run, stack)) if media == JSON else _for_a_person(run)
    return send(status, body, media, stack.settings.texts, headers)


@router.get(
    "/runs/<run_id>/sources/<number>",
    summary="Read a source as it was stored",
    description="Its text by default, which evidence points into; or, as JSON, all of it.",
    operation_id="getSource",
    responses=answers(406, s200=saying("The source.", shapes.StoredSource, TEXT), s303=ELSEWHERE),
    middlewares=[validated],
)
def get_source(run_id: RunId, number: Number) -> Response[str]:
    """Return the n-th source."""
    logger.append_keys(run_id=run_id)
    media = _preferred(TEXT, JSON)
    stack = the_stack()
    source = stack.store.source(run_id, int(number))
    if source is None:
        raise Refused(
            HTTPStatus.NOT_FOUND, f"Run {run_id} has no source {number}; its report has the list."
        )
    known = as_source(int(number), source) | {"snippet": source.snippet, "content": source.content}
    body = json.dumps(known) if media == JSON else source.content
    return send(200, body, media, stack.settings.texts, _VARIES)


_REPORT_STATUS = {
    Status.RUNNING: 202,
    Status.WAITING: 202,
    Status.ACCEPTED: 200,
    Status.CAPPED: 200,
    Status.FAILED: 409,
    Status.REFUSED: 422,
}


def _preferred(*offers: str) -> str:
    media = preferred(accepted_by(router.current_event), offers)
    if media is None:
        raise Refused(HTTPStatus.NOT_ACCEPTABLE, f"There is only {' and '.join(offers)} here.")
    return media


def _whole(run: Run, stack: Stack) -> dict[str, Any]:
    return as_object(run, stack.store.trail(run.run_id))


def _why_it_ended(run: Run) -> dict[str, Any]:
    reason = run.current_publication.reason if run.current_publication else None
    if run.status is Status.REFUSED:
        detail = f"Run {run.run_id} was refused ({reason}); nothing of it ships."
        return problem(422, "InsufficientGrounding", detail)
    detail = f"Run {run.run_id} failed ({reason}); its evidence is kept, resume it."
    return problem(409, "Failed", detail)


def _for_a_person(run: Run) -> str:
    if run.current_publication:
        return run.current_publication.report
    if run.undecided:
        return render_waiting(run, " --engine stack")
    return f"Run {run.run_id} has not ended; ask again in a moment.\n"
