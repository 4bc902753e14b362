"""What docs/models.md says is held against the program."""

import re
from pathlib import Path

from cite_or_refuse.adapters.chat.prices import price_of
from cite_or_refuse.domain.budget import parse_budget
from cite_or_refuse.runtime.settings import Settings, read_settings
from tests.model_server import ModelServer

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")


def test_each_variable_is_a_setting_with_the_default_that_the_page_gives() -> None:
    # GIVEN the table of settings
    rows = re.findall(r"^\| (`CITE_OR_REFUSE_[^|]+) \| ([^|]+) \|", PAGE, re.MULTILINE)
    assert rows
    defaults = read_settings({"CITE_OR_REFUSE_HOME": "/nowhere"})
    for names, given in rows:
        variables = re.findall(r"`(?:CITE_OR_REFUSE|\.\.\.)_([A-Z_]+)`", names)
        assert {variable.lower() for variable in variables} <= set(Settings.__dataclass_fields__)
        # THEN each number is the default of its variable
        numbers = [int(number) for number in re.findall(r"[0-9]+", given)]
        if numbers:
            assert [getattr(defaults, name.lower()) for name in variables] == numbers


def test_the_models_of_bedrock_that_are_named_have_a_price() -> None:
    specs = set(re.findall(r"(?:--model |review=)(bedrock:[a-z0-9.:-]*[a-z0-9])", PAGE))
    assert specs
    assert all(price_of(spec) for spec in specs if not spec.endswith("bedrock"))


def test_each_budget_can_be_read() -> None:
    budgets = re.findall(r"--budget (\S+)", PAGE)
    assert len(budgets) >= 2
    for budget in budgets:
        parse_budget(budget.rstrip("`"))


def test_what_leads_to_the_local_server_is_what_it_says_itself() -> None:
    with ModelServer() as server:
        for name, value in server.environment.items():
            if name.startswith("AWS_"):
                assert f"{name}={value.replace(server.url, 'http://127.0.0.1:8099')}" in PAGE
