"""Which step comes next. Code over facts: no model, no run, no clock.

LangGraph calls these functions; an engine that cannot call them has to repeat their rules.
"""

from typing import Literal

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.facts import Facts, Human
from cite_or_refuse.domain.outcome import Stop
from cite_or_refuse.domain.parts import Verdict

Step = Literal["supervisor", "researcher", "writer", "validate", "reviewer", "ask_human", "publish"]


def after_supervisor(
    facts: Facts,
) -> Literal["researcher", "writer", "validate", "reviewer", "ask_human", "publish"]:
    """Search, then write; a resumed run with a draft goes on where that draft stands."""
    if not facts.searched:
        return "researcher"
    if not facts.sources:
        return "publish"
    if not facts.drafted:
        return "writer"
    if facts.human not in (Human.NONE, Human.ASKED):
        return after_ask_human(facts)
    if facts.verdict is not None:
        return after_reviewer(facts)
    if facts.gate is not None:
        return after_validate(facts)
    return after_writer(facts)


def after_researcher(facts: Facts) -> Literal["supervisor", "publish"]:
    """Back to the supervisor, unless every provider failed."""
    return "supervisor" if facts.searched else "publish"


def after_writer(facts: Facts) -> Literal["validate", "publish"]:
    """Every draft is judged; a blocked call left none."""
    return "publish" if facts.stop is Stop.MODEL_BLOCKED else "validate"


def after_validate(facts: Facts) -> Literal["writer", "reviewer", "ask_human", "publish"]:
    """Hard faults end the run, a repeated draft is at the cap, the rest is judged on merit."""
    if facts.gate is GateOutcome.HARD:
        return "publish"
    if facts.repeated:
        return at_the_cap(facts)
    if facts.gate is GateOutcome.GROUNDED:
        return "reviewer"
    return "writer" if facts.revision < facts.cap else at_the_cap(facts)


def after_reviewer(facts: Facts) -> Literal["writer", "ask_human", "publish"]:
    """Accept publishes; revise writes again until the cap."""
    if facts.stop is Stop.MODEL_BLOCKED or facts.verdict is Verdict.ACCEPT:
        return "publish"
    return "writer" if facts.revision < facts.cap else at_the_cap(facts)


def at_the_cap(facts: Facts) -> Literal["ask_human", "publish"]:
    """Too little left is refused; else a human decides if one was asked for; else cut."""
    if facts.enough_left and facts.human is Human.ASKED:
        return "ask_human"
    return "publish"


def after_ask_human(facts: Facts) -> Literal["writer", "ask_human", "publish"]:
    """Revise lifts the cap, never the gate; without an answer yet, the run goes on waiting."""
    if facts.human is Human.REVISE:
        return "writer"
    return "ask_human" if facts.human is Human.ASKED else "publish"
