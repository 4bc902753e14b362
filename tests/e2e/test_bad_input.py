"""What people really give a program: one clear sentence, the right exit code, nothing lost."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Command, Done
from tests.processes import a_python

QUESTION = "What is the default cache size of Tarn?"
TARN = "# Tarn\n\nTarn is a store. The default cache size of Tarn is 512 MB.\n"
SOURCE = {"title": "t", "url": "https://tarn.example", "snippet": "", "content": TARN}
LARGE = 200_000_000

# Stands in for a model that takes its time: it writes when the test says so.
SLOW = """
import sys
from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.runtime import wiring
from cite_or_refuse.runtime.cli.main import run

class Slow(ScriptedModel):
    def write(self, assignment):
        print("writing", flush=True)
        sys.stdin.readline()
        return super().write(assignment)

draft = "The default cache size of Tarn is 512 MB.[^1]"
wiring._model = lambda spec: Slow(drafts=[draft], opinions=[Verdict.ACCEPT])
sys.exit(run(["ask", *sys.argv[1:]]))
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "tarn.md").write_text(TARN, encoding="utf-8")
    return folder


def a_sparse_file(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(LARGE)
    return path


def assert_one_sentence(done: Done, code: int, words: str) -> None:
    assert done.code == code, done
    assert done.out == ""
    assert len(done.sentences) == 1, done.err
    assert words in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([""], "The question is empty"),
        (["  \n\u2028\t"], "The question is empty"),
        ([" ".join(["word"] * 10_000)], "at most 4000"),
        (["a\0b"], "NUL"),
        (["a\ud800b"], "not valid Unicode"),
        ([], "Missing argument 'QUESTION'"),
        ([QUESTION, "--corpus", "/no/such/folder"], "'/no/such/folder' does not exist"),
        ([QUESTION, "--model", "no:such"], "The model 'no:such' cannot be set up"),
        ([QUESTION, "--max-revisions", "-1"], "from 0 to 3"),
        ([QUESTION, "--max-revisions", "4"], "from 0 to 3"),
        ([QUESTION, "--max-revisions", "many"], "'many' is not a valid integer"),
        ([QUESTION, "--human", "--wait", "0"], "from 1 to 1440"),
        ([QUESTION, "--human", "--wait", "9" * 5000], "is not a valid integer"),
        ([QUESTION, "--wait", "5"], "--wait says how long --human waits"),
        ([QUESTION, "--no-such-option"], "No such option"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_question_that_cannot_be_asked_spends_no_run(
    command: Command, corpus: Path, arguments: list[str], words: str
):
    # GIVEN a command that cannot be meant
    # WHEN it is given
    done = command("ask", "--quiet", "--corpus", corpus, *arguments)
    # THEN a sentence says what is wrong with it, and no run was begun
    assert_one_sentence(done, 2, words)
    assert command("runs").out == ""


def test_bytes_that_are_no_text_are_told_from_a_shell(home: Path, corpus: Path):
    # GIVEN an argument that is not UTF-8, as a shell passes it on
    arguments = [sys.executable, "-c", "from cite_or_refuse.runtime.cli import main; main()"]
    # WHEN it is asked, and named as a run, a model, a file
    for rest in (
        [b"ask", b"caf\xe9", b"--corpus", os.fsencode(corpus)],
        [b"show", b"\xff"],
        [b"ask", b"x", b"--model", b"\xff", b"--corpus", os.fsencode(corpus)],
        [b"verify", b"\xff.md", b"--sources", b"\xfe.json"],
    ):
        done = subprocess.run([*arguments, *rest], capture_output=True, check=False)
        # THEN it is a usage error, in words
        assert (done.returncode, done.stdout) == (2, b""), rest
        assert b"Traceback" not in done.stderr
        assert b"rror: " in done.stderr


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions bind no superuser")
def test_a_corpus_that_may_not_be_read(command: Command, corpus: Path):
    # GIVEN a corpus of one file without permissions
    (corpus / "tarn.md").chmod(0)
    # WHEN it is asked
    done = command("ask", QUESTION, "--corpus", corpus, "--quiet")
    # THEN a sentence says so
    assert_one_sentence(done, 2, "cannot be read")


@pytest.mark.parametrize("kind", ["binary", "large", "empty"])
def test_a_corpus_without_a_readable_file(command: Command, tmp_path: Path, kind: str):
    # GIVEN a corpus whose only file is no document
    path = tmp_path / "only.md"
    if kind == "large":
        a_sparse_file(path)
    else:
        path.write_bytes(b"" if kind == "empty" else bytes(range(256)) * 40)
    # WHEN it is asked
    done = command("ask", QUESTION, "--corpus", path, "--quiet")
    # THEN a sentence says that there is nothing to search, and no run was begun
    assert_one_sentence(done, 2, "There is nothing to search")
    assert command("runs").out == ""


def test_bad_files_beside_a_good_one_do_no_harm(command: Command, corpus: Path):
    # GIVEN a corpus with a good document and two that cannot be read
    (corpus / "noise.txt").write_bytes(os.urandom(5000))
    a_sparse_file(corpus / "dump.txt")
    # WHEN it is asked
    done = command("ask", QUESTION, "--corpus", corpus)
    # THEN the good one answers
    assert done.code in (0, 4), done
    assert "512 MB" in done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("# טארן\n\nגודל המטמון של טארן הוא 512 מגה.\n", "מה גודל המטמון של טארן?"),
        (
            "# ターン\n\nターンのキャッシュの大きさは 512 MB です。\n",
            "ターンのキャッシュの大きさは?",
        ),
        ("# Tarn\n\nTarn keeps 512 MB.\u2028Tarn is a store.\n", "What does Tarn\u2028keep?"),
    ],
    ids=["right-to-left", "CJK", "line separators"],
)
def test_any_script_may_be_asked_in(command: Command, corpus: Path, text: str, question: str):
    # GIVEN a document and a question in one script
    (corpus / "tarn.md").write_text(text, encoding="utf-8")
    # WHEN it is asked
    done = command("ask", question, "--corpus", corpus, "--json", "--quiet")
    # THEN the run ends with an outcome, in one line of ASCII
    assert done.code in (0, 3, 4)
    assert done.err == ""
    assert done.out.isascii()
    assert done.out.count("\n") == 1
    assert json.loads(done.out)["question"] == " ".join(question.split())


