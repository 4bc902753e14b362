import json
from datetime import date
from importlib.resources import files

import pytest

from cite_or_refuse.adapters import chat
from cite_or_refuse.adapters.chat.prices import Price, a_call, price_of
from cite_or_refuse.domain.budget import Usage

TABLE = json.loads(files(chat).joinpath("prices.json").read_text(encoding="utf-8"))


def test_every_price_has_a_source_and_the_table_a_date() -> None:
    assert date.fromisoformat(TABLE["read_on"])
    for entry in [*TABLE["bedrock"].values(), TABLE["ollama"]]:
        assert TABLE["sources"][entry["source"]]
        for rate in ("global", "regional"):
            read, written = entry[rate]
            assert 0 <= read <= written
        assert entry["global"] <= entry["regional"]


@pytest.mark.parametrize(
    ("spec", "price"),
    [
        ("bedrock:anthropic.claude-haiku-4-5-20251001-v1:0", Price(1.1, 5.5)),
        ("bedrock:us.anthropic.claude-haiku-4-5-20251001-v1:0", Price(1.1, 5.5)),
        ("bedrock:jp.anthropic.claude-haiku-4-5-20251001-v1:0", Price(1.1, 5.5)),
        ("bedrock:global.anthropic.claude-haiku-4-5-20251001-v1:0", Price(1, 5)),
        ("bedrock:eu.amazon.nova-lite-v1:0", Price(0.06, 0.24)),
        ("ollama:qwen3:8b", Price(0, 0)),
        ("ollama:gpt-oss:120b-cloud", None),
        ("bedrock:anthropic.claude-haiku-4-5", None),
        ("bedrock:us.anthropic.claude-haiku-9-v1:0", None),
        ("bedrock:arn:aws:bedrock:us-east-1:1:application-inference-profile/x", None),
        ("openai:anthropic.claude-haiku-4-5-20251001-v1:0", None),
    ],
)
def test_a_price_is_that_of_the_very_model_or_unknown(spec: str, price: Price | None) -> None:
    assert price_of(spec) == price


def test_a_cost_is_rounded_up_to_a_micro_dollar() -> None:
    assert a_call(1000, 100, Price(3, 15)) == Usage(1, 1000, 100, 4500)
    assert a_call(1, 1, Price(0.035, 0.14)).micro_dollars == 1
    assert a_call(100, 0, Price(1.1, 5.5)).micro_dollars == 110


def test_a_call_without_a_price_says_so() -> None:
    assert a_call(10, 5, None) == Usage(1, 10, 5, 0, unpriced_calls=1)
    assert a_call(10, 5, None).cost is None
