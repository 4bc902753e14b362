import pytest

from cite_or_refuse.gate.called import uncalled
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read

API = """\
Logger.inject_context(handler, log_event=None)

Give `correlation_id` and `log_event` as keywords; the text is in `raw`, as it was received.

The method `flush` writes what is left. :func:`reopen` opens the file again. Use `Pool` for many.
"""


def found(claim: str) -> list[str]:
    return list(uncalled(read(claim, [(1, build_index(API))])))


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("`Logger` offers a `correlation_id` method.", "correlation_id"),
        ("The documented methods of `Logger` include `raw`.", "raw"),
        ("`raw` accepts a `log_event` argument.", "raw"),
        ("You can pass `log_event` to `raw`.", "raw"),
    ],
)
def test_what_no_source_calls_is_no_method_and_takes_no_argument(claim, name):
    # GIVEN a page on which some names are called and others are not
    # WHEN one that is not is said to be a method or to take an argument
    # THEN it is named
    assert found(claim) == [name]


@pytest.mark.parametrize(
    "claim",
    [
        "`Logger` offers an `inject_context` method.",
        "You can pass `log_event` to `Logger.inject_context`.",
        "The documented methods of `Logger` include `flush`.",  # the page calls it a method
        "You can pass `path` to `reopen`.",
        "`Pool` accepts a `size` argument.",
        "You can pass `path` to `unknown`.",  # another rule's
    ],
)
def test_what_a_source_calls_is_let_pass(claim):
    # GIVEN the same page
    # WHEN something that is called there is claimed to be so
    # THEN nothing is named
    assert not found(claim)
