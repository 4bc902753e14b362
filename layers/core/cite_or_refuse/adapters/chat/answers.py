"""What comes back from a model, distrusted: why it stopped, what it used, and what it holds."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cite_or_refuse.adapters.chat.language import differ
from cite_or_refuse.adapters.chat.prices import Price, a_call
from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import DraftProblem

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

NOTHING_FOUND = "NOTHING"
_ENDED_WELL = frozenset({"", "end_turn", "stop_sequence", "stop", "tool_use", "tool_calls"})
_BLOCKED = frozenset({"guardrail_intervened", "content_filtered", "content_filter", "safety"})
_REFUSED = frozenset({"refusal"})
_APOLOGY = re.compile(
    r"\W{0,5}(?:i['’]?m (?:very )?(?:sorry|unable|not able)|i am (?:sorry|unable|not able)|sorry\b"
    r"|i (?:can['’]?t|cannot|won['’]?t|will not|must decline)|as an ai\b|unfortunately, i\b)",
    re.IGNORECASE,
)
_LONGEST_APOLOGY = 800


class SearchQueries(BaseModel):
    """The queries to search for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    queries: list[str] = Field(description="At most four queries of a few words each.")


class ReviewVerdict(BaseModel):
    """The verdict on the report."""

    model_config = ConfigDict(extra="forbid", strict=True)

    verdict: Literal["accept", "revise"]
    notes: list[str] = Field(default=[], description="For the writer: what has to change.")
    open_notes: list[str] = Field(default=[], description="For the reader: what stays open.")


def used(message: AIMessage, reserved: Usage, price: Price | None) -> Usage:
    """Return what the provider says a call used, or the reservation if it does not say."""
    said = message.usage_metadata
    if not said:
        return reserved
    return a_call(max(0, said["input_tokens"]), max(0, said["output_tokens"]), price)


def check_not_blocked(spec: str, message: AIMessage) -> None:
    """Raise ModelBlocked if a filter or guardrail stands behind the answer, whatever it says."""
    guardrail = message.response_metadata.get("trace", {}).get("guardrail", {})
    if stop_reason(message) in _BLOCKED or _has_blocked(guardrail):
        raise ModelBlocked(f"{spec}: a content filter or a guardrail stopped the answer.")


def stop_reason(message: AIMessage) -> str:
    """Return why the model stopped, in the provider's word, in lower case."""
    metadata = message.response_metadata
    names = ("stopReason", "stop_reason", "finish_reason", "done_reason")
    return str(next((metadata[name] for name in names if metadata.get(name)), "")).lower()


def _has_blocked(assessments: Any) -> bool:
    """Whether a policy of a guardrail reports, at any depth, that it blocked."""
    if isinstance(assessments, Mapping):
        acted = assessments.get("action") == "BLOCKED"
        return acted or any(_has_blocked(part) for part in assessments.values())
    return isinstance(assessments, list) and any(_has_blocked(part) for part in assessments)


def typed[Answer: BaseModel](message: AIMessage, kind: type[Answer]) -> Answer | None:
    """Return the answer if it is one: in the call of the tool, or JSON as the whole text."""
    if stop_reason(message) not in _ENDED_WELL:
        return None
    try:
        if message.tool_calls:
            return kind.model_validate(message.tool_calls[0]["args"])
        return kind.model_validate(json.loads(message.text))
    except (ValidationError, ValueError, RecursionError):
        return None


def draft_problem(message: AIMessage, question: str) -> DraftProblem | None:
    """Return why the answer is no draft, if it is none."""
    text, stop = message.text.strip(), stop_reason(message)
    if stop in _REFUSED or message.additional_kwargs.get("refusal"):
        return DraftProblem.MODEL_REFUSAL
    if stop not in _ENDED_WELL:
        return DraftProblem.TRUNCATED
    if not text or text.strip("*`. ").upper() == NOTHING_FOUND:
        return DraftProblem.EMPTY_DRAFT
    if len(text) <= _LONGEST_APOLOGY and "[^" not in text and _APOLOGY.match(text):
        return DraftProblem.MODEL_REFUSAL
    return DraftProblem.WRONG_LANGUAGE if differ(question, text) else None
