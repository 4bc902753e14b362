import json
import subprocess
import sys
from pathlib import Path

import pytest

from cite_or_refuse.runtime import judging
from tests.e2e.conftest import Command

SOURCES = [
    {
        "title": "Tarn notes",
        "url": "https://docs.example.org/tarn",
        "snippet": "",
        "content": "The default cache size is 512 MB. Tarn 2.4 was released on 5 March 2024.",
    }
]
TRUE = "The default cache size is 512 MB.[^1]\n"
FALSE = "The default cache size is 512 MB.[^1] Tarn 9.7 was released on 5 March 2024.[^1]\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    draft, sources = tmp_path / "draft.md", tmp_path / "sources.json"
    draft.write_text(TRUE, encoding="utf-8")
    sources.write_text(json.dumps(SOURCES), encoding="utf-8")
    return draft, sources


def test_a_grounded_report_is_said_to_be_grounded(command: Command, files: tuple[Path, Path]):
    # GIVEN a report whose one claim stands in its source
    draft, sources = files
    # WHEN it is verified
    done = command("verify", draft, "--sources", sources)
    # THEN it says so, and exits 0
    assert (done.code, done.out, done.err) == (0, "grounded: 1 of 1 claims stand\n", "")


def test_a_bad_claim_gets_a_line_with_what_is_missing(command: Command, files: tuple[Path, Path]):
    # GIVEN a report with a version that its source does not have
    draft, sources = files
    draft.write_text(FALSE, encoding="utf-8")
    # WHEN it is verified
    done = command("verify", draft, "--sources", sources)
    # THEN that claim alone is printed, and the exit code is that of a refusal
    bad, summary = done.out.splitlines()
    assert bad.startswith("unsupported: Tarn 9.7 was released on 5 March 2024.[^1] (missing: ")
    assert "9.7" in bad.partition("missing:")[2]
    assert summary == "refused (unsupported_claim): 1 of 2 claims stand"
    assert done.code == 3


def test_a_report_that_only_resembles_ours_is_judged(command: Command, files: tuple[Path, Path]):
    # GIVEN somebody's report that begins much as ours do
    draft, sources = files
    for head in (
        "# Tarn\n\n**ACCEPTED**: by the board.\n\n",
        "**ACCEPTED**: each claim stands.\n\n",
    ):
        draft.write_text(head + FALSE, encoding="utf-8")
        # WHEN it is verified, THEN the gate decides
        assert command("verify", draft, "--sources", sources).code == 3


def test_a_programs_answer_is_one_object(command: Command, files: tuple[Path, Path]):
    # GIVEN a report whose marker needs a repair
    draft, sources = files
    draft.write_text(TRUE.replace("[^1]", "[1]"), encoding="utf-8")
    # WHEN a program asks for it
    done = command("verify", draft, "--sources", sources, "--json")
    # THEN it gets a batch line's object without an id, and what was repaired
    answer = json.loads(done.out)
    assert set(answer) == {"outcome", "reasons", "claims", "changes"}
    assert answer["outcome"] == "grounded"
    assert answer["changes"]
    assert done.out.isascii()


def test_a_batch_exits_with_its_worst_line(command: Command, tmp_path: Path):
    # GIVEN lines that are grounded, refused and unusable
    good = json.dumps({"id": 1, "draft": TRUE, "sources": SOURCES})
    bad = json.dumps({"id": 2, "draft": FALSE, "sources": SOURCES})
    batch = tmp_path / "reports.jsonl"
    for lines, code in (([good], 0), ([good, bad], 3), ([bad, "{", good], 2), ([], 0)):
        batch.write_text("\n".join(lines), encoding="utf-8")
        # WHEN they are verified, from a file and from stdin
        done = command("verify", "--batch", batch)
        piped = command("verify", "--batch", "-", stdin=batch.read_bytes())
        # THEN there is a line for each, and the exit code of the worst
        assert len(done.out.splitlines()) == len(lines)
        assert (done.code, piped.code) == (code, code)
        assert done.out == piped.out


def test_a_gate_that_breaks_decides_nothing(
    command: Command, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a gate that raises
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by the test")

    monkeypatch.setattr(judging, "check", broken)
    draft, sources = files
    # WHEN a report is verified
    done = command("verify", draft, "--sources", sources, "--json")
    # THEN it is neither grounded nor refused
    assert (done.code, done.out) == (1, "")
    assert done.sentences == ["Error: The gate itself broke: ZeroDivisionError: by the test"]


def test_a_batch_is_judged_in_little_memory(tmp_path: Path):
    # GIVEN a batch of 40 MB
    line = json.dumps({"id": 1, "draft": TRUE, "sources": SOURCES, "x": "y" * 100_000}) + "\n"
    batch = tmp_path / "large.jsonl"
    batch.write_text(line * 400, encoding="utf-8")
    # WHEN it is verified by a process that counts its memory, but for that of the program itself
    code = (
        "import sys, tracemalloc\n"
        "import cite_or_refuse.gate\n"
        "from cite_or_refuse.runtime.cli.main import run\n"
        "tracemalloc.start()\n"
        f"code = run(['verify', '--batch', {str(batch)!r}])\n"
        "print(code, tracemalloc.get_traced_memory()[1], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # THEN each line is answered, and the file was never held whole
    exit_code, peak = map(int, done.stderr.split())
    assert (exit_code, len(done.stdout.splitlines())) == (0, 400)
    assert peak < 8e6


def test_verify_starts_without_the_engine():
    # GIVEN a fresh process
    code = (
        "import sys\n"
        "from cite_or_refuse.runtime.cli.main import run\n"
        "run(['verify', '--help'])\n"
        "print(sorted(set(sys.modules) & set(sys.argv[1:])), file=sys.stderr)\n"
    )
    heavy = ["langgraph", "langchain_core", "sqlite3", "bs4", "lxml", "boto3", "pydantic"]
    # WHEN the command is loaded
    done = subprocess.run(
        [sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True
    )
    # THEN none of what only a run needs was loaded with it
    assert done.stderr.strip() == "[]"
