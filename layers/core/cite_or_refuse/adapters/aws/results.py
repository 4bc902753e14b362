"""Writes what a dropped question is answered with."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from cite_or_refuse.adapters.aws.clients import client, told

PROBLEM = "application/problem+json"
_TYPES = {".md": "text/markdown; charset=utf-8", ".json": "application/json"}


def write_files(bucket: str, prefix: str, contents: Mapping[str, bytes]) -> None:
    """Write each file under the prefix, in this order. A file that is there is replaced."""
    for name, content in contents.items():
        _put(bucket, prefix + name, content, _TYPES[PurePosixPath(name).suffix])


def write_problem(bucket: str, key: str, problem: bytes) -> None:
    """Write an error document (RFC 9457)."""
    _put(bucket, key, problem, PROBLEM)


def _put(bucket: str, key: str, content: bytes, content_type: str) -> None:
    with told(f"Bucket {bucket}"):
        client("s3").put_object(Bucket=bucket, Key=key, Body=content, ContentType=content_type)
