"""kill -9 at any step: a resume comes to the same result, and finished steps are not run again."""

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.runtime.graph import walk
from tests.builders import some_ports
from tests.processes import a_python
from tests.stories import SIZE
from tests.walks import begin, unheard

UNHURT = [
    "supervisor",
    "researcher",
    "supervisor",
    "writer",
    "validate",
    "reviewer",
    "ask_human",
    "ask_human",
    "publish",
]
CALL_OF = {"supervisor": "plan", "researcher": "search", "writer": "write", "reviewer": "review"}


type Live = Callable[..., int]


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    """Runs a process in a folder, to its end or its death, and returns its exit code."""
    with a_python("from tests.mortal import main; main()") as mortals:
        stdin, stdout = mortals.stdin, mortals.stdout
        assert stdin is not None
        assert stdout is not None

        def start(*words: object) -> int:
            print(*words, file=stdin, flush=True)
            return int(stdout.readline())

        yield start


def the_run(home: Path) -> Run:
    store = SqliteStore(home / "runs.sqlite3")
    [summary] = store.recent(10)
    return store.load(summary.run_id)


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("seq", range(1, 10), ids=lambda seq: f"{seq}-{UNHURT[seq - 1]}")
def test_a_run_survives_its_process(live: Live, tmp_path: Path, seq: int, moment: str) -> None:
    # GIVEN a process that is killed as it commits this step
    assert live(tmp_path, seq, moment) == -signal.SIGKILL
    committed = seq if moment == "after" else seq - 1
    trail = SqliteStore(tmp_path / "runs.sqlite3").trail(the_run(tmp_path).run_id)
    assert [commit.step for commit in trail] == UNHURT[:committed]
    # WHEN another process resumes the run
    assert live(tmp_path) == 0
    # THEN it has the result that a run without mishap has
    run = the_run(tmp_path)
    assert run.status is Status.ACCEPTED
    assert run.publication is not None
    assert run.publication.draft == "The default cache size is 512 MB.[^1]"
    assert [decision.by for decision in run.decisions] == ["ann"]
    # AND only the step that was not committed was run a second time
    twice = {CALL_OF.get(UNHURT[seq - 1])} if moment == "before" and seq != 3 else set()
    calls = Counter((tmp_path / "calls").read_text().split())
    assert calls == {call: 2 if call in twice else 1 for call in CALL_OF.values()}


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.runtime.graph import walk
from tests.builders import some_ports
from tests.walks import unheard

class Slow(ScriptedModel):
    def write(self, assignment):
        print("writing", flush=True)
        sys.stdin.read()

home, run_id = Path(sys.argv[1]), sys.argv[2]
ports = some_ports(Slow(), store=SqliteStore(home / "runs.sqlite3"))
walk(ports.store.load(run_id), ports, unheard, home)
"""


def test_a_run_is_left_alone_until_the_process_that_works_on_it_ends(tmp_path: Path) -> None:
    # GIVEN a run that another process works on
    model = ScriptedModel(drafts=[SIZE], opinions=[Verdict.ACCEPT])
    ports = some_ports(model, store=SqliteStore(tmp_path / "runs.sqlite3"))
    run = begin(ports)
    with a_python(WRITE_FOR_EVER, tmp_path, run.run_id) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "writing\n"
        # WHEN it is resumed here, THEN a sentence says so, and nothing is called
        with pytest.raises(BadInput, match=r"is being worked on by another process\.$"):
            walk(run, ports, unheard, tmp_path)
        assert model.assignments == []
        # AND once that process is gone, in whatever way, the run is free
        other.kill()
        other.wait()
        assert walk(run, ports, unheard, tmp_path).status is Status.ACCEPTED
