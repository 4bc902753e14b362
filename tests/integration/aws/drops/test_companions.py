"""The documents that a dropped question names, and waits for."""

import pytest

from cite_or_refuse.domain.budget import Budget
from cite_or_refuse.runtime.aws.drops import POLL_SECONDS
from cite_or_refuse.runtime.aws.stack import Stack
from tests.documents import files_in
from tests.drops import companion, drop_json, later, problem, take


def test_a_document_has_the_options_and_the_set_of_its_run(stack: Stack):
    # GIVEN a document with everything in it, whose companion is there
    companion(stack, "tarn/manual.md")
    dropped = drop_json(
        stack,
        options={"max_revisions": 1, "human": True, "budget": {"calls": 3}},
        documents={"set": "tarn", "names": ["manual.md"]},
    )
    # WHEN it is taken
    run = stack.store.load(take(dropped, stack)["run_id"])
    # THEN its run searches that set alone, within the limits wished for
    address = f"s3://{stack.settings.documents}/documents/tarn"
    assert (run.options.search, run.options.corpus) == (("corpus",), (address,))
    assert (run.options.max_revisions, run.options.human) == (1, True)
    assert run.options.budget == Budget(calls=3)


@pytest.mark.parametrize("names", [["b.pdf", "sub/a.md"], []], ids=["named", "any"])
def test_companions_are_waited_for_in_whatever_order_they_come(stack: Stack, names: list[str]):
    # GIVEN a question whose companions are not there yet
    dropped = drop_json(stack, documents={"set": "tarn", "names": names})
    # THEN it waits, and begins when the last has come
    for name in names or ["one.md"]:
        companion(stack, "tarn-2/other.md")
        assert take(dropped, stack) == {"state": "waiting", "wait_seconds": POLL_SECONDS}
        companion(stack, f"tarn/{name}")
    assert take(dropped, stack)["state"] == "started"
    assert files_in(dropped.bucket) == {}


def test_the_wait_is_bounded_and_ends_with_an_error_document(stack: Stack):
    # GIVEN a question that names seven documents, of which one is there
    names = [f"{letter}.md" for letter in "abcdefg"]
    companion(stack, "tarn/a.md")
    dropped = drop_json(stack, documents={"set": "tarn", "names": names})
    # WHEN the time has almost run out, and when it has
    almost = take(dropped, later(stack, minutes=9, seconds=55))
    over = take(dropped, later(stack, minutes=10, seconds=1))
    # THEN no wait goes beyond it, and the document names what is missing
    assert almost["state"] == "waiting"
    assert 1 <= almost["wait_seconds"] <= 5
    detail = (
        f"s3://{dropped.bucket}/documents/tarn was waited for, and did not get b.md, c.md, d.md, "
        "e.md, f.md and 1 more in time; upload what is missing, then drop the question again."
    )
    assert over == {"state": "refused", "error": "BadInput", "detail": detail}
    assert problem(dropped) == {
        "type": "urn:cite-or-refuse:BadInput",
        "title": "Bad Request",
        "status": 400,
        "detail": detail,
        "instance": dropped.address,
    }
    assert stack.store.recent(10) == []


def test_companions_that_are_all_there_are_late_for_nothing(stack: Stack):
    # GIVEN a question that S3 told of an hour late, and its companion
    companion(stack, "tarn/a.md")
    dropped = drop_json(stack, documents={"set": "tarn", "names": ["a.md"]})
    # THEN the run begins
    assert take(dropped, later(stack, hours=1))["state"] == "started"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"", "a.md is empty, or over"), (b"x" * 20_000_001, "or over the limit of 20 MB")],
    ids=["empty", "huge"],
)
def test_a_companion_that_nobody_can_read_is_not_waited_for(
    stack: Stack, data: bytes, sentence: str
):
    companion(stack, "tarn/a.md", data)
    dropped = drop_json(stack, documents={"set": "tarn", "names": ["a.md", "missing.md"]})
    assert sentence in take(dropped, stack)["detail"]
