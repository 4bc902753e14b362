"""What a caller may send, as the OpenAPI document shows it. Unknown fields are refused."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cite_or_refuse.domain.run import MAX_QUESTION_CHARS
from cite_or_refuse.runtime.runs import MAX_NOTES_CHARS, MAX_ROUNDS

MAX_DRAFT_CHARS = 100_000
MAX_SOURCES = 100
MAX_SOURCE_CHARS = 500_000
_MOST = 999_999_999


def _whole(value: object) -> object:
    """To JSON, 3.0 is an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
Count = Annotated[int, Field(ge=0, le=_MOST), WHOLE]
Spec = Annotated[str, Field(min_length=1, max_length=200)]


class Strict(BaseModel):
    """An object of exactly these fields and types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BudgetWish(Strict):
    """The most a run may use, within the operator's limits. What is left out is as they set it."""

    usd: Annotated[float | None, Field(ge=0, le=999_999, description="for calls of models")] = None
    tokens: Annotated[Count | None, Field(description="that models read and write")] = None
    calls: Annotated[Count | None, Field(description="of models")] = None
    searches: Annotated[Count | None, Field(description="put to providers")] = None
    seconds: Annotated[Count | None, Field(description="of work, not of waiting")] = None


class ModelsWish(Strict):
    """The model for each role, among those that the operator configured."""

    plan: Spec | None = None
    write: Spec | None = None
    review: Spec | None = None


class OptionsWish(Strict):
    """What one run may do; it can only lower what the operator set."""

    model: Annotated[Spec | None, Field(description="for all roles")] = None
    models: ModelsWish | None = None
    search: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Field(max_length=20, description="providers, among those that the operator configured"),
    ] = []
    max_revisions: Annotated[
        int | None, Field(ge=0, le=100, description="how often a draft may be rewritten"), WHOLE
    ] = None
    human: Annotated[bool, Field(description="ask a person at the cap")] = False
    wait_minutes: Annotated[
        int | None,
        Field(ge=1, le=365 * 24 * 60, description="for the person; with `human` only"),
        WHOLE,
    ] = None
    budget: BudgetWish | None = None


class NewRun(Strict):
    """A question."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION_CHARS)]
    documents: Annotated[
        str | None,
        Field(
            pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
            description="a set of documents to answer from: the name of a folder of `documents/`",
        ),
    ] = None
    options: OptionsWish | None = None


class NewDecision(Strict):
    """What a person decides on a draft that waits."""

    choice: Literal["accept", "revise", "refuse"]
    notes: Annotated[
        str, Field(max_length=MAX_NOTES_CHARS, description="what to mend; needed to revise")
    ] = ""
    rounds: Annotated[
        int, Field(ge=1, le=MAX_ROUNDS, description="rewrites to allow; to revise only"), WHOLE
    ] = 1


class Resumption(Strict):
    """How to go on with a run."""

    budget: BudgetWish | None = None


class GivenSource(Strict):
    """A source; a draft cites the n-th as `[^n]`."""

    title: Annotated[str, Field(max_length=10_000)] = ""
    url: Annotated[str, Field(max_length=10_000)]
    snippet: Annotated[str, Field(max_length=100_000)] = ""
    content: Annotated[str, Field(max_length=MAX_SOURCE_CHARS)]


class Report(Strict):
    """Anybody's report, and the sources that it cites."""

    draft: Annotated[str, Field(max_length=MAX_DRAFT_CHARS)]
    sources: Annotated[list[GivenSource], Field(max_length=MAX_SOURCES)]
    stop_reason: Annotated[
        str | None,
        Field(max_length=100, description="why the model that wrote it stopped, if known"),
    ] = None
