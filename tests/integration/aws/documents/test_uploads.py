"""What a person at a terminal puts into the stack's bucket of documents."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cite_or_refuse.adapters.aws import uploads
from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.document_sets import DocumentSet, documents_of
from cite_or_refuse.adapters.aws.uploads import put, read, upload_as, upload_once
from cite_or_refuse.domain.errors import BadInput, PermanentError
from tests.documents import MANUAL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    for name in ("guide.md", "deep/er/notes with spaces.txt", ".hidden/x.md", "picture.png"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(MANUAL)
    return made


def keys(bucket: str) -> list[str]:
    listed = client("s3").list_objects_v2(Bucket=bucket).get("Contents", [])
    return [item["Key"] for item in listed]


def ignored(_line: str) -> None:
    """Nobody listens."""


def test_a_folder_becomes_a_set_that_a_run_finds(bucket: str, folder: Path, tmp_path: Path):
    # GIVEN a folder with documents, hidden ones, and what is none
    # WHEN it is uploaded
    name = upload_once(bucket, [str(folder)], ignored)
    # THEN what a laptop would search is there, and nothing else
    assert keys(bucket) == [
        f"documents/{name}/deep/er/notes with spaces.txt", f"documents/{name}/guide.md"
    ]  # fmt: skip
    # AND a run of the stack finds it
    documents = DocumentSet(f"s3://{bucket}/documents/{name}", tmp_path, ignored)
    hits = documents.search("default cache size", 8)
    assert {hit.url.rpartition("/")[2] for hit in hits} == {"guide.md", "notes with spaces.txt"}


def test_the_same_documents_are_the_same_set_and_sent_once(bucket: str, folder: Path):
    # GIVEN a folder that was uploaded
    told: list[str] = []
    first = upload_once(bucket, [str(folder)], told.append)
    # WHEN it is uploaded again, and then a changed one
    second = upload_once(bucket, [str(folder)], told.append)
    (folder / "guide.md").write_bytes(MANUAL.replace(b"512", b"640"))
    third = upload_once(bucket, [str(folder)], told.append)
    # THEN only the change makes another set, and only it was sent
    assert first == second != third
    assert told == [
        f"uploading 2 documents to s3://{bucket}/documents/{name}/" for name in (first, third)
    ]


def test_an_upload_that_was_broken_off_is_completed(
    bucket: str, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN an upload of which one document arrived
    name = upload_once(bucket, [str(folder)], ignored)
    client("s3").delete_object(Bucket=bucket, Key=f"documents/{name}/guide.md")
    sent: list[str] = []
    monkeypatch.setattr(uploads, "put", lambda _bucket, key, _data: sent.append(key))
    # WHEN it is uploaded again
    assert upload_once(bucket, [str(folder)], ignored) == name
    # THEN the missing one is sent
    assert sent == [f"documents/{name}/guide.md"]


def test_documents_that_the_bucket_may_soon_delete_are_sent_again(
    bucket: str, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a set that was uploaded 14 days ago, of which one document was 16
    name = upload_once(bucket, [str(folder)], ignored)
    listed = documents_of(f"s3://{bucket}/documents/{name}")
    ages = {"guide.md": 16, "deep/er/notes with spaces.txt": 14}
    aged = {
        of: replace(listed[of], modified=datetime.now(UTC) - timedelta(days=age))
        for of, age in ages.items()
    }
    monkeypatch.setattr(uploads, "documents_of", lambda _address: aged)
    sent: list[str] = []
    monkeypatch.setattr(uploads, "put", lambda _bucket, key, _data: sent.append(key))
    # WHEN it is uploaded again
    assert upload_once(bucket, [str(folder)], ignored) == name
    # THEN the old document starts a new life
    assert sent == [f"documents/{name}/guide.md"]


def test_several_paths_do_not_get_into_each_others_way(bucket: str, folder: Path, tmp_path: Path):
    # GIVEN two folders and a file, with documents of one name
    other = tmp_path / "other" / "docs"
    other.mkdir(parents=True)
    (other / "guide.md").write_text("Another guide.")
    (tmp_path / "guide.md").write_text("A third.")
    # WHEN they are uploaded into a set with a name
    upload_as(bucket, "notes", [str(folder), str(other), str(tmp_path / "guide.md")], ignored)
    # THEN all are there
    assert keys(bucket) == [
        "documents/notes/1/deep/er/notes with spaces.txt",
        "documents/notes/1/guide.md",
        "documents/notes/2/guide.md",
        "documents/notes/3/guide.md",
    ]


def test_what_cannot_be_a_set_is_told_before_anything_is_sent(
    bucket: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a corpus without documents, one that is not there, and one of too many
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no document that can be read"):
        upload_once(bucket, [str(tmp_path / "empty")], ignored)
    with pytest.raises(BadInput, match="There is no file or folder"):
        upload_once(bucket, [str(tmp_path / "gone")], ignored)
    monkeypatch.setattr(uploads, "MAX_DOCUMENTS", 1)
    with pytest.raises(BadInput, match=r"has 2 documents with 0\.0 MB; the stack takes 1 with"):
        upload_once(bucket, [str(folder)], ignored)
    # THEN the bucket is empty
    assert keys(bucket) == []


def test_a_document_that_is_too_large_is_left_out_and_said(
    bucket: str, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a limit that one document is over
    monkeypatch.setattr(uploads, "MAX_BYTES", len(MANUAL) + 1)
    (folder / "huge.txt").write_bytes(2 * MANUAL)
    told: list[str] = []
    # WHEN the folder is uploaded, THEN it is left out
    upload_as(bucket, "notes", [str(folder)], told.append)
    assert told[0].startswith(f"left out {folder / 'huge.txt'}: it is over")
    assert len(keys(bucket)) == 2


def test_an_object_is_put_and_read(bucket: str):
    # GIVEN an object, put twice
    first, second = put(bucket, "questions/q.txt", b"a"), put(bucket, "questions/q.txt", b"b")
    # THEN each has its version, and the newest is read; of another, nothing
    assert first != second
    assert read(bucket, "questions/q.txt") == b"b"
    assert read(bucket, "questions/none.txt") is None
    # AND a bucket that is not there is told
    with pytest.raises(PermanentError, match="deploy the stack, or correct its name"):
        put("there-is-no-such-bucket", "k", b"")
