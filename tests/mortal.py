"""A program that takes one run from its question to its report, and dies on the way if told to.

It reads lines `HOME [SEQ before|after]`. For each it starts a process that goes on with the run in
HOME, or begins one, and kills itself as it commits the step of that number, before or after; then
it prints the exit code. `HOME/calls` gets a line for each call to the model and the search.

The processes are forked, and share nothing but what was imported.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.parts import Choice, Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Hit
from cite_or_refuse.ports import Assignment, Commit, Manuscript, Model, Opinion, Ports, Writing
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import decide, start_run
from tests.builders import a_source
from tests.stories import SIZE
from tests.walks import unheard

type Note = Callable[[str], None]


class NotingModel(Model):
    """Answers the same whenever it is asked: a draft that stands, and a reviewer who wants more."""

    name = "noting"

    def __init__(self, note: Note) -> None:
        self._note = note

    def plan(self, question: str) -> list[str]:
        self._note("plan")
        return [question]

    def write(self, assignment: Assignment) -> Writing:
        self._note("write")
        return Writing(SIZE)

    def review(self, manuscript: Manuscript) -> Opinion:
        self._note("review")
        return Opinion(Verdict.REVISE, notes=("Say more.",))


class NotingSearch(FixedSearch):
    def __init__(self, note: Note) -> None:
        super().__init__([a_source()])
        self._note = note

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        self._note("search")
        return super().search(query, limit)


class MortalStore(SqliteStore):
    def __init__(self, path: Path, death: Sequence[str]) -> None:
        super().__init__(path)
        self._death = death

    def commit(self, run: Run, commit: Commit) -> None:
        self._die_if_it_is_time(commit, "before")
        super().commit(run, commit)
        self._die_if_it_is_time(commit, "after")

    def _die_if_it_is_time(self, commit: Commit, moment: str) -> None:
        if self._death == [str(commit.seq), moment]:
            os.kill(os.getpid(), signal.SIGKILL)


def the_run(ports: Ports) -> Run:
    options = Options(max_revisions=0, human=True)
    known = ports.store.recent(1)
    if known:
        return ports.store.load(known[0].run_id)
    return start_run("How large is Tarn's cache?", options, "ann", ports)


def live(home: Path, death: Sequence[str]) -> None:
    def note(call: str) -> None:
        with (home / "calls").open("a") as file:
            file.write(f"{call}\n")

    ports = Ports(
        model=NotingModel(note),
        searches=(NotingSearch(note),),
        fetcher=FixedFetcher([a_source()]),
        store=MortalStore(home / "runs.sqlite3", death),
        now=lambda: datetime.now(UTC),
    )
    run = walk(the_run(ports), ports, unheard, home)
    if run.undecided:
        decide(run.run_id, Choice.ACCEPT, "", 1, "ann", ports)
        walk(run, ports, unheard, home)


def main() -> None:
    for line in sys.stdin:
        home, *death = line.split()
        child = os.fork()
        if not child:
            live(Path(home), death)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.write(f"{code}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
