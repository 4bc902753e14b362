"""The stack's API as a caller sees it: requests as API Gateway hands them over, and a server."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.graph import walk
from functions.api.app import handler
from tests.aws import make_bucket, make_table
from tests.documents import make_documents
from tests.stories import STORIES, tell

EVENTS = Path(__file__).parents[1] / "events"
ANN = "arn:aws:sts::111122223333:assumed-role/Analyst/ann"
ACCEPTED = "the first draft is accepted"
CAPPED = "half of it is invented, to the last"
REFUSED = "nothing is cited"
FAILED = "every provider fails"
WAITING = "a human is still to be asked, and nobody has"
BASE = "https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/v1"


@dataclass(frozen=True)
class Context:
    """What Lambda tells a function of itself."""

    function_name: str = "api"
    memory_limit_in_mb: int = 1024
    invoked_function_arn: str = "arn:aws:lambda:eu-west-1:111122223333:function:api"
    aws_request_id: str = "6f1f2f9a-0c3e-4c51-9e8e-5d7a2f0f2b11"


@dataclass(frozen=True)
class Answer:
    """What the caller gets."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def media(self) -> str:
        return self.headers["Content-Type"]

    @property
    def problem(self) -> str:
        """The one sentence of a problem that is whole: no traceback, no other form."""
        assert self.media == "application/problem+json"
        said = self.json
        assert said["status"] == self.status
        assert said["title"] == HTTPStatus(self.status).phrase
        assert said["type"].startswith("urn:cite-or-refuse:")
        assert "Traceback" not in self.body
        assert "\n" not in said["detail"]
        return str(said["detail"])


@dataclass(frozen=True)
class Stage:
    """An API over a table of its own; `machine` counts what was started."""

    store: DynamoStore
    texts: str
    documents: str
    machine: str

    def executions(self) -> list[str]:
        found = client("stepfunctions").list_executions(stateMachineArn=self.machine)
        return [one["name"] for one in found["executions"]]


@contextmanager
def an_api(**settings: str) -> Iterator[Stage]:
    """An API over an empty table, with these settings of the operator; needs `an_account`."""
    with pytest.MonkeyPatch.context() as environment:
        table, texts, documents = make_table(), make_bucket(), make_documents()
        machine = client("stepfunctions").create_state_machine(
            name=table,
            definition='{"StartAt": "Walk", "States": {"Walk": {"Type": "Succeed"}}}',
            roleArn="arn:aws:iam::123456789012:role/walk",
        )["stateMachineArn"]
        chosen = {
            "table": table,
            "texts": texts,
            "documents": documents,
            "state_machine": machine,
            "search": "mediawiki",
            "home": "/tmp/cite-or-refuse",  # noqa: S108 - a function's own; nothing is written
        } | settings
        for name, value in chosen.items():
            environment.setenv(f"CITE_OR_REFUSE_{name.upper()}", value)
        yield Stage(DynamoStore(table, texts), texts, documents, machine)


def a_request(
    method: str,
    path: str,
    body: object = None,
    *,
    headers: Mapping[str, str] | None = None,
    query: Mapping[str, list[str]] | None = None,
) -> dict[str, Any]:
    """The event of a request; a body that is no string is sent as JSON."""
    event: dict[str, Any] = json.loads((EVENTS / "api_list.json").read_text(encoding="utf-8"))
    sent = {"Accept": "*/*"}
    if body is not None:
        sent["Content-Type"] = "application/json"
    sent |= headers or {}
    return event | {
        "httpMethod": method,
        "path": path,
        "headers": sent,
        "multiValueHeaders": {name: [value] for name, value in sent.items()},
        "queryStringParameters": {n: values[-1] for n, values in query.items()} if query else None,
        "multiValueQueryStringParameters": query,
        "requestContext": event["requestContext"] | {"path": f"/v1{path}", "httpMethod": method},
        "body": body if body is None or isinstance(body, str) else json.dumps(body),
    }


def answer_to(event: dict[str, Any]) -> Answer:
    """What the function returns, as the gateway passes it on."""
    said = handler(event, Context())  # type: ignore[arg-type]
    json.dumps(said, ensure_ascii=False).encode()  # as the runtime does
    body = said["body"] or ""
    if said["isBase64Encoded"]:
        body = base64.b64decode(body).decode()
    headers = {name: values[-1] for name, values in said["multiValueHeaders"].items()}
    return Answer(said["statusCode"], headers, body)


def call(
    method: str,
    path: str,
    body: object = None,
    *,
    headers: Mapping[str, str] | None = None,
    query: Mapping[str, list[str]] | None = None,
) -> Answer:
    """Send a request, and get the answer."""
    return answer_to(a_request(method, path, body, headers=headers, query=query))


def served(environ: Mapping[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The API as a WSGI application, by way of the events that API Gateway would make."""
    headers = {
        name[5:].replace("_", "-").title(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    for name in ("CONTENT_TYPE", "CONTENT_ENCODING"):
        if environ.get(name):
            headers[name.replace("_", "-").title()] = environ[name]
    length = int(environ.get("CONTENT_LENGTH") or 0)
    event = a_request(
        environ["REQUEST_METHOD"],
        environ["PATH_INFO"].encode("latin-1").decode("utf-8", "replace"),
        environ["wsgi.input"].read(length).decode("utf-8", "replace") if length else None,
        headers=headers,
        query=parse_qs(environ["QUERY_STRING"], keep_blank_values=True) or None,
    )
    if "Content-Type" not in headers:
        event["headers"].pop("Content-Type", None)
    answer = answer_to(event)
    start_response(
        f"{answer.status} {HTTPStatus(answer.status).phrase}", list(answer.headers.items())
    )
    return [answer.body.encode()]


def told(stage: Stage, says: str, home: Path) -> Run:
    """The run of the story that says so, walked on this laptop and kept in the stack's store."""
    [story] = [story for story in STORIES if story.says == says]
    return tell(story, lambda run, ports, hear: walk(run, ports, hear, home), stage.store)
