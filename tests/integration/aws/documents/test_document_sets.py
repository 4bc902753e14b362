import os
import subprocess
import sys
from pathlib import Path

import pytest

from cite_or_refuse.adapters.aws import document_sets
from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.adapters.aws.document_sets import DocumentSet, documents_of
from cite_or_refuse.adapters.corpus import CorpusSearch
from cite_or_refuse.domain.errors import BadInput, PermanentError, TransientError, Unreadable
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.runtime.searches import build_searches
from cite_or_refuse.runtime.settings import Settings
from tests.documents import MANUAL, drop
from tests.files import a_docx, a_pdf

QUERY = "default cache size"


@pytest.fixture
def address(bucket: str) -> str:
    return f"s3://{bucket}/documents/tarn"


def put(address: str, name: str, data: bytes = MANUAL) -> None:
    bucket, _, prefix = address.removeprefix("s3://").partition("/")
    drop(bucket, f"{prefix}/{name}", data)


class Calls:
    """Counts the calls of one operation of S3."""

    def __init__(self, operation: str) -> None:
        self.count = 0
        client("s3").meta.events.register(f"before-call.s3.{operation}", self._one)

    def _one(self, **_: object) -> None:
        self.count += 1


def test_documents_of_every_format_are_found_and_read_under_their_addresses(
    address: str, tmp_path: Path
):
    # GIVEN a set with a document of each format, in folders and with names as people give them
    said: list[str] = []
    put(address, "manual.md")
    put(address, "2024/Größe & Preis?.txt", b"The default cache size was 256 MB in 2023.")
    put(address, "page.HTML", b"<main><p>A default cache size of 128 MB is small.</p></main>")
    put(address, "paper.pdf", a_pdf(["The default cache size is 64 MB."]))
    put(address, "letter.docx", a_docx())
    # WHEN it is searched, as a run with that option searches
    options = Options(corpus=(address,))
    [search], fetcher = build_searches(Settings(home=tmp_path), options, said.append)
    hits = search.search(QUERY, 10)
    pages = {hit.url: fetcher.fetch(hit) for hit in hits}
    # THEN each is there whole, and nobody is shown where the copies lie
    names = ["2024/Größe & Preis?.txt", "letter.docx", "manual.md", "page.HTML", "paper.pdf"]
    assert sorted(pages) == [f"{address}/{name}" for name in names]
    assert all(page.url == url for url, page in pages.items())
    assert "512 MB" in pages[f"{address}/manual.md"].content
    assert (said[0], said[-1]) == (f"read 5 documents of {address}", "indexed 5 documents")
    assert str(tmp_path) not in "".join(said)


def test_what_is_no_document_of_a_folder_is_none_of_a_set(address: str, tmp_path: Path):
    # GIVEN objects whose names lead out of the set or into hiding, and those of another set
    put(address, "manual.md")
    for name in (
        "", "../../../escaped.md", "a/../../b.md", "/absolute.md", "a//b.md", ".hidden.md",
        ".git/a.md", "node_modules/a.md", "program.exe", "new\nline.md", "manual.md/inside.md",
        "x" * 300 + ".md", "folder/",
    ):  # fmt: skip
        put(address, name)
    put(f"{address}-2", "other.md")
    # THEN they are left out
    assert list(documents_of(address)) == ["manual.md"]
    hits = DocumentSet(address, tmp_path / "home", print).search(QUERY, 10)
    assert [hit.url for hit in hits] == [f"{address}/manual.md"]
    # AND nothing is written outside of the home
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_fetch_reads_nothing_but_the_set(address: str, tmp_path: Path):
    # GIVEN a set, and hits that no search of it gave
    put(address, "manual.md")
    secret = tmp_path / "secret.md"
    secret.write_bytes(MANUAL)
    documents = DocumentSet(address, tmp_path / "home", print)
    for url in (f"{address}/../../../../secret.md", secret.as_uri(), f"{address}/other.md"):
        # THEN they are not read, and the sentence does not say where the copies lie
        with pytest.raises(Unreadable, match="is no document of the corpus") as raised:
            documents.fetch(Hit("", url, "", "corpus", 0))
        assert "home" not in str(raised.value)


