"""Runs that the doors of the stack began, decided or killed, as moto walks them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.walks import Walk
from cite_or_refuse.domain.errors import PermanentError
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.aws.stack import Stack, begin
from tests.workflow import QUESTION, Workflow

ASKING = Options(human=True, max_revisions=0)


def asleep(workflow: Workflow, stack: Stack) -> Run:
    """A run that waits for a human."""
    run = begin(stack, QUESTION, ASKING, "ann")
    return ended(workflow, stack, run)


def ended(workflow: Workflow, stack: Stack, run: Run) -> Run:
    """The run when its walk has ended, or sleeps."""
    workflow.wait(stack, run.run_id)
    return stack.store.load(run.run_id)


def walk_of(stack: Stack, run: Run) -> Walk:
    walk = stack.walks.current(run.run_id)
    assert walk is not None
    return walk


def kill(workflow: Workflow, stack: Stack, run: Run) -> Walk:
    """End the run's execution as an operator may."""
    walk = walk_of(stack, run)
    client("stepfunctions").stop_execution(executionArn=workflow.execution_arn(walk))
    workflow.time_out(stack, run.run_id)  # moto ends what waits for a token only then
    workflow.wait(stack, run.run_id)
    return walk


def executions(workflow: Workflow, run: Run) -> list[str]:
    answer = client("stepfunctions").list_executions(stateMachineArn=workflow.arn)
    names = [execution["name"] for execution in answer["executions"]]
    return sorted(name for name in names if name.startswith(run.run_id))


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The answers, or what was raised, of calls that start at the same moment."""
    barrier = Barrier(len(calls))

    def answer(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except PermanentError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(answer, calls))
