"""The engine on a laptop: a LangGraph graph over Facts, checkpointed in SQLite.

The run lives in the store. The graph holds nothing that the store could not tell it again, so a
walk whose checkpoint is lost starts anew at the supervisor and comes to the same result.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypedDict, get_args, get_type_hints

from filelock import FileLock, Timeout
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, RetryPolicy, interrupt

from cite_or_refuse.domain import routing
from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.errors import BadInput, PermanentError, StaleStep, TransientError
from cite_or_refuse.domain.facts import Facts, Human, facts_of
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.run_step import run_step

ROUTERS: Mapping[Step, Callable[[Facts], Step]] = {
    "supervisor": routing.after_supervisor,
    "researcher": routing.after_researcher,
    "writer": routing.after_writer,
    "validate": routing.after_validate,
    "reviewer": routing.after_reviewer,
    "ask_human": routing.after_ask_human,
}
"""Publish has none: it ends the walk."""

RETRY = RetryPolicy(
    retry_on=TransientError,
    max_attempts=4,
    initial_interval=1.0,
    backoff_factor=2.0,
    max_interval=30.0,
    jitter=True,
)
"""The same as the first Retry of each task in statemachine/research.asl.yaml."""


class State(TypedDict):
    """Facts as plain JSON, under one key: LangGraph drops keys that it does not know."""

    facts: dict[str, Any]


type OnStep = Callable[[Step, Facts], None]
"""Hears of each step after it is committed."""


def bound(cap: int) -> int:
    """The most steps that one walk can take.

    They are supervisor, researcher, supervisor; then writer, validate and reviewer for the first
    draft and each rewrite; then ask_human and publish.
    """
    return 3 + 3 * (1 + cap) + 2


def build_graph(ports: Ports, on_step: OnStep) -> StateGraph[State]:
    """Return the walk as a graph: a node for each step, an edge for each answer of its router."""
    graph = StateGraph(State)
    for step in get_args(Step):
        graph.add_node(step, _node(step, ports, on_step), retry_policy=RETRY)
    graph.add_edge(START, "supervisor")
    for step, router in ROUTERS.items():
        edges = get_args(get_type_hints(router)["return"])
        graph.add_conditional_edges(step, _on_state(router), {edge: edge for edge in edges})
    graph.add_edge("publish", END)
    return graph


def _node(step: Step, ports: Ports, on_step: OnStep) -> Callable[..., State]:
    def node(state: State) -> State:
        facts = run_step(step, _facts(state), ports)
        if step == "ask_human" and facts.human is Human.ASKED:
            # After the wait LangGraph calls the node from its start: the step above is found
            # committed, and the run is asked once more, so that whatever is stored by now counts.
            interrupt(facts.run_id)
            facts = run_step(step, facts, ports)
        on_step(step, facts)
        return {"facts": to_plain(facts)}

    return node


def _on_state(router: Callable[[Facts], Step]) -> Callable[[State], Step]:
    return lambda state: router(_facts(state))


def _facts(state: Mapping[str, object]) -> Facts:
    return from_plain(Facts, state["facts"])


def walk(run: Run, ports: Ports, on_step: OnStep, home: Path) -> Run:
    """Take the run as far as it goes: to its outcome, or to a human's decision.

    A run that is finished, or that waits and has time left, is returned as it is. An error that
    retries did not cure ends the walk with the outcome `failed`; the next walk goes on from there.
    Raises BadInput if another process works on the run, StaleStep if another engine does.
    """
    checkpoint = home / "walks" / f"{run.run_id}.sqlite3"
    with _alone(run.run_id, checkpoint.with_suffix(".lock")):
        run = ports.store.load(run.run_id)
        if _is_at_rest(run, ports.now()):
            return run
        while True:
            _go(run, ports, on_step, checkpoint)
            run = ports.store.load(run.run_id)
            if run.status is Status.RUNNING:
                continue  # a decision was stored while the walk was on its way to the interrupt
            if run.status is not Status.WAITING:
                _forget(checkpoint)
            return run


def _is_at_rest(run: Run, now: datetime) -> bool:
    if run.status is Status.WAITING and run.waiting:
        return now < datetime.fromisoformat(run.waiting.until)
    return run.status not in (Status.RUNNING, Status.FAILED)


@contextmanager
def _alone(run_id: str, path: Path) -> Iterator[None]:
    """Hold the run's lock. The system frees it when the process ends, in whatever way."""
    lock = FileLock(path, timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise BadInput(f"Run {run_id} is being worked on by another process.") from None
    except OSError as error:
        raise PermanentError(f"{path.parent} cannot be used: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()


def _go(run: Run, ports: Ports, on_step: OnStep, checkpoint: Path) -> None:
    try:
        with SqliteSaver.from_conn_string(str(checkpoint)) as saver:
            graph = build_graph(ports, on_step).compile(checkpointer=saver)
            start: State | Command[bool] = Command(resume=True)
            if not _waits_in(graph, run):
                saver.delete_thread(run.run_id)
                start = {"facts": to_plain(facts_of(run))}
            graph.invoke(
                start,
                {"configurable": {"thread_id": run.run_id}, "recursion_limit": bound(run.cap)},
                durability="sync",
            )
    except StaleStep:
        raise
    except Exception as error:  # noqa: BLE001 - whatever broke, the evidence is kept
        last = ports.store.load(run.run_id)
        on_step("publish", run_step("publish", facts_of(last), ports, error))


def _waits_in(graph: CompiledStateGraph[State], run: Run) -> bool:
    """Whether the checkpoint stands at the interrupt of the run's last step."""
    snapshot = graph.get_state({"configurable": {"thread_id": run.run_id}})
    return bool(snapshot.interrupts) and _facts(snapshot.values).seq + 1 == run.seq


def _forget(checkpoint: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        checkpoint.with_name(checkpoint.name + suffix).unlink(missing_ok=True)