@pytest.mark.parametrize("name", ["", "r1", "../../etc/passwd", "x" * 10_000, "é\u202e", "a\0b"])
@pytest.mark.parametrize("order", ["show", "resume"])
def test_a_run_that_nobody_knows(command: Command, home: Path, order: str, name: str):
    # GIVEN an id that no run has
    # WHEN it is named
    done = command(order, name)
    # THEN a sentence says so, and nothing is made of the name
    assert_one_sentence(done, 2, "run")
    assert not (home / "walks").exists()


@pytest.mark.parametrize("choice", [["--accept"], ["--refuse"], ["--revise", "More."]])
def test_a_decision_on_a_finished_run(command: Command, corpus: Path, choice: list[str]):
    # GIVEN a run that has ended
    command("ask", QUESTION, "--corpus", corpus)
    before = command("runs").out
    run_id = before.split()[0]
    report = command("show", run_id).out
    # WHEN somebody decides
    done = command("resume", run_id, *choice, "--quiet")
    # THEN it is told that nobody waits for it, and the run is as it was
    assert_one_sentence(done, 2, "does not wait for this decision")
    assert (command("runs").out, command("show", run_id).out) == (before, report)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (["--accept", "--refuse"], "Choose one of"),
        (["--accept", "--revise", "x"], "Choose one of"),
        (["--rounds", "2"], "--rounds goes with --revise"),
        (["--revise", "x", "--rounds", "0"], "0 is not in the range 1<=x<=10"),
        (["--revise", "x", "--rounds", "11"], "11 is not in the range 1<=x<=10"),
    ],
)
def test_a_decision_that_cannot_be_meant(command: Command, choice: list[str], words: str):
    # GIVEN a choice that contradicts itself
    # WHEN it is made
    # THEN a sentence says so
    assert_one_sentence(command("resume", "r1", *choice), 2, words)


def test_a_finished_run_is_printed_though_its_documents_are_gone(command: Command, corpus: Path):
    # GIVEN a run that has ended, and whose documents were then deleted
    asked = command("ask", QUESTION, "--corpus", corpus)
    run_id = command("runs").out.split()[0]
    shutil.rmtree(corpus)
    # WHEN it is resumed
    done = command("resume", run_id)
    # THEN it is printed again, while a new question is told what is missing
    assert (done.code, done.out) == (asked.code, asked.out)
    assert_one_sentence(command("ask", QUESTION, "--corpus", corpus), 2, "does not exist")


