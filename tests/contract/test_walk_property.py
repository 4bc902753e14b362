"""Whatever models write and people decide: the walk ends, and no lie ships."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.nodes.publish import publish
from cite_or_refuse.nodes.validate import validate
from cite_or_refuse.ports import Opinion, Writing
from cite_or_refuse.runtime.graph import bound, walk
from cite_or_refuse.runtime.runs import decide
from tests.builders import a_run, some_ports
from tests.oracle import lies_in
from tests.walks import Answers, answers, walks
from tests.writers import SOURCES, AnyModel, drafts, opinions, writings


@settings(max_examples=60)
@given(
    written=st.lists(writings, min_size=1, max_size=6),
    said=st.lists(opinions, min_size=1, max_size=4),
    answers=answers,
    options=st.builds(Options, max_revisions=st.integers(0, 3), human=st.booleans()),
)
def test_a_walk_ends_and_what_it_ships_stands_in_its_sources(
    written: list[Writing | Exception],
    said: list[Opinion | Exception],
    answers: Answers,
    options: Options,
) -> None:
    # GIVEN anything that models and people may come up with
    search, fetcher = FixedSearch(SOURCES), FixedFetcher(SOURCES)
    ports = some_ports(AnyModel(written, said), searches=(search,), fetcher=fetcher)
    before = 0
    with TemporaryDirectory() as place:
        home = Path(place)
        ports = replace(ports, store=SqliteStore(home / "runs.sqlite3"))
        # WHEN a run walks, as often as it takes
        for run in walks(ports, options, answers, partial(walk, home=home), decide):
            # THEN each walk ends within its bound, by its own rules
            assert run.seq - before <= bound(run.cap) + 1
            assert run.draft is None or run.draft.revision <= run.cap
            before = run.seq
    # AND what ships is grounded, by rules that do not ask the gate
    event(run.status)
    assert run.publication is not None
    assert run.publication.reason != "GraphRecursionError"
    assert bool(run.publication.draft) == (run.status in (Status.ACCEPTED, Status.CAPPED))
    assert lies_in(run.publication.draft, SOURCES) == []


@settings(max_examples=300)
@given(draft=drafts)
def test_what_is_left_of_any_draft_at_the_cap_is_no_lie(draft: str) -> None:
    # GIVEN any draft, at the cap
    ports = some_ports()
    run = a_run(sources=SOURCES, options=Options(max_revisions=0), draft=draft)
    run |= validate(run, ports)
    # WHEN it is published, THEN nothing ships that its sources do not say
    publication = publish(run, ports)
    event(publication.outcome)
    assert lies_in(publication.draft, SOURCES) == []


@pytest.mark.parametrize(
    "lie",
    [
        "The call `open_store(path, timeout=30)` returns `Stores`.[^3]",
        "The call `open_store(path, Store=30)` returns a `Store`.[^3]",
        "## 640 MB",
        "## Version 3.2.1",
        "Ostrel listens on port 7421:",
        "```\nOstrel.connect()\n```",
    ],
)
def test_a_lie_that_once_passed_does_not_ship(lie: str) -> None:
    # GIVEN a lie beside a claim that stands, or a true fact of a source that nothing cites
    run = a_run(sources=SOURCES, draft=f"{lie}\n\n- The default cache size is 512 MB.[^1]")
    # WHEN it is judged, and published at the cap
    run |= validate(run, some_ports())
    publication = publish(run, some_ports())
    # THEN only the claim ships
    assert publication.draft == "- The default cache size is 512 MB.[^1]"
