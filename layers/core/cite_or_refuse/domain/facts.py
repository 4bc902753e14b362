"""The whole list that an engine may route on, derived from the run by one function."""

from dataclasses import dataclass
from enum import StrEnum

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.outcome import Outcome, Stop
from cite_or_refuse.domain.parts import Choice, DraftProblem, Verdict
from cite_or_refuse.domain.run import Run


class Human(StrEnum):
    """Where the question to a human stands, for the current draft."""

    NONE = "none"
    ASKED = "asked"
    ACCEPT = "accept"
    REVISE = "revise"
    REFUSE = "refuse"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a router sees.

    `gate`, `enough_left`, `repeated` and `verdict` speak of the current draft and are None until
    it is judged. `human` is `none` when no human was asked for, else `asked` until the current
    draft is decided or the wait has run out. `stop` is the reason the run ends, `outcome` is set
    by publish alone.
    """

    run_id: str
    seq: int
    searched: bool
    sources: int
    drafted: bool
    gate: GateOutcome | None
    enough_left: bool | None
    repeated: bool | None
    verdict: Verdict | None
    revision: int
    cap: int
    human: Human
    stop: Stop | None
    outcome: Outcome | None


def facts_of(run: Run) -> Facts:
    """Derive the facts of a run."""
    check = run.current_check
    review = run.current_review
    publication = run.current_publication
    return Facts(
        run_id=run.run_id,
        seq=run.seq,
        searched=run.research is not None and run.research.searched,
        sources=len(run.sources),
        drafted=run.draft is not None,
        gate=check.outcome if check else None,
        enough_left=check.enough_left if check else None,
        repeated=run.judgement.repeated if check and run.judgement else None,
        verdict=review.verdict if review else None,
        revision=run.draft.revision if run.draft else 0,
        cap=run.cap,
        human=_human(run),
        stop=_stop(run),
        outcome=publication.outcome if publication else None,
    )


def _human(run: Run) -> Human:
    if not run.options.human:
        return Human.NONE
    if run.current_decision:
        return Human(run.current_decision.choice.value)
    if run.current_waiting and run.current_waiting.late:
        return Human.LATE
    return Human.ASKED


def _stop(run: Run) -> Stop | None:
    """The reason that the parts of the run, in the order of the walk, give for ending it."""
    if run.research and not run.research.searched:
        return Stop.SEARCH_FAILED
    if run.research and not run.research.sources:
        return Stop.NO_SOURCES
    if run.draft and run.draft.problem is DraftProblem.BLOCKED:
        return Stop.MODEL_BLOCKED
    if run.current_review and run.current_review.blocked:
        return Stop.MODEL_BLOCKED
    decision = run.current_decision
    if decision and decision.choice is Choice.REFUSE:
        return Stop.HUMAN_REFUSED
    return _gate_stop(run)


def _gate_stop(run: Run) -> Stop | None:
    """A hard reason ends the run; else too little is left, and no further draft can come."""
    check = run.current_check
    if check is None:
        return None
    if check.hard_reason:
        return Stop(check.hard_reason.value)
    repeated = run.judgement is not None and run.judgement.repeated
    at_cap = repeated or (run.draft is not None and run.draft.revision >= run.cap)
    if at_cap and not check.enough_left:
        return Stop.UNSUPPORTED_CLAIMS
    return None
