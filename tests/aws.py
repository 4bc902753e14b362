"""AWS as moto plays it in this process, with the table that template.yaml describes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
import yaml
from botocore.exceptions import ReadTimeoutError
from moto import mock_aws
from moto.core.botocore_stubber import BotocoreStubber

from cite_or_refuse.adapters.aws.clients import client, forget_clients

TEMPLATE = Path(__file__).parents[1] / "template.yaml"

_ONE_AT_A_TIME = RLock()
_answer = BotocoreStubber.process_request


def _answer_alone(self: BotocoreStubber, request: Any) -> Any:
    with _ONE_AT_A_TIME:
        return _answer(self, request)


@contextmanager
def answers_lost(operation: str, times: int = 1) -> Iterator[None]:
    """Do what is asked, and lose the first answers: the caller waits, then asks again."""
    left = [times]

    def lose(self: BotocoreStubber, request: Any) -> Any:
        answer = _answer_alone(self, request)
        target = request.headers.get("X-Amz-Target", "")
        if str(target).removesuffix("'").endswith(f".{operation}") and left[0]:
            left[0] -= 1
            raise ReadTimeoutError(endpoint_url=request.url)
        return answer

    with (
        patch.object(BotocoreStubber, "process_request", lose),
        patch("botocore.endpoint.time.sleep"),
    ):
        yield
    assert not left[0], f"{operation} was not asked for"


@contextmanager
def an_account(*, execute_state_machine: bool = False) -> Iterator[None]:
    """An empty account. Its requests are answered one at a time, as AWS does for one item."""
    config: Any = {"stepfunctions": {"execute_state_machine": execute_state_machine}}
    with (
        pytest.MonkeyPatch.context() as environment,
        patch.object(BotocoreStubber, "process_request", _answer_alone),
        mock_aws(config=config),
    ):
        environment.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        forget_clients()
        yield
        forget_clients()


def make_table() -> str:
    """Make the table of the template under a new name, and return that."""
    name = f"runs-{uuid4().hex}"
    parts = "BillingMode AttributeDefinitions KeySchema GlobalSecondaryIndexes"
    described = _resource("AWS::DynamoDB::Table")["Properties"]
    client("dynamodb").create_table(
        TableName=name, **{part: described[part] for part in parts.split()}
    )
    return name


def make_bucket() -> str:
    """Make a bucket under a new name, and return that."""
    name = f"texts-{uuid4().hex}"
    client("s3").create_bucket(
        Bucket=name, CreateBucketConfiguration={"LocationConstraint": "eu-west-1"}
    )
    return name


class _Loader(yaml.SafeLoader):
    """Reads YAML, and what CloudFormation's tags stand for as None: no part of a table has one."""


_Loader.add_multi_constructor("!", lambda *_: None)


@cache
def _resource(kind: str) -> dict[str, Any]:
    template = yaml.load(TEMPLATE.read_text(), _Loader)  # noqa: S506 - a subclass of SafeLoader
    [resource] = [r for r in template["Resources"].values() if r["Type"] == kind]
    return resource
