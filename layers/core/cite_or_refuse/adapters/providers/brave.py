"""Brave Search, an index of its own: `GET /res/v1/web/search`. Needs a key.

https://api-dashboard.search.brave.com/documentation
"""

from collections.abc import Sequence

from cite_or_refuse.adapters.providers.endpoint import Endpoint, Result, hits
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

URL = "https://api.search.brave.com/res/v1/web/search"
MOST = 20
MOST_CHARS, MOST_WORDS = 400, 50  # of a question
_REASONS = {
    401: "Its key is missing or wrong; set BRAVE_SEARCH_API_KEY.",
    403: "The plan of this key does not include web search.",
    422: "Its key is wrong, or it does not take this question; see BRAVE_SEARCH_API_KEY.",
    429: "The plan allows no more questions in this second or month.",
}


class Brave(Search):
    """Web results only: no news, videos or places."""

    name = "brave"

    def __init__(self, key: str, url: str = URL) -> None:
        self._endpoint = Endpoint(self.name, url)
        self._key = key

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return hits whose snippet is the description and the extra snippets, if the plan has."""
        answer = self._endpoint.ask(
            headers={"X-Subscription-Token": self._key},
            params={
                "q": " ".join(query.split()[:MOST_WORDS])[:MOST_CHARS],
                "count": str(min(limit, MOST)),
                "result_filter": "web",
                "text_decorations": "false",
            },
        )
        whole = self._endpoint.expect(answer, _REASONS)
        web = whole.get("web")  # absent when nothing was found
        if web is not None and not isinstance(web, dict):
            raise self._endpoint.unexpected()
        found = self._endpoint.listed(web.get("results")) if web else []
        results = (Result(r.get("title"), r.get("url"), _snippet(r)) for r in found)
        return hits(self.name, results, limit)


def _snippet(result: dict[str, object]) -> str:
    extra = result.get("extra_snippets")
    parts = [result.get("description"), *(extra if isinstance(extra, list) else [])]
    return " ".join(part for part in parts if isinstance(part, str))