def test_a_copy_is_used_again_until_the_set_changes(address: str, tmp_path: Path):
    # GIVEN a set that was searched in this function before
    put(address, "a.md")
    put(address, "b.md")
    DocumentSet(address, tmp_path, print).search(QUERY, 10)
    gets = Calls("GetObject")
    # WHEN it is searched by the next run
    DocumentSet(address, tmp_path, print).search(QUERY, 10)
    # THEN nothing is downloaded
    assert gets.count == 0
    # WHEN a document is replaced by another of the same length
    put(address, "b.md", MANUAL.replace(b"512", b"640"))
    documents = DocumentSet(address, tmp_path, print)
    documents.search(QUERY, 10)
    # THEN the new one is read
    assert "640 MB" in documents.fetch(Hit("", f"{address}/b.md", "", "corpus", 0)).content


def test_the_copy_of_one_set_makes_room_for_that_of_another(address: str, tmp_path: Path):
    # GIVEN two sets that were searched one after the other
    put(address, "a.md")
    put(f"{address}-2", "b.md")
    for one in (address, f"{address}-2"):
        assert DocumentSet(one, tmp_path, print).search(QUERY, 10)
    # THEN only the last takes space
    assert [path.name for path in tmp_path.rglob("*.md")] == ["b.md"]


def test_the_copy_of_a_process_that_died_makes_room_and_that_of_another_stays(
    address: str, tmp_path: Path
):
    # GIVEN what a process left that crashed, and what one has that shares the home
    died = subprocess.Popen([sys.executable, "-c", ""])
    died.wait()
    for process in (died.pid, os.getppid()):
        kept = tmp_path / "sets" / str(process) / "kept"
        kept.mkdir(parents=True)
        (kept / "old.md").write_bytes(MANUAL)
    # WHEN this one makes its copy
    put(address, "new.md")
    DocumentSet(address, tmp_path, print).search(QUERY, 10)
    # THEN only the dead one's is gone
    owners = {path.name for path in (tmp_path / "sets").iterdir()}
    assert owners == {str(os.getpid()), str(os.getppid())}


def test_half_a_copy_is_not_taken_for_the_set(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a function that died while it downloaded
    put(address, "a.md")
    put(address, "b.md")
    with monkeypatch.context() as patched:
        patched.setattr(document_sets.shutil, "copyfileobj", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            DocumentSet(address, tmp_path, print).search(QUERY, 10)
    # WHEN the next one searches
    hits = DocumentSet(address, tmp_path, print).search(QUERY, 10)
    # THEN both documents are there
    assert len(hits) == 2


@pytest.mark.parametrize("change", ["replaced", "deleted"])
def test_a_set_that_changes_while_it_is_read_is_read_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
):
    # GIVEN a document that changes between the listing and the download
    put(address, "a.md")
    listed = documents_of(address)
    monkeypatch.setattr(document_sets, "documents_of", lambda _: listed)
    put(address, "a.md", b"# Other\n\nThe default cache size is 640 MB.\n")
    if change == "deleted":
        bucket, _, prefix = address.removeprefix("s3://").partition("/")
        client("s3").delete_object(Bucket=bucket, Key=f"{prefix}/a.md")
    # THEN the step is to be tried again
    with pytest.raises(TransientError, match=r"tarn/a\.md was changed while it was read"):
        DocumentSet(address, tmp_path, print).search(QUERY, 10)


def test_a_document_that_cannot_be_read_is_told_by_its_address(address: str, tmp_path: Path):
    # GIVEN a good document, an empty one, one that is none, and one that is too large
    said: list[str] = []
    put(address, "good.md")
    put(address, "empty.md", b"")
    put(address, "broken.pdf", b"%PDF-1.7 nothing")
    put(address, "large.txt", b"x" * (document_sets.MAX_BYTES + 1))
    documents = DocumentSet(address, tmp_path, said.append)
    # WHEN it is searched
    hits = documents.search(QUERY, 10)
    # THEN the good one is found, and the others are told
    assert [hit.url for hit in hits] == [f"{address}/good.md"]
    assert f"left out {address}/large.txt: it is over 20 MB" in said
    assert f"  {address}/empty.md is empty." in said
    with pytest.raises(Unreadable, match=rf"^{address}/empty\.md is empty\.$"):
        documents.fetch(Hit("", f"{address}/empty.md", "", "corpus", 0))
    assert str(tmp_path) not in "".join(said)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "There is no document that can be read in"),
        (["a.exe"], "There is no document that can be read in"),
        (["empty.md"], "There is nothing to search in s3://.*tarn: none of 1 files can be read"),
    ],
    ids=str,
)
def test_a_set_without_text_is_the_callers_mistake(
    address: str, tmp_path: Path, names: list[str], sentence: str
):
    for name in names:
        put(address, name, b"")
    with pytest.raises(BadInput, match=sentence) as raised:
        DocumentSet(address, tmp_path, print).search(QUERY, 10)
    assert str(tmp_path) not in str(raised.value)


