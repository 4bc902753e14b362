"""A bucket of documents as moto plays it, and what S3 tells of what is put into it."""

from typing import Any
from urllib.parse import quote_plus
from uuid import uuid4

from cite_or_refuse.adapters.aws.clients import client
from cite_or_refuse.runtime.aws.dropped import Dropped

MANUAL = b"# Tarn\n\nThe default cache size is 512 MB.\n\nTarn 2.4 was released on 5 March 2024.\n"


def make_documents(name: str = "") -> str:
    """Make a bucket that keeps versions, under a new name unless one is given; return its name."""
    name = name or f"documents-{uuid4().hex}"
    client("s3").create_bucket(
        Bucket=name, CreateBucketConfiguration={"LocationConstraint": "eu-west-1"}
    )
    client("s3").put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    return name


def drop(bucket: str, key: str, data: bytes = b"How large is Tarn's cache?") -> Dropped:
    """Put an object into the bucket."""
    answer = client("s3").put_object(Bucket=bucket, Key=key, Body=data)
    return Dropped(bucket, key, answer.get("VersionId", ""))


def told(*dropped: Dropped, event: str = "ObjectCreated:Put", size: int = 9) -> dict[str, Any]:
    """Return what S3 tells a function: docs.aws.amazon.com, "Event message structure"."""
    return {"Records": [_record(one, event, size) for one in dropped]}


def _record(dropped: Dropped, event: str, size: int) -> dict[str, Any]:
    thing = {"key": quote_plus(dropped.key), "size": size, "eTag": "0" * 32, "sequencer": "0A"}
    if dropped.version:
        thing["versionId"] = dropped.version
    return {
        "eventVersion": "2.1",
        "eventSource": "aws:s3",
        "awsRegion": "eu-west-1",
        "eventTime": "2026-12-01T12:00:00.000Z",
        "eventName": event,
        "s3": {
            "s3SchemaVersion": "1.0",
            "configurationId": "Dropped",
            "bucket": {"name": dropped.bucket, "arn": f"arn:aws:s3:::{dropped.bucket}"},
            "object": thing,
        },
    }


def files_in(bucket: str, prefix: str = "results/") -> dict[str, bytes]:
    """Return what lies under the prefix."""
    listed = client("s3").list_objects_v2(Bucket=bucket, Prefix=prefix).get("Contents", [])
    return {
        item["Key"]: client("s3").get_object(Bucket=bucket, Key=item["Key"])["Body"].read()
        for item in listed
    }
