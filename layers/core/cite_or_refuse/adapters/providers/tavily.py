"""Tavily, a search made for agents: https://docs.tavily.com, `POST /search`. Needs a key."""

from collections.abc import Sequence

from cite_or_refuse.adapters.providers.endpoint import Endpoint, Result, hits
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

URL = "https://api.tavily.com/search"
MOST = 20  # results that one question may ask for
_REASONS = {
    400: "It does not take this question.",
    401: "Its key is missing or wrong; set TAVILY_API_KEY.",
    432: "The limit of the plan is used up.",
    433: "The limit that was set for pay-as-you-go is used up.",
}


class Tavily(Search):
    """`basic` search: one credit a question."""

    name = "tavily"

    def __init__(self, key: str, url: str = URL) -> None:
        self._endpoint = Endpoint(self.name, url)
        self._key = key

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return hits whose snippet is the passage that Tavily found fitting."""
        answer = self._endpoint.ask(
            method="POST",
            headers={"Authorization": f"Bearer {self._key}"},
            json={"query": query, "max_results": min(limit, MOST), "search_depth": "basic"},
        )
        found = self._endpoint.listed(self._endpoint.expect(answer, _REASONS).get("results"))
        results = (Result(r.get("title"), r.get("url"), r.get("content")) for r in found)
        return hits(self.name, results, limit)
