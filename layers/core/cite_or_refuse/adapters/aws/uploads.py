"""What a person at a terminal puts into the stack's bucket of documents, and finds there."""

import hashlib
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import AT_ONCE, client, codes_of, told
from cite_or_refuse.adapters.aws.document_sets import (
    MAX_DOCUMENTS,
    MAX_SET_BYTES,
    documents_of,
)
from cite_or_refuse.adapters.aws.set_names import is_document
from cite_or_refuse.adapters.corpus.walk import files_of, resolved
from cite_or_refuse.adapters.documents import MAX_BYTES
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.source import digest

# The bucket deletes what is older than the RetentionDays of the template, which are 31 at least: so
# a set that is used again has half of that before it.
RENEWED_AFTER = timedelta(days=15)


def upload_once(bucket: str, paths: Sequence[str], progress: Callable[[str], None]) -> str:
    """Upload the documents below these paths as a set, and return the name of the set.

    The name is made of what the documents are called and hold, so the same ones make the same set,
    and what is there already is not uploaded again until it is `RENEWED_AFTER`. Needs
    s3:ListBucket, and s3:PutObject on `documents/*`. Raises BadInput for paths without a document,
    and for what is too large a set.
    """
    found = _documents(paths, progress)
    hashes = [(name, _sha256(path)) for name, path in found.items()]
    name = digest(repr(sorted(hashes)))[:32]
    since = datetime.now(UTC) - RENEWED_AFTER
    there = documents_of(f"s3://{bucket}/documents/{name}").values()
    fresh = {document.name for document in there if document.modified > since}
    missing = {name: path for name, path in found.items() if name not in fresh}
    _upload(bucket, name, missing, progress)
    return name


def upload_as(
    bucket: str, name: str, paths: Sequence[str], progress: Callable[[str], None]
) -> None:
    """Upload the documents below these paths into the set of this name. Raises as `upload_once`."""
    _upload(bucket, name, _documents(paths, progress), progress)


def put(bucket: str, key: str, data: bytes) -> str:
    """Store an object and return its version. Raises what `told` does."""
    kind = mimetypes.guess_type(key)[0] or "application/octet-stream"
    with told(f"Bucket {bucket}"):
        answer = client("s3").put_object(Bucket=bucket, Key=key, Body=data, ContentType=kind)
    return answer.get("VersionId", "")


def read(bucket: str, key: str) -> bytes | None:
    """Return what an object holds; None if there is none. Raises what `told` does.

    Without s3:ListBucket on the bucket, S3 refuses to say that there is none.
    """
    with told(f"Bucket {bucket}"):
        try:
            answer = client("s3").get_object(Bucket=bucket, Key=key)
        except ClientError as error:
            if codes_of(error)[0] == "NoSuchKey":
                return None
            raise
        with closing(answer["Body"]) as body:
            return body.read()


def _upload(
    bucket: str, name: str, documents: Mapping[str, Path], progress: Callable[[str], None]
) -> None:
    if documents:
        progress(f"uploading {len(documents):,} documents to s3://{bucket}/documents/{name}/")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(partial(_upload_one, bucket, f"documents/{name}/"), documents.items()))


def _upload_one(bucket: str, prefix: str, document: tuple[str, Path]) -> None:
    name, path = document
    put(bucket, prefix + name, path.read_bytes())


def _documents(paths: Sequence[str], progress: Callable[[str], None]) -> dict[str, Path]:
    """The documents by their names in the set; of several paths, each has a numbered folder."""
    roots = resolved([Path(path) for path in paths])
    found: dict[str, Path] = {}
    size = 0
    for number, root in enumerate(roots, 1):
        folder = f"{number}/" if len(roots) > 1 else ""
        for file in files_of([root]):
            name = folder + _name_below(root, file.path)
            if not is_document(name):
                progress(f"left out {file.path}: it is no document")
            elif file.size > MAX_BYTES:
                progress(f"left out {file.path}: it is over {MAX_BYTES // 1_000_000} MB")
            else:
                found[name] = file.path
                size += file.size
    if not found:
        raise BadInput("There is no document that can be read in this corpus.")
    if len(found) > MAX_DOCUMENTS or size > MAX_SET_BYTES:
        raise BadInput(
            f"This corpus has {len(found):,} documents with {size / 1e6:,.1f} MB; the stack takes "
            f"{MAX_DOCUMENTS} with {MAX_SET_BYTES // 1_000_000} MB in all. Name a part of it."
        )
    return found


def _name_below(root: Path, path: Path) -> str:
    if path == root:
        return path.name
    if path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return f"{digest(str(path))[:8]}-{path.name}"  # what a link leads to


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
