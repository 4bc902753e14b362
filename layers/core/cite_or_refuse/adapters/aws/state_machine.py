"""The workflow in Step Functions: its executions, and the tasks that wait for a human."""

import json
from collections.abc import Mapping
from typing import Any

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import client, codes_of, told

_GONE = frozenset({"InvalidToken", "TaskDoesNotExist", "TaskTimedOut"})


class StateMachine:
    """The state machine with this ARN. Every method raises what `told` does."""

    def __init__(self, arn: str) -> None:
        self._arn = arn

    def start(self, name: str, state: Mapping[str, Any]) -> None:
        """Start the execution `name`; one of that name that runs, or ran, is left as it is."""
        with told("The workflow"):
            try:
                client("stepfunctions").start_execution(
                    stateMachineArn=self._arn, name=name, input=json.dumps(state)
                )
            except ClientError as error:
                if codes_of(error) != ["ExecutionAlreadyExists"]:
                    raise

    def is_running(self, name: str) -> bool:
        """Whether there is an execution of this name that has not ended."""
        with told("The workflow"):
            try:
                answer = client("stepfunctions").describe_execution(executionArn=self._named(name))
            except ClientError as error:
                if codes_of(error) == ["ExecutionDoesNotExist"]:
                    return False
                raise
        return answer["status"] == "RUNNING"

    def wake(self, token: str) -> bool:
        """Let the task that waits under this token go on; False if it waits no longer."""
        with told("The workflow"):
            try:
                client("stepfunctions").send_task_success(taskToken=token, output="{}")
            except ClientError as error:
                if _GONE.issuperset(codes_of(error)):
                    return False
                raise
        return True

    def _named(self, name: str) -> str:
        return f"{self._arn.replace(':stateMachine:', ':execution:', 1)}:{name}"
