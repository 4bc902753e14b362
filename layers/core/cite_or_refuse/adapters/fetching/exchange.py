"""One request and its answer, within the limits of time and size."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from requests import Response
from requests.exceptions import RequestException, SSLError, Timeout
from urllib3.exceptions import DecodeError, HTTPError
from urllib3.exceptions import TimeoutError as ReadTimeout

from cite_or_refuse.adapters.fetching.deadline import Deadline, TimeIsUp
from cite_or_refuse.adapters.fetching.guard import Guard
from cite_or_refuse.adapters.fetching.transport import CODINGS, Transport
from cite_or_refuse.domain.errors import Unreadable

MAX_WIRE_BYTES = 10_000_000
MAX_BYTES = 20_000_000
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of a page, kept packed until they are read: many pages may wait for the parser."""

    packed: bytes | bytearray = b""
    size: int = 0

    def read(self) -> bytes:
        """Return the bytes as they were sent, without the server's own compression."""
        return zlib.decompress(self.packed) if self.packed else b""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered. The names of `headers` are in lower case."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: Body = Body()

    @property
    def content_type(self) -> str:
        """The media type without its parameters, in lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


def exchange(  # noqa: PLR0913 - a request has these parts
    url: str,
    guard: Guard,
    deadline: Deadline,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    params: Mapping[str, str] | None = None,
    json: Any = None,
    contact: str = "",
    max_bytes: int = MAX_BYTES,
    wants_body: Callable[[Answer], bool] = lambda _: True,
) -> Answer:
    """Ask once, follow nothing, and return the answer whatever its status.

    `wants_body` sees the answer before its body is read. Raises Unreadable, `withheld` where the
    page may well be there.
    """
    guard.check(url)
    with closing(Transport(guard, deadline, contact)) as transport, _told(deadline):
        response = transport.ask(method, url, headers, params, json)
        with closing(response):
            names = {name.lower(): value for name, value in response.headers.items()}
            answer = Answer(url, response.status_code, names)
            if not wants_body(answer):
                return answer
            body = _read(response, max_bytes)
            deadline.left()  # a connection that was cut at the deadline looks like a body's end
            return replace(answer, body=body)


@contextmanager
def _told(deadline: Deadline) -> Iterator[None]:
    """Turn what can go wrong on the way into one sentence."""
    try:
        yield
    except (TimeIsUp, RequestException, HTTPError, OSError) as error:
        raise Unreadable(_why(error, deadline), withheld=True) from error


def _why(error: Exception, deadline: Deadline) -> str:
    try:
        deadline.left()  # what a connection says that was cut at the deadline means nothing
    except TimeIsUp:
        error = TimeIsUp()
    match error:
        case TimeIsUp() | Timeout() | ReadTimeout():
            return f"It was not there within {deadline.seconds:g} seconds."
        case SSLError():
            return "Its certificate could not be verified."
        case DecodeError():
            return "Its compressed body is broken."
    return "The connection failed or was cut."


def _read(response: Response, max_bytes: int) -> Body:
    coding = response.headers.get("Content-Encoding", "").strip().lower()
    if coding not in ("", "identity", *CODINGS):
        raise Unreadable(f"It came in the coding {coding!r:.40}, which was not asked for.")
    packer = zlib.compressobj(level=1)
    packed, size = bytearray(), 0
    for chunk in response.raw.stream(_CHUNK, decode_content=True):
        packed += packer.compress(chunk)
        size += len(chunk)
        if response.raw.tell() > min(MAX_WIRE_BYTES, max_bytes) or size > max_bytes:
            raise Unreadable(f"It is larger than {max_bytes / 1e6:g} MB.", withheld=True)
    packed += packer.flush()
    return Body(packed, size)
