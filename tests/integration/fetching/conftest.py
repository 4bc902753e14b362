"""A fetcher that may reach one server on loopback, and a server that nobody may reach."""

from collections.abc import Callable, Iterator

import pytest

from cite_or_refuse.adapters.fetching import Guard, WebFetcher
from cite_or_refuse.domain.source import Hit, Page
from tests.servers import RawServer, a_raw_server, answers

PAGE = b"<html><title>Tarn</title><body><p>Tarn keeps 512 MB in its cache.</p></body></html>"

Fetch = Callable[..., Page]


@pytest.fixture
def internal() -> Iterator[RawServer]:
    """Holds a secret. Each test that has it asserts that nobody connected."""
    with a_raw_server(answers(b"<p>secret</p>")) as server:
        yield server


@pytest.fixture
def fetch() -> Fetch:
    """Fetch one address with hosts allowed; robots.txt is not asked unless the test is about it."""

    def get(url: str, *allow: str, seconds: float = 5, robots: bool = False, **guard: object):
        fetcher = WebFetcher(Guard(allow, **guard), seconds=seconds, obey_robots=robots)
        return fetcher.fetch(Hit("Tarn", url, "a snippet", "p", 0))

    return get
