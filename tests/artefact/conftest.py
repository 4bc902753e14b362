"""An account on this machine, and the built functions of a stack in it, each started once."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest

from tests.built import Built, Running, an_emulated_account, functions, resources, running

PASS_ON = json.dumps({"StartAt": "End", "States": {"End": {"Type": "Succeed"}}})


@pytest.fixture(scope="session", autouse=True)
def built() -> list[Built]:
    """All functions. Their tests fail at once if nothing is built."""
    return functions()


@dataclass
class Account:
    """What the functions keep their runs in. The workflows do nothing: tests take the steps."""

    endpoint: str
    settings: dict[str, str] = field(default_factory=dict)

    def client(self, service: str) -> Any:
        return boto3.client(  # type: ignore[call-overload]
            service,
            endpoint_url=self.endpoint,
            region_name="us-east-1",
            aws_access_key_id="test",
            aws_secret_access_key="test",
        )

    def put(self, key: str, text: str) -> str:
        """Put a document and return its version."""
        bucket = self.settings["CITE_OR_REFUSE_DOCUMENTS"]
        answer = self.client("s3").put_object(Bucket=bucket, Key=key, Body=text.encode())
        return str(answer["VersionId"])

    def started(self, name: str) -> Any:
        """Return the input of the execution with this name."""
        machine = self.settings["CITE_OR_REFUSE_STATE_MACHINE"]
        arn = f"{machine.replace(':stateMachine:', ':execution:')}:{name}"
        return json.loads(
            self.client("stepfunctions").describe_execution(executionArn=arn)["input"]
        )

    def messages(self, queue: str) -> list[Any]:
        """Return what the queue has got."""
        answer = self.client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
        return [json.loads(message["Body"]) for message in answer.get("Messages", ())]


@pytest.fixture(scope="session")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    log = tmp_path_factory.mktemp("account") / "log"
    with an_emulated_account(log) as endpoint:
        account = Account(endpoint)
        [table] = resources("DynamoDB::Table").values()
        described = {part: table[part] for part in ("AttributeDefinitions", "KeySchema")}
        account.client("dynamodb").create_table(
            TableName="runs",
            BillingMode="PAY_PER_REQUEST",
            GlobalSecondaryIndexes=table["GlobalSecondaryIndexes"],
            **described,
        )
        for bucket in ("texts", "documents"):
            account.client("s3").create_bucket(Bucket=bucket)
        account.client("s3").put_bucket_versioning(
            Bucket="documents", VersioningConfiguration={"Status": "Enabled"}
        )
        machines = [
            account.client("stepfunctions").create_state_machine(
                name=name, definition=PASS_ON, roleArn="arn:aws:iam::000000000000:role/nobody"
            )["stateMachineArn"]
            for name in ("research", "drop")
        ]
        topic = account.client("sns").create_topic(Name="waiting")["TopicArn"]
        account.settings = {
            "AWS_ENDPOINT_URL": endpoint,
            "CITE_OR_REFUSE_TABLE": "runs",
            "CITE_OR_REFUSE_TEXTS": "texts",
            "CITE_OR_REFUSE_DOCUMENTS": "documents",
            "CITE_OR_REFUSE_STATE_MACHINE": machines[0],
            "CITE_OR_REFUSE_DROP_MACHINE": machines[1],
            "CITE_OR_REFUSE_TOPIC": topic,
            "CITE_OR_REFUSE_API": "https://api.example/v1",
        }
        yield account


@dataclass
class Fleet:
    """The functions of one stack, each started when it is called first."""

    folder: Path
    settings: dict[str, str]
    processes: ExitStack
    started: dict[str, Running] = field(default_factory=dict)

    def invoke(self, name: str, event: dict[str, Any]) -> Any:
        if name not in self.started:
            settings = {"CITE_OR_REFUSE_HOME": str(self.folder / name), **self.settings}
            start = running(Built(name), self.folder / f"{name}.log", **settings)
            self.started[name] = self.processes.enter_context(start)
        return self.started[name].invoke(event)

    def log(self, name: str) -> str:
        return self.started[name].log.read_text(encoding="utf-8")


@pytest.fixture
def fleet(account: Account, tmp_path: Path) -> Iterator[Fleet]:
    with ExitStack() as processes:
        yield Fleet(tmp_path, dict(account.settings), processes)
