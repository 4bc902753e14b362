"""The one place that knows which adapter stands behind which port.

Adapters are imported when they are used, so that `verify` and `runs` start without them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Self

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Meter, Model, Ports, RunStore
from cite_or_refuse.runtime.searches import build_searches
from cite_or_refuse.runtime.settings import Settings

MODELS = ("extractive", "bedrock:ID", "provider:name")


def build_ports(settings: Settings, options: Options, progress: Callable[[str], None]) -> Ports:
    """Return what a run with these options may use.

    Raises BadInput for an unknown model, and what `build_searches` raises.
    """
    searches, fetcher = build_searches(settings, options, progress)
    return Ports(
        model=_by_role(settings, options),
        searches=searches,
        fetcher=fetcher,
        store=open_store(settings),
        now=lambda: datetime.now(UTC),
        progress=progress,
    )


class _Unwired:
    """Stands at the ports that a step does not use, so that they cost nothing to load."""

    def metered(self, _meter: Meter) -> Self:
        return self


def store_ports(store: RunStore, now: Callable[[], datetime]) -> Ports:
    """Return ports for the steps that need a store alone: validate, ask_human and publish."""
    nobody: Any = _Unwired()
    return Ports(model=nobody, searches=(), fetcher=nobody, store=store, now=now)


def equip(step: Step, settings: Settings, run: Run, ports: Ports) -> Ports:
    """Return the ports with what this step of this run uses of the world, besides the store.

    So that a function loads nothing else: the search for researcher, the model of their role for
    supervisor, writer and reviewer. Raises what `build_ports` does.
    """
    options = run.options
    if step == "researcher":
        searches, fetcher = build_searches(settings, options, ports.progress)
        return replace(ports, searches=searches, fetcher=fetcher)
    specs = {
        "supervisor": options.plan_model,
        "writer": options.model,
        "reviewer": options.review_model,
    }
    if step in specs:
        return replace(ports, model=_chat_model(specs[step] or options.model, settings, options))
    return ports


def prepare(ports: Ports) -> None:
    """Do early what the first search would do: index the corpus, with progress.

    Raises BadInput for a corpus in which nothing can be read, before a run is spent on it.
    """
    from cite_or_refuse.adapters.corpus import CorpusSearch

    for search in ports.searches:
        if isinstance(search, CorpusSearch):
            search.prepare()


def open_store(settings: Settings) -> RunStore:
    """Return where the runs are kept: in DynamoDB if a table is set, else in a file at home."""
    if settings.table:
        from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore

        return DynamoStore(settings.table, settings.texts, settings.retention_days)
    from cite_or_refuse.adapters.sqlite_store import SqliteStore

    return SqliteStore(settings.home / "runs.sqlite3")


def _by_role(settings: Settings, options: Options) -> Model:
    """One model for all roles, or one for each; of the same name, one."""
    specs = (options.plan_model, options.model, options.review_model)
    named = [spec or options.model for spec in specs]
    models = {spec: _chat_model(spec, settings, options) for spec in dict.fromkeys(named)}
    if len(models) == 1:
        return models[options.model]
    from cite_or_refuse.adapters.chat import ByRole

    return ByRole(*(models[spec] for spec in named))


def _chat_model(spec: str, settings: Settings, options: Options) -> Model:
    if ":" not in spec:
        return _model(spec)
    from cite_or_refuse.adapters.chat import Connection, chat_model

    seconds = options.budget.seconds
    connection = Connection(
        max_output_tokens=settings.max_output_tokens,
        context_tokens=settings.context_tokens,
        seconds=min(settings.call_seconds, max(1, seconds or settings.call_seconds)),
        attempts=settings.call_attempts,
        temperature=settings.temperature,
        region=settings.region,
        guardrail=settings.guardrail,
    )
    return chat_model(spec, connection, options.budget)


def _model(spec: str) -> Model:
    _must_be_known("model", [spec], MODELS)
    from cite_or_refuse.adapters.extractive import ExtractiveModel

    return ExtractiveModel()


def _must_be_known(what: str, specs: Sequence[str], known: Sequence[str]) -> None:
    for spec in specs:
        if spec not in known:
            raise BadInput(f"There is no {what} {spec!r:.60}; choose {', '.join(known)}.")