def test_two_processes_resume_one_run(command: Command, home: Path, corpus: Path):
    # GIVEN a run on which another process is at work
    with a_python(SLOW, QUESTION, "--corpus", corpus, "--quiet") as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "writing\n"
        run_id = command("runs").out.split()[0]
        # WHEN a second one resumes it
        done = command("resume", run_id, "--quiet")
        seen = command("show", run_id)
        report, _ = other.communicate("go on\n", timeout=60)
    # THEN it is told so, and the first one's work is not disturbed
    assert_one_sentence(done, 2, "is being worked on by another process")
    assert seen.code == 5
    assert (other.returncode, "**ACCEPTED**" in report) == (0, True)
    assert command("show", run_id).out == report


@pytest.mark.parametrize("order", [["runs"], ["show", "r1"], ["ask", QUESTION]])
def test_a_home_that_cannot_be_written(
    command: Command, corpus: Path, monkeypatch: pytest.MonkeyPatch, order: list[str]
):
    # GIVEN a home below a file
    monkeypatch.setenv("CITE_OR_REFUSE_HOME", str(corpus / "tarn.md" / "home"))
    # WHEN a command needs it
    if order[0] == "ask":
        order = [*order, "--corpus", str(corpus), "--quiet"]
    done = command(*order)
    # THEN a sentence names the folder
    assert done.code in (1, 2)
    assert_one_sentence(done, done.code, "tarn.md/home")


def test_settings_that_make_no_sense(command: Command, monkeypatch: pytest.MonkeyPatch):
    # GIVEN a setting that is no number
    monkeypatch.setenv("CITE_OR_REFUSE_MAX_REVISIONS", "٣")
    # WHEN a command reads it
    # THEN a sentence names it
    assert_one_sentence(command("runs"), 2, "CITE_OR_REFUSE_MAX_REVISIONS")


def test_a_place_for_the_files_that_cannot_be_written(command: Command, corpus: Path):
    # GIVEN places that are a file, below a file, and that hold a folder named like our file
    (corpus / "report.md").mkdir()
    places = {
        corpus / "tarn.md": "is a file",
        corpus / "tarn.md" / "out": "Nothing can be written",
        corpus: "a file has to take its place",
    }
    for place, words in places.items():
        # WHEN the files of a run shall go there
        done = command("ask", QUESTION, "--corpus", corpus, "--out", place, "--quiet")
        # THEN it is told before a run is spent
        assert_one_sentence(done, 2, words)
    assert command("runs").out == ""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    path = tmp_path / "sources.json"
    path.write_text(json.dumps([SOURCE]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("The cache is 512 MB.[^" + "9" * 5000 + "]", 3),
        ("The cache is 512 MB.[^" + "٣" * 5000 + "]", 3),
        ("The default\0cache\0size.[^1]", 3),
        ("", 3),
        ("\ufeff", 3),
        ("גודל המטמון.[^1]", 3),
        ("キャッシュの大きさは 512 MB です。[^1]", None),
        ("\u202eThe default cache size of Tarn is 512 MB.\u2028[^1]", None),
        ("[^1]" * 20_000, 3),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_strange_draft_is_judged(
    command: Command, tmp_path: Path, sources: Path, draft: str, code: int | None
):
    # GIVEN a draft that no writer should have written
    path = tmp_path / "draft.md"
    path.write_bytes(draft.encode())
    # WHEN it is verified
    done = command("verify", path, "--sources", sources)
    # THEN it is judged like any other, and what is printed moves no cursor and turns no line
    assert done.code == code or (code is None and done.code in (0, 3))
    assert done.err == ""
    assert not set("\0\u202e\u2028\ufeff") & set(done.out)


@pytest.mark.parametrize("which", ["draft", "sources"])
@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\xff\xfe", "x".encode("utf-16"), None], ids=repr
)
def test_a_file_that_is_no_text(
    command: Command, tmp_path: Path, sources: Path, which: str, content: bytes | None
):
    # GIVEN a file that is no text, or too much of it, as the draft or as the sources
    draft, bad = tmp_path / "draft.md", tmp_path / "bad"
    draft.write_text("Text.[^1]", encoding="utf-8")
    if content is None:
        a_sparse_file(bad)
    else:
        bad.write_bytes(content)
    files = (bad, sources) if which == "draft" else (draft, bad)
    # WHEN it is verified
    done = command("verify", files[0], "--sources", files[1])
    # THEN a sentence names the file
    why = "is not UTF-8 text" if content else "is larger than 64 MiB"
    assert_one_sentence(done, 2, f"{bad} {why}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is no JSON"),
        ("{", "This is no JSON"),
        ("{}", "The sources are no list"),
        ("[[]]", "Source 1 is no object"),
        ('[{"url": "x"}]', "Source 1 has no 'content'"),
        ('[{"url": 1, "content": "x"}]', "The 'url' of source 1 is no string"),
        ("[" * 100_000, "nested too deeply"),
        ("[NaN]", "no number of JSON"),
    ],
    ids=lambda value: value[:20],
)
def test_sources_that_are_none(command: Command, tmp_path: Path, text: str, words: str):
    # GIVEN a file that is no list of sources
    draft, sources = tmp_path / "draft.md", tmp_path / "sources.json"
    draft.write_text("Text.[^1]", encoding="utf-8")
    sources.write_text(text, encoding="utf-8")
    # WHEN it is verified
    # THEN a sentence says what is wrong
    assert_one_sentence(command("verify", draft, "--sources", sources), 2, words)


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["verify", "no-such.md", "--sources", "no-such.json"],
        ["verify", "--batch", "no-such.jsonl"],
        ["verify", "--batch", "-", "--sources", "-"],
        ["verify", "-"],
        ["no-such-command"],
        ["runs", "--status", "no-such"],
        ["runs", "--limit", "0"],
    ],
    ids=" ".join,
)
def test_a_command_that_cannot_be_meant(command: Command, arguments: list[str]):
    # GIVEN a command that lacks something, or has too much
    # WHEN it is given
    # THEN a sentence says so
    assert_one_sentence(command(*arguments), 2, "Error: ")


