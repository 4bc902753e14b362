"""Answers that are too large for Lambda: put into S3, and fetched from there by a signed address.

An object `answers/<sha256>`, gzip. The bucket's lifecycle removes it; the address is void before.
"""

import gzip
from hashlib import sha256

from cite_or_refuse.adapters.aws.clients import client, told

SECONDS = 300  # that an address is good for


def keep(bucket: str, body: bytes, media: str) -> str:
    """Return an address from which anybody who has it can get this body for `SECONDS`.

    Raises what `told` does.
    """
    key = f"answers/{sha256(body).hexdigest()}"
    with told(f"Bucket {bucket}"):
        client("s3").put_object(
            Bucket=bucket,
            Key=key,
            Body=gzip.compress(body, mtime=0),
            ContentType=media,
            ContentEncoding="gzip",
        )
        return client("s3").generate_presigned_url(
            "get_object", Params={"Bucket": bucket, "Key": key}, ExpiresIn=SECONDS
        )
