"""Which of two representations a caller prefers: RFC 9110, section 12.5.1."""

import re
from collections.abc import Sequence

_QUALITY = re.compile(r"0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?")


def preferred(accept: str, offers: Sequence[str]) -> str | None:
    """Return the offered media type that this `Accept` header wants most, or None if it wants none.

    Of equals, the first offered. Without a header, too. A range that cannot be read counts as left
    out.

    >>> preferred("text/*;q=0.3, application/json", ["text/markdown", "application/json"])
    'application/json'
    """
    ranges = dict(filter(None, map(_range, accept.split(",")))) if accept.strip() else {"*/*": 1.0}
    best = max(offers, key=lambda offer: _quality(offer, ranges))
    return best if _quality(best, ranges) > 0 else None


def _range(text: str) -> tuple[str, float] | None:
    media, *parameters = (part.strip().lower() for part in text.split(";"))
    weights = [p.removeprefix("q=") for p in parameters if p.startswith("q=")]
    if not media or not all(map(_QUALITY.fullmatch, weights)):
        return None
    return media, float(weights[0]) if weights else 1.0


def _quality(offer: str, ranges: dict[str, float]) -> float:
    """The weight of the most specific range that the offer is in."""
    for media in (offer, f"{offer.partition('/')[0]}/*", "*/*"):
        if media in ranges:
            return ranges[media]
    return 0.0
