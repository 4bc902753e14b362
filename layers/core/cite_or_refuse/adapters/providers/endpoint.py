"""Ask a provider's endpoint for JSON, and turn what it answers into hits or one error."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

from cite_or_refuse.adapters.documents.cleaning import clean, one_line
from cite_or_refuse.adapters.fetching.deadline import Deadline
from cite_or_refuse.adapters.fetching.exchange import Answer, exchange
from cite_or_refuse.adapters.fetching.guard import DEFAULT_PORTS, Guard, port_of
from cite_or_refuse.domain.errors import BadInput, SearchFailed, Unreadable
from cite_or_refuse.domain.source import Hit

SECONDS = 15
KEYLESS_SECONDS = 5  # these are asked although nobody named them, so nobody should wait for them
MAX_BYTES = 5_000_000
MAX_SNIPPET_CHARS = 2000
# A port that is not fetched from is told as such when the page is fetched.
_ADDRESSES = Guard(ports=range(65_536))


@dataclass(frozen=True, slots=True)
class Result:
    """What a provider says of one page, as it says it."""

    title: object
    url: object
    snippet: object


class Endpoint:
    """One provider's address, which the operator set: the guard lets it be anywhere.

    Redirects are not followed: they would carry the key along.
    """

    def __init__(
        self, name: str, url: str, contact: str = "", seconds: float | None = None
    ) -> None:
        """`seconds` instead of SECONDS. Raises BadInput for what is no address."""
        self.url = url
        self._name = name
        self._contact = contact
        self._seconds = seconds or SECONDS
        self._guard = Guard([_place(name, url)])

    def ask(
        self,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: Any = None,
    ) -> Answer:
        """Return the answer whatever its status. Raises SearchFailed if there is none."""
        with Deadline(self._seconds) as deadline:
            try:
                return exchange(
                    self.url,
                    self._guard,
                    deadline,
                    method=method,
                    headers={"Accept": "application/json", **(headers or {})},
                    params=params,
                    json=json,
                    contact=self._contact,
                    max_bytes=MAX_BYTES,
                )
            except Unreadable as error:
                raise SearchFailed(f"{self._name} cannot be reached. {error}") from error

    def expect(self, answer: Answer, reasons: Mapping[int, str]) -> dict[str, Any]:
        """Return the object in an answer of status 200. Raises SearchFailed for any other.

        `reasons` says what a status means for this provider, in words that tell what to do.
        """
        if answer.status != 200:
            why = reasons.get(answer.status) or _COMMON.get(answer.status, "")
            raise SearchFailed(f"{self._name} answered {answer.status}. {why}".strip())
        try:
            found = json.loads(answer.body.read())
        except (ValueError, RecursionError) as error:
            raise SearchFailed(f"{self._name} did not answer with JSON.") from error
        if not isinstance(found, dict):
            raise self.unexpected()
        return found

    def unexpected(self) -> SearchFailed:
        """Return the error for an answer of another form than the documented one."""
        return SearchFailed(f"{self._name} answered in a form that is not the documented one.")

    def listed(self, value: object) -> list[dict[str, Any]]:
        """Return a list of objects as it was found; what is no object in it is left out."""
        if not isinstance(value, list):
            raise self.unexpected()
        return [item for item in value if isinstance(item, dict)]


def _place(name: str, url: str) -> str:
    """Return `host:port` of an address. Raises BadInput."""
    try:
        parts = parse_url(url)
    except LocationParseError:
        parts = Url()
    if parts.scheme not in DEFAULT_PORTS or not parts.host:
        raise BadInput(f"The address of {name} cannot be {url!r:.80}; give an http(s) URL.")
    return f"{parts.host}:{port_of(parts)}"


_COMMON = {
    401: "Its key is missing or wrong.",
    403: "It refuses this key or this program.",
    429: "Too many questions were asked of it; wait, or raise the plan.",
}


def hits(name: str, results: Iterable[Result], limit: int) -> Sequence[Hit]:
    """Return at most `limit` hits of what a provider found, cleaned.

    What is no address of a page is dropped before it is ranked: only http and https, with a host.
    """
    found: list[Hit] = []
    for result in results:
        if isinstance(result.url, str) and is_address(result.url) and len(found) < limit:
            title = one_line(clean(_text(result.title))) or result.url
            snippet = " ".join(clean(_text(result.snippet)).split())[:MAX_SNIPPET_CHARS]
            found.append(Hit(title, result.url, snippet, name, len(found)))
    return found


def is_address(url: str) -> bool:
    """Whether the fetcher could be sent there: a web address that every parser reads alike."""
    try:
        _ADDRESSES.check(url)
    except Unreadable:
        return False
    return True


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
