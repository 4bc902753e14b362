"""Reads a dropped question: one version of one object."""

from contextlib import closing
from datetime import datetime

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import client, codes_of, told
from cite_or_refuse.domain.errors import BadInput

MAX_BYTES = 100_000  # four times the longest question in the widest encoding, and its options
_GONE = frozenset({"NoSuchKey", "NoSuchVersion", "MethodNotAllowed"})  # the last: a delete marker


def read_question(bucket: str, key: str, version: str) -> tuple[bytes, datetime]:
    """Return what the object holds, and when it was dropped.

    Raises BadInput if it is gone or too large to be a question, which is then not downloaded.
    """
    with told(f"Bucket {bucket}"):
        try:
            answer = client("s3").get_object(Bucket=bucket, Key=key, VersionId=version)
        except ClientError as error:
            if codes_of(error)[0] in _GONE:
                raise BadInput("The question was deleted before it could be read.") from error
            raise
        with closing(answer["Body"]) as body:
            if answer["ContentLength"] > MAX_BYTES:
                raise BadInput(
                    f"The question has {answer['ContentLength']:,} bytes; at most {MAX_BYTES:,} "
                    "are read. What it is about goes into a set of documents."
                )
            return body.read(), answer["LastModified"]
