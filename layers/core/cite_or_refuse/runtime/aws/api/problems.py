"""Whatever goes wrong, as `application/problem+json` (RFC 9457): one sentence, no traceback."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError

from cite_or_refuse.domain.errors import (
    BadInput,
    CiteOrRefuseError,
    KeyReused,
    NotWaiting,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.runtime.aws.api import misfits
from cite_or_refuse.runtime.aws.problem import problem
from cite_or_refuse.runtime.aws.telemetry import logger, places

MEDIA = "application/problem+json"
_STATUS: Mapping[type[CiteOrRefuseError], HTTPStatus] = {
    UnknownRun: HTTPStatus.NOT_FOUND,
    NotWaiting: HTTPStatus.CONFLICT,
    KeyReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadInput: HTTPStatus.BAD_REQUEST,
    TransientError: HTTPStatus.SERVICE_UNAVAILABLE,
}
_PASSES_IN = {"Retry-After": "2"}  # seconds


class Refused(Exception):
    """A request that fails for a reason of HTTP's own, such as 405."""

    def __init__(
        self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers


def answer_refused(error: Refused) -> Response[str]:
    """Answer what HTTP refuses."""
    name = error.status.phrase.replace(" ", "")
    return _answer(error.status, name, str(error), error.headers)


def answer_misfit(error: RequestValidationError) -> Response[str]:
    """Answer a request that does not fit the API's document, by the first thing that does not."""
    first = error.errors()[0]
    if first["loc"][0] == "path":
        return _answer(HTTPStatus.NOT_FOUND, "NotFound", "Nothing has this address.")
    return _answer(HTTPStatus.BAD_REQUEST, "BadInput", misfits.told(first))


def answer_ours(error: CiteOrRefuseError) -> Response[str]:
    """Answer an error of the tree by its class."""
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            if kind is not TransientError:
                return _answer(status, type(error).__name__, str(error))
            logger.warning("The request may be sent again", error=kind.__name__, why=str(error))
            return _answer(status, type(error).__name__, str(error), _PASSES_IN)
    return answer_any(error)


def answer_any(error: Exception) -> Response[str]:
    """Answer what the caller cannot mend; the log has the rest, but no words that are not ours."""
    ours = isinstance(error, CiteOrRefuseError)
    name, why = type(error).__name__, str(error) if ours else ""
    logger.error("The request failed", error=name, why=why, stack=places(error))
    detail = "Something broke here, and nothing was decided; the log of the API says what."
    return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, name if ours else "Broken", detail)


def _answer(
    status: HTTPStatus, name: str, detail: str, headers: Mapping[str, str] | None = None
) -> Response[str]:
    body = json.dumps(problem(status, name, detail))
    return Response(int(status), MEDIA, body, headers=headers)
