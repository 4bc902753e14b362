"""What a set of documents has by its names, for doors that do not carry what reads it."""

from pathlib import PurePosixPath

from cite_or_refuse.adapters.aws.clients import client, told
from cite_or_refuse.adapters.documents import MAX_BYTES
from cite_or_refuse.adapters.documents.names import is_read

_LONGEST_NAME = 255  # bytes of a file or folder, on Linux


def is_document(name: str) -> bool:
    """Whether an object of this name, below its set, is a document that can be read."""
    path = PurePosixPath(name)
    return (
        str(path) == name
        and name.isprintable()
        and not path.is_absolute()
        and all(len(part.encode()) <= _LONGEST_NAME for part in path.parts)
        and is_read(path)
    )


def is_there(address: str) -> bool:
    """Whether the set at `s3://<bucket>/documents/<set>` has a document that may be read.

    What the search would leave out is nothing, as is an empty object. Asks S3 for the names, until
    one is a document's. Needs s3:ListBucket. Raises what `told` does.
    """
    bucket, _, path = address.removeprefix("s3://").partition("/")
    prefix = f"{path}/"
    with told(f"Bucket {bucket}"):
        pages = client("s3").get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        return any(
            is_document(item["Key"].removeprefix(prefix)) and 0 < item["Size"] <= MAX_BYTES
            for page in pages
            for item in page.get("Contents", ())
        )
