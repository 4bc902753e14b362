"""How an answer leaves: as it is, or, where Lambda could not carry it, by way of S3."""

import json
from collections.abc import Mapping

from aws_lambda_powertools.event_handler import Response

JSON = "application/json"
MARKDOWN = "text/markdown"
TEXT = "text/plain"

# Lambda carries 6 MB of JSON, which holds the body as one string; the headers are far below 0.5 MB.
MAX_ANSWER_BYTES = 5_500_000


def send(
    status: int, body: str, media: str, bucket: str, headers: Mapping[str, str] | None = None
) -> Response[str]:
    """Answer with this text, or with 303 to where it can be fetched from `bucket` for a while."""
    media = media if media.endswith("json") else f"{media}; charset=utf-8"
    whole = body.encode("utf-8", "replace")  # half a character of a page would break the runtime
    body = whole.decode()
    if len(json.dumps(body)) <= MAX_ANSWER_BYTES:
        return Response(
            status, media, body, headers={"X-Content-Type-Options": "nosniff", **(headers or {})}
        )
    from cite_or_refuse.adapters.aws.large_answers import keep

    location = keep(bucket, whole, media)
    return Response(303, TEXT, location, headers={"Location": location})
