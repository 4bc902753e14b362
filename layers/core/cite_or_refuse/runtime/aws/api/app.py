"""The resolver of the API, and its OpenAPI document."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, cast

from aws_lambda_powertools.event_handler import APIGatewayRestResolver, CORSConfig, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from aws_lambda_powertools.utilities.typing import LambdaContext

from cite_or_refuse import __version__
from cite_or_refuse.domain.errors import CiteOrRefuseError, PermanentError
from cite_or_refuse.runtime.aws.api import acting, problems, runs, verifications
from cite_or_refuse.runtime.aws.api.caller import the_settings
from cite_or_refuse.runtime.aws.api.problems import Refused
from cite_or_refuse.runtime.parsing import parse_json

METHODS: Mapping[str, tuple[str, ...]] = {
    "/runs": ("GET", "POST"),
    "/runs/<run_id>": ("GET",),
    "/runs/<run_id>/report": ("GET",),
    "/runs/<run_id>/sources/<number>": ("GET",),
    "/runs/<run_id>/decision": ("POST",),
    "/runs/<run_id>/resume": ("POST",),
    "/verifications": ("POST",),
}
"""What there is at each path: of a known path, another method is 405 instead of 404.

Powertools keeps its own table to itself; a test holds this one to the document.
"""

_CALLERS_HEADERS = ["Accept", "Idempotency-Key"]  # beside those that Powertools allows
_READABLE_HEADERS = ["Location", "Retry-After"]

_SIGNED = {
    "type": "apiKey",
    "name": "Authorization",
    "in": "header",
    "x-amazon-apigateway-authtype": "awsSigv4",
}


def answer(event: Mapping[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Answer one request of API Gateway."""
    try:
        origin = the_settings().cors_origin
    except PermanentError:
        origin = ""  # each operation reads them again, and answers what is wrong
    return resolver(origin).resolve(event, context)


@cache
def resolver(cors_origin: str = "") -> APIGatewayRestResolver:
    """Return the resolver. Without an origin, no browser may read its answers from elsewhere."""
    cors = CORSConfig(
        allow_origin=cors_origin,
        allow_headers=_CALLERS_HEADERS,
        expose_headers=_READABLE_HEADERS,
    )
    app = APIGatewayRestResolver(cors=cors if cors_origin else None, json_body_deserializer=_parsed)
    for router in (runs.router, acting.router, verifications.router):
        app.include_router(router)
    handlers: Mapping[type[Exception], Callable[[Any], Response[str]]] = {
        NotFoundError: lambda _error: _nothing_here(
            app.current_event.path, app.current_event.http_method
        ),
        problems.Refused: problems.answer_refused,
        RequestValidationError: problems.answer_misfit,
        CiteOrRefuseError: problems.answer_ours,
        Exception: problems.answer_any,
    }
    for kind, handler in handlers.items():
        app.exception_handler(kind)(handler)
    return app


def _parsed(body: str) -> dict[str, Any]:
    """The guard has it before anybody relies on its type."""
    return cast("dict[str, Any]", parse_json(body))


def _nothing_here(path: str, method: str) -> Response[str]:
    for rule, methods in METHODS.items():
        if re.fullmatch(re.sub("<.*?>", "[^/]+", rule), path.rstrip("/")):
            if method in methods:  # an id or number that no route takes, as one with a NUL
                break
            allowed = ", ".join(methods)
            refused = Refused(
                HTTPStatus.METHOD_NOT_ALLOWED, f"This takes {allowed} only.", {"Allow": allowed}
            )
            return problems.answer_refused(refused)
    return problems.answer_refused(Refused(HTTPStatus.NOT_FOUND, "Nothing has this address."))


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    described: dict[str, Any] = json.loads(
        resolver().get_openapi_json_schema(
            title="cite-or-refuse",
            version=__version__,
            description="Questions answered with claims that a reader can check, or refused.",
        )
    )
    described["security"] = [{"sigv4": []}]
    described["components"]["securitySchemes"] = {"sigv4": _SIGNED}
    for unused in ("HTTPValidationError", "ValidationError"):  # Powertools' own form of a 422
        described["components"]["schemas"].pop(unused, None)
    return described
