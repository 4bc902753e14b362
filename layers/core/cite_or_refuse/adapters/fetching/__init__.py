"""Pages from the web: guarded, polite, and within limits of time and size."""

from cite_or_refuse.adapters.fetching.guard import Guard, allowed_host
from cite_or_refuse.adapters.fetching.web import WebFetcher

__all__ = ["Guard", "WebFetcher", "allowed_host"]
