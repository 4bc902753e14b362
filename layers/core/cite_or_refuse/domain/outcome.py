"""The one list of outcomes, and what each is called at every door."""

from enum import StrEnum


class Outcome(StrEnum):
    """How a run ended. `failed` is the only one that a later publish may replace."""

    ACCEPTED = "accepted"
    CAPPED = "capped"
    REFUSED = "refused"
    FAILED = "failed"


class Status(StrEnum):
    """Where a run stands, as it is stored and listed."""

    RUNNING = "running"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    CAPPED = "capped"
    REFUSED = "refused"
    FAILED = "failed"


class Stop(StrEnum):
    """Why a run ends without a reviewer's or a human's acceptance."""

    NO_SOURCES = "no_sources"
    NO_CITATIONS = "no_citations"
    DANGLING_CITATION = "dangling_citation"
    UNSUPPORTED_CLAIMS = "unsupported_claims"
    HUMAN_REFUSED = "human_refused"
    MODEL_BLOCKED = "model_blocked"
    SEARCH_FAILED = "search_failed"
    BUDGET_EXHAUSTED = "budget_exhausted"


EXIT_CODES = {
    Status.ACCEPTED: 0,
    Status.FAILED: 1,
    Status.REFUSED: 3,
    Status.CAPPED: 4,
    Status.WAITING: 5,
}
"""The CLI's exit code of each status; 2 is kept for usage errors."""
