"""The answers of each operation, for the OpenAPI document."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from pydantic import BaseModel

from cite_or_refuse.runtime.aws.api import shapes
from cite_or_refuse.runtime.aws.api.problems import MEDIA

_WHY: Mapping[int, str] = {
    400: "The request does not fit this document, or goes beyond what the operator set.",
    403: "The gateway does not know the caller, or may not let them do this.",
    404: "There is no such thing.",
    405: "The method is not one of this path's.",
    406: "None of the representations is acceptable.",
    409: "The run's state rules it out.",
    413: "The body is too large.",
    415: "The body is not JSON in UTF-8.",
    422: "The key has begun another run.",
    429: "The gateway has let too many requests through; try again.",
    500: "Something broke; the log of the API says what.",
    503: "Something that passes by itself; try again.",
}
_EVERYWHERE = (400, 403, 404, 405, 429, 500, 503)
_WITH_A_BODY = (413, 415)


def answers(*problems: int, body: bool = False, **said: OpenAPIResponse) -> dict[int, Any]:
    """Return the answers of an operation: `s200=...` and the like, and these problems.

    Those that every operation may have are added, and with `body` those that a body may bring.
    """
    codes = {*problems, *_EVERYWHERE, *(_WITH_A_BODY if body else ())}
    own = {int(name[1:]): answer for name, answer in said.items()}
    return dict(sorted((dict(map(_problem, codes)) | own).items()))


def saying(
    description: str, shape: type[BaseModel], text: str = "", *, media: str = "application/json"
) -> OpenAPIResponse:
    """Return an answer in JSON and, if another media type is given, as text of that."""
    content: dict[str, Any] = {media: {"model": shape}}
    if text:
        content[text] = {"schema": {"type": "string"}}
    return {"description": description, "content": content}


def _problem(code: int) -> tuple[int, OpenAPIResponse]:
    why = _WHY.get(code, HTTPStatus(code).phrase)
    return code, {"description": why, "content": {MEDIA: {"model": shapes.Problem}}}


ELSEWHERE: OpenAPIResponse = {
    "description": "The answer is too large; the address, signed, is good for five minutes.",
    "headers": {"Location": {"description": "an address", "schema": {"type": "string"}}},
    "content": {"text/plain": {"schema": {"type": "string"}}},
}
