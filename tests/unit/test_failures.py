"""An error crosses the workflow by its name and a text, and is the same on the other side."""

import json

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
    ("error", "cause", "name", "text"),
    [
        ("KeyError", account(KeyError("x")), "KeyError", "'x'"),
        ("Runtime.HandlerError", account(KeyError("x")), "KeyError", "'x'"),
        ("States.Timeout", "", "States.Timeout", "States.Timeout"),
        ("Lambda.TooManyRequestsException", "Rate exceeded.", None, "Rate exceeded."),
        (
            "Sandbox.Timedout",
            '{"errorType": "Sandbox.Timedout", "errorMessage": "Task timed out"}',
            None,
            "Task timed out",
        ),
        ("Runtime.ExitError", "[1, 2]", None, "[1, 2]"),
        ("TransientError", "no account", "TransientError", "no account"),
        (
            "annotations",
            "a name that is none of ours",
            "annotations",
            "a name that is none of ours",
        ),
    ],
)
def test_an_error_from_elsewhere_keeps_its_name(
    error: str, cause: str, name: str | None, text: str
) -> None:
    back = failure({"Error": error, "Cause": cause})
    assert (type(back).__name__, str(back)) == (name or error, text)


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
