"""The failure that this project exists to end, through the real client of a real protocol."""

from pathlib import Path

import pytest

from cite_or_refuse.adapters.chat import Connection, chat_model
from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.budget import NO_LIMIT
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from tests.builders import some_ports
from tests.e2e.test_seed_story import FICTION, HONEST, INVENTED, QUESTION, SOURCES
from tests.model_server import ModelServer, Reply, Script
from tests.walks import unheard


@pytest.fixture(params=["bedrock:us.amazon.nova-pro-v1:0", "openai:some-model"])
def spec(request: pytest.FixtureRequest) -> str:
    return request.param


def ask(spec: str, home: Path, server: ModelServer, drafts: list[str]) -> Run:
    """A run with a reviewer who accepts whatever it is shown."""
    server.answer = Script(write=[Reply(draft) for draft in drafts])
    with pytest.MonkeyPatch.context() as patch:
        for name, value in server.environment.items():
            patch.setenv(name, value)
        ports = some_ports(
            chat_model(spec, Connection(attempts=1), NO_LIMIT),
            store=SqliteStore(home / "runs.sqlite3"),
            searches=(FixedSearch(SOURCES),),
            fetcher=FixedFetcher(SOURCES),
        )
        return walk(start_run(QUESTION, Options(), "ann", ports), ports, unheard, home)


def test_an_invented_api_is_refused_however_often_it_is_polished(spec: str, tmp_path: Path) -> None:
    # GIVEN a model that invents in every round
    with ModelServer() as server:
        run = ask(spec, tmp_path, server, INVENTED)
    # THEN nothing of it ships, and no call was spent on a review of it
    assert run.publication is not None
    assert (run.status, run.publication.reason) == (Status.REFUSED, "unsupported_claims")
    assert server.roles() == ["plan", *["write"] * len(INVENTED)]
    # AND each rewrite was told what had been invented
    for asked in server.asked[2:]:
        assert "LangfuseTracer" in asked.user.partition(" notes\n")[2]


def test_what_the_sources_say_is_written_reviewed_and_accepted(spec: str, tmp_path: Path) -> None:
    # GIVEN a model that invents, is told so, and then keeps to the sources
    with ModelServer() as server:
        run = ask(spec, tmp_path, server, [INVENTED[0], "\n\n".join(HONEST)])
    # THEN the report is accepted, and has none of the fiction
    assert run.publication is not None
    assert run.status is Status.ACCEPTED
    assert not FICTION.search(run.publication.draft)
    # AND the reviewer saw each claim with the passage it stands on
    review = server.asked[-1]
    assert review.role == "review"
    assert review.user.count("Passage of source") >= len(HONEST)
