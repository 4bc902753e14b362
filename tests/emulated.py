"""An account of AWS on this machine, with what the functions of a stack keep their runs in."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3

from tests.built import TOOLS, free_port, resources, wait_for

# The workflows do nothing: whoever asks for a step takes it.
PASS_ON = json.dumps({"StartAt": "End", "States": {"End": {"Type": "Succeed"}}})


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


@contextmanager
def an_emulated_account(log: Path) -> Iterator[Account]:
    """Start ministack on loopback, with a table, buckets, workflows and a topic in it."""
    port = free_port()
    with log.open("wb") as lines:
        process = subprocess.Popen(
            [TOOLS / "bin" / "python", "-m", "ministack"],
            env={
                "PATH": "/usr/bin:/bin",
                "GATEWAY_PORT": str(port),
                "BIND_HOST": "127.0.0.1",
                "IOT_MTLS_ENABLED": "0",
                "SFTP_ENABLED": "0",
                "TMPDIR": str(log.parent),
            },
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(port, process, log)
        account = Account(f"http://127.0.0.1:{port}")
        _furnish(account)
        yield account
    finally:
        process.terminate()
        process.wait(30)


def _furnish(account: Account) -> None:
    [table] = resources("DynamoDB::Table").values()
    parts = ("BillingMode", "AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes")
    account.client("dynamodb").create_table(
        TableName="runs", **{part: table[part] for part in parts}
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
    account.settings = {
        "AWS_ENDPOINT_URL": account.endpoint,
        "CITE_OR_REFUSE_TABLE": "runs",
        "CITE_OR_REFUSE_TEXTS": "texts",
        "CITE_OR_REFUSE_DOCUMENTS": "documents",
        "CITE_OR_REFUSE_STATE_MACHINE": machines[0],
        "CITE_OR_REFUSE_DROP_MACHINE": machines[1],
        "CITE_OR_REFUSE_TOPIC": account.client("sns").create_topic(Name="waiting")["TopicArn"],
        "CITE_OR_REFUSE_API": "https://api.example/v1",
    }
