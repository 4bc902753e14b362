"""The workflow of the stack as moto executes it, with the real handlers behind its functions.

moto calls a function where `AWS_ENDPOINT_URL_LAMBDA` says: at a server of this file, which speaks
Lambda's Invoke and calls the handlers of functions/. What a story scripts, its model, search and
clock, takes the place of what the settings of the stack name; store, walks and workflow are real.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from traceback import format_tb
from typing import Any

import pytest
import yaml
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.models import stepfunctions_parser_backends

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.walks import Walk, Walks
from cite_or_refuse.domain.budget import NO_LIMIT
from cite_or_refuse.domain.codec import from_plain
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports, RunStore
from cite_or_refuse.runtime.aws import stack as doors
from cite_or_refuse.runtime.aws import step as steps
from cite_or_refuse.runtime.settings import PREFIX, Settings, read_settings
from cite_or_refuse.runtime.wiring import open_store
from tests.aws import an_account, make_bucket, make_table
from tests.stories import Killed

DEFINITION = Path(__file__).parents[1] / "statemachine" / "research.asl.yaml"
ACCOUNT, REGION = "123456789012", "eu-west-1"
MAX_REVISIONS = 3
QUESTION = "How large is Tarn's cache?"

type OnStep = Callable[[Step, Facts], None]


def definition(max_revisions: int = MAX_REVISIONS) -> dict[str, Any]:
    """The definition with all its substitutions made, as the template makes them."""
    text = DEFINITION.read_text().replace("${MaxRevisions}", str(max_revisions))
    arn = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:"
    whole: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+)Function\}", rf"{arn}\1", text))
    assert "${" not in json.dumps(whole)
    return whole


@dataclass(frozen=True)
class Context:
    """What Powertools reads of Lambda's context."""

    function_name: str
    invoked_function_arn: str = "arn"
    aws_request_id: str = "1"
    memory_limit_in_mb: int = 1024


@dataclass(eq=False)
class Workflow:
    """One state machine. `events` are what its functions were called with, `asleep` the runs that
    wait for a human; what is in `instead` is called in the place of a function, with its handler.
    """

    arn: str
    settings: Settings
    store: RunStore
    definition: dict[str, Any] = field(default_factory=definition)
    ports: Ports | None = None
    on_step: OnStep | None = None
    killed: bool = False
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    asleep: set[str] = field(default_factory=set)
    instead: dict[str, Callable[[Callable[[], Any]], Any]] = field(default_factory=dict)

    def histories(self, run_id: str) -> list[tuple[str, Any]]:
        """The states that a run's walks have entered, one after the other, with their input."""
        states = client("stepfunctions")
        executions = states.list_executions(stateMachineArn=self.arn)["executions"]
        return [
            (entered["name"], json.loads(entered["input"]))
            for execution in sorted(executions, key=lambda each: each["startDate"])
            if execution["name"].rpartition("-")[0] == run_id
            for page in states.get_paginator("get_execution_history").paginate(
                executionArn=execution["executionArn"]
            )
            for event in page["events"]
            if (entered := event.get("stateEnteredEventDetails"))
        ]

    def begin(self, ports: Ports, **options: Any) -> Run:
        """A run at its end, or asleep, begun as the API begins it."""
        self.ports, self.on_step = ports, None
        stack = self.stack(ports)
        run = doors.begin(stack, QUESTION, Options(**options), "ann")
        self.wait(stack, run.run_id)
        return ports.store.load(run.run_id)

    def ended(self, run_id: str) -> tuple[str, str | None]:
        """The status of the run's current execution, and the name of its error."""
        walk = Walks(self.settings.table).current(run_id)
        answer = client("stepfunctions").describe_execution(executionArn=self.execution_arn(walk))
        return answer["status"], answer.get("error")

    def stack(self, ports: Ports) -> doors.Stack:
        walks = Walks(self.settings.table)
        machine = doors.StateMachine(self.arn)
        return doors.Stack(self.settings, ports.store, walks, machine, ports.now)

    def walk(self, run: Run, ports: Ports, on_step: OnStep) -> Run:
        """Take the run as far as it goes, as the engine on a laptop does."""
        self.ports, self.on_step, self.killed = ports, on_step, False
        stack = self.stack(ports)
        run = ports.store.load(run.run_id)
        if run.status is Status.WAITING:
            assert run.waiting is not None
            if ports.now().isoformat() < run.waiting.until:
                return run
            self.time_out(stack, run.run_id)
        elif run.status in (Status.RUNNING, Status.FAILED) and not self.is_at_work(stack, run):
            self.asleep.discard(run.run_id)
            doors.resume(stack, run.run_id, NO_LIMIT)
        self.wait(stack, run.run_id)
        if self.killed:
            raise Killed
        return ports.store.load(run.run_id)

    def decide(  # noqa: PLR0917
        self, run_id: str, choice: Choice, notes: str, rounds: int, by: str, ports: Ports
    ) -> Run:
        self.asleep.discard(run_id)
        return doors.decide(self.stack(ports), run_id, choice, notes, rounds, by)

    def is_at_work(self, stack: doors.Stack, run: Run) -> bool:
        walk = stack.walks.current(run.run_id)
        return walk is not None and stack.machine.is_running(walk.name)

    def time_out(self, stack: doors.Stack, run_id: str) -> None:
        """Let the task that waits time out now, as if its seconds had passed."""
        walk = stack.walks.current(run_id)
        assert walk is not None
        self.asleep.discard(run_id)
        execution = self.execution(walk)
        pool = execution.exec_worker.env.callback_pool_manager
        pool.get(walk.token).interrupt_all()

    def execution_arn(self, walk: Walk | None) -> str:
        assert walk is not None
        return f"{self.arn.replace(':stateMachine:', ':execution:')}:{walk.name}"

    def execution(self, walk: Walk | None) -> Any:
        """The execution as moto keeps it, with the thread that works on it."""
        backend = stepfunctions_parser_backends[ACCOUNT][REGION]
        return backend.describe_execution(self.execution_arn(walk))

    def wait(self, stack: doors.Stack, run_id: str) -> None:
        """Until the walk has ended, or sleeps."""
        walk = stack.walks.current(run_id)
        assert walk is not None
        execution = self.execution(walk)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if execution.exec_status is not None and execution.exec_status != "RUNNING":
                return
            if run_id in self.asleep:
                return
            time.sleep(0.005)
        raise AssertionError(f"the walk of {run_id} has not ended: {self.events[-3:]}")

    def invoke(self, name: str, event: dict[str, Any]) -> Any:
        """Call the handler of the function `name`, or what stands in its place."""
        self.events.append((name, event))
        step: Any = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
        handler = import_module(f"functions.{step}.app").handler
        call = self.instead.get(name, lambda real: real())
        answer = call(lambda: handler(event, Context(name)))
        sleeps = "token" in event
        if self.on_step and not sleeps:
            try:
                self.on_step(step, from_plain(Facts, answer))
            except Killed:
                self.killed = True
                walk = Walks(self.settings.table).current(event["facts"]["run_id"])
                client("stepfunctions").stop_execution(executionArn=self.execution_arn(walk))
        if sleeps:
            self.asleep.add(event["facts"]["run_id"])
        return answer


