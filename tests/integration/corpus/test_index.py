import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cite_or_refuse.domain.errors import BadInput, SearchFailed
from tests.processes import a_python

A_SEARCH = """
import sys
from pathlib import Path
from cite_or_refuse.adapters.corpus import CorpusSearch
docs, cache, query = sys.argv[1:]
search = CorpusSearch([Path(docs)], Path(cache), lambda line: print(line, flush=True))
print("FOUND", [hit.title for hit in search.search(query, 8) if not hit.off_topic], flush=True)
"""


def titles(search, query):
    return [hit.title for hit in search.search(query, 8) if not hit.off_topic]


def backdate(path):
    """Make a file look older than what is written next, whatever the clock's grain."""
    os.utime(path, (time.time() - 100, time.time() - 100))


def test_the_first_indexing_tells_how_far_it_is_and_the_second_start_reads_nothing(docs, search_in):
    # GIVEN three documents, one of them empty, and one that is no text
    for name in ("tarn", "lake"):
        (docs / f"{name}.md").write_text(f"# {name}\n\nA {name} holds water.\n")
    (docs / "empty.md").touch()
    (docs / "photo.txt").write_bytes(b"\x89PNG\x00")
    # WHEN they are searched, and again by a new process
    first, second = search_in(docs), search_in(docs)
    # THEN the first says what it does and what it skipped, the second finds all of it done
    assert titles(first, "Where is the tarn?") == ["tarn"]
    assert first.said == [
        "indexing 1 of 4 documents",
        "indexed 2 documents; skipped, having no text: 2",
        f"  {docs.resolve()}/empty.md is empty.",
        f"  {docs.resolve()}/photo.txt is binary, not text.",
    ]
    assert titles(second, "Where is the tarn?") == ["tarn"]
    assert second.said == []


def test_a_changed_a_new_and_a_removed_file_are_seen_by_the_next_run(docs, search_in):
    # GIVEN an index of three documents
    for name in ("kept", "changed", "removed"):
        (docs / f"{name}.md").write_text(f"# {name}\n\nIt speaks of heron.\n")
        backdate(docs / f"{name}.md")
    search = search_in(docs)
    assert sorted(titles(search, "heron")) == ["changed", "kept", "removed"]
    # WHEN one changes without changing its size, one goes, one comes
    (docs / "changed.md").write_text("# changed\n\nIt speaks of otter.\n")
    (docs / "removed.md").unlink()
    (docs / "new.md").write_text("# new\n\nIt speaks of heron.\n")
    # THEN the next run finds just what is there, and read only what changed
    search = search_in(docs)
    assert sorted(titles(search, "heron")) == ["kept", "new"]
    assert titles(search, "otter") == ["changed"]
    assert search.said[0] == "indexing 1 of 2 documents"


def test_a_file_that_was_only_touched_keeps_its_place_in_the_index(docs, search_in):
    # GIVEN an indexed document
    (docs / "tarn.md").write_text("# Tarn\n\nIt holds water.\n")
    search = search_in(docs)
    search.prepare()
    with search.index.reading() as db:
        before = db.execute("SELECT id FROM documents").fetchall()
    # WHEN its time changes and its text does not
    backdate(docs / "tarn.md")
    search_in(docs).prepare()
    # THEN it was not indexed anew, and is not looked at again
    with search.index.reading() as db:
        assert db.execute("SELECT id FROM documents").fetchall() == before
    third = search_in(docs)
    third.prepare()
    assert third.said == []


def test_a_folder_with_nothing_to_read_is_the_callers_mistake(docs, search_in):
    with pytest.raises(BadInput, match=r"it holds no file that ends in \.docx, \.htm, .*\.txt"):
        search_in(docs).prepare()
    (docs / "a.md").write_bytes(b"\x00")
    with pytest.raises(BadInput, match=r"none of 1 files can be read; the first: .* is binary"):
        search_in(docs).prepare()


def test_a_missing_path_is_refused_before_anything_is_indexed(docs, search_in):
    # GIVEN a corpus of which one folder is not there
    (docs / "a.md").write_text("text")
    search = search_in(docs, docs / "nowhere")
    # WHEN it is prepared, or searched all the same
    # THEN the path is named, and no index was made
    for use in (search.prepare, lambda: search.search("text", 1)):
        with pytest.raises(BadInput, match=r"There is no file or folder at '.*nowhere'"):
            use()
    assert search.said == []


