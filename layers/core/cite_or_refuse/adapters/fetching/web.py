"""The Fetcher of the open web: a hit becomes a page, or one sentence on why it did not."""

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from cite_or_refuse.adapters.documents import read_bytes
from cite_or_refuse.adapters.fetching.deadline import Deadline, TimeIsUp
from cite_or_refuse.adapters.fetching.exchange import Answer, Body, exchange
from cite_or_refuse.adapters.fetching.guard import Guard
from cite_or_refuse.adapters.fetching.hops import (
    REDIRECTS,
    http_date,
    next_hop,
    seconds_to_wait,
)
from cite_or_refuse.adapters.fetching.politeness import Politeness
from cite_or_refuse.adapters.fetching.robots import MAX_ROBOTS_BYTES, Robots
from cite_or_refuse.domain.errors import Unreadable
from cite_or_refuse.domain.source import Hit, Page
from cite_or_refuse.ports import Fetcher

MAX_REDIRECTS = 5
_LARGE = 1_000_000
SECONDS = 20

_GONE = frozenset({404, 410})
_DOCUMENTS = frozenset(
    {
        "",
        "application/json",
        "application/octet-stream",
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/xml",
        "binary/octet-stream",
    }
)
_NO_DOCUMENTS = frozenset({"text/css", "text/event-stream", "text/javascript", "text/calendar"})
# What parsers raise on input that nobody foresaw: that page fails, and the run goes on.
_PARSER_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
_ACCEPT = "text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5"


class WebFetcher(Fetcher):
    """Fetches pages through the guard, politely and within limits; several threads may ask.

    Pages are parsed one at a time, since a parsed page takes many times its size in memory.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        seconds: float = SECONDS,
        contact: str = "",
        obey_robots: bool = True,
    ) -> None:
        self._guard = guard
        self._seconds = seconds
        self._contact = contact
        self._robots = Robots(self._robots_txt) if obey_robots else None
        self._politeness = Politeness()
        # One thread, and not a lock: memory that one thread freed is of little use to another.
        self._parser = ThreadPoolExecutor(1, "parser")

    def fetch(self, hit: Hit) -> Page:
        """Return the page where the hit's address leads. Raises Unreadable."""
        with Deadline(self._seconds) as deadline:
            try:
                answer = self._arrive(hit.url, deadline)
            except TimeIsUp:
                raise Unreadable(
                    f"It was not there within {self._seconds:g} seconds.", withheld=True
                ) from None
        page = self._read(answer)
        modified = http_date(answer.headers.get("last-modified", ""))
        return replace(
            page,
            title=hit.title if page.title == _name_of(answer.url) else page.title,
            url=answer.url,
            status=answer.status,
            bytes=answer.body.size,
            canonical_url=_absolute(answer.url, page.canonical_url),
            language=page.language or answer.headers.get("content-language", "")[:35],
            modified=page.modified or (modified.isoformat() if modified else ""),
        )

    def _read(self, answer: Answer) -> Page:
        kind, name = answer.headers.get("content-type"), _name_of(answer.url)
        try:
            return self._parser.submit(_parsed, answer.body, kind, name).result()
        except Unreadable as error:
            raise Unreadable(str(error), status=answer.status, withheld=error.withheld) from error
        except _PARSER_ERRORS as error:
            why = f"It could not be parsed ({type(error).__name__})."
            raise Unreadable(why, status=answer.status) from error

    def _arrive(self, url: str, deadline: Deadline) -> Answer:
        """Follow redirects, and wait once if the server asks for it and there is time."""
        hops, waited = 0, False
        while True:
            answer = self._get(url, deadline)
            pause = None if waited else seconds_to_wait(answer, datetime.now(UTC))
            target = next_hop(answer)
            if pause is not None and pause < deadline.left():
                waited = True
                deadline.wait(pause)
            elif target is None:
                return _accepted(answer)
            elif hops == MAX_REDIRECTS:
                raise Unreadable(f"It redirects more than {MAX_REDIRECTS} times.")
            else:
                hops += 1
                url = self._guard.follow(url, target)

    def _get(self, url: str, deadline: Deadline) -> Answer:
        host = self._guard.check(url).host or ""
        if self._robots:
            self._robots.check(url)
        with self._politeness.turn(host, deadline):
            return exchange(
                url,
                self._guard,
                deadline,
                headers={"Accept": _ACCEPT},
                contact=self._contact,
                wants_body=lambda answer: answer.status == 200 and _is_document(answer),
            )

    def _robots_txt(self, url: str) -> Answer:
        """Return the answer for a robots.txt, in half of a page's time at most."""
        with Deadline(self._seconds / 2) as deadline:
            for _ in range(MAX_REDIRECTS + 1):
                answer = exchange(
                    url, self._guard, deadline, contact=self._contact, max_bytes=MAX_ROBOTS_BYTES
                )
                if answer.status not in REDIRECTS or "location" not in answer.headers:
                    return answer
                url = self._guard.follow(url, answer.headers["location"])
        raise Unreadable(f"Its robots.txt redirects more than {MAX_REDIRECTS} times.")


def _parsed(body: Body, kind: str | None, name: str) -> Page:
    page = read_bytes(body.read(), kind, name)
    if body.size > _LARGE:
        gc.collect()  # a parsed page is full of cycles and would outlive the next one
    return page


def _accepted(answer: Answer) -> Answer:
    """Return an answer that holds a document. Raises Unreadable with the status for any other."""
    status = answer.status
    if status in _GONE:
        raise Unreadable(f"The server answered {status}: there is no such page.", status=status)
    if status != 200:
        raise Unreadable(f"The server answered {status}.", status=status, withheld=True)
    if not _is_document(answer):
        kind = answer.content_type
        raise Unreadable(f"It is {kind!r:.60}, which holds no text to read.", status=status)
    if not answer.body.size:
        raise Unreadable("The page is empty.", status=status)
    return answer


def _is_document(answer: Answer) -> bool:
    kind = answer.content_type
    is_text = kind.startswith("text/") and kind not in _NO_DOCUMENTS
    is_structured = kind.startswith("application/") and kind.endswith(("+xml", "+json"))
    return is_text or is_structured or kind in _DOCUMENTS


def _name_of(url: str) -> str:
    return PurePosixPath(unquote(urlsplit(url).path)).name or "page"


def _absolute(url: str, canonical: str) -> str:
    """Return what the page calls its own address, made absolute, or nothing if it is none."""
    try:
        address = urljoin(url, canonical) if canonical else ""
    except ValueError:
        return ""
    return address if address.startswith(("http://", "https://")) else ""
