import os
import subprocess
import sys
from pathlib import Path

import pytest

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.runtime.graph import walk
from cite_or_refuse.runtime.runs import start_run
from cite_or_refuse.runtime.settings import Settings
from cite_or_refuse.runtime.wiring import build_ports, open_store, prepare
from tests.walks import unheard


def said(line: str) -> None:
    """Nobody reads the progress."""


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(model="gpt-17"), "no model 'gpt-17'; choose extractive"),
        (Options(model="x" * 5000), "choose extractive"),
        (Options(search=("corpus", "altavista")), "no search 'altavista'; choose corpus"),
    ],
    ids=["model", "long model", "search"],
)
def test_what_nobody_stands_behind_is_one_sentence_that_says_what_to_choose(
    tmp_path: Path, options: Options, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence) as raised:
        build_ports(Settings(home=tmp_path), options, said)
    assert len(str(raised.value)) < 200


def test_a_corpus_that_is_not_there_is_told_when_it_is_prepared_and_not_before(
    tmp_path: Path,
) -> None:
    # GIVEN a run whose folder of documents is gone
    options = Options(corpus=(str(tmp_path / "gone"),))
    # WHEN what it may use is put together, as to print it or to decide on it
    ports = build_ports(Settings(home=tmp_path), options, said)
    # THEN only what would search needs the folder
    with pytest.raises(BadInput, match=r"There is no file or folder at '.*gone'"):
        prepare(ports)


def test_a_question_goes_through_the_real_adapters(tmp_path: Path) -> None:
    # GIVEN a folder with one document, and a home that is not there yet
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tarn.md").write_text("# Tarn\n\nThe default cache size is 512 MB.\n")
    settings = Settings(home=tmp_path / "home")
    options = settings.options(corpus=[str(tmp_path / "docs")])
    # WHEN it is asked about
    ports = build_ports(settings, options, said)
    run = start_run("What is Tarn's default cache size?", options, "ann", ports)
    run = walk(run, ports, unheard, settings.home)
    # THEN the answer is quoted, and kept where the next command finds it
    assert run.status in (Status.ACCEPTED, Status.CAPPED)
    assert run.publication is not None
    assert "512 MB" in run.publication.draft
    assert open_store(settings).load(run.run_id) == run


def test_listing_runs_loads_no_engine_and_no_adapter_but_the_store(tmp_path: Path) -> None:
    # GIVEN a fresh process that opens the store
    script = """
import sys
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import build_ports, open_store, prepare
open_store(read_settings()).recent(5)
print(*(name for name in ("langgraph", "bs4", "requests", "lxml") if name in sys.modules))
"""
    home = {"CITE_OR_REFUSE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | home,
        check=True,
        capture_output=True,
        text=True,
    )
    # THEN what is slow to import is not there
    assert done.stdout.split() == []