def test_a_cache_that_cannot_be_written_is_said_in_one_sentence(docs, search_in, tmp_path):
    # GIVEN a file where the cache folder should be
    (docs / "a.md").write_text("text")
    (tmp_path / "cache").touch()
    # WHEN the corpus is indexed
    # THEN the sentence names the folder
    with pytest.raises(BadInput, match=r"The index cannot be kept in .*cache: "):
        search_in(docs).prepare()


@pytest.mark.parametrize("damage", [b"no database", b""])
def test_a_damaged_index_is_made_anew(docs, search_in, damage):
    # GIVEN an index whose file was overwritten
    (docs / "tarn.md").write_text("# Tarn\n\nIt holds water.\n")
    search = search_in(docs)
    search.prepare()
    for suffix in ("-wal", "-shm"):
        search.index.path.with_name(search.index.path.name + suffix).unlink(missing_ok=True)
    search.index.path.write_bytes(damage)
    # WHEN the next run searches
    # THEN it finds what is there
    assert titles(search_in(docs), "tarn") == ["Tarn"]


def test_an_index_of_other_code_is_made_anew(docs, search_in):
    # GIVEN an index that another version of the program wrote
    (docs / "tarn.md").write_text("# Tarn\n\nIt holds water.\n")
    search = search_in(docs)
    search.prepare()
    db = sqlite3.connect(search.index.path)
    db.execute("PRAGMA user_version = 7")
    db.execute("DROP TABLE documents")
    db.close()
    # WHEN this version searches
    # THEN it does not trust a line of it
    assert titles(search_in(docs), "tarn") == ["Tarn"]


def test_an_index_that_breaks_during_a_run_is_a_failed_search(docs, search_in):
    # GIVEN a search that is ready, and its index gone
    (docs / "tarn.md").write_text("# Tarn\n\nIt holds water.\n")
    search = search_in(docs)
    search.prepare()
    search.index.path.write_bytes(b"no database any more" * 1000)
    # WHEN it searches
    # THEN that is not the same as finding nothing
    with pytest.raises(SearchFailed, match="delete it"):
        search.search("tarn", 8)


def test_many_threads_search_one_corpus_at_once(docs, search_in):
    # GIVEN a search that nobody has prepared
    for number in range(30):
        (docs / f"{number}.md").write_text(f"# Page {number}\n\nIt speaks of word{number}x.\n")
    search = search_in(docs)
    # WHEN 16 threads ask at once
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda n: titles(search, f"word{n}x"), range(30)))
    # THEN each got its page, and the corpus was indexed once
    assert found == [[f"Page {number}"] for number in range(30)]
    assert sum("indexed" in line for line in search.said) == 1


def test_two_processes_that_index_at_once_do_the_work_once(docs, tmp_path):
    # GIVEN a few hundred documents
    for number in range(300):
        (docs / f"{number}.md").write_text(f"# Page {number}\n\n" + f"word{number}x water. " * 200)
    # WHEN two processes start together
    both = [a_python(A_SEARCH, docs, tmp_path / "cache", "word7x") for _ in range(2)]
    outputs = [process.communicate(timeout=60)[0] for process in both]
    # THEN both found the page, and one of them indexed
    assert [process.returncode for process in both] == [0, 0]
    assert all("FOUND ['Page 7']" in output for output in outputs)
    assert sum("indexed 300 documents" in output for output in outputs) == 1


def test_a_process_killed_while_indexing_leaves_what_the_next_one_can_finish(docs, tmp_path):
    # GIVEN a process that dies with the first line of progress
    for number in range(300):
        (docs / f"{number}.md").write_text(f"# Page {number}\n\n" + f"word{number}x water. " * 200)
    process = a_python(A_SEARCH, docs, tmp_path / "cache", "word7x")
    assert "indexing 1 of 300" in process.stdout.readline()
    process.kill()
    process.communicate()
    # WHEN the next one searches
    output, _ = a_python(A_SEARCH, docs, tmp_path / "cache", "word299x").communicate(timeout=60)
    # THEN nothing is missing
    assert "FOUND ['Page 299']" in output
    assert "indexed 300 documents" in output
