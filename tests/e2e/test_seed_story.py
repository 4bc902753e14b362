"""The failure this project exists to end: an invented API, polished by a contented reviewer."""

import re
from pathlib import Path

import pytest

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from tests.builders import a_source, some_ports
from tests.walks import unheard

QUESTION = "How do I trace a LangGraph graph with Langfuse?"

# What a search brings: pages that speak of the subject, in words of our own, and of no such class.
SOURCES = [
    a_source(
        "Langfuse records what an application asks of a model. For LangChain and LangGraph it has a"
        " callback handler, `CallbackHandler`, from the module `langfuse.langchain`. Pass the"
        " handler in the `callbacks` list of the config when you call the graph:"
        ' `graph.invoke(state, config={"callbacks": [handler]})`. The keys are read from the'
        " variables `LANGFUSE_PUBLIC_KEY` and `LANGFUSE_SECRET_KEY`.",
        title="Tracing with a callback handler",
    ),
    a_source(
        "A compiled graph has the methods `invoke` and `stream`. Both take the input state and a"
        " config. A checkpointer keeps the state of each step.",
        title="Running a compiled graph",
    ),
]

# The same report, ever more fluent: a class, a signature and versions that no source has.
INVENTED = [
    """\
Langfuse traces LangGraph through the `LangfuseTracer` class.[^1] Create one and pass it to the \
graph.[^1]

```python
from langfuse import LangfuseTracer

tracer = LangfuseTracer(project="demo")
graph.run(model="gpt-4o", prompt="Hello", tracer=tracer)
```

The method `graph.run(model=..., prompt=...)` starts a traced run.[^2] It needs langfuse 2.36.1 \
and langgraph 0.4.8.[^1]
""",
    """\
To trace a graph, use the class `LangfuseTracer`, which Langfuse ships since version 2.36.1.[^1]

```python
from langfuse import LangfuseTracer

graph.run(model="gpt-4o", prompt="Hello", tracer=LangfuseTracer())  # [^2]
```

Every call of `graph.run(model=..., prompt=...)` is recorded, from langgraph 0.4.8 on.[^2]
""",
    """\
`LangfuseTracer` is the supported way to trace a LangGraph graph.[^1]

1. Install langfuse 2.36.1 and langgraph 0.4.8.[^1]
2. Call `graph.run(model="gpt-4o", prompt="Hello", tracer=LangfuseTracer())`.[^2]
""",
    """\
| what | how |
|---|---|
| tracer | `LangfuseTracer` from langfuse 2.36.1 [^1] |
| run | `graph.run(model=..., prompt=...)` of langgraph 0.4.8 [^2] |
""",
]

HONEST = [
    "Langfuse has a callback handler, `CallbackHandler`, for LangChain and LangGraph.[^1]",
    "Pass the handler in the `callbacks` list of the config when you call the graph.[^1]",
    "A compiled graph has the methods `invoke` and `stream`.[^2]",
]

FICTION = re.compile(r"LangfuseTracer|graph\.run|prompt=|model=|gpt-4o|2\.36|0\.4\.8|tracer=")


def ask(home: Path, drafts: list[str], sources: list[Source] = SOURCES) -> Run:
    """A run whose reviewer accepts whatever it is shown."""
    model = ScriptedModel(drafts=drafts, opinions=[Verdict.ACCEPT] * len(drafts))
    ports = some_ports(
        model,
        store=SqliteStore(home / "runs.sqlite3"),
        searches=(FixedSearch(sources),),
        fetcher=FixedFetcher(sources),
    )
    return walk(start_run(QUESTION, Options(), "ann", ports), ports, unheard, home)


def shipped(run: Run) -> str:
    assert run.publication is not None
    return run.publication.draft


def test_an_invented_api_is_refused_however_often_it_is_polished(tmp_path: Path) -> None:
    # GIVEN a writer that invents in every round, and a reviewer who is always content
    # WHEN the run has used up its rounds
    run = ask(tmp_path, INVENTED)
    # THEN it is refused for what it could not show, and nothing of it ships
    assert run.publication is not None
    assert (run.status, run.publication.reason) == (Status.REFUSED, "unsupported_claims")
    assert shipped(run) == ""
    assert "INSUFFICIENT GROUNDING" in run.publication.report
    # AND the reviewer was never shown it
    assert run.review is None


@pytest.mark.parametrize("fiction", INVENTED, ids=["prose", "code", "list", "table"])
def test_among_honest_claims_the_invented_ones_are_cut(tmp_path: Path, fiction: str) -> None:
    # GIVEN a report that is mostly true, and ends in an invention that no round removes
    honest = "\n\n".join(HONEST)
    drafts = [f"{honest}\n\n{'Indeed. ' * n}{fiction}" for n in range(4)]
    # WHEN the run is over
    run = ask(tmp_path, drafts)
    # THEN what ships, if enough is left to ship, holds nothing of it
    assert not FICTION.search(shipped(run))
    assert run.status in (Status.CAPPED, Status.REFUSED)


def test_one_invented_claim_is_cut_and_the_rest_ships(tmp_path: Path) -> None:
    # GIVEN three honest claims, and one that names the invented class
    honest = "\n\n".join(HONEST)
    drafts = [f"{honest}\n\nUse{' really' * n} the `LangfuseTracer` class.[^1]" for n in range(4)]
    # WHEN the run is over
    run = ask(tmp_path, drafts)
    # THEN the three ship, and the report says what was cut
    assert run.status is Status.CAPPED
    assert shipped(run) == honest
    assert run.publication is not None
    assert [claim.missing for claim in run.publication.cut] == [("LangfuseTracer",)]


def test_an_honest_report_on_the_same_sources_ships(tmp_path: Path) -> None:
    # GIVEN the same search, and a writer that says what the sources say
    honest = "\n\n".join(HONEST)
    # WHEN the run is over, THEN it was accepted as it is
    run = ask(tmp_path, [honest])
    assert run.status is Status.ACCEPTED
    assert shipped(run) == honest
