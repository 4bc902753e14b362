"""What an answer says to do next: go elsewhere, or come back later."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import unescape

from cite_or_refuse.adapters.fetching.exchange import Answer, Body

REDIRECTS = frozenset({301, 302, 303, 307, 308})
# A page that sends its reader on says little else, and does it soon.
_STUB_BYTES = 20_000
_SOON_SECONDS = 5

_META = re.compile(rb"<meta\s[^<>]{1,2000}>", re.IGNORECASE)
_REFRESH = re.compile(r"http-equiv\s{0,9}=\s{0,9}[\"']?refresh", re.IGNORECASE)
_CONTENT = re.compile(
    r"content\s{0,9}=\s{0,9}(?:\"([^\"]{1,2000})\"|'([^']{1,2000})')", re.IGNORECASE
)
_TARGET = re.compile(
    r"\s{0,9}([0-9]{1,3})(?:\.[0-9]{0,9})?\s{0,9}[;,]\s{0,9}url\s{0,9}=\s{0,9}[\"']?([^\"'\s]{1,2000})",
    re.IGNORECASE,
)
_SECONDS = re.compile("[0-9]{1,6}")


def next_hop(answer: Answer) -> str | None:
    """Return where the answer redirects to, by its status or by the page itself, else None."""
    if answer.status in REDIRECTS:
        return _location(answer.headers.get("location", ""))
    return _meta_refresh(answer.body) if answer.content_type in ("", "text/html") else None


def _location(value: str) -> str | None:
    """Return the header as its sender meant it: UTF-8 that came as Latin-1, spaces unquoted."""
    with suppress(UnicodeError):
        value = value.encode("latin-1").decode()
    return value.strip().replace(" ", "%20") or None


def _meta_refresh(body: Body) -> str | None:
    if body.size > _STUB_BYTES:
        return None
    for tag in _META.findall(body.read()):
        text = tag.decode("utf-8", "replace")
        content = _CONTENT.search(text) if _REFRESH.search(text) else None
        target = _TARGET.match(unescape(content[1] or content[2])) if content else None
        if target and int(target[1]) <= _SOON_SECONDS:
            return target[2]
    return None


def seconds_to_wait(answer: Answer, now: datetime) -> float | None:
    """Return what a 429 or 503 asks for in its Retry-After, else None."""
    value = answer.headers.get("retry-after", "").strip()
    if answer.status not in (429, 503) or not value:
        return None
    if _SECONDS.fullmatch(value):
        return float(value)
    moment = http_date(value)
    return max(0.0, (moment - now).total_seconds()) if moment else None


def http_date(value: str) -> datetime | None:
    """Return the moment that a header names, in UTC, or None if it names none."""
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
