"""What a call of a model costs, from the table in prices.json, which has its date and sources."""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import ceil
from typing import Any

from cite_or_refuse.domain.budget import Usage

_PROFILE = re.compile(r"(?:(global)|us-gov|us|eu|apac|jp|au|ca|sa|in|me|af)\.(?=[a-z0-9]+\.)")


@dataclass(frozen=True, slots=True)
class Price:
    """Micro-dollars for a token, which is dollars for a million of them."""

    read: float
    written: float


def price_of(spec: str) -> Price | None:
    """Return the list price of `bedrock:ID` or `ollama:NAME`, or None if it is not known.

    An ARN may stand for any model, so that it has no known price.
    """
    provider, _, name = spec.partition(":")
    if provider == "ollama":
        # The names of models that Ollama runs on its own servers end like this.
        return None if name.endswith("cloud") else Price(*_table()["ollama"]["regional"])
    profile = _PROFILE.match(name)
    entry = _table()["bedrock"].get(name[profile.end() :] if profile else name)
    if provider != "bedrock" or entry is None:
        return None
    return Price(*entry["global" if profile and profile[1] else "regional"])


def a_call(read: int, written: int, price: Price | None) -> Usage:
    """Return the usage of one call with its cost, rounded up to a micro-dollar."""
    if price is None:
        return Usage(calls=1, input_tokens=read, output_tokens=written, unpriced_calls=1)
    cost = ceil(round(read * price.read + written * price.written, 6))
    return Usage(calls=1, input_tokens=read, output_tokens=written, micro_dollars=cost)


@cache
def _table() -> Any:
    return json.loads(files(__package__).joinpath("prices.json").read_text(encoding="utf-8"))
