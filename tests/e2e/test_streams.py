"""Streams that are closed, full or left by their reader, and Ctrl-C: a sentence, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Command

MAIN = "from cite_or_refuse.runtime.cli import main; main()"
SOURCE = {
    "title": "Tarn notes",
    "url": "https://docs.example.org/tarn",
    "snippet": "",
    "content": "The default cache size of Tarn is 512 MB.",
}
QUESTION = "How large is the default cache of Tarn?"
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tarn.md").write_text(f"# Tarn\n\n{SOURCE['content']}\n", encoding="utf-8")
    return folder


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    line = {"id": "x" * 2000, "draft": f"{SOURCE['content']}[^1]", "sources": [SOURCE]}
    path = tmp_path / "reports.jsonl"
    path.write_text(f"{json.dumps(line)}\n" * 50, encoding="utf-8")
    return path


def shell(redirection: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with a redirection of the shell; the code is the command's own."""
    line = f'set -o pipefail; "$@" {redirection}'
    words = ["bash", "-c", line, "bash", sys.executable, "-c", MAIN, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_a_closed_stdin_is_told(home: Path, batch: Path):
    # GIVEN a shell without stdin
    # WHEN a batch or a draft shall come from there
    for arguments in (["--batch", "-"], ["-", "--sources", batch]):
        done = shell("<&-", "verify", *arguments)
        # THEN it is a usage error, in words
        assert (done.returncode, done.stdout) == (2, "")
        assert "stdin is closed" in done.stderr
        assert "Traceback" not in done.stderr


@needs_full
def test_an_output_that_is_full_is_told(home: Path, batch: Path, corpus: Path):
    # GIVEN a disk without room behind stdout
    # WHEN verdicts are printed there
    done = shell("> /dev/full", "verify", "--batch", batch)
    # THEN one sentence says what is wrong with it, not with the gate
    expected = "Error: The output cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, expected)
    # WHEN a report is printed there
    done = shell("> /dev/full", "ask", QUESTION, "--corpus", corpus, "--quiet")
    # THEN the sentence says how to get it, and that works
    assert done.returncode == 1
    sentence, _, again = done.stderr.strip().partition(" Get it with: cite-or-refuse ")
    assert sentence + "\n" == expected
    assert "512 MB" in shell("", *again.split()).stdout


@needs_full
def test_a_full_stderr_does_not_end_a_run(home: Path, corpus: Path):
    # GIVEN a disk without room behind stderr
    # WHEN a question is asked
    done = shell("2> /dev/full", "ask", QUESTION, "--corpus", corpus)
    # THEN the report comes, with its own exit code
    assert (done.returncode, "512 MB" in done.stdout) == (0, True)


def test_a_reader_who_leaves_early_sees_no_traceback(home: Path, batch: Path):
    # GIVEN more verdicts than a pipe holds
    # WHEN their reader takes one line
    done = shell("| head -n 1", "verify", "--batch", batch)
    # THEN nothing is said, and the code is that of an answer that could not be written
    assert (done.returncode, done.stderr) == (1, "")
    assert len(done.stdout.splitlines()) == 1


@needs_full
def test_files_that_cannot_be_written_cost_no_report(
    command: Command, corpus: Path, tmp_path: Path
):
    # GIVEN a folder in which one file is on a full disk
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.md").symlink_to("/dev/full")
    # WHEN a run is to be left there
    done = command("ask", QUESTION, "--corpus", corpus, "--out", out, "--quiet")
    # THEN its report is printed all the same, and one sentence names the file and a way on
    assert "512 MB" in done.out
    assert done.code == 1
    [sentence] = done.sentences
    assert f"{out / 'report.md'} cannot be written: No space left on device." in sentence
    again = sentence.partition("cite-or-refuse ")[2].split()
    assert command(*again).out == done.out


@pytest.mark.parametrize(
    "module",
    ["click", "cite_or_refuse.domain.outcome", "cite_or_refuse.runtime.cli.runs", "sqlite3"],
)
def test_ctrl_c_while_the_program_is_loaded_is_no_traceback(home: Path, module: str):
    # GIVEN somebody who presses Ctrl-C while a module is imported
    program = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    # WHEN a command is given
    words = [sys.executable, "-c", program + MAIN, "runs"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    # THEN it ends as an interrupted one
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Interrupted.")


@pytest.mark.parametrize("value", ["", "  "], ids=repr)
@pytest.mark.parametrize("option", ["--out", "--model", "--budget", "--allow-host"])
def test_a_blank_value_is_no_value(command: Command, corpus: Path, option: str, value: str):
    # GIVEN an option whose value is blank, as from an unset variable of a shell
    # WHEN a question is asked with it
    done = command("ask", QUESTION, "--corpus", corpus, option, value)
    # THEN it is a usage error, and no run is spent
    assert (done.code, done.out) == (2, "")
    assert "is blank" in " ".join(done.sentences)
    assert command("runs").out == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[\n{", "sources.json: This is no JSON: it breaks at line 2, column 2."),
        ("{}", "sources.json: The sources are no list"),
        ("[" + "9" * 5000 + "]", "a number has 5000 digits, and at most 4300 are read"),
    ],
    ids=lambda value: value[:12],
)
def test_what_is_wrong_with_sources_is_told_with_its_place(
    command: Command, tmp_path: Path, text: str, words: str
):
    # GIVEN sources that are none
    draft, sources = tmp_path / "draft.md", tmp_path / "sources.json"
    draft.write_text("Text.[^1]", encoding="utf-8")
    sources.write_text(text, encoding="utf-8")
    # WHEN a draft is verified against them
    done = command("verify", draft, "--sources", sources)
    # THEN one sentence names the file, the line where there is one, and nothing of Python
    assert done.code == 2
    [sentence] = done.sentences
    assert words in sentence
    assert "line 2" in sentence or not text.startswith("[\n")
    assert str(sources) in sentence
    assert "sys." not in sentence


def test_a_bad_line_of_a_batch_is_told_by_its_number(command: Command, batch: Path):
    # GIVEN a batch whose second line is none
    good = batch.read_text(encoding="utf-8").splitlines()[0]
    batch.write_text(f"{good}\n{{\n{good}\n", encoding="utf-8")
    # WHEN it is verified
    done = command("verify", "--batch", batch)
    # THEN the answer in its place names it
    assert json.loads(done.out.splitlines()[1])["error"].startswith("Line 2: This is no JSON: ")
    assert done.code == 2


def test_a_batch_that_is_interrupted_ends_as_such(home: Path, batch: Path):
    # GIVEN a batch that waits for more lines
    words = [sys.executable, "-c", MAIN, "verify", "--batch", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, text=True, **pipes) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(batch.read_text(encoding="utf-8").splitlines()[0] + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        # WHEN somebody presses Ctrl-C
        os.kill(process.pid, 2)
        _, told = process.communicate(timeout=30)
    # THEN it says so and no more
    assert (process.returncode, told.strip()) == (130, "Interrupted.")
