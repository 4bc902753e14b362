"""Dropped questions, and what the function that takes them is asked and leaves behind."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.drops import handle
from cite_or_refuse.runtime.aws.stack import Stack
from tests.documents import MANUAL, drop, files_in

QUESTION = "How large is Tarn's cache?"
PASS = json.dumps({"StartAt": "P", "States": {"P": {"Type": "Pass", "End": True}}})
ROLE = "arn:aws:iam::123456789012:role/walk"


def make_workflow() -> str:
    made = client("stepfunctions").create_state_machine(
        name=uuid4().hex, definition=PASS, roleArn=ROLE
    )
    return made["stateMachineArn"]


def take(dropped: Dropped, stack: Stack, **more: Any) -> dict[str, Any]:
    """What the workflow asks of the function."""
    place = {"bucket": dropped.bucket, "key": dropped.key, "version": dropped.version}
    return handle({"drop": place, **more}, stack)


def drop_json(stack: Stack, key: str = "questions/q.json", **fields: Any) -> Dropped:
    data = json.dumps({"question": QUESTION} | fields).encode()
    return drop(stack.settings.documents, key, data)


def companion(stack: Stack, name: str, data: bytes = MANUAL) -> None:
    drop(stack.settings.documents, f"documents/{name}", data)


def executions(machine: str) -> list[dict[str, Any]]:
    listed = client("stepfunctions").list_executions(stateMachineArn=machine)["executions"]
    return [
        client("stepfunctions").describe_execution(executionArn=one["executionArn"])
        for one in listed
    ]


def problem(dropped: Dropped) -> dict[str, Any]:
    """The one thing that lies beside the results of the question: its error document."""
    assert list(files_in(dropped.bucket)) == [dropped.error_key]
    answer = client("s3").get_object(Bucket=dropped.bucket, Key=dropped.error_key)
    assert answer["ContentType"] == "application/problem+json"
    found: dict[str, Any] = json.loads(answer["Body"].read())
    assert found["instance"] == dropped.address
    return found


def later(stack: Stack, **time: float) -> Stack:
    return replace(stack, now=lambda: datetime.now(UTC) + timedelta(**time))
