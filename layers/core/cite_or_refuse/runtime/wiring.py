"""The one place that knows which adapter stands behind which port.

Adapters are imported when they are used, so that `verify` and `runs` start without them.
"""

# ruff: noqa: PLC0415 - see above

from collections.abc import Callable
from datetime import UTC, datetime

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.run import Options
from cite_or_refuse.ports import Fetcher, Model, Ports, RunStore, Search
from cite_or_refuse.runtime.settings import Settings

type Progress = Callable[[str], None]


def build_ports(settings: Settings, options: Options, progress: Progress) -> Ports:
    """Return what a run with these options may use. Raises BadInput for an unknown spec."""
    return Ports(
        model=_pick(_MODELS, "model", options.model)(),
        searches=tuple(
            _pick(_SEARCHES, "search", spec)(settings, options, progress) for spec in options.search
        ),
        fetcher=_file_fetcher(),
        store=open_store(settings),
        now=lambda: datetime.now(UTC),
        progress=progress,
    )


def open_store(settings: Settings) -> RunStore:
    """Return where the runs are kept."""
    from cite_or_refuse.adapters.sqlite_store import SqliteStore

    return SqliteStore(settings.home / "runs.sqlite3")


def _pick[Make](makers: dict[str, Make], what: str, spec: str) -> Make:
    if spec not in makers:
        raise BadInput(f"There is no {what} {spec!r:.60}; choose {' or '.join(makers)}.")
    return makers[spec]


def _extractive() -> Model:
    from cite_or_refuse.adapters.extractive import ExtractiveModel

    return ExtractiveModel()


def _corpus(settings: Settings, options: Options, progress: Progress) -> Search:
    from cite_or_refuse.adapters.corpus import CorpusSearch, default_corpus

    paths = options.corpus or default_corpus()
    return CorpusSearch(paths, settings.home / "indexes", progress)


def _file_fetcher() -> Fetcher:
    from cite_or_refuse.adapters.corpus import FileFetcher

    return FileFetcher()


_MODELS: dict[str, Callable[[], Model]] = {"extractive": _extractive}
_SEARCHES: dict[str, Callable[[Settings, Options, Progress], Search]] = {"corpus": _corpus}