@contextmanager
def a_workflow(store: RunStore | None = None) -> Iterator[Workflow]:
    """A stack in an account of its own: table, bucket and workflow, with the settings for them.

    The runs are in the table, unless another store is given: the table of moto is slow.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Invoke)
    with pytest.MonkeyPatch.context() as patch, an_account(execute_state_machine=True):
        patch.setenv("AWS_ENDPOINT_URL_LAMBDA", f"http://127.0.0.1:{server.server_port}")
        made = client("stepfunctions").create_state_machine(
            name="research",
            definition=json.dumps(definition()),
            roleArn=f"arn:aws:iam::{ACCOUNT}:role/workflow",
        )
        for name, value in {
            "HOME": "/nonexistent",
            "TABLE": make_table(),
            "TEXTS": make_bucket(),
            "STATE_MACHINE": made["stateMachineArn"],
        }.items():
            patch.setenv(PREFIX + name, value)
        settings = read_settings()
        kept = store or open_store(settings)
        patch.setattr(steps, "open_store", lambda _settings: kept)
        patch.setattr(doors, "open_store", lambda _settings: kept)
        workflow = Workflow(made["stateMachineArn"], settings, kept)
        server.workflow = workflow  # type: ignore[attr-defined]
        # moto makes a client for each task, which takes longer than the task.
        caller = lambda_eval_utils.boto_client_for(region=REGION, service="lambda")
        patch.setattr(lambda_eval_utils, "boto_client_for", lambda **_: caller)
        patch.setattr(steps, "_ports", lambda _settings: workflow.ports)
        patch.setattr(steps, "equip", lambda _step, _settings, _run, ports: ports)
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield workflow
        finally:
            server.shutdown()
            server.server_close()


class _Invoke(BaseHTTPRequestHandler):
    """Lambda's Invoke: an exception is an answer, too, with its name and its text."""

    def do_POST(self) -> None:
        name = self.path.split("/")[3].rpartition("%3A")[2].rpartition(":")[2]
        event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            answer, failed = self.server.workflow.invoke(name, event), False  # type: ignore[attr-defined]
        except Exception as error:  # noqa: BLE001 - as Lambda does
            answer = {"errorMessage": str(error), "errorType": type(error).__name__}
            answer["stackTrace"] = format_tb(error.__traceback__)
            failed = True
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("x-amzn-RequestId", "1")
        if failed:
            self.send_header("X-Amz-Function-Error", "Unhandled")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
