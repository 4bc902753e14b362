"""What cannot be asked gets an error document beside its results."""

import json
from dataclasses import replace

import pytest

from cite_or_refuse.adapters.aws import questions
from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.runtime.aws.stack import Stack
from tests.aws import make_bucket
from tests.documents import drop
from tests.drops import (
    problem,
    take,
)


@pytest.mark.parametrize(
    ("key", "data", "sentence"),
    [
        ("q.txt", b"", "The question is empty"),
        ("q.txt", b" \n\t", "The question is empty"),
        ("q.txt", b"x" * 4001, "has 4001 characters; at most 4000"),
        ("q.txt", b"What\0?", "holds a NUL"),
        ("q.txt", b"x" * 100_001, "has 100,001 bytes; at most 100,000 are read"),
        ("q.txt", b"\xe9\xe8", "not text in UTF-8"),
        ("q.pdf", b"%PDF", "dropped as .txt, .md, .json"),
        ("q.json", b"", "This is no JSON"),
        ("q.json", b"[" * 90_000, "nested too deeply"),
        ("q.json", b'{"question": " "}', "The question is empty"),
        ("q.json", b'{"question": "\\ud800"}', "not valid Unicode"),
        ("q.json", b'{"question": "Q?", "documents": {"set": "../x"}}', "no name of a set"),
        ("q.json", b'{"question": "Q?", "options": {"max_revisions": 9}}', "cannot be 9"),
        ("folder/", b"a file in the shape of a folder", "dropped as .txt"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_cannot_be_asked_gets_an_error_document(
    stack: Stack, key: str, data: bytes, sentence: str
):
    # GIVEN an object that is no question
    dropped = drop(stack.settings.documents, f"questions/{key}", data)
    # WHEN it is taken
    answer = take(dropped, stack)
    # THEN a document beside its results says so, and no run has begun
    assert answer["state"] == "refused"
    assert problem(dropped)["status"] == 400
    assert problem(dropped)["type"] == "urn:cite-or-refuse:BadInput"
    assert sentence in problem(dropped)["detail"]
    assert stack.store.recent(10) == []


def test_a_huge_object_is_not_downloaded(stack: Stack, monkeypatch: pytest.MonkeyPatch):
    # GIVEN an object of 30 MB, and a body that may not be read
    dropped = drop(stack.settings.documents, "questions/q.txt", b"x" * 30_000_000)
    monkeypatch.setattr("botocore.response.StreamingBody.read", lambda *_: pytest.fail("read"))
    # WHEN it is taken
    detail = take(dropped, stack)["detail"]
    # THEN its size alone was looked at
    assert detail.startswith("The question has 30,000,000 bytes; at most 100,000 are read")


@pytest.mark.parametrize("how", ["version", "all", "marker"])
def test_a_question_that_is_gone_before_it_is_read_is_told(stack: Stack, how: str):
    # GIVEN an object that was deleted at once
    s3, dropped = client("s3"), drop(stack.settings.documents, "questions/q.txt")
    place = {"Bucket": dropped.bucket, "Key": dropped.key}
    if how == "marker":  # what S3 would tell of, if it told of deletions
        dropped = replace(dropped, version=s3.delete_object(**place)["VersionId"])
    else:
        s3.delete_object(**place, VersionId=dropped.version)
        if how == "version":
            drop(stack.settings.documents, "questions/q.txt", b"Another?")
    # THEN its error document says so
    assert take(dropped, stack)["detail"] == "The question was deleted before it could be read."
    assert problem(dropped)["status"] == 400


def test_a_question_that_was_only_hidden_is_still_asked(stack: Stack):
    # GIVEN an object that was deleted as buckets with versions do it: the version stays
    dropped = drop(stack.settings.documents, "questions/q.txt")
    client("s3").delete_object(Bucket=dropped.bucket, Key=dropped.key)
    # THEN it is asked, as it was when S3 told of it
    assert take(dropped, stack)["state"] == "started"


def test_a_bucket_without_versions_is_told(stack: Stack):
    # GIVEN a bucket in which one object may become another while it is read
    settings = replace(stack.settings, documents=make_bucket())
    dropped = drop(settings.documents, "questions/q.txt")
    # THEN nothing is begun
    assert "keeps no versions; turn" in take(dropped, replace(stack, settings=settings))["detail"]
    assert problem(dropped)["status"] == 400


def test_a_question_with_nothing_to_search_is_told(stack: Stack):
    # GIVEN a stack without a search provider
    settings = replace(stack.settings, search="")
    dropped = drop(settings.documents, "questions/q.txt")
    # THEN a question without documents has no chance, and is told so
    assert "a question needs a set" in take(dropped, replace(stack, settings=settings))["detail"]


def test_no_question_is_larger_than_what_is_read():
    # GIVEN the longest question that may be asked, of letters that take the most bytes
    longest = json.dumps({"question": "\U0001f600" * 4000})
    # THEN it and its options fit
    assert len(longest) < questions.MAX_BYTES
