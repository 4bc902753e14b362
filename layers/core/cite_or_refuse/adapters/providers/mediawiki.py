"""MediaWiki's own search, Wikipedia's by default: https://www.mediawiki.org/wiki/API:Search.

Needs no key. Wikimedia asks programs to say whom to write to: CITE_OR_REFUSE_CONTACT.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import quote, urljoin

from cite_or_refuse.adapters.providers.endpoint import (
    KEYLESS_SECONDS,
    Endpoint,
    Result,
    hits,
)
from cite_or_refuse.domain.errors import SearchFailed
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

MOST_CHARS = 300  # of a question, in CirrusSearch
_TAG = re.compile(r"<[^<>]{0,200}>")
_REASONS = {
    403: "It refuses programs that do not say whom to write to; set CITE_OR_REFUSE_CONTACT.",
    429: "Too many questions were asked of it; wait.",
}


class MediaWiki(Search):
    """`url` is the wiki's `api.php`."""

    name = "mediawiki"

    def __init__(self, url: str, contact: str = "") -> None:
        self._endpoint = Endpoint(self.name, url, contact, KEYLESS_SECONDS)

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return hits; the same question also asks where the wiki keeps its pages."""
        answer = self._endpoint.ask(
            params={
                "action": "query",
                "format": "json",
                "formatversion": "2",
                "list": "search",
                "srsearch": query[:MOST_CHARS],
                "srlimit": str(min(limit, 50)),
                "srprop": "snippet",
                "meta": "siteinfo",
                "siprop": "general",
            }
        )
        whole = self._endpoint.expect(answer, _REASONS)
        if "error" in whole:  # comes with status 200
            raise SearchFailed(f"mediawiki answered with an error: {_info(whole['error'])}")
        part = whole.get("query")
        if not isinstance(part, dict):
            raise self._endpoint.unexpected()
        results = self._results(part.get("general"), self._endpoint.listed(part.get("search")))
        return hits(self.name, results, limit)

    def _results(self, site: object, found: Sequence[dict[str, Any]]) -> Iterator[Result]:
        path = site.get("articlepath") if isinstance(site, dict) else None
        server = site.get("server") if isinstance(site, dict) else None
        if not isinstance(path, str) or not isinstance(server, str):
            raise self._endpoint.unexpected()
        for page in found:
            title, snippet = page.get("title"), page.get("snippet")
            if isinstance(title, str) and isinstance(snippet, str):
                place = path.replace("$1", quote(title.replace(" ", "_"), safe="/:(),!*'~;@"))
                # The server may come without its scheme; then it is that of the api.
                url = urljoin(urljoin(self._endpoint.url, server), place)
                yield Result(title, url, unescape(_TAG.sub("", snippet)))


def _info(error: object) -> str:
    found = error.get("info") or error.get("code") if isinstance(error, dict) else None
    return str(found or "no reason given")[:300]
