"""SearXNG, a metasearch that one runs oneself: https://docs.searxng.org/dev/search_api.html.

The instance has to offer JSON: `search: formats: [html, json]` in its settings.yml.
"""

from collections.abc import Sequence
from typing import Any

from cite_or_refuse.adapters.providers.endpoint import Endpoint, Result, hits
from cite_or_refuse.domain.errors import SearchFailed
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

_REASONS = {
    403: "It does not offer JSON; add `json` to `search: formats` in its settings.yml.",
    429: "Its limiter stopped this program; raise it for this address.",
}


class SearxNG(Search):
    """`url` is the instance's address, with or without `/search`."""

    name = "searxng"

    def __init__(self, url: str) -> None:
        self._endpoint = Endpoint(self.name, f"{url.rstrip('/').removesuffix('/search')}/search")

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return hits. Raises SearchFailed also if no engine behind the instance answered."""
        answer = self._endpoint.ask(params={"q": query, "format": "json"})
        whole = self._endpoint.expect(answer, _REASONS)
        found = self._endpoint.listed(whole.get("results"))
        silent = _silent(whole.get("unresponsive_engines"))
        if not found and silent:
            raise SearchFailed(f"searxng found nothing since its engines failed: {silent}.")
        results = (Result(r.get("title"), r.get("url"), r.get("content")) for r in found)
        return hits(self.name, results, limit)


def _silent(engines: Any) -> str:
    """Return `[["google", "timeout"], ...]` as words."""
    pairs = engines if isinstance(engines, list) else []
    told = [": ".join(map(str, pair)) for pair in pairs if isinstance(pair, list)]
    return "; ".join(told)[:300]
