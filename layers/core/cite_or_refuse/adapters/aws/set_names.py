"""Whether a set of documents is there, for doors that do not read it, nor carry what reads it."""

from cite_or_refuse.adapters.aws.clients import client, told


def is_there(address: str) -> bool:
    """Whether anything lies in the set at `s3://<bucket>/documents/<set>`: one request to S3.

    What a console makes of an empty folder is nothing. Needs s3:ListBucket. Raises what `told`
    does.
    """
    bucket, _, path = address.removeprefix("s3://").partition("/")
    prefix = f"{path}/"
    with told(f"Bucket {bucket}"):
        answer = client("s3").list_objects_v2(Bucket=bucket, Prefix=prefix, MaxKeys=2)
    return any(item["Key"] != prefix for item in answer.get("Contents", ()))
