"""What it costs to start each built function: `make bench-functions`.

Each is started as Lambda starts it, turn and turn about, in fresh processes; a step is asked for a
run that is in no table, so that it gets as far as its store's first answer. The yardstick starts
in the same way: boto3's client of DynamoDB, and the logger of Powertools.

What it printed last is in docs/aws.md, under "How functions start"; `make test-artefacts` holds the
limit of the gate's function.
"""

import json
import statistics
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.built import BUILD, EVENTS, Built, built, resources, running
from tests.emulated import an_emulated_account

RUNS = 9
LIMIT = 1.3
YARDSTICK = """
import boto3
from aws_lambda_powertools import Logger

logger = Logger()
client = boto3.client("dynamodb")

def handler(event, context):
    return {}
"""
# What a step that asks a model imports when it first does.
CLIENT = """
import app, time
begin = time.process_time()
from cite_or_refuse.adapters.chat import Connection, chat_model
from cite_or_refuse.domain.budget import NO_LIMIT
chat_model("bedrock:anthropic.claude-x", Connection(region="us-east-1"), NO_LIMIT)
print(1000 * (time.process_time() - begin))
"""
EVENT_OF = {"ApiFunction": "api_status", "DropFunction": "drop_take"}


def event_for(name: str) -> dict[str, Any]:
    """Return an event that asks for a run, or a dropped question, that is not there."""
    sample = EVENT_OF.get(name, "validate")
    event: dict[str, Any] = json.loads((EVENTS / f"{sample}.json").read_text(encoding="utf-8"))
    if name == "PublishFunction":
        event |= {"error": None, "walk": "none-0"}
    return event


def start(function: Built, folder: Path, settings: Mapping[str, str]) -> tuple[float, float, float]:
    """Return, in ms, until the handler was there, and then the processor's time at its answer."""
    home = {"CITE_OR_REFUSE_HOME": str(folder / "home")}
    with running(function, folder / "log", **settings, **home) as started:
        started.invoke({"no": "event"})
        at_start = started.processor_ms
        started.invoke({} if function.name == "Yardstick" else event_for(function.name))
        return started.init_ms, at_start, started.processor_ms


def measure(
    names: Iterable[str], folder: Path, settings: Mapping[str, str], runs: int
) -> dict[str, list[float]]:
    """Return the medians of `start`, by name, of the yardstick and of the functions named."""
    handler = folder / "handler"
    handler.mkdir()
    (handler / "app.py").write_text(YARDSTICK, encoding="utf-8")
    everyone = [Built("Yardstick", handler, (BUILD / "CoreLayer",)), *map(built, names)]
    times: dict[str, list[tuple[float, float, float]]] = {one.name: [] for one in everyone}
    for _ in range(runs):
        for function in everyone:
            times[function.name].append(start(function, folder, settings))
    return {
        name: [statistics.median(values) for values in zip(*all_of, strict=True)]
        for name, all_of in times.items()
    }


def main() -> int:
    """Measure all, and print medians. Returns 1 if the gate's function is over its limit."""
    names = resources("Serverless::Function")
    with TemporaryDirectory() as name, an_emulated_account(Path(name) / "account.log") as account:
        medians = measure(names, Path(name), account.settings, RUNS)
    writer = built("WriterFunction")
    of_client = [float(writer.python("-c", CLIENT).stdout) for _ in range(RUNS)]
    base = medians["Yardstick"][1]
    print(f"Start of a built function, Python {sys.version.split()[0]}, medians of {RUNS}, in ms")
    print("  init: until the handler is there; processor: the same, and with the first answer")
    for name, (init, at_start, at_answer) in medians.items():
        print(
            f"  {name:20} init {init:6.0f}   processor {at_start:6.0f}, {at_answer:6.0f}"
            f"   of the yardstick {at_start / base:4.2f}, {at_answer / base:4.2f}"
        )
    print(f"  {'the client of a model':20} on its first use {statistics.median(of_client):6.0f}")
    ratio = medians["ValidateFunction"][1] / base
    print(f"ValidateFunction: {ratio:.2f} of the yardstick; the limit is {LIMIT}")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
