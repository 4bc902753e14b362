"""What a door of the stack does with a run: the API, a dropped document, a human, a dead execution.

The run is in the store, and an execution of the workflow walks it. Its name, the run's id and its
version when the walk began, is the same however often the same walk is started, so that it starts
once. The order of the writes answers what can happen in between:

* A run is stored, then its walk noted, then started. Who dies in between leaves a run at
  step 0 without a walk: the same key begins it again, and so does `resume`.
* A step of ask_human keeps its token before it commits that the run waits, and a decision
  is only taken from then on. So whoever decides finds the token of the walk, or a later one.
* A decision is stored before the walk is woken. If the task has just timed out, the walk
  asks the store once more and finds it. If nobody woke the walk, `resume` does.
* Of two decisions the store takes one. Of two resumes that pass each other, each starts a walk:
  they share every commit, and only the later one can wait for a human.
* The death of an execution closes its run only while that is the run's current walk: after
  a resume, the news of the old one changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil
from typing import Any

from cite_or_refuse.adapters.aws.set_names import is_there
from cite_or_refuse.adapters.aws.state_machine import StateMachine
from cite_or_refuse.adapters.aws.walks import Walk, Walks
from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.domain.codec import to_plain
from cite_or_refuse.domain.errors import BadInput, KeyReused, NotWaiting, StaleStep, UnknownRun
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import RunStore
from cite_or_refuse.runtime import runs
from cite_or_refuse.runtime.aws.failures import failure, named
from cite_or_refuse.runtime.aws.telemetry import logger
from cite_or_refuse.runtime.run_step import Taken, take
from cite_or_refuse.runtime.settings import Settings
from cite_or_refuse.runtime.wiring import open_store, store_ports

GRACE_SECONDS = 30
"""How much later than the human's time the task times out, so that the time has surely run out."""

_HOW_IT_DIED = {"TIMED_OUT": "States.Timeout", "ABORTED": "ExecutionAborted"}


@dataclass(frozen=True, slots=True)
class Stack:
    """What a door of the stack may use."""

    settings: Settings
    store: RunStore
    walks: Walks
    machine: StateMachine
    now: Callable[[], datetime]


def open_stack(settings: Settings) -> Stack:
    """Return the stack that the settings name."""
    return Stack(
        settings=settings,
        store=open_store(settings),
        walks=Walks(settings.table, settings.retention_days),
        machine=StateMachine(settings.state_machine),
        now=lambda: datetime.now(UTC),
    )


def begin(stack: Stack, question: str, options: Options, started_by: str, key: str = "") -> Run:
    """Store a run and start its walk. The same key begins the same run, once.

    Raises BadInput if the question cannot be asked as it is or of a set of documents that is not
    there, KeyReused if the key began another
    question or other options; the budget is not compared, since a resume may have raised it.
    """
    if key:
        run = _begun_once(stack, question, options, started_by, runs.run_id_of(key))
    else:
        run = _begun(stack, question, options, started_by)
    logger.append_keys(run_id=run.run_id)
    if not run.seq:
        _start_walk(stack, run)
    logger.info("A run is begun", started_by=started_by, seq=run.seq)
    return run


def _begun(stack: Stack, question: str, options: Options, started_by: str, run_id: str = "") -> Run:
    for address in options.corpus:
        if not is_there(address):
            raise BadInput(
                f"There is no readable document in the set {address.rpartition('/')[2]}; upload "
                "the documents there, then ask again."
            )
    return runs.start_run(question, options, started_by, stack, run_id)


def _begun_once(stack: Stack, question: str, options: Options, started_by: str, run_id: str) -> Run:
    try:
        return _begun(stack, question, options, started_by, run_id)
    except BadInput as refusal:
        try:
            run = stack.store.load(run_id)
        except UnknownRun:
            raise refusal from None  # it was not the id
    same_options = replace(run.options, budget=options.budget) == options
    if run.question != runs.sound_question(question) or not same_options:
        raise KeyReused(
            f"This key began run {run_id} with another question or other options; use a new key."
        )
    return run


