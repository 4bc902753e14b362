"""What is SQLite's own; what every store promises is in tests/contract/test_run_store.py."""

import os
import random
import sqlite3
import string
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cite_or_refuse.adapters import sqlite_file
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from cite_or_refuse.domain.errors import PermanentError, TransientError
from tests.builders import a_run, a_source
from tests.processes import a_python


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as db:
        found = db.execute(query).fetchall()
    db.close()
    return found


def a_text(size: int) -> str:
    """A text that does not compress to nothing."""
    return "".join(random.Random(size).choices(string.ascii_letters, k=size))


def test_a_text_is_stored_once_whatever_run_it_belongs_to(tmp_path: Path) -> None:
    # GIVEN two runs that found the same document, and one that found another
    path = tmp_path / "runs.sqlite3"
    store = SqliteStore(path)
    shared, other = a_source(a_text(10_000)), a_source(a_text(20_000))
    store.create(replace(a_run(sources=[shared]), run_id="r1"))
    store.create(replace(a_run(sources=[shared]), run_id="r2"))
    store.create(replace(a_run(sources=[shared, other]), run_id="r3"))
    # THEN each text is there once
    addresses = [row[0] for row in rows(path, "SELECT sha256 FROM bodies")]
    assert addresses.count(shared.sha256) == addresses.count(other.sha256) == 1
    # AND so is what else the runs share: besides the texts, one plan and two lists of sources
    assert len(addresses) == 5


def test_a_row_stays_small_however_much_the_run_holds(tmp_path: Path) -> None:
    # GIVEN a run with a megabyte of sources
    path = tmp_path / "runs.sqlite3"
    run = a_run(sources=[a_source(a_text(125_000 + n)) for n in range(8)], draft=a_text(50_000))
    SqliteStore(path).create(run)
    # THEN its row in the table has about a kilobyte
    [(size,)] = rows(path, "SELECT length(header) + length(parts) FROM runs")
    assert isinstance(size, int)
    assert size < 1200


def not_a_database(path: Path) -> None:
    path.write_text("Notes on Tarn. " * 500)


def another_programs(path: Path) -> None:
    rows(path, "CREATE TABLE notes (text)")


def of_a_newer_version(path: Path) -> None:
    SqliteStore(path).create(a_run())
    rows(path, "PRAGMA user_version = 99")


def with_damaged_pages(path: Path) -> None:
    SqliteStore(path).create(a_run())
    data = bytearray(path.read_bytes())
    data[200:] = b"\xff" * (len(data) - 200)
    path.write_bytes(data)


def with_a_damaged_row(path: Path) -> None:
    SqliteStore(path).create(a_run())
    rows(path, "UPDATE runs SET header = '{\"run_id\":'")


def with_a_damaged_text(path: Path) -> None:
    SqliteStore(path).create(a_run())
    rows(path, "UPDATE bodies SET data = x'1f8b'")


def with_an_exchanged_text(path: Path) -> None:
    SqliteStore(path).create(a_run())
    rows(path, "UPDATE bodies SET data = (SELECT data FROM bodies LIMIT 1)")


def with_a_lost_text(path: Path) -> None:
    SqliteStore(path).create(a_run())
    rows(path, "DELETE FROM bodies")


