"""What S3 tells of dropped objects: each version of a question has one execution."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.drops import handle
from cite_or_refuse.runtime.aws.stack import Stack
from tests.documents import drop, files_in, make_documents, told
from tests.drops import (
    QUESTION,
    executions,
    problem,
)

EVENTS = Path(__file__).parents[4] / "events"


@pytest.mark.parametrize(
    "key",
    ["questions/q.txt", "questions/a b+c&d=e%20?.md", "questions/ordner/Größe 你好.JSON"],
)
def test_what_s3_tells_starts_an_execution_for_the_very_object(stack: Stack, key: str):
    # GIVEN an object whose key S3 encodes when it tells of it
    dropped = drop(stack.settings.documents, key)
    # WHEN it tells
    answer = handle(told(dropped), stack)
    # THEN an execution was started with the key as it is
    [execution] = executions(stack.settings.drop_machine)
    assert json.loads(execution["input"]) == {
        "drop": {"bucket": dropped.bucket, "key": key, "version": dropped.version}
    }
    assert answer == {"executions": [execution["name"]], "ignored": []}


def test_what_s3_tells_twice_starts_once_and_a_new_version_starts_again(stack: Stack):
    # GIVEN two versions of one object, told in the wrong order and several times
    old = drop(stack.settings.documents, "questions/q.txt", b"Old?")
    new = drop(stack.settings.documents, "questions/q.txt", b"New?")
    for event in (told(new), told(old), told(old, new), told(new)):
        handle(event, stack)
    # THEN there is one execution for each
    started = executions(stack.settings.drop_machine)
    versions = [json.loads(one["input"])["drop"]["version"] for one in started]
    assert sorted(versions) == sorted([old.version, new.version])


def test_what_is_no_question_starts_nothing_and_gets_no_document(stack: Stack):
    # GIVEN results, documents, folders of the console, another bucket, and a deletion
    bucket = stack.settings.documents
    ignored = [
        Dropped(bucket, "results/q/error-1/error.json", "1"),
        Dropped(bucket, "documents/set/a.md", "1"),
        Dropped(bucket, "questions.txt", "1"),
        Dropped("another-bucket", "questions/q.txt", "1"),
    ]
    folders = [Dropped(bucket, "questions/", "1"), Dropped(bucket, "questions/2024/", "1")]
    deleted = Dropped(bucket, "questions/q.txt", "1")
    # WHEN S3 tells of them
    answers = [
        handle(told(*ignored), stack),
        handle(told(*folders, size=0), stack),
        handle(told(deleted, event="ObjectRemoved:Delete"), stack),
        handle({"Service": "Amazon S3", "Event": "s3:TestEvent"}, stack),
    ]
    # THEN nothing is started, nothing is written that could trigger again, and the log has them
    assert executions(stack.settings.drop_machine) == []
    assert files_in(bucket) == {}
    assert [address for answer in answers for address in answer["ignored"]] == [
        dropped.address for dropped in (*ignored, *folders, deleted)
    ]


def test_a_workflow_that_is_not_there_is_told_beside_the_results(stack: Stack):
    # GIVEN a stack whose workflow for drops was deleted
    gone = replace(stack.settings, drop_machine=stack.settings.drop_machine + "-gone")
    dropped = drop(stack.settings.documents, "questions/q.txt")
    # WHEN S3 tells of a question
    handle(told(dropped), replace(stack, settings=gone))
    # THEN who dropped it learns of it
    assert problem(dropped)["status"] == 500
    assert problem(dropped)["detail"].startswith("The workflow: ")


def test_the_sample_events_are_what_the_function_hears(stack: Stack):
    # GIVEN the bucket and the object that the samples name
    events = {path.stem: json.loads(path.read_text()) for path in EVENTS.glob("drop_*.json")}
    place = events["drop_take"]["drop"]
    make_documents(place["bucket"])
    stack = replace(stack, settings=replace(stack.settings, documents=place["bucket"]))
    question = json.dumps({"question": QUESTION}).encode()
    version = drop(place["bucket"], place["key"], question).version
    # WHEN each is heard, with the version that there really is
    for name in ("drop_take", "drop_error"):
        events[name]["drop"]["version"] = version
    answers = {name: handle(event, stack) for name, event in events.items()}
    # THEN one starts the execution that asks as the other two do
    [execution] = executions(stack.settings.drop_machine)
    assert json.loads(execution["input"])["drop"].keys() == place.keys()
    assert json.loads(execution["input"])["drop"]["key"] == place["key"]
    assert answers["drop_take"]["state"] == "started"
    assert answers["drop_error"]["error"] == "TransientError"
