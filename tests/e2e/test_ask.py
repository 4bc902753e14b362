import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cite_or_refuse.adapters.scripted import FixedFetcher, FixedSearch, ScriptedModel
from cite_or_refuse.domain.errors import PermanentError
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.cli import ask, resume
from cite_or_refuse.runtime.settings import Settings
from cite_or_refuse.runtime.wiring import build_ports, open_store
from tests.builders import a_source, some_ports
from tests.e2e.conftest import Command, Done

TARN = "The default cache size is 512 MB. Set TARN_CACHE_MB to change it."
TRUE = "The default cache size is 512 MB.[^1]\n"
ALSO = "Set TARN_CACHE_MB to change it.[^1]\n"
FALSE = "Tarn earned 730 million dollars.[^1]\n"
QUESTION = "How large is Tarn's cache?"

Script = Callable[..., ScriptedModel]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Let a scripted model answer over one source, or none."""

    def say(*drafts: object, opinions: tuple[object, ...] = (), found: bool = True):
        model = ScriptedModel(drafts=drafts, opinions=opinions)
        sources = [a_source(TARN)] if found else []
        fakes = {"searches": (FixedSearch(sources),), "fetcher": FixedFetcher(sources)}

        def build(settings: Settings, _: Options, progress: Callable[[str], None]) -> Ports:
            ports = some_ports(model, store=open_store(settings), progress=progress, **fakes)
            return replace(ports, now=lambda: datetime.now(UTC))

        monkeypatch.setattr(ask, "build_ports", build)
        monkeypatch.setattr(resume, "build_ports", build)
        return model

    return say


def run_id_of(done: Done) -> str:
    return json.loads(done.out)["run_id"]


def test_a_question_becomes_a_report_on_stdout_and_progress_on_stderr(
    command: Command, script: Script
):
    # GIVEN a draft that stands, and a reviewer who accepts it
    script(TRUE, opinions=(Verdict.ACCEPT,))
    # WHEN the question is asked
    done = command("ask", QUESTION)
    # THEN the report is the only thing on stdout, and each step was told on stderr
    assert done.code == 0
    assert done.out.startswith(f"# {QUESTION}\n\n**ACCEPTED**")
    assert TRUE in done.out
    assert "[^1]: Tarn notes. <https://docs.example.org/" in done.out
    assert "\x1b" not in done.out + done.err
    steps = [line.partition(":")[0] for line in done.err.splitlines() if ": " in line]
    assert steps == [
        "supervisor", "researcher", "supervisor", "writer", "validate", "reviewer", "publish"
    ]  # fmt: skip
    assert "reviewer: read the draft: accepted\npublish: ended the run: accepted\n" in done.err


def test_quiet_leaves_stderr_empty(command: Command, script: Script):
    # GIVEN a draft that stands
    script(TRUE, opinions=(Verdict.ACCEPT,))
    # WHEN the question is asked quietly
    done = command("ask", QUESTION, "--quiet")
    # THEN there is the report and nothing else
    assert (done.code, done.err) == (0, "")


def test_a_program_gets_one_object_and_nothing_else(command: Command, script: Script):
    # GIVEN a draft that stands
    script(TRUE, opinions=(Verdict.ACCEPT,))
    # WHEN a program asks
    done = command("ask", QUESTION, "--json")
    # THEN stdout is one object of ASCII, with these fields
    answer = json.loads(done.out)
    assert done.out.isascii()
    assert list(answer) == [
        "run_id", "outcome", "reason", "question", "started_by", "model", "revision", "report",
        "draft", "search", "allow_hosts", "sources", "asked", "unfetched", "claims", "cut", "notes",
        "left_out", "usage", "trail",
    ]  # fmt: skip
    assert [source["chars"] for source in answer["sources"]] == [len(TARN)]
    assert [step["step"] for step in answer["trail"]][-1] == "publish"
    for span in answer["claims"][0]["evidence"]:
        assert TARN[span["start"] : span["end"]] == span["quote"]


def test_the_files_of_a_run_pass_verify(command: Command, script: Script, tmp_path: Path):
    # GIVEN a run that was accepted and left its files
    script(TRUE, opinions=(Verdict.ACCEPT,))
    out = tmp_path / "new" / "out"
    asked = command("ask", QUESTION, "--out", out)
    # WHEN its draft is verified against its sources
    done = command("verify", out / "draft.md", "--sources", out / "sources.json")
    # THEN it is grounded, and the files say what stdout said
    assert (done.code, done.out) == (0, "grounded: 1 of 1 claims stand\n")
    assert (out / "report.md").read_text(encoding="utf-8") == asked.out
    whole = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert whole["report"] == asked.out
    assert {path.name for path in out.iterdir()} == {
        "report.md", "run.json", "draft.md", "sources.json"
    }  # fmt: skip


def test_a_report_of_ours_is_sent_to_its_draft(command: Command, script: Script, tmp_path: Path):
    # GIVEN a run that shipped, whole or cut, and left its files
    for drafts, rewrites in ((TRUE, 3), (f"{TRUE}\n{FALSE}", 0)):
        script(drafts, opinions=(Verdict.ACCEPT,))
        command("ask", QUESTION, "--out", tmp_path, "--max-revisions", rewrites)
        # WHEN its report is verified, which has a frame that cites nothing, in lines of any system
        report = tmp_path / "report.md"
        for end in ("\n", "\r\n"):
            report.write_text(report.read_text(encoding="utf-8"), encoding="utf-8", newline=end)
            done = command("verify", report, "--sources", tmp_path / "sources.json")
            # THEN nothing is judged, and one sentence says what to verify
            assert (done.code, done.out) == (2, "")
            [sentence] = done.sentences
            assert sentence.startswith(f"Error: {report} is a report of cite-or-refuse")
            assert "draft.md" in sentence


def test_a_refusal_leaves_no_draft_of_an_earlier_run(
    command: Command, script: Script, tmp_path: Path
):
    # GIVEN a folder with the files of an accepted run, and a file of the user's own
    script(TRUE, opinions=(Verdict.ACCEPT,))
    command("ask", QUESTION, "--out", tmp_path)
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    # WHEN another run into it is refused
    script(FALSE)
    done = command("ask", QUESTION, "--out", tmp_path, "--max-revisions", 0)
    # THEN the old draft is gone, and what was not ours is not
    assert done.code == 3
    assert not (tmp_path / "draft.md").exists()
    assert "INSUFFICIENT GROUNDING" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "mine.txt").exists()


def test_a_refusal_names_what_was_missing_and_what_is_near(command: Command, script: Script):
    # GIVEN a model that invents
    script(FALSE)
    # WHEN the question is asked
    done = command("ask", QUESTION, "--max-revisions", 0, "--quiet")
    # THEN nothing of the draft ships as an answer
    assert done.code == 3
    assert "**INSUFFICIENT GROUNDING**" in done.out
    assert "Claims that died:" in done.out
    assert "730" in done.out.partition("missing:")[2]
    assert "[^1]" not in done.out


def test_nothing_found_is_a_refusal(command: Command, script: Script):
    # GIVEN a search that finds nothing
    script(found=False)
    # WHEN the question is asked
    done = command("ask", QUESTION, "--quiet")
    # THEN it says so, and what was searched
    assert done.code == 3
    assert "(`no_sources`)" in done.out
    assert "fixed, “How large is Tarn's cache?”: found nothing" in done.out


def test_at_the_cap_what_stands_ships_and_what_does_not_is_told(command: Command, script: Script):
    # GIVEN a draft of which half stands
    script(f"{TRUE}\n{FALSE}")
    # WHEN no rewrite is allowed
    done = command("ask", QUESTION, "--max-revisions", 0, "--quiet")
    # THEN the other half is named above the draft, and only there
    assert done.code == 4
    top, _, rest = done.out.partition(TRUE)
    assert "**CAPPED**" in top
    assert "730 million" in top
    assert "730" not in rest


def test_a_person_decides_at_the_cap(command: Command, script: Script):
    # GIVEN a reviewer who is never content, and a person who was asked for
    script(TRUE, opinions=(Verdict.REVISE,))
    waiting = command("ask", QUESTION, "--max-revisions", 0, "--human", "--wait", 60, "--json")
    run_id = run_id_of(waiting)
    shown = command("show", run_id)
    # WHEN the person accepts
    done = command("resume", run_id, "--accept", "--quiet")
    # THEN the run waited, said how to decide, and is accepted now
    assert (waiting.code, shown.code, done.code) == (5, 5, 0)
    assert f"cite-or-refuse resume {run_id} --accept" in shown.out
    assert "a person accepted the draft" in done.out


def test_a_person_refuses(command: Command, script: Script):
    # GIVEN a run that waits
    script(TRUE, opinions=(Verdict.REVISE,))
    run_id = run_id_of(command("ask", QUESTION, "--max-revisions", 0, "--human", "--json"))
    # WHEN the person refuses
    done = command("resume", run_id, "--refuse", "--quiet")
    # THEN nothing ships
    assert done.code == 3
    assert "**REFUSED**: a person read the draft and refused it (`human_refused`)." in done.out
    assert TRUE not in done.out


def test_a_person_decides_though_the_documents_are_gone(
    command: Command, script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a run that waits, and whose folder of documents was deleted meanwhile
    script(TRUE, opinions=(Verdict.REVISE,))
    corpus = tmp_path / "docs"
    corpus.mkdir()
    options = ("--corpus", corpus, "--max-revisions", 0, "--human", "--json")
    run_id = run_id_of(command("ask", QUESTION, *options))
    corpus.rmdir()
    # WHEN the person accepts, and the ports are the real ones
    monkeypatch.setattr(resume, "build_ports", build_ports)
    done = command("resume", run_id, "--accept", "--quiet")
    # THEN the sources that the run keeps are enough
    assert (done.code, done.err) == (0, "")
    assert TRUE in done.out


def test_a_person_asks_for_another_draft(command: Command, script: Script):
    # GIVEN a run that waits, and a model that will do better
    script(TRUE, opinions=(Verdict.REVISE,))
    run_id = run_id_of(command("ask", QUESTION, "--max-revisions", 0, "--human", "--json"))
    model = script(f"{TRUE}\n{ALSO}", opinions=(Verdict.ACCEPT,))
    # WHEN the person sends it back with a note and two rounds
    done = command("resume", run_id, "--revise", "Say how to change it.", "--rounds", 2)
    # THEN the model saw the note, and the new draft passed the gate and the reviewer
    assert done.code == 0
    assert "Say how to change it." in model.assignments[0].notes
    assert "writer: rewrote the draft (1 of at most 2 times)" in done.err


@pytest.mark.parametrize(("model", "told"), [("extractive", True), ("ollama:qwen3", False)])
def test_who_sends_a_draft_back_hears_if_no_model_reads_the_note(
    command: Command, script: Script, model: str, told: bool
):
    # GIVEN a run that waits, written with a language model or without one
    script(TRUE, opinions=(Verdict.REVISE,))
    options = ("--max-revisions", 0, "--human", "--json", "--model", model)
    run_id = run_id_of(command("ask", QUESTION, *options))
    script(f"{TRUE}\n{ALSO}", opinions=(Verdict.ACCEPT,))
    # WHEN the person sends it back with a note
    waiting = command("show", run_id)
    done = command("resume", run_id, "--revise", "Say how to change it.")
    # THEN it is said what becomes of the note, before and then, if nobody reads it
    assert ("with sentences that hold words of NOTES" in waiting.out) == told
    assert ("nothing is reworded" in done.err) == told


def test_what_breaks_is_kept_and_resume_goes_on(command: Command, script: Script):
    # GIVEN a model that cannot be reached
    script(PermanentError("There is no such model."))
    failed = command("ask", QUESTION, "--json")
    run_id = run_id_of(failed)
    told = command("show", run_id)
    # WHEN it can be reached again
    script(TRUE, opinions=(Verdict.ACCEPT,))
    done = command("resume", run_id, "--json")
    # THEN the run had failed with its evidence kept, and goes on without searching again
    assert (failed.code, told.code, done.code) == (1, 1, 0)
    assert f"Go on with: `cite-or-refuse resume {run_id}`" in told.out
    steps = [step["step"] for step in json.loads(done.out)["trail"]]
    assert steps.count("researcher") == 1


def test_a_finished_run_is_printed_again(command: Command, script: Script):
    # GIVEN a run that was accepted
    script(TRUE, opinions=(Verdict.ACCEPT,))
    asked = command("ask", QUESTION)
    run_id = command("runs").out.split()[0]
    # WHEN it is resumed, or shown
    script()
    resumed, shown = command("resume", run_id), command("show", run_id)
    # THEN the model is asked nothing, and the report is the same
    assert (resumed.code, shown.code) == (0, 0)
    assert asked.out == resumed.out == shown.out


def test_runs_are_listed_newest_first(command: Command, script: Script):
    # GIVEN an accepted run, then a refused one
    script(TRUE, opinions=(Verdict.ACCEPT,))
    command("ask", "First question?")
    script(found=False)
    command("ask", "Second question?")
    # WHEN they are listed
    everything, refused = command("runs"), command("runs", "--status", "refused")
    # THEN each has its line
    second, first = everything.out.splitlines()
    assert second.endswith("Second question? (no_sources)")
    assert first.endswith("First question?")
    assert refused.out.splitlines() == [second]


def test_an_empty_list_says_so(command: Command):
    # GIVEN a home without runs
    # WHEN they are listed
    done = command("runs")
    # THEN stdout stays empty for programs
    assert (done.code, done.out, done.err) == (0, "", "There is no such run yet.\n")


def test_ctrl_c_says_how_to_go_on(
    command: Command, script: Script, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a person who loses patience while the model writes
    model = script(TRUE)

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(model, "write", interrupted)
    # WHEN that happens
    done = command("ask", QUESTION, "--quiet")
    # THEN the run can go on
    assert done.code == 130
    [sentence] = done.sentences
    said, _, run_id = sentence.rpartition(" ")
    assert said == "Interrupted. Go on with: cite-or-refuse resume"
    script(TRUE, opinions=(Verdict.ACCEPT,))
    assert command("resume", run_id).code == 0
