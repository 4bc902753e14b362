"""An error crosses the workflow by its name and a text, and is the same on the other side."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.domain import errors
from cite_or_refuse.runtime.aws.failures import MAX_CHARS, bounded, failure, named

TREE = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.CiteOrRefuseError)
]


def account(error: Exception, name: str = "") -> str:
    """Lambda's account of an error that a handler raised."""
    return json.dumps(
        {
            "errorMessage": str(error),
            "errorType": name or type(error).__name__,
            "stackTrace": ["a", "b"],
        }
    )


@pytest.mark.parametrize("kind", TREE)
@pytest.mark.parametrize("where", ["AWS", "the emulator"])
def test_an_error_of_the_tree_comes_back_as_itself(
    kind: type[errors.CiteOrRefuseError], where: str
) -> None:
    # GIVEN an error as a handler raises it, under the name that the workflow has for it
    raised = bounded(kind("The well is dry; dig deeper."))
    name = type(raised).__name__ if where == "AWS" else "Runtime.HandlerError"
    # WHEN it comes back, THEN it is of its class, with its sentence
    back = failure({"Error": name, "Cause": account(raised, name)})
    assert (type(back), str(back)) == (kind, "The well is dry; dig deeper.")


@pytest.mark.parametrize(
    ("error", "cause", "text"),
    [
        ("States.Timeout", "", "within its time"),
        ("Sandbox.Timedout", "RequestId: 1 Error: Task timed out after 60.00 seconds", "its time"),
        (
            "Sandbox.Timedout",
            '{"errorType": "Sandbox.Timedout", "errorMessage": "Task timed out"}',
            "its time",
        ),
        (
            "Lambda.Unknown",
            'No error type. Payload: {"errorMessage":"Error: Task timed out after 3.00 seconds"}',
            "its time",
        ),
        ("Lambda.Unknown", "The cause could not be determined.", "broke off"),
        ("Runtime.ExitError", "[1, 2]", "broke off"),
        ("Lambda.TooManyRequestsException", "Rate Exceeded.", "as many functions"),
        ("Lambda.ServiceException", "An error occurred.", "Lambda itself"),
        ("States.DataLimitExceeded", "The state/task 'X' returned a result", "more than"),
        ("Runtime.ImportModuleError", "Unable to import module 'app'", "Runtime.ImportModuleError"),
        ("annotations", "a name that is none of ours", "annotations"),
    ],
)
def test_an_error_of_aws_keeps_its_name_and_is_told_in_our_words(
    error: str, cause: str, text: str
) -> None:
    # GIVEN an error that no handler of ours has raised
    back = failure({"Error": error, "Cause": cause})
    # THEN its name is kept for whoever counts, and its words for the log
    assert type(back).__name__ == error
    assert text in str(back)
    words = {w for w in re.findall("[A-Za-z]{8,}", cause) if w not in error}
    assert not words & set(re.findall("[A-Za-z]{8,}", str(back)))


@pytest.mark.parametrize("name", ["KeyError", "Runtime.HandlerError"])
def test_what_a_handler_did_not_foresee_keeps_its_name_and_its_place(name: str) -> None:
    raised = bounded(KeyError("x"))
    back = failure({"Error": name, "Cause": account(raised)})
    assert type(back).__name__ == "KeyError"
    assert str(back).endswith("the log has more.")


def test_an_error_of_the_tree_that_the_workflow_itself_raises_keeps_its_words() -> None:
    back = failure({"Error": "Miscounted", "Cause": "The rounds are not the run's."})
    assert (type(back), str(back)) == (errors.Miscounted, "The rounds are not the run's.")


def test_no_error_is_none() -> None:
    assert failure(None) is None


def test_what_was_not_foreseen_says_where_it_came_from_and_nothing_of_what_it_read() -> None:
    # GIVEN an error whose words hold a source's
    try:
        json.loads("the default cache size is 512 MB")
    except ValueError as error:
        told = bounded(error)
    # THEN it is told by its name and its place
    assert type(told).__name__ == "JSONDecodeError"
    assert "decoder.py, line" in str(told)
    assert told.__traceback__ is None


@given(st.text(), st.text(max_size=2000))
def test_any_name_and_any_cause_come_back_short(name: str, cause: str) -> None:
    back = failure({"Error": name, "Cause": cause})
    assert len(str(back)) <= MAX_CHARS
    assert type(back).__name__
    assert len(str(named(name, cause * 9))) <= MAX_CHARS
