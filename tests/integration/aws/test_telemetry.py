"""What the metrics of the functions come to, as CloudWatch would add them up."""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.domain.codec import to_plain
from cite_or_refuse.domain.errors import TransientError
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.ports import RunStore
from cite_or_refuse.runtime import wiring
from cite_or_refuse.runtime.settings import PREFIX, read_settings
from cite_or_refuse.runtime.wiring import open_store
from tests.builders import a_run
from tests.built import resources
from tests.paying import PayingModel
from tests.workflow import Context

DRAFT = "The default cache size is 512 MB.[^1]"
BROKEN = {"Error": "TransientError", "Cause": '{"errorMessage": "Cut off."}'}
type Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunStore:
    monkeypatch.setenv(f"{PREFIX}HOME", str(tmp_path))
    return open_store(read_settings())


def call(name: str, **event: Any) -> dict[str, Any]:
    answer: dict[str, Any] = import_module(f"functions.{name}.app").handler(event, Context(name))
    return answer


def summed(lines: list[dict[str, Any]], metric: str, **dimensions: str) -> float:
    """The sum of a metric over all lines that have it under these dimensions and no other."""
    wanted = dimensions | {"service": "cite-or-refuse"}
    found = [line for line in lines if metric in line and dimensions_of(line) == wanted]
    return float(sum(sum(line[metric]) for line in found))


def dimensions_of(line: Mapping[str, Any]) -> dict[str, str]:
    [directive] = line["_aws"]["CloudWatchMetrics"]
    [names] = directive["Dimensions"]
    return {name: line[name] for name in names}


def watched() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Our metrics that the alarms and the dashboard read, each with its dimensions."""
    for alarm in resources("CloudWatch::Alarm").values():
        stats = [query["MetricStat"]["Metric"] for query in alarm.get("Metrics", ())[1:]]
        for metric in stats or [alarm]:
            if metric["Namespace"] == "AWS::StackName":
                names = [dimension["Name"] for dimension in metric["Dimensions"]]
                yield metric["MetricName"], tuple(sorted(names))
    [dashboard] = resources("CloudWatch::Dashboard").values()
    for widget in json.loads(dashboard["DashboardBody"])["widgets"]:
        before: list[str] = []
        for row in widget["properties"].get("metrics", ()):
            # "..." stands for all that the row before has and this one lacks, "." for one of them
            words = [word for word in row if isinstance(word, str)]
            if words[0] == "...":
                words = [*before[: 1 - len(words)], *words[1:]]
            before = [old if new == "." else new for old, new in zip_longest(before, words)]
            if before[0] == "${AWS::StackName}":
                yield before[1], tuple(sorted(before[2::2]))


def test_what_models_cost_adds_up_to_what_the_runs_were_charged(
    store: RunStore, monkeypatch: pytest.MonkeyPatch, lines: Lines
) -> None:
    # GIVEN a run whose model is paid, and breaks
    run = a_run()
    store.create(run)
    model = PayingModel(TransientError("Cut off."), DRAFT)
    monkeypatch.setattr(wiring, "_chat_model", lambda *_: model)
    facts = to_plain(facts_of(run))
    with pytest.raises(TransientError):
        call("writer", facts=facts)
    call("publish", facts=facts, error=BROKEN, walk="r1-0")
    # WHEN it goes on, a step is delivered twice, and it ends once more
    facts = to_plain(facts_of(store.load("r1")))
    for _ in range(2):
        written = call("writer", facts=facts)
    for name in ("validate", "reviewer"):
        written = call(name, facts=written)
    call("publish", facts=written, error=None, walk="r1-1")
    measured = [line for line in lines() if "_aws" in line]
    # THEN the cost in all is that of both calls, once each, as the run was charged
    spent = store.load("r1").spent
    assert spent.calls == 2
    assert summed(measured, "Dollars") == pytest.approx(spent.micro_dollars / 1_000_000)
    assert summed(measured, "Tokens") == spent.tokens
    # AND so it is by step
    assert summed(measured, "Calls", step="writer") == 2
    assert summed(measured, "Dollars", step="writer") == summed(measured, "Dollars")
    # AND whatever the alarms and the dashboard watch is measured so
    names = [(name, tuple(sorted(dimensions_of(line)))) for line in measured for name in line]
    assert set(watched()) <= set(names)


def test_ends_are_counted_by_their_outcome_and_in_all(store: RunStore, lines: Lines) -> None:
    # GIVEN a run that fails
    run = a_run()
    store.create(run)
    # WHEN that is published, and delivered again
    for _ in range(2):
        call("publish", facts=to_plain(facts_of(run)), error=BROKEN, walk="r1-0")
    measured = [line for line in lines() if "_aws" in line]
    # THEN it has ended once
    assert summed(measured, "Ended", outcome="failed") == 1
    assert summed(measured, "Ended") == 1


def test_what_a_step_did_not_use_is_no_metric(store: RunStore, lines: Lines) -> None:
    # GIVEN a step that asks nobody: each metric that has a value costs something
    run = a_run(draft=DRAFT)
    store.create(run)
    # WHEN it is taken
    call("validate", facts=to_plain(facts_of(run)))
    # THEN its time is measured, and nothing else
    [line] = [line for line in lines() if "_aws" in line and "ColdStart" not in line]
    assert line["Latency"]
    assert [metric["Name"] for metric in line["_aws"]["CloudWatchMetrics"][0]["Metrics"]] == [
        "Latency"
    ]