def test_a_set_has_limits(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # GIVEN a set of three small documents
    for name in "abc":
        put(address, f"{name}.md")
    # THEN it is neither larger nor has more documents than is allowed
    for limit, most in (("MAX_DOCUMENTS", 2), ("MAX_SET_BYTES", 2 * len(MANUAL))):
        with monkeypatch.context() as patched:
            patched.setattr(document_sets, limit, most)
            with pytest.raises(BadInput, match="is too large: a set may have"):
                DocumentSet(address, tmp_path, print).search(QUERY, 10)


def test_a_set_of_many_pages_of_the_listing_is_listed_whole(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN more objects than S3 lists at once
    monkeypatch.setenv("MOTO_S3_DEFAULT_MAX_KEYS", "10")
    for number in range(25):
        put(address, f"{number:02}.md")
    pages = Calls("ListObjectsV2")
    # THEN none is missing
    assert len(documents_of(address)) == 25
    assert pages.count == 3


def test_a_bucket_that_is_not_there_is_not_an_empty_set(bucket: str, tmp_path: Path):
    with pytest.raises(PermanentError, match=r"Bucket gone: it is not there; deploy the stack"):
        DocumentSet("s3://gone/documents/tarn", tmp_path, print).search(QUERY, 10)


def test_a_full_disk_is_told(address: str, tmp_path: Path):
    # GIVEN a home that is a file, as a stand-in for a disk that takes nothing
    put(address, "a.md")
    (tmp_path / "home").write_text("")
    with pytest.raises(PermanentError, match=r"The documents of s3://.* cannot be kept in"):
        DocumentSet(address, tmp_path / "home", print).search(QUERY, 10)


def test_a_set_ranks_as_the_same_folder_does(address: str, tmp_path: Path):
    # GIVEN the same documents in a folder and in a set
    texts = {
        f"{topic}.md": f"# {topic.title()}\n\nThe default {topic} size is {n} MB.\n".encode()
        for n, topic in enumerate(("cache", "heap", "log", "page"), 1)
    }
    folder = tmp_path / "tarn"
    folder.mkdir()
    for name, data in texts.items():
        put(address, name, data)
        (folder / name).write_bytes(data)
    # WHEN both are searched
    here = CorpusSearch([folder], tmp_path / "index", print).search(QUERY, 10)
    there = DocumentSet(address, tmp_path / "home", print).search(QUERY, 10)
    # THEN the order is the same
    assert [h.url.rpartition("/")[2] for h in here] == [h.url.rpartition("/")[2] for h in there]
    assert [h.snippet for h in here] == [h.snippet for h in there]
