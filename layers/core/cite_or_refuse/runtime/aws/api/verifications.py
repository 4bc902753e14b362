"""The gate alone, on anybody's report."""

import json
from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from aws_lambda_powertools.event_handler.router import APIGatewayRouter

from cite_or_refuse.domain.errors import GateBroke
from cite_or_refuse.runtime.aws.api import bodies, shapes
from cite_or_refuse.runtime.aws.api.caller import the_settings
from cite_or_refuse.runtime.aws.api.documented import ELSEWHERE, answers, saying
from cite_or_refuse.runtime.aws.api.guard import json_body, validated
from cite_or_refuse.runtime.aws.api.sending import JSON, send

router = APIGatewayRouter()  # type: ignore[no-untyped-call]

MAX_BODY_BYTES = 4 * 1024 * 1024  # Lambda takes 6 MB, and there a quote or backslash counts twice


@router.post(
    "/verifications",
    summary="Judge a report against its sources",
    operation_id="verify",
    responses=answers(body=True, s200=saying("What the gate says.", shapes.Judged), s303=ELSEWHERE),
    middlewares=[json_body(MAX_BODY_BYTES), validated],
)
def verify(report: Annotated[bodies.Report, Body()]) -> Response[str]:
    """Return the gate's outcome, and its verdict on each claim; nothing is stored."""
    # The gate takes longer to import than all else here, and no other operation needs it.
    from cite_or_refuse.runtime.judging import Case, as_sources, as_verdict, judge

    sources = as_sources([source.model_dump() for source in report.sources])
    try:
        check = judge(Case(report.draft, sources, report.stop_reason))
    except GateBroke as broke:
        raise (broke.__cause__ or broke) from None  # the words of the other may be the draft's
    judged = as_verdict(check) | {"changes": list(check.changes)}
    return send(200, json.dumps(judged), JSON, the_settings().texts)
