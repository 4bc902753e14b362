"""What the API answers, as the OpenAPI document shows it. Nothing is validated on its way out."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

StatusWord = Literal["running", "waiting", "accepted", "capped", "refused", "failed"]


class Links(BaseModel):
    """Addresses; relative to the request's own where the API does not know its domain."""

    self: str
    report: str
    decision: str
    resume: str


class Begun(BaseModel):
    """A run that is on its way."""

    run_id: str
    status: StatusWord
    links: Links


class Line(Begun):
    """One line of the list of runs."""

    question: str = Field(description="shortened, if it is long")
    reason: str | None
    created_at: str


class Lines(BaseModel):
    """Runs, the newest first."""

    runs: list[Line]


class Step(BaseModel):
    """A committed step."""

    step: str
    at: str


class Wait(BaseModel):
    """A question to a person."""

    who: str
    asked_at: str
    until: str


class Progress(Begun):
    """Where a run stands."""

    question: str
    reason: str | None = Field(description="why it was refused or failed")
    started_by: str
    created_at: str
    step: str | None = Field(description="the last committed step")
    round: int = Field(description="how often the draft was rewritten")
    cap: int = Field(description="how often it may be")
    sources: int = Field(description="how many were found; each has an address")
    waiting: Wait | None
    trail: list[Step]


class WholeRun(BaseModel):
    """The run as `cite-or-refuse show --json` prints it."""

    model_config = ConfigDict(extra="allow")

    run_id: str
    outcome: StatusWord
    reason: str | None
    question: str
    started_by: str
    report: str = Field(description="Markdown; empty until the run has ended")
    sources: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    trail: list[Step]


class StoredSource(BaseModel):
    """A source with its texts; evidence points into `content`."""

    model_config = ConfigDict(extra="allow")

    n: int
    title: str
    url: str
    snippet: str
    content: str
    sha256: str


class Span(BaseModel):
    """Evidence: `sources[source - 1].content[start:end] == quote`, in Unicode code points."""

    source: int
    start: int
    end: int
    quote: str


class JudgedClaim(BaseModel):
    """A claim of a draft, and what the gate says of it."""

    text: str
    citations: list[int]
    verdict: Literal["supported", "weak", "unsupported", "uncited", "dangling", "malformed"]
    missing: list[str]
    score: float = Field(ge=0, le=1)
    evidence: list[Span]


class Judged(BaseModel):
    """The gate's answer, as `cite-or-refuse verify --json` prints it."""

    outcome: Literal["grounded", "refused"]
    reasons: list[str]
    claims: list[JudgedClaim]
    changes: list[str] = Field(description="repairs that were made before the draft was judged")


class Problem(BaseModel):
    """RFC 9457."""

    type: str = Field(description="`urn:cite-or-refuse:` and a name that a program may act on")
    title: str
    status: int
    detail: str = Field(description="one sentence")


class EndedBadly(Problem):
    """Why a run has no report to ship, and all that is known of it."""

    run: WholeRun
