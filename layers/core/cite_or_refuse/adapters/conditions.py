"""What every store says when one of its conditions is not met."""

from dataclasses import replace

from cite_or_refuse.domain.errors import BadInput, NotWaiting, TransientError, UnknownRun
from cite_or_refuse.domain.parts import Decision
from cite_or_refuse.domain.run import Run


def unknown(run_id: str) -> UnknownRun:
    """Return the error for an id that no run has."""
    return UnknownRun(f"There is no run {run_id!r:.80}.")


def taken(run_id: str) -> BadInput:
    """Return the error for a new run with the id of another."""
    return BadInput(f"There is already a run {run_id}.")


def changed(run_id: str) -> TransientError:
    """Return the error for a write on a version that is not the stored one."""
    return TransientError(f"Run {run_id} has changed since it was loaded.")


def decided(run: Run, decision: Decision) -> Run:
    """Return the run with this decision, to be stored if its version is still the stored one.

    Raises NotWaiting unless it waits for a decision on the draft that was read.
    """
    if not run.undecided or run.draft is None or run.draft.revision != decision.revision:
        raise NotWaiting(f"Run {run.run_id} does not wait for this decision; it is {run.status}.")
    return replace(run.decided(decision), version=run.version + 1)
