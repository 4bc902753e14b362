"""What breaks on the way of a dropped question is tried again, then written down."""

import pytest

from cite_or_refuse.domain.errors import PermanentError, TransientError
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.stack import Stack
from tests.documents import drop, files_in
from tests.drops import problem, take

UNFORESEEN = "Something went wrong that was not foreseen: {}. Drop the question again."


def test_what_passes_is_raised_so_that_the_workflow_tries_again(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a moment in which S3 is busy
    dropped = drop(stack.settings.documents, "questions/q.txt")

    def busy(*_: object) -> None:
        raise TransientError("Bucket b: SlowDown; try again.")

    monkeypatch.setattr("cite_or_refuse.runtime.aws.drops.read_question", busy)
    # THEN nothing is written down yet
    with pytest.raises(TransientError):
        take(dropped, stack)
    assert files_in(dropped.bucket) == {}


@pytest.mark.parametrize(
    ("caught", "status", "detail"),
    [
        (
            {
                "Error": "TransientError",
                "Cause": '{"errorType": "TransientError", "errorMessage": "Busy; try again."}',
            },
            500,
            "Busy; try again.",
        ),
        (
            {
                "Error": "Runtime.HandlerError",
                "Cause": '{"errorType": "BadInput", "errorMessage": "It is empty."}',
            },
            400,
            "It is empty.",
        ),
        (
            {"Error": "States.Timeout"},
            500,
            UNFORESEEN.format("it was not done within its time"),
        ),
        (
            {
                "Error": "KeyError",
                "Cause": '{"errorType": "KeyError", "errorMessage": '
                '"KeyError: It came from a.py, line 3; the log has more."}',
            },
            500,
            UNFORESEEN.format("It came from a.py, line 3; the log has more"),
        ),
        (
            {"Error": "Sandbox.Timedout", "Cause": "Task timed out after 60.00 seconds"},
            500,
            UNFORESEEN.format("it was not done within its time"),
        ),
    ],
    ids=["busy", "emulator", "timeout", "a bug", "killed"],
)
def test_what_did_not_pass_is_written_down_in_the_end(
    stack: Stack, caught: dict[str, str], status: int, detail: str
):
    # GIVEN what the workflow caught after its last try
    dropped = drop(stack.settings.documents, "questions/q.txt")
    # WHEN it has it written down
    answer = take(dropped, stack, error=caught)
    # THEN the document says what happened, and the run has not begun
    assert (problem(dropped)["status"], problem(dropped)["detail"]) == (status, detail)
    assert answer["state"] == "refused"
    assert stack.store.recent(10) == []


def test_an_error_document_that_cannot_be_written_fails_the_function(stack: Stack):
    # GIVEN a question with a mistake in a bucket that is gone by now
    dropped = Dropped("gone", "questions/q.txt", "1")
    # THEN the workflow fails, and its operator sees it
    with pytest.raises(PermanentError, match="Bucket gone: it is not there"):
        take(dropped, stack)
