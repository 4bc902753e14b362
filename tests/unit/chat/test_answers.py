import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from cite_or_refuse.adapters.chat.answers import (
    ReviewVerdict,
    SearchQueries,
    check_not_blocked,
    draft_problem,
    typed,
    used,
)
from cite_or_refuse.adapters.chat.prices import Price
from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import DraftProblem

QUESTION = "How large is the default cache of Tarn?"
DRAFT = "The default cache size is 512 MB.[^1]"


def a_message(
    text: str = "", stop: str = "end_turn", form: object = None, **more: Any
) -> AIMessage:
    calls = [] if form is None else [{"name": "Form", "args": form, "id": "1"}]
    return AIMessage(
        text,
        tool_calls=calls,
        response_metadata={"stopReason": stop, **more.pop("meta", {})},
        **more,
    )


@pytest.mark.parametrize(
    "form",
    [
        {"verdict": "ACCEPT"},
        {"verdict": "accepted"},
        {"verdict": "UNACCEPTABLE"},
        {"verdict": "accept", "accepted": "false", "issues": ["[^9] missing"]},
        {"verdict": "accept", "notes": "none"},
        {"verdict": True},
        {"accept": True},
        {},
    ],
    ids=str,
)
def test_only_the_typed_verdict_is_one(form: dict[str, Any]) -> None:
    # GIVEN an answer that somebody could take for an acceptance
    # THEN neither as a call of the tool nor as a text is it a verdict
    assert typed(a_message(form=form), ReviewVerdict) is None
    assert typed(a_message(json.dumps(form)), ReviewVerdict) is None


@pytest.mark.parametrize(
    "text",
    [
        "None of the claims is supported. Do not ACCEPT.",
        "accept",
        '"accept"',
        "[]",
        "",
        "[" * 100_000,
    ],
    ids=lambda text: text[:20],
)
def test_prose_is_no_verdict(text: str) -> None:
    assert typed(a_message(text), ReviewVerdict) is None


def test_a_verdict_is_read_from_the_tool_or_from_json() -> None:
    form = {"verdict": "accept", "notes": [], "open_notes": ["No source says when."]}
    for message in (
        a_message(form=form, stop="tool_use"),
        a_message(json.dumps(form), stop="stop"),
    ):
        answer = typed(message, ReviewVerdict)
        assert answer is not None
        assert (answer.verdict, answer.open_notes) == ("accept", ["No source says when."])


@pytest.mark.parametrize("form", [{"queries": "cache"}, {"queries": [1]}, {"queries": None}, {}])
def test_queries_are_a_list_of_texts(form: dict[str, Any]) -> None:
    assert typed(a_message(form=form), SearchQueries) is None


def test_a_typed_answer_that_was_cut_off_is_none() -> None:
    assert typed(a_message(form={"verdict": "accept"}, stop="max_tokens"), ReviewVerdict) is None


@pytest.mark.parametrize(
    "message",
    [
        a_message("Sorry, I cannot…", stop="guardrail_intervened"),
        a_message("", stop="content_filtered"),
        a_message("", stop="guardrail_intervened", meta={"trace": {"guardrail": {}}}),
        a_message(form={"verdict": "accept"}, stop="guardrail_intervened"),
        a_message(DRAFT, stop="", meta={"finish_reason": "content_filter"}),
        a_message(
            "Sorry, this is blocked.",
            meta={
                "trace": {
                    "guardrail": {
                        "inputAssessment": {
                            "gr": {"topicPolicy": {"topics": [{"name": "x", "action": "BLOCKED"}]}}
                        }
                    }
                }
            },
        ),
    ],
    ids=["guardrail", "filter", "no assessment", "verdict", "openai", "end_turn with a trace"],
)
def test_what_a_filter_stands_behind_is_blocked_whatever_it_says(message: AIMessage) -> None:
    with pytest.raises(ModelBlocked, match="bedrock:x"):
        check_not_blocked("bedrock:x", message)


def test_a_guardrail_that_only_masked_has_not_blocked() -> None:
    found = {"piiEntities": [{"match": "x", "action": "ANONYMIZED"}]}
    trace = {"guardrail": {"outputAssessments": {"gr": [{"sensitiveInformationPolicy": found}]}}}
    check_not_blocked("bedrock:x", a_message(DRAFT, meta={"trace": trace}))


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (a_message(DRAFT), None),
        (a_message(DRAFT, stop="stop_sequence"), None),
        (a_message("The default cache", stop="max_tokens"), DraftProblem.TRUNCATED),
        (a_message(DRAFT, stop="length"), DraftProblem.TRUNCATED),
        (a_message(DRAFT, stop="model_context_window_exceeded"), DraftProblem.TRUNCATED),
        (a_message(" \n"), DraftProblem.EMPTY_DRAFT),
        (a_message("NOTHING"), DraftProblem.EMPTY_DRAFT),
        (a_message("**Nothing.**"), DraftProblem.EMPTY_DRAFT),
        (a_message("I'm sorry, but I can't help with that."), DraftProblem.MODEL_REFUSAL),
        (a_message("I cannot answer this question."), DraftProblem.MODEL_REFUSAL),
        (a_message("", stop="refusal"), DraftProblem.MODEL_REFUSAL),
        (a_message("", additional_kwargs={"refusal": "No."}), DraftProblem.MODEL_REFUSAL),
        (a_message("I can't be set with `sorry`.[^1]"), None),
        (
            a_message(
                "Die Größe des Caches ist in der Regel 512 MB und wird mit dem Start belegt.[^1]"
            ),
            DraftProblem.WRONG_LANGUAGE,
        ),
    ],
    ids=lambda value: str(value.text[:24]) if isinstance(value, AIMessage) else str(value),
)
def test_what_is_no_draft_is_named(message: AIMessage, problem: DraftProblem | None) -> None:
    assert draft_problem(message, QUESTION) is problem


def test_usage_is_what_the_provider_says_and_else_the_reservation() -> None:
    # GIVEN a reservation
    reserved = Usage(calls=1, input_tokens=900, output_tokens=400, micro_dollars=9)
    usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
    # THEN what is said counts, also beyond the reservation; what is not said may have been all
    assert used(a_message(usage_metadata=usage), reserved, Price(3, 15)) == Usage(1, 100, 20, 600)
    assert used(a_message(), reserved, Price(3, 15)) == reserved