def test_a_batch_of_one_line_without_end(command: Command, tmp_path: Path):
    # GIVEN 200 MB of zeros without a line break, and a line that is one
    batch = a_sparse_file(tmp_path / "zeros.jsonl")
    with batch.open("ab") as file:
        file.write(b"\n" + json.dumps({"id": 2, "draft": "", "sources": []}).encode())
    # WHEN it is verified
    done = command("verify", "--batch", batch)
    # THEN the first is told to be too long, and the second is judged
    first, second = map(json.loads, done.out.splitlines())
    assert first == {"id": None, "error": "Line 1 is longer than 64 MiB."}
    assert (second["id"], second["outcome"], done.code) == (2, "refused", 2)


def test_json_with_separators_and_lone_surrogates_stays_one_line(command: Command):
    # GIVEN a line whose texts hold line separators and half characters
    odd = "a\u2028b\u2029c\x85d\ud800e"
    line = {"id": odd, "draft": f"{odd}.[^1]", "sources": [SOURCE | {"content": odd}]}
    raw = json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass")
    escaped = json.dumps(line).encode()
    # WHEN it comes escaped, and as bytes that are not UTF-8
    done = command("verify", "--batch", "-", stdin=escaped + b"\n" + raw)
    # THEN the first is judged in one line of ASCII, and the second is told to be no text
    first, second = map(json.loads, done.out.splitlines())
    assert first["id"] == odd
    assert "not UTF-8" in second["error"]
    assert done.out.isascii()


def test_a_reader_who_leaves_is_not_told_about_it(tmp_path: Path):
    # GIVEN more answers than a pipe holds, and a reader who takes one
    line = json.dumps({"id": "x" * 5000, "draft": "", "sources": []}) + "\n"
    batch = tmp_path / "many.jsonl"
    batch.write_text(line * 200, encoding="utf-8")
    main = [sys.executable, "-c", "from cite_or_refuse.runtime.cli import main; main()"]
    with subprocess.Popen(
        [*main, "verify", "--batch", str(batch)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        # WHEN the reader leaves
        process.stdout.close()
        # THEN there is no complaint
        assert process.stderr.read() == b""