def decide(  # noqa: PLR0913, PLR0917 - a decision has these parts at every door
    stack: Stack, run_id: str, choice: Choice, notes: str, rounds: int, by: str
) -> Run:
    """Store a human's decision and wake the run's walk; if that is gone, start a new one.

    Raises what `runs.decide` does.
    """
    logger.append_keys(run_id=run_id)
    run = runs.decide(run_id, choice, notes, rounds, by, stack)
    walk = stack.walks.current(run_id)
    if not _wake(stack, walk) and not _is_at_work(stack, run, walk):
        _start_walk(stack, run)
    logger.info("The run is decided", choice=choice.value, rounds=rounds, by=by)
    return run


def resume(stack: Stack, run_id: str, budget: Budget) -> Run:
    """Give the run this budget, where it sets a limit, and start a new walk of it.

    Raises UnknownRun, NotWaiting if the run is at work or has ended for good, BadInput for a budget
    beyond the operator's, TransientError if another resume was faster. A run that a human has
    decided on, and whose walk nobody woke, is woken as it is.
    """
    logger.append_keys(run_id=run_id)
    run = stack.store.load(run_id)
    amended = runs.raise_budget(run, budget, stack.settings.budget)
    walk = stack.walks.current(run_id)
    if not _is_at_work(stack, run, walk):
        stack.store.amend(amended)
        _start_walk(stack, amended)
        run = amended
    elif not (run.current_decision and _wake(stack, walk)):
        raise NotWaiting(f"Run {run_id} is at work already; it is {run.status}.")
    logger.info("The run is resumed", seq=run.seq)
    return run


def close(stack: Stack, died: Mapping[str, Any]) -> Taken | None:
    """End a run whose walk died without an outcome; `died` is the detail of Step Functions' event.

    Of that, `name`, `status`, `error` and `cause` are read; the last two may be null. Returns
    the step that ended it, or None where there was nothing to end.
    """
    name = str(died["name"])
    run_id = name.rpartition("-")[0]
    walk = stack.walks.current(run_id)
    if walk is None or walk.name != name:
        return None
    run = stack.store.load(run_id)
    if run.status not in (Status.RUNNING, Status.WAITING):
        return None
    try:
        return take("publish", facts_of(run), store_ports(stack.store, stack.now), _death(died))
    except StaleStep:
        return None  # another walk has gone on since


def _death(died: Mapping[str, Any]) -> Exception | None:
    if died.get("error"):
        return failure({"Error": died["error"], "Cause": died.get("cause") or ""})
    name, status = died["name"], str(died["status"])
    how = f"The execution {name} ended {status}; resume the run."
    return named(_HOW_IT_DIED.get(status, status), how)


def _start_walk(stack: Stack, run: Run) -> None:
    name = _name_of(run)
    stack.walks.begin(run.run_id, name)
    stack.machine.start(name, first_state(run, stack.now()))


def _name_of(run: Run) -> str:
    return f"{run.run_id}-{run.version}"


def first_state(run: Run, now: datetime) -> dict[str, Any]:
    """Return the input of an execution that walks the run from where it is.

    `wait_seconds` is for the next question to a human, `next_wait_seconds` for those after it.
    """
    whole = 60 * run.options.wait_minutes + GRACE_SECONDS
    waiting = run.current_waiting
    left = ceil((datetime.fromisoformat(waiting.until) - now).total_seconds()) if waiting else 0
    return {
        "facts": to_plain(facts_of(run)),
        "rounds": run.draft.revision if run.draft else 0,
        "cap": run.cap,
        "wait_seconds": max(0, left) + GRACE_SECONDS if waiting else whole,
        "next_wait_seconds": whole,
        "error": None,
    }


def _wake(stack: Stack, walk: Walk | None) -> bool:
    return walk is not None and walk.token != "" and stack.machine.wake(walk.token)


def _is_at_work(stack: Stack, run: Run, walk: Walk | None) -> bool:
    """Whether the walk goes on. That of a failed run does only if it was started since."""
    if walk is None or (run.status is Status.FAILED and walk.name != _name_of(run)):
        return False
    return stack.machine.is_running(walk.name)
