"""What a request has to be before anything of it is believed."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from aws_lambda_powertools.event_handler import (
    ApiGatewayResolver,
    APIGatewayRestResolver,
    Response,
)
from aws_lambda_powertools.event_handler.middlewares import NextMiddleware
from aws_lambda_powertools.event_handler.middlewares.openapi_validation import (
    OpenAPIRequestValidationMiddleware,
)
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.runtime.aws.api.problems import Refused

type Middleware = Callable[[APIGatewayRestResolver, NextMiddleware], Response[str]]


class Validated(OpenAPIRequestValidationMiddleware):
    """Holds a request to the types of its route.

    Powertools' own takes forms for JSON, and some JSON for a form: here `json_body` goes before.
    """

    def _get_body(self, app: ApiGatewayResolver) -> Any:
        return app.current_event.json_body


validated: Middleware = Validated()  # type: ignore[no-untyped-call]


def json_body(most: int, *, optional: bool = False) -> Middleware:
    """Let only a JSON object through, of at most `most` bytes as they were sent."""

    def check(app: APIGatewayRestResolver, next_middleware: NextMiddleware) -> Response[str]:
        event = app.current_event
        _check_media_type(event)
        if len((event.body or "").encode("utf-8", "surrogatepass")) > most:
            raise Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The body has more than {most:,} bytes."
            )
        if event.body or not optional:
            _check_object(event)
        return next_middleware(app)

    return check


def _check_media_type(event: APIGatewayProxyEvent) -> None:
    media, *parameters = event.headers.get("content-type", "application/json").lower().split(";")
    named = [parameter.strip().partition("=") for parameter in parameters]
    charsets = {value.strip('"') for name, _, value in named if name == "charset"}
    if media.strip() != "application/json" or not charsets <= {"utf-8"}:
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "Send the body as JSON in UTF-8, with the header Content-Type: application/json.",
        )
    if event.headers.get("content-encoding", "identity").lower() != "identity":
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send the body without a Content-Encoding."
        )


def _check_object(event: APIGatewayProxyEvent) -> None:
    try:
        value = event.json_body
    except ValueError as error:  # of base64, or of UTF-8 in it
        raise BadInput("The body is not UTF-8 text.") from error
    if not isinstance(value, dict):
        raise BadInput("The body is no JSON object.")
