"""`ask --model` as a user has it: the real command and clients, against a local server."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Command, Done
from tests.model_server import ModelServer, Reply, Script, revise

MODEL = "bedrock:us.anthropic.claude-haiku-4-5-20251001-v1:0"
QUESTION = "How large is the default cache of Tarn?"
TARN = """\
# Tarn

The default cache size of Tarn is 512 MB. Set TARN_CACHE_MB to change the cache size.
"""
TRUE = Reply("The default cache size of Tarn is 512 MB.[^1]")
MORE = Reply(f"{TRUE.text}\n\nSet TARN_CACHE_MB to change the cache size.[^1]")
HALF = Reply(f"{TRUE.text}\n\nTarn earned 730 million dollars.[^1]")
FALSE = Reply("Tarn earned 730 million dollars.[^1]")
BLOCKED = Reply("Sorry, I cannot answer this.", stop="guardrail_intervened")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("CITE_OR_REFUSE_CALL_ATTEMPTS", "1")
        yield server


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "tarn.md").write_text(TARN, encoding="utf-8")
    return folder


def as_json(done: Done) -> dict:
    return json.loads(done.out)


ENDINGS = {
    "accepted": (Script(write=[TRUE]), 0, "accepted", None),
    "revised": (
        Script(write=[FALSE, TRUE, MORE], review=[revise("Say how.")]),
        0,
        "accepted",
        None,
    ),
    "capped": (Script(write=[HALF, HALF]), 4, "capped", None),
    "refused": (Script(write=[FALSE, Reply("")]), 3, "refused", "unsupported_claims"),
    "blocked writer": (Script(write=[BLOCKED]), 3, "refused", "model_blocked"),
    "blocked reviewer": (Script(write=[TRUE], review=[BLOCKED]), 3, "refused", "model_blocked"),
    "blocked plan": (Script(plan=[BLOCKED], write=[TRUE]), 0, "accepted", None),
    "no verdict": (Script(write=[TRUE], review=[Reply("ACCEPT")] * 8), 4, "capped", None),
    "uncited": (Script(write=[Reply("It is 512 MB.")]), 3, "refused", "no_citations"),
    "truncated": (
        Script(write=[Reply("The", stop="max_tokens"), Reply("Th", stop="max_tokens")]),
        3,
        "refused",
        "unsupported_claims",
    ),
    "forbidden": (
        Script(write=[Reply(status=403, error="AccessDeniedException")]),
        1,
        "failed",
        "PermanentError",
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_ending_has_its_exit_code(
    command: Command, server: ModelServer, corpus: Path, ending: str
) -> None:
    # GIVEN what a model says
    script, code, outcome, reason = ENDINGS[ending]
    server.answer = script
    rounds = 2 if ending == "revised" else 1
    # WHEN it is asked through the command
    done = command(
        "ask", QUESTION, "--corpus", corpus, "--model", MODEL, "--max-revisions", rounds, "--json"
    )
    # THEN the run ends as it should
    answer = as_json(done)
    assert (done.code, answer["outcome"], answer["reason"]) == (code, outcome, reason), done.err
    # AND nothing that no source says is shipped
    shipped = {claim["text"] for claim in answer["claims"] if outcome in ("accepted", "capped")}
    assert not any("730" in text for text in shipped)


def test_a_report_says_who_wrote_it_and_what_that_cost(
    command: Command, server: ModelServer, corpus: Path
) -> None:
    # GIVEN a run of one plan, two drafts and a review, each of 100 tokens in and 20 out
    server.answer = Script(write=[FALSE, TRUE])
    done = command("ask", QUESTION, "--corpus", corpus, "--model", MODEL, "--quiet")
    # THEN the report ends with it
    assert done.code == 0
    written, used = done.out.rstrip("\n").split("\n\n")[-2:]
    assert written.startswith(f"Written by {MODEL}; code checked")
    assert used == "Used: 4 calls, 400 tokens in and 80 out, $0.00088."
    # AND it can be seen by node
    run_id = command("runs").out.split()[0]
    shown = command("show", run_id)
    assert "writer: 2 calls, 200 tokens in and 40 out, $0.00044" in shown.out
    usage = as_json(command("show", run_id, "--json"))["usage"]
    assert (usage["calls"], usage["input_tokens"], usage["output_tokens"]) == (4, 400, 80)
    assert usage["cost_usd"] == pytest.approx(4 * 220 / 10**6)
    assert [(node, used["calls"]) for node, used in usage["nodes"].items() if used["calls"]] == [
        ("supervisor", 1),
        ("writer", 2),
        ("reviewer", 1),
    ]
    assert usage["searches"] == usage["nodes"]["researcher"]["searches"] > 0


def test_a_model_without_a_known_price_says_so(
    command: Command, server: ModelServer, corpus: Path
) -> None:
    asked = ["ask", QUESTION, "--corpus", corpus, "--model", "openai:some-model"]
    done = command(*asked, "--quiet")
    assert done.code == 0
    assert done.out.endswith("out, an unknown price.\n")
    # AND a limit in dollars is refused before anything is spent
    calls = len(server.asked)
    limited = command(*asked, "--budget", "usd=1")
    assert (limited.code, len(server.asked)) == (2, calls)
    assert "price of 'openai:some-model' is not known" in limited.err


def test_each_role_may_have_its_own_model(
    command: Command, server: ModelServer, corpus: Path
) -> None:
    # GIVEN one model for all, another to review, and none to plan
    models = ["--model", MODEL, "--model", "review=openai:judge", "--model", "plan=extractive"]
    done = command("ask", QUESTION, "--corpus", corpus, *models, "--quiet")
    # THEN each was asked in its role
    assert done.code == 0
    assert [(asked.role, asked.face) for asked in server.asked] == [
        ("write", "bedrock"),
        ("review", "openai"),
    ]
    assert "reviewed by openai:judge" in done.out


@pytest.mark.parametrize(
    "models",
    [["plan=a:b", "plan=c:d"], ["a:b", "c:d"], ["write="]],
    ids=["role twice", "all twice", "empty"],
)
def test_a_role_is_given_once(command: Command, corpus: Path, models: list[str]) -> None:
    options = [part for model in models for part in ("--model", model)]
    done = command("ask", QUESTION, "--corpus", corpus, *options)
    assert done.code == 2
    assert "one model for each role" in done.err


def test_a_budget_ends_the_run_and_a_higher_one_lets_it_go_on(
    command: Command, server: ModelServer, corpus: Path
) -> None:
    # GIVEN a run with calls for a plan and a draft
    server.answer = Script(write=[TRUE])
    asked = ["ask", QUESTION, "--corpus", corpus, "--model", MODEL, "--json"]
    failed = command(*asked, "--budget", "calls=2,usd=5,tokens=200000,searches=10,seconds=600")
    # THEN it failed, kept what it had, and says what to do
    answer = as_json(failed)
    assert (failed.code, answer["reason"]) == (1, "budget_exhausted")
    assert answer["usage"]["budget"] == {
        "usd": 5,
        "tokens": 200_000,
        "calls": 2,
        "searches": 10,
        "seconds": 600,
    }
    assert "resume it with a higher --budget" in answer["report"]
    assert server.roles() == ["plan", "write"]
    # WHEN it is resumed as it is, THEN it fails again, and nothing is called
    assert command("resume", answer["run_id"], "--quiet").code == 1
    assert server.roles() == ["plan", "write"]
    # WHEN it is resumed with a higher one, THEN only what is left is done
    done = command("resume", answer["run_id"], "--budget", "calls=3", "--json")
    assert done.code == 0
    assert server.roles() == ["plan", "write", "review"]
    # AND the parts that were not named stay
    assert as_json(done)["usage"]["budget"]["usd"] == 5


def test_a_budget_that_cannot_be_kept_is_not_stored(
    command: Command, server: ModelServer, corpus: Path
) -> None:
    # GIVEN a run that failed, of a model without a known price
    server.answer = Script(write=[Reply(status=403), TRUE])
    asked = ["ask", QUESTION, "--corpus", corpus, "--model", "openai:some-model", "--json"]
    run_id = as_json(command(*asked))["run_id"]
    # WHEN it is to be resumed with a limit in dollars, THEN that is refused
    assert command("resume", run_id, "--budget", "usd=1").code == 2
    # AND the run can go on without
    assert command("resume", run_id, "--budget", "calls=9", "--quiet").code == 0


def test_a_budget_that_cannot_be_read_is_one_sentence(command: Command, corpus: Path) -> None:
    done = command("ask", QUESTION, "--corpus", corpus, "--budget", "money=1")
    assert done.code == 2
    [sentence] = done.sentences
    assert sentence.startswith("Error: A budget cannot hold 'money=1'; write it like usd=1.50,")


def test_the_operators_budget_holds_for_every_run(
    command: Command, server: ModelServer, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITE_OR_REFUSE_BUDGET", "calls=1")
    asked = ["ask", QUESTION, "--corpus", corpus, "--model", MODEL]
    assert command(*asked, "--budget", "calls=2").code == 2
    done = command(*asked, "--json")
    assert as_json(done)["reason"] == "budget_exhausted"
    assert server.roles() == ["plan"]
    resumed = command("resume", as_json(done)["run_id"], "--budget", "calls=2")
    assert resumed.code == 2
    assert "operator's: calls=1" in resumed.err


def test_what_the_writer_was_not_shown_is_told(
    command: Command, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a document that is longer than the window, with the answer at its end
    monkeypatch.setenv("CITE_OR_REFUSE_CONTEXT_TOKENS", "8000")
    filler = "\n\n".join(f"Part {n}. " + "It speaks of other things. " * 30 for n in range(60))
    (tmp_path / "long.md").write_text(f"{filler}\n\n{TARN}", encoding="utf-8")
    server.answer = Script(write=[TRUE])
    # WHEN it is asked about
    done = command("ask", QUESTION, "--corpus", tmp_path / "long.md", "--model", MODEL, "--json")
    # THEN the answer is found, and what was left out is said
    assert done.code == 0
    [left_out] = as_json(done)["left_out"]
    assert left_out.startswith("Source 1: ")


def test_a_process_of_its_own_gives_one_object_and_leaves_no_warning(
    server: ModelServer, corpus: Path, tmp_path: Path
) -> None:
    # GIVEN the command as it is installed
    program = "from cite_or_refuse.runtime.cli import main; main()"
    arguments = ["ask", QUESTION, "--corpus", str(corpus), "--model", MODEL, "--json", "--quiet"]
    environment = os.environ | {"CITE_OR_REFUSE_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    # THEN stdout is the object and stderr is empty
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outcome"] == "accepted"
