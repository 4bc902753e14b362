"""What surrounds a model's call costs: `make bench-model`.

First, that `ask --model extractive` imports nothing of the chat models. Then, what a run costs
beside the time of its model: 8 sources of 5,000 words, a plan, two drafts and a review, of a model
that takes a second for each; scripted, and asked over HTTP through Bedrock's real client.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.startup import processor_ms, python
from cite_or_refuse.adapters.chat import Connection, chat_model
from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.budget import NO_LIMIT
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Assignment, Manuscript, Model, Opinion, Ports, Writing
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from tests.model_server import Asked, ModelServer, Reply, Script

SECONDS = 1.0  # of a call
CALLS = 4  # plan, draft, rewrite, review
RUNS = 5
LIMIT = 0.15
SPEC = "bedrock:us.amazon.nova-lite-v1:0"
QUESTION = "What is the default cache size of Tarn?"
INVENTED = "The default cache size of Tarn is 640 MB.[^8]"
TRUE = "\n\n".join(f"The default of setting {n} of Tarn is {n}12 MB.[^{n}]" for n in range(1, 9))

CHAT = (
    "cite_or_refuse.adapters.chat",
    "cite_or_refuse.prompts",
    "langchain_aws",
    "langchain.",
    "openai",
)
WIRED = """
import json, sys
from cite_or_refuse.runtime.cli.ask import ask
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import build_ports
settings = read_settings({"CITE_OR_REFUSE_HOME": "/nowhere"})
build_ports(settings, settings.options(corpus=["."], models={"": sys.argv[1]}), lambda line: None)
print(json.dumps(sorted(sys.modules)))
"""


class SlowModel(ScriptedModel):
    """Takes its time."""

    def plan(self, question: str) -> Sequence[str]:
        """Wait, then answer."""
        time.sleep(SECONDS)
        return super().plan(question)

    def write(self, assignment: Assignment) -> Writing:
        """Wait, then answer."""
        time.sleep(SECONDS)
        return super().write(assignment)

    def review(self, manuscript: Manuscript) -> Opinion:
        """Wait, then answer."""
        time.sleep(SECONDS)
        return super().review(manuscript)


def sources() -> list[Source]:
    """Eight pages of 5,000 words, each with one sentence that matters, in its middle."""
    filler = [f"Part {n} speaks of many other settings, of no use here at all." for n in range(208)]
    return [
        Source(
            f"Page {n}",
            f"https://docs.example.org/{n}",
            "",
            "\n\n".join([*filler, f"The default of setting {n} of Tarn is {n}12 MB.", *filler]),
        ).sealed()
        for n in range(1, 9)
    ]


def beside_the_model(model: Callable[[], Model]) -> tuple[float, float]:
    """Return what a run takes beyond its calls, for each call: seconds, and processor seconds."""
    pages = sources()
    with TemporaryDirectory() as home:
        ports = Ports(
            model=model(),
            searches=(FixedSearch(pages),),
            fetcher=FixedFetcher(pages),
            store=SqliteStore(Path(home) / "runs.sqlite3"),
            now=lambda: datetime.now(UTC),
        )
        run = start_run(QUESTION, Options(), "bench", ports)
        start, work = time.perf_counter(), time.process_time()
        run = walk(run, ports, lambda _step, _facts: None, Path(home))
        seconds, worked = time.perf_counter() - start, time.process_time() - work
    assert run.status is Status.ACCEPTED, run.publication
    return (seconds - CALLS * SECONDS) / CALLS, worked / CALLS


def scripted() -> Model:
    """A model in this process."""
    return SlowModel([["tarn cache"]], [INVENTED, TRUE], [Verdict.ACCEPT])


def served(server: ModelServer) -> Model:
    """The same behind HTTP."""
    script = Script(write=[Reply(INVENTED), Reply(TRUE)])

    def answer(asked: Asked) -> Reply:
        time.sleep(SECONDS)
        return script(asked)

    server.answer = answer
    return chat_model(SPEC, Connection(), NO_LIMIT)


def import_cost() -> None:
    """Print what wiring a run imports, without and with a chat model."""
    with ModelServer() as server:
        os.environ.update(server.environment)
        loaded = {}
        for spec in ("extractive", SPEC):
            done = subprocess.run(
                [sys.executable, "-c", WIRED, spec], check=True, capture_output=True, text=True
            )
            loaded[spec] = json.loads(done.stdout)
    for spec, modules in loaded.items():
        chat = [name for name in modules if name.startswith(CHAT)]
        print(f"  {len(modules):5} modules, {len(chat):4} of chat models: ask --model {spec}")
    base = processor_ms("pass")
    for name in ("cite_or_refuse.runtime.wiring", "cite_or_refuse.adapters.chat", "langchain_aws"):
        python(f"import {name}")  # so that no run pays for writing .pyc files
        times = [processor_ms(f"import {name}") - base for _ in range(3)]
        print(f"  {statistics.median(times):5.0f} ms  import {name}")


def main() -> None:
    """Measure, and print medians."""
    print("Imports")
    import_cost()
    print(
        f"Beside a model that takes {SECONDS} s, for each of {CALLS} calls, median of {RUNS} runs"
    )
    with ModelServer() as server:
        os.environ.update(server.environment)
        for name, model in (("scripted", scripted), ("Converse over HTTP", lambda: served(server))):
            measured = [beside_the_model(model) for _ in range(RUNS)]
            wall, work = (statistics.median(part) for part in zip(*measured, strict=True))
            print(
                f"  {1000 * wall:4.0f} ms, {1000 * work:4.0f} ms of it processor: {name}; "
                f"the limit is {1000 * LIMIT * SECONDS:.0f} ms"
            )


if __name__ == "__main__":
    main()