def a_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    "make",
    [
        not_a_database,
        another_programs,
        of_a_newer_version,
        with_damaged_pages,
        with_a_damaged_row,
        with_a_damaged_text,
        with_an_exchanged_text,
        with_a_lost_text,
        a_folder,
    ],
)
def test_a_file_that_is_not_a_sound_one_of_ours_is_one_sentence(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    # GIVEN such a file in the place of ours
    path = tmp_path / "runs.sqlite3"
    make(path)
    before = None if path.is_dir() else path.read_bytes()
    # WHEN a run is loaded, THEN a sentence says so, and nothing is lost
    with pytest.raises(PermanentError, match=r"^[A-Z/][^\n]+\.$"):
        SqliteStore(path).load("r1")
    assert before is None or path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    # GIVEN a file where the folder should be
    (tmp_path / "home").write_text("")
    # WHEN a run is stored, THEN a sentence names the folder
    with pytest.raises(PermanentError, match="home"):
        SqliteStore(tmp_path / "home" / "runs.sqlite3").create(a_run())


@pytest.mark.parametrize(
    ("pragma", "why"),
    [("max_page_count = 9", "disk is full"), ("query_only = on", "read-only")],
    ids=["full disk", "read-only folder"],
)
def test_a_store_that_cannot_write_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, why: str
) -> None:
    # GIVEN a store with a run, and no room or no right for more
    store = SqliteStore(tmp_path / "runs.sqlite3")
    store.create(a_run())
    connect = sqlite3.connect

    def hindered(*args: object, **options: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        db.execute(f"PRAGMA {pragma}")
        return db

    monkeypatch.setattr(sqlite3, "connect", hindered)
    # WHEN a large run is stored, THEN a sentence says why not, and the old run is there
    with pytest.raises(PermanentError, match=why):
        store.create(replace(a_run(sources=[a_source(a_text(100_000))]), run_id="r2"))
    assert [summary.run_id for summary in store.recent(10)] == ["r1"]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user may enter, as those of pytest are not."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.fixture
def as_nobody(folder: Path) -> Iterator[Callable[[], None]]:
    """Lock the folder, and go on as a user whom that binds, also where the test runs as root."""
    me = os.geteuid()

    def lock() -> None:
        folder.chmod(0o555)
        if me == 0:
            os.seteuid(65534)

    yield lock
    os.seteuid(me)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_what_cannot_be_written_can_be_read(folder: Path, as_nobody: Callable[[], None]) -> None:
    # GIVEN a store with a run, in a folder in which nothing can be written
    store = SqliteStore(folder / "runs.sqlite3")
    store.create(a_run())
    as_nobody()
    # WHEN it is read, THEN all is there
    assert [summary.run_id for summary in store.recent(10)] == ["r1"]
    assert store.load("r1") == a_run()
    assert store.trail("r1") == []
    # AND what shall be written is refused in one sentence
    with pytest.raises(PermanentError, match=r"^/[^\n]+ cannot be used: [^\n]+\.$"):
        store.create(replace(a_run(), run_id="r2"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_what_waits_to_be_merged_is_read_too_or_nothing_is(
    folder: Path, as_nobody: Callable[[], None]
) -> None:
    # GIVEN such a folder in which a run stands only in the file of waiting writes
    path = folder / "runs.sqlite3"
    SqliteStore(path).create(a_run())
    with closing(sqlite3.connect(path, autocommit=True)) as writer:
        writer.execute("UPDATE runs SET run_id = 'r2'")
        as_nobody()
        # WHEN it is read, THEN nothing older is taken for the truth
        assert [summary.run_id for summary in SqliteStore(path).recent(10)] == ["r2"]


def test_a_file_kept_busy_is_worth_another_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN another process that writes, for longer than one waits
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    store = SqliteStore(tmp_path / "runs.sqlite3")
    store.create(a_run())
    other = sqlite3.connect(tmp_path / "runs.sqlite3", autocommit=True)
    other.execute("BEGIN IMMEDIATE")
    # WHEN a run is stored, THEN it may be tried again, while readers never wait
    with pytest.raises(TransientError, match="busy"):
        store.create(replace(a_run(), run_id="r2"))
    assert store.load("r1") == a_run()
    # AND it works once the other has finished
    other.close()
    store.create(replace(a_run(), run_id="r2"))


MAKE_TEN_RUNS = """
import sys
from dataclasses import replace
from pathlib import Path
from cite_or_refuse.adapters.sqlite_store import SqliteStore
from tests.builders import a_run

for n in range(10):
    SqliteStore(Path(sys.argv[1])).create(replace(a_run(), run_id=f"{sys.argv[2]}-{n}"))
"""


def test_processes_that_start_at_once_make_one_file_and_lose_no_run(tmp_path: Path) -> None:
    # GIVEN a fresh machine
    path = tmp_path / "new" / "runs.sqlite3"
    # WHEN four processes store ten runs each
    processes = [a_python(MAKE_TEN_RUNS, path, n) for n in range(4)]
    # THEN all are there
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0] * 4
    assert len(SqliteStore(path).recent(100)) == 40
    assert rows(path, "PRAGMA journal_mode") == [("wal",)]
