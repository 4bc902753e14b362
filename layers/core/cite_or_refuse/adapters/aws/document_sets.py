"""Sets of documents in S3, `s3://<bucket>/documents/<set>/...`, searched as a folder is.

What counts as a document of a set is what would count in such a folder on a laptop. A set is read
when it is searched, so a resumed run finds it as it is by then.
"""

import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path, PurePosixPath

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import AT_ONCE, client, codes_of, told
from cite_or_refuse.adapters.aws.set_names import is_document
from cite_or_refuse.adapters.corpus import CorpusSearch, FileFetcher
from cite_or_refuse.adapters.documents import MAX_BYTES
from cite_or_refuse.domain.errors import BadInput, PermanentError, TransientError, Unreadable
from cite_or_refuse.domain.source import Hit, Page, digest
from cite_or_refuse.ports import Fetcher, Search

# An index of plain text takes up to 4.6 times its space while it is made, and the researcher's disk
# has 1,024 MB.
MAX_DOCUMENTS = 500
MAX_SET_BYTES = 50_000_000
_CHANGED = frozenset({"NoSuchKey", "PreconditionFailed"})


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a set; `etag` changes with what it holds."""

    name: str
    size: int
    etag: str
    modified: datetime = field(repr=False)  # a copy of the same document stays good


def documents_of(address: str) -> Mapping[str, Document]:
    """Return the documents of the set by their names; other objects are left out.

    Needs s3:ListBucket. Raises BadInput for a set that is too large.
    """
    bucket, prefix = _place(address)
    found: dict[str, Document] = {}
    with told(f"Bucket {bucket}"):
        for page in (
            client("s3").get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        ):
            for item in page.get("Contents", []):
                name = item["Key"].removeprefix(prefix)
                # The keys come in order: one that would be a folder is there before what is in it.
                if is_document(name) and found.keys().isdisjoint(_folders(name)):
                    found[name] = Document(name, item["Size"], item["ETag"], item["LastModified"])
            _must_be_small(address, found.values())
    return found


def _place(address: str) -> tuple[str, str]:
    bucket, _, path = address.removeprefix("s3://").partition("/")
    return bucket, f"{path}/"


def _folders(name: str) -> Iterable[str]:
    return map(str, PurePosixPath(name).parents)


def _must_be_small(address: str, documents: Iterable[Document]) -> None:
    sizes = [document.size for document in documents]
    if len(sizes) > MAX_DOCUMENTS or sum(sizes) > MAX_SET_BYTES:
        raise BadInput(
            f"{address} is too large: a set may have {MAX_DOCUMENTS} documents and "
            f"{MAX_SET_BYTES // 1_000_000} MB in all; make several of it."
        )


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True


class DocumentSet(Search, Fetcher):
    """Searches one set and fetches its documents, each under its address in S3.

    A copy is kept in `home` and used again while the set stays the same; that of another set makes
    room. Each process has its own, since an emulator lets those of a function share a home, and a
    crashed one leaves its copy on the disk of the next. Both methods raise BadInput for a set in
    which nothing can be read, TransientError for one that is being changed, and what `told` does.
    Needs s3:ListBucket, and s3:GetObject on `documents/*`.
    """

    name = CorpusSearch.name

    def __init__(self, address: str, home: Path, progress: Callable[[str], None]) -> None:
        self._address = address
        self._home = home / "sets" / str(os.getpid())
        self._progress = progress
        self._lock = threading.Lock()
        self._opened: tuple[Path, CorpusSearch] | None = None

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return a hit for each document, as the corpus does."""
        folder, corpus = self._open()
        with self._told(folder):
            hits = corpus.search(query, limit)
        names = [Path.from_uri(hit.url).relative_to(folder) for hit in hits]
        return [
            replace(hit, url=f"{self._address}/{name.as_posix()}")
            for hit, name in zip(hits, names, strict=True)
        ]

    def fetch(self, hit: Hit) -> Page:
        """Return the whole document. Raises Unreadable if it is none of the set."""
        folder, corpus = self._open()
        local = (folder / hit.url.removeprefix(f"{self._address}/")).as_uri()
        with self._told(folder):
            page = FileFetcher(corpus).fetch(replace(hit, url=local))
        return replace(page, url=hit.url)

    def _open(self) -> tuple[Path, CorpusSearch]:
        with self._lock:
            if self._opened is None:
                folder = self._folder()
                progress = partial(self._say, folder)
                corpus = CorpusSearch([folder], folder.parent / ".index", progress)
                with self._told(folder):
                    corpus.prepare()
                self._opened = folder, corpus
            return self._opened

    def _folder(self) -> Path:
        """Return the folder with a copy of the set as it is now."""
        documents = list(documents_of(self._address).values())
        readable = [document for document in documents if document.size <= MAX_BYTES]
        for document in documents:
            if document not in readable:
                most = f"{MAX_BYTES // 1_000_000} MB"
                self._progress(f"left out {self._address}/{document.name}: it is over {most}")
        if not readable:
            raise BadInput(f"There is no document that can be read in {self._address}.")
        stamp = digest(repr((self._address, readable)))[:16]
        kept = self._home / stamp / PurePosixPath(self._address).name
        try:
            if not kept.is_dir():
                self._make(kept, readable)
        except OSError as error:
            raise PermanentError(
                f"The documents of {self._address} cannot be kept in {self._home}: "
                f"{error.strerror or error}."
            ) from error
        return kept.resolve()

    def _make(self, kept: Path, documents: Sequence[Document]) -> None:
        if self._home.exists():
            shutil.rmtree(self._home)
        for left in self._home.parent.glob("*"):
            if not _is_running(int(left.name)):
                shutil.rmtree(left, ignore_errors=True)  # another process may do so, too
        unfinished = self._home / "unfinished"
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(partial(self._download, unfinished / kept.name), documents))
        unfinished.rename(kept.parent)
        self._progress(f"read {len(documents):,} documents of {self._address}")

    def _download(self, folder: Path, document: Document) -> None:
        bucket, prefix = _place(self._address)
        path = folder / document.name
        path.parent.mkdir(parents=True, exist_ok=True)
        with told(f"Bucket {bucket}"):
            try:
                answer = client("s3").get_object(
                    Bucket=bucket, Key=prefix + document.name, IfMatch=document.etag
                )
            except ClientError as error:
                if _CHANGED.isdisjoint(codes_of(error)):
                    raise
                raise TransientError(
                    f"{self._address}/{document.name} was changed while it was read; try again."
                ) from error
            with closing(answer["Body"]) as body, path.open("wb") as file:
                shutil.copyfileobj(body, file)

    @contextmanager
    def _told(self, folder: Path) -> Iterator[None]:
        """Name the documents by their addresses in what is raised, not by where the copy is."""
        try:
            yield
        except BadInput as error:
            raise BadInput(self._shown(str(error), folder)) from error
        except Unreadable as error:
            told = self._shown(str(error), folder)
            raise Unreadable(told, status=error.status, withheld=error.withheld) from error

    def _say(self, folder: Path, line: str) -> None:
        self._progress(self._shown(line, folder))

    def _shown(self, text: str, folder: Path) -> str:
        return text.replace(folder.as_uri(), self._address).replace(str(folder), self._address)
