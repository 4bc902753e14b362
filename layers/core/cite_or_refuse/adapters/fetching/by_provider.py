"""One Fetcher in front of several: files are read by one, pages by another."""

from collections.abc import Mapping

from cite_or_refuse.domain.source import Hit, Page
from cite_or_refuse.ports import Fetcher


class ByProvider(Fetcher):
    """Goes by who found the hit, never by what the hit's address says."""

    def __init__(self, fetchers: Mapping[str, Fetcher]) -> None:
        self._fetchers = fetchers

    def fetch(self, hit: Hit) -> Page:
        """Return what the fetcher for the hit's provider returns."""
        return self._fetchers[hit.provider].fetch(hit)
