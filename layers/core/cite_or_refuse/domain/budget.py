"""What a run uses of the world outside, and how much of it the caller allows."""

import re
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import Self

from cite_or_refuse.domain.errors import BadInput, BudgetExhausted

MICRO = 1_000_000  # micro-dollars to the dollar: money is counted in whole numbers
_DOLLARS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls of models, what they read and wrote, what that cost, and searches.

    `micro_dollars` is the cost of the priced calls alone; `unpriced_calls` are those of models
    without a known price. `milliseconds` is time spent in calls and searches, not in waiting for
    a person.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    micro_dollars: int = 0
    unpriced_calls: int = 0
    searches: int = 0
    milliseconds: int = 0

    def __add__(self, other: Self) -> Self:
        """Return the sum."""
        return type(self)(
            *(getattr(self, field.name) + getattr(other, field.name) for field in fields(self))
        )

    def __sub__(self, other: Self) -> Self:
        """Return the difference, which may be negative: what is given back of a reservation."""
        return type(self)(
            *(getattr(self, field.name) - getattr(other, field.name) for field in fields(self))
        )

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.input_tokens + self.output_tokens

    @property
    def cost(self) -> int | None:
        """The cost in micro-dollars, or None if a call had no known price."""
        return None if self.unpriced_calls else self.micro_dollars


NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a run may use; None is no limit."""

    micro_dollars: int | None = None
    tokens: int | None = None
    calls: int | None = None
    searches: int | None = None
    seconds: int | None = None

    def check(self, total: Usage) -> None:
        """Raise BudgetExhausted if this much is not allowed."""
        for word, limit, used in (
            ("dollars", self.micro_dollars, total.micro_dollars),
            ("tokens", self.tokens, total.tokens),
            ("calls of models", self.calls, total.calls),
            ("searches", self.searches, total.searches),
            ("seconds of work", self.seconds and 1000 * self.seconds, total.milliseconds),
        ):
            if limit is not None and used > limit:
                shown = {"dollars": MICRO, "seconds of work": 1000}.get(word, 1)
                raise BudgetExhausted(
                    f"The run may use {limit / shown:,.10g} {word}, and the next step could bring "
                    f"it to {used / shown:,.10g}; resume it with a higher --budget."
                )
        if self.micro_dollars is not None and total.unpriced_calls:
            raise BudgetExhausted(
                "A limit in dollars cannot be kept for a model without a known price; "
                "limit its tokens or calls instead."
            )

    def within(self, most: Self) -> Self:
        """Return this budget, and `most` where it sets no limit. Raises BadInput beyond `most`."""
        for field in fields(self):
            wish, limit = getattr(self, field.name), getattr(most, field.name)
            if wish is not None and limit is not None and wish > limit:
                raise BadInput(f"This budget goes beyond the operator's: {most}.")
        return self.or_else(most)

    def or_else(self, other: Self) -> Self:
        """Return this budget, and `other` where it sets no limit."""
        mine = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(other, **{name: part for name, part in mine.items() if part is not None})

    def __str__(self) -> str:
        """Return it in the form that `parse_budget` reads."""
        parts = {
            "usd": self.micro_dollars and f"{Decimal(self.micro_dollars) / MICRO:f}",
            **{name: getattr(self, name) for name in ("tokens", "calls", "searches", "seconds")},
        }
        return ",".join(f"{name}={part}" for name, part in parts.items() if part is not None)


NO_LIMIT = Budget()


def parse_budget(text: str) -> Budget:
    """Return a budget from `usd=1.50,tokens=200000,calls=20,searches=10,seconds=600`.

    Any part may be missing. Raises BadInput.
    """
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, amount = part.partition("=")
        if name == "usd" and _DOLLARS.fullmatch(amount):
            found["micro_dollars"] = int(Decimal(amount) * MICRO)
        elif name in ("tokens", "calls", "searches", "seconds") and _NUMBER.fullmatch(amount):
            found[name] = int(amount)
        else:
            raise BadInput(
                f"A budget cannot hold {part!r:.60}; write it like "
                "usd=1.50,tokens=200000,calls=20,searches=10,seconds=600, or parts of that."
            )
    return Budget(**found)
