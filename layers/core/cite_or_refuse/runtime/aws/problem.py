"""The form of RFC 9457 in which the API and dropped questions are told what is wrong."""

from http import HTTPStatus
from typing import Any


def problem(status: int, name: str, detail: str) -> dict[str, Any]:
    """Return a problem; a program may act on `name`, a person on `detail`."""
    return {
        "type": f"urn:cite-or-refuse:{name}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
