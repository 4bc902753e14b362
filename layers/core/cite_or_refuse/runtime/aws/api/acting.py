"""What changes runs: to begin one, to decide on one, to go on with one."""

import json
from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Header
from aws_lambda_powertools.event_handler.router import APIGatewayRouter

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.aws import stack as doors
from cite_or_refuse.runtime.aws.api import bodies, shapes
from cite_or_refuse.runtime.aws.api.caller import caller_of, the_stack
from cite_or_refuse.runtime.aws.api.documented import answers, saying
from cite_or_refuse.runtime.aws.api.guard import json_body, validated
from cite_or_refuse.runtime.aws.api.links import base_of, links_of
from cite_or_refuse.runtime.aws.api.runs import RunId
from cite_or_refuse.runtime.aws.api.sending import JSON, send
from cite_or_refuse.runtime.aws.stack import Stack
from cite_or_refuse.runtime.aws.wishes import options_of, wishes_from

router = APIGatewayRouter()  # type: ignore[no-untyped-call]

MAX_BODY_BYTES = 64 * 1024  # a question or a note of 4,000 characters, escaped as JSON may be

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern="^[!-~]{1,255}$",
        description="begins one run, however often the caller sends it; with another question or "
        "other options it is refused",
    ),
]

_AS_BEFORE = bodies.Resumption()


@router.post(
    "/runs",
    summary="Ask a question",
    operation_id="beginRun",
    responses=answers(422, body=True, s202=saying("The run is on its way.", shapes.Begun)),
    middlewares=[json_body(MAX_BODY_BYTES), validated],
)
def begin_run(
    new: Annotated[bodies.NewRun, Body()], idempotency_key: IdempotencyKey = None
) -> Response[str]:
    """Begin a run; its links say where to look for the report."""
    stack = the_stack()
    wishes = wishes_from(new.options.model_dump(exclude_none=True) if new.options else {})
    options = options_of(wishes, stack.settings, new.documents or "")
    caller = caller_of(router.current_event)
    key = f"{caller} {idempotency_key}" if idempotency_key else ""
    return _accepted(doors.begin(stack, new.question, options, caller, key), stack)


@router.post(
    "/runs/<run_id>/decision",
    summary="Decide on a draft that waits",
    operation_id="decide",
    responses=answers(409, body=True, s202=saying("The run goes on.", shapes.Begun)),
    middlewares=[json_body(MAX_BODY_BYTES), validated],
)
def decide(run_id: RunId, decision: Annotated[bodies.NewDecision, Body()]) -> Response[str]:
    """Accept it, send it back with notes, or refuse it."""
    more = sorted(decision.model_fields_set - {"choice"})
    if more and decision.choice != "revise":
        told = f"Only 'revise' takes {' and '.join(more)}"
        raise BadInput(f"{told}; leave that out to {decision.choice}.")
    stack = the_stack()
    run = doors.decide(
        stack,
        run_id,
        Choice(decision.choice),
        decision.notes,
        decision.rounds,
        caller_of(router.current_event),
    )
    return _accepted(run, stack)


@router.post(
    "/runs/<run_id>/resume",
    summary="Go on with a run that failed or stands still",
    operation_id="resume",
    responses=answers(409, body=True, s202=saying("The run goes on.", shapes.Begun)),
    middlewares=[json_body(MAX_BODY_BYTES, optional=True), validated],
)
def resume(run_id: RunId, wish: Annotated[bodies.Resumption, Body()] = _AS_BEFORE) -> Response[str]:
    """Finished steps are not taken again; a limit that is named takes the place of the old one."""
    stack = the_stack()
    budget = wish.budget.model_dump(exclude_none=True) if wish.budget else {}
    run = doors.resume(stack, run_id, wishes_from({"budget": budget}).budget)
    return _accepted(run, stack)


def _accepted(run: Run, stack: Stack) -> Response[str]:
    links = links_of(base_of(router.current_event, stack.settings), run.run_id)
    begun = {"run_id": run.run_id, "status": run.status.value, "links": links}
    headers = {"Location": links["self"]}
    return send(202, json.dumps(begun), JSON, stack.settings.texts, headers)
