"""DuckDuckGo, through ddgs, which reads its page of results: there is no API. Needs no key."""

from collections.abc import Sequence

from ddgs import DDGS
from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

from cite_or_refuse.adapters.providers.endpoint import KEYLESS_SECONDS, Result, hits
from cite_or_refuse.domain.errors import SearchFailed
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Search

_NOTHING = "No results found."


class DuckDuckGo(Search):
    """Only the engine `duckduckgo` of ddgs is asked, none of the others that it knows."""

    name = "duckduckgo"

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return hits.

        ddgs says of a refused question, too, that nothing was found; the two cannot be told apart.
        """
        try:
            found = DDGS(timeout=KEYLESS_SECONDS).text(
                query, region="wt-wt", max_results=limit, backend="duckduckgo"
            )
        except RatelimitException as error:
            raise SearchFailed("duckduckgo asks to wait before the next question.") from error
        except TimeoutException as error:
            raise SearchFailed(
                f"duckduckgo did not answer within {KEYLESS_SECONDS} seconds."
            ) from error
        except DDGSException as error:
            if str(error) == _NOTHING:
                return []
            kind = str(error).partition(":")[0][:60]  # the rest is the client's inner life
            raise SearchFailed(f"duckduckgo cannot be reached ({kind}).") from error
        results = (Result(r.get("title"), r.get("href"), r.get("body")) for r in found)
        return hits(self.name, results, limit)
