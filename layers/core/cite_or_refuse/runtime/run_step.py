"""One step of a run, for any engine and however often it delivers the step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cite_or_refuse.domain.budget import NOTHING, Usage
from cite_or_refuse.domain.errors import StaleStep, TransientError
from cite_or_refuse.domain.facts import Facts, facts_of
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Part
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.nodes.ask_human import ask_human
from cite_or_refuse.nodes.publish import publish
from cite_or_refuse.nodes.researcher import researcher
from cite_or_refuse.nodes.reviewer import reviewer
from cite_or_refuse.nodes.supervisor import supervisor
from cite_or_refuse.nodes.validate import validate
from cite_or_refuse.nodes.writer import writer
from cite_or_refuse.ports import Commit, Ports
from cite_or_refuse.runtime.meter import StepMeter

MAX_RACES = 5

NODES: Mapping[Step, Callable[[Run, Ports], Part]] = {
    "supervisor": supervisor,
    "researcher": researcher,
    "writer": writer,
    "validate": validate,
    "reviewer": reviewer,
    "ask_human": ask_human,
    "publish": publish,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """The facts after a step; and, if this very call committed it, the run."""

    facts: Facts
    run: Run | None = None


type Equip = Callable[[Run, Ports], Ports]
"""Adds to the ports what this run's options name; asked only if the step is to be taken."""


def run_step(step: Step, facts: Facts, ports: Ports, error: Exception | None = None) -> Facts:
    """Commit the step as number `facts.seq + 1` and return the facts after it.

    A step that is committed already, and any step of a run that has its final outcome, calls no
    node. `error` is for publish: what brought the run there, if the walk did not. Raises StaleStep
    if another node has committed this number, TransientError after too many lost races, and what
    the node raises.
    """
    return take(step, facts, ports, error).facts


def take(  # noqa: PLR0913 - what `run_step` takes, and what only some engines have
    step: Step,
    facts: Facts,
    ports: Ports,
    error: Exception | None = None,
    *,
    equip: Equip = lambda _run, ports: ports,
    on_use: Callable[[Usage], None] = lambda _used: None,
) -> Taken:
    """Do what `run_step` does, for an engine that learns from the run which ports it needs.

    `on_use` hears of each call and search what it used, be the step committed or not.
    """
    loaded: Run | None = None
    part: Part | None = None
    used = NOTHING
    for _ in range(MAX_RACES):
        done = ports.store.find_commit(facts.run_id, facts.seq + 1)
        if done:
            return Taken(_repeated(step, done))
        run = ports.store.load(facts.run_id)
        if _is_final(run):
            return Taken(facts_of(run))
        if run.seq < facts.seq:
            raise StaleStep(f"Run {run.run_id} is at step {run.seq} here, not at {facts.seq}.")
        if part is None or loaded is None or run.version != loaded.version:
            meter = StepMeter(run, ports.store, on_use)
            loaded, part = run, _call(step, run, equip(run, ports), meter, error)
            used += meter.used
        after = replace(run | part, seq=facts.seq + 1, version=run.version + 1)
        commit = Commit(run.run_id, after.seq, step, ports.now().isoformat(), facts_of(after), used)
        try:
            ports.store.commit(after, commit)
        except TransientError:
            continue
        return Taken(commit.facts, after)
    raise TransientError(f"Run {facts.run_id} keeps changing under step {facts.seq + 1}.")


def _call(step: Step, run: Run, ports: Ports, meter: StepMeter, error: Exception | None) -> Part:
    if step == "publish":
        return publish(run, ports, error)
    return NODES[step](run, replace(ports, model=ports.model.metered(meter), meter=meter))


def _repeated(step: Step, done: Commit) -> Facts:
    if done.step != step:
        raise StaleStep(f"Step {done.seq} of run {done.run_id} was {done.step}, not {step}.")
    return done.facts


def _is_final(run: Run) -> bool:
    published = run.current_publication
    return published is not None and published.outcome is not Outcome.FAILED
