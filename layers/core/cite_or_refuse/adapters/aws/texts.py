"""The bodies of runs as objects of one S3 bucket."""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import AT_ONCE, client, codes_of, told
from cite_or_refuse.adapters.packing import expand, squeeze


def text_key(run_id: str, address: str) -> str:
    """Return the object's key: each run has a folder of its own."""
    return f"texts/{run_id}/{address}"


class Texts:
    """The bodies in `bucket`, by the digests of their texts. Every method raises what `told` does.

    It remembers which bodies of the last run are stored, so that a step that loads its run puts
    no more than what is new.
    """

    def __init__(self, bucket: str) -> None:
        self._bucket = bucket
        self._last: tuple[str, set[str]] = ("", set())  # replaced as one: threads may share this

    def put(self, run_id: str, bodies: Mapping[str, str]) -> None:
        """Store those bodies of the run that are not known to be stored."""
        stored = self._stored(run_id)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            new = [address for address in bodies if address not in stored]
            stored.update(pool.map(lambda a: self._put(run_id, a, bodies[a]), new))

    def fetch(self, run_id: str, addresses: Iterable[str]) -> Mapping[str, str]:
        """Return those of the bodies that are stored. Raises PermanentError if one is damaged."""
        wanted = list(addresses)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            texts = pool.map(lambda address: self._get(run_id, address), wanted)
            found = {a: text for a, text in zip(wanted, texts, strict=True) if text is not None}
        self._stored(run_id).update(found)
        return found

    def _stored(self, run_id: str) -> set[str]:
        of, stored = self._last
        if of != run_id:
            stored = set()
            self._last = (run_id, stored)
        return stored

    def _put(self, run_id: str, address: str, text: str) -> str:
        """Put a body. To put it twice changes nothing: the same text gives the same bytes."""
        with told(f"Bucket {self._bucket}"):
            client("s3").put_object(
                Bucket=self._bucket,
                Key=text_key(run_id, address),
                Body=squeeze(text),
                ContentEncoding="gzip",
                ContentType="text/plain; charset=utf-8",
            )
        return address

    def _get(self, run_id: str, address: str) -> str | None:
        with told(f"Bucket {self._bucket}"):
            try:
                answer = client("s3").get_object(Bucket=self._bucket, Key=text_key(run_id, address))
                data = answer["Body"].read()
            except ClientError as error:
                if codes_of(error) == ["NoSuchKey"]:
                    return None
                raise
        return expand(address, data)
