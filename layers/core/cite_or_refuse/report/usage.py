"""What a run used, in words and by node."""

from collections.abc import Sequence
from typing import Protocol

from cite_or_refuse.domain.budget import MICRO, NOTHING, Usage


class Committed(Protocol):
    """One committed step, as the store keeps it."""

    @property
    def step(self) -> str:
        """The node's name."""

    @property
    def at(self) -> str:
        """When, in ISO 8601."""

    @property
    def usage(self) -> Usage:
        """What it used."""


def by_node(trail: Sequence[Committed]) -> dict[str, Usage]:
    """Return what the committed steps of each node used, if anything, in the order of the walk.

    What a step used that broke, or that was delivered twice, is in the run's total only.
    """
    used: dict[str, Usage] = {}
    for commit in trail:
        used[commit.step] = used.get(commit.step, NOTHING) + commit.usage
    return {step: usage for step, usage in used.items() if usage != NOTHING}


def spent(usage: Usage) -> str:
    """Return calls, tokens and cost; a cost that is not known is said to be so."""
    calls = "1 call" if usage.calls == 1 else f"{usage.calls:,} calls"
    tokens = f"{usage.input_tokens:,} tokens in and {usage.output_tokens:,} out"
    return f"{calls}, {tokens}, {_cost(usage)}"


def _cost(usage: Usage) -> str:
    if usage.cost is not None:
        return _dollars(usage.cost)
    known = f"{_dollars(usage.micro_dollars)} and " if usage.micro_dollars else ""
    return f"{known}an unknown price"


def _dollars(micro: int) -> str:
    """As many decimals as it takes, and at least the cents."""
    whole, _, cents = f"{micro / MICRO:,.6f}".rstrip("0").partition(".")
    return f"${whole}.{cents:0<2}"
