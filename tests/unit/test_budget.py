import re
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.domain.budget import NO_LIMIT, Budget, Usage, parse_budget
from cite_or_refuse.domain.errors import BadInput, BudgetExhausted

usages = st.from_type(Usage)
limits = st.none() | st.integers(0, 10**9 - 1)
budgets = st.builds(Budget, limits, limits, limits, limits, limits)


@pytest.mark.parametrize(
    "text",
    ["usd", "usd=", "usd=-1", "usd=1e9", "usd=1.1234567", "tokens=1.5", "tokens=٣", "euros=1", "1"],
)
def test_what_is_no_budget_is_one_sentence_with_an_example(text: str) -> None:
    with pytest.raises(BadInput, match=rf"'{re.escape(text)}'.*usd=1\.50,tokens=200000"):
        parse_budget(f"calls=3,{text}")


def test_a_budget_is_read_from_its_parts() -> None:
    whole = "usd=1.25,tokens=200000,calls=20,searches=10,seconds=600"
    assert parse_budget(whole) == Budget(1_250_000, 200_000, 20, 10, 600)
    assert parse_budget(" calls=0 , ") == Budget(calls=0)
    assert parse_budget("") == NO_LIMIT


@given(budgets)
def test_a_budget_is_written_as_it_is_read(budget: Budget) -> None:
    assert parse_budget(str(budget)) == budget


@pytest.mark.parametrize(
    ("budget", "total", "words"),
    [
        (Budget(micro_dollars=1_500_000), Usage(micro_dollars=1_500_001), "1.5 dollars"),
        (Budget(tokens=10), Usage(input_tokens=6, output_tokens=5), "10 tokens"),
        (Budget(calls=0), Usage(calls=1), "0 calls of models"),
        (Budget(searches=2), Usage(searches=3), "2 searches"),
        (Budget(seconds=1), Usage(milliseconds=1001), "1 seconds of work"),
        (Budget(seconds=0), Usage(milliseconds=1), "0 seconds of work"),
        (Budget(micro_dollars=5), Usage(unpriced_calls=1), "without a known price"),
    ],
)
def test_each_limit_is_kept_and_named(budget: Budget, total: Usage, words: str) -> None:
    with pytest.raises(BudgetExhausted, match=words):
        budget.check(total)


@given(usages)
def test_what_is_just_reached_is_allowed(total: Usage) -> None:
    Budget(
        tokens=total.tokens,
        calls=total.calls,
        searches=total.searches,
        seconds=-(-total.milliseconds // 1000),
    ).check(total)
    NO_LIMIT.check(total)


@given(usages, usages)
def test_what_is_given_back_is_gone(one: Usage, other: Usage) -> None:
    assert one + other - other == one


def test_a_cost_is_unknown_as_soon_as_one_call_has_no_price() -> None:
    assert Usage(calls=1, micro_dollars=7).cost == 7
    assert Usage(calls=2, micro_dollars=7, unpriced_calls=1).cost is None


@given(budgets, budgets)
def test_a_wish_never_goes_beyond_what_the_operator_set(wish: Budget, most: Budget) -> None:
    try:
        granted = wish.within(most)
    except BadInput:
        return
    for field in fields(Budget):
        asked, limit, got = (getattr(b, field.name) for b in (wish, most, granted))
        assert got == (limit if asked is None else asked)
        assert limit is None or got <= limit
