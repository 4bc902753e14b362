"""The commands on a stack, where the stack itself is not the point; tests/e2e_stack has one."""

import json
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from cite_or_refuse.adapters.aws import stack_api
from cite_or_refuse.adapters.aws.uploads import put
from cite_or_refuse.runtime.cli import there
from tests.aws import an_account, make_bucket
from tests.documents import files_in
from tests.e2e.conftest import Command

RUN = "1n8k2qa-7xw3e"
STEPS = ["supervisor", "researcher", "supervisor", "writer"]
QUESTION = "How large is Tarn's cache?"


@pytest.fixture(autouse=True)
def somewhere(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "eu-west-1",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "CITE_OR_REFUSE_API": httpserver.url_for("/v1"),
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("STACK", "DOCUMENTS"):
        monkeypatch.delenv(f"CITE_OR_REFUSE_{name}", raising=False)
    monkeypatch.setattr(there.time, "sleep", lambda _: None)
    monkeypatch.setattr(stack_api, "WAITS", ())


def stands(status: str, steps: int = len(STEPS)) -> dict[str, Any]:
    return {
        "run_id": RUN,
        "status": status,
        "round": 0,
        "cap": 3,
        "sources": 1,
        "trail": [{"step": step, "at": ""} for step in STEPS[:steps]],
    }


def whole(outcome: str, model: str = "extractive") -> dict[str, Any]:
    used = {"calls": 2, "input_tokens": 100, "output_tokens": 20, "cost_usd": 0.0012}
    return {
        "run_id": RUN,
        "outcome": outcome,
        "model": model,
        "report": f"# {QUESTION}\n",
        "draft": "",
        "sources": [],
        "usage": {"nodes": {"writer": used, "researcher": used | {"calls": 0}}},
    }


def api_that(
    httpserver: HTTPServer, looks: Iterable[dict[str, Any]], end: Any, status: int
) -> None:
    for look in looks:
        httpserver.expect_ordered_request(f"/v1/runs/{RUN}").respond_with_json(look)
    httpserver.expect_ordered_request(f"/v1/runs/{RUN}/report").respond_with_json(
        end, status=status
    )


def test_each_step_is_told_once_and_the_outcome_is_the_exit_code(
    httpserver: HTTPServer, command: Command
):
    # GIVEN a run that is seen on its way, at last with a step that its status does not know of
    httpserver.expect_ordered_request("/v1/runs").respond_with_json({"run_id": RUN}, status=202)
    looks = [stands("running", 0), stands("running", 3), stands("running"), stands("refused")]
    api_that(httpserver, looks, {"status": 422, "run": whole("refused")}, 422)
    # WHEN a question is asked with wishes
    done = command(
        "ask", QUESTION, "--engine", "stack", "--model", "review=bedrock:x", "--search",
        "tavily, brave", "--budget", "usd=0.5,calls=9", "--max-revisions", "1",
    )  # fmt: skip
    # THEN the report is on stdout, each step on stderr once
    assert (done.code, done.out) == (3, f"# {QUESTION}\n")
    assert done.err.splitlines() == [
        f"run {RUN}, which `show --engine stack` prints again",
        "supervisor: chose what to search for",
        "researcher: read 1 source",
        "supervisor: chose the next step",
        "writer: wrote a draft",
    ]
    # AND what was not wished for is left to the operator
    assert json.loads(httpserver.log[0][0].data) == {
        "question": QUESTION,
        "options": {
            "models": {"review": "bedrock:x"},
            "search": ["tavily", "brave"],
            "budget": {"usd": 0.5, "calls": 9},
            "max_revisions": 1,
            "human": False,
        },
    }


def test_show_tells_what_each_step_used(httpserver: HTTPServer, command: Command):
    # GIVEN a run that was accepted
    httpserver.expect_request(f"/v1/runs/{RUN}/report").respond_with_json(whole("accepted"))
    # WHEN it is shown
    done = command("show", RUN, "--engine", "stack")
    # THEN below the report stands what the steps used that asked a model
    assert done.code == 0
    assert done.out.endswith("\nwriter: 2 calls, 100 tokens in and 20 out, $0.0012\n")
    # AND a program gets the object
    assert json.loads(command("show", RUN, "--engine", "stack", "--json").out)["outcome"] == (
        "accepted"
    )


def test_a_resumed_run_is_followed_beyond_its_old_end(httpserver: HTTPServer, command: Command):
    # GIVEN a failed run whose new walk has not committed a step yet when it is looked at
    looks = [stands("failed", 2), stands("failed", 2), stands("running", 3), stands("accepted")]
    for look in looks[:1]:
        httpserver.expect_ordered_request(f"/v1/runs/{RUN}").respond_with_json(look)
    httpserver.expect_ordered_request(f"/v1/runs/{RUN}/resume").respond_with_json({}, status=202)
    api_that(httpserver, looks[1:], whole("accepted"), 200)
    # WHEN it is resumed, THEN the old end is not taken for the new one
    done = command("resume", RUN, "--engine", "stack")
    assert done.code == 0
    assert [line.partition(":")[0] for line in done.err.splitlines()] == STEPS[2:]


@pytest.mark.parametrize(("model", "told"), [("extractive", True), ("bedrock:x", False)])
def test_who_sends_a_draft_back_there_hears_if_no_model_reads_the_note(
    httpserver: HTTPServer, command: Command, model: str, told: bool
):
    # GIVEN a run of the stack that waits, written with a language model or without one
    httpserver.expect_ordered_request(f"/v1/runs/{RUN}").respond_with_json(stands("waiting", 3))
    httpserver.expect_ordered_request(f"/v1/runs/{RUN}/report").respond_with_json(
        whole("waiting", model), status=202
    )
    httpserver.expect_ordered_request(f"/v1/runs/{RUN}/decision").respond_with_json({}, status=202)
    api_that(httpserver, [stands("accepted", 4)], whole("accepted"), 200)
    # WHEN somebody sends it back with a note
    done = command("resume", RUN, "--revise", "Say how.", "--engine", "stack")
    # THEN it is said what becomes of the note, if nobody reads it
    assert done.code == 0
    assert ("nothing is reworded" in done.err) == told


def test_ctrl_c_says_that_the_stack_goes_on(
    httpserver: HTTPServer, command: Command, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a run under way
    httpserver.expect_request(f"/v1/runs/{RUN}").respond_with_json(stands("running"))
    httpserver.expect_request(f"/v1/runs/{RUN}/resume").respond_with_json(
        {"detail": "At work."}, status=409
    )

    def ctrl_c(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(there.time, "sleep", ctrl_c)
    # WHEN somebody follows it and presses Ctrl-C
    done = command("resume", RUN, "--engine", "stack", "--quiet")
    # THEN one sentence says how to go on
    assert done.code == 130
    [sentence] = done.sentences
    assert sentence.startswith("Interrupted. The run goes on in the stack; follow it with: ")
    assert sentence.endswith(f": cite-or-refuse resume {RUN} --engine stack")


@pytest.mark.parametrize(
    ("status", "code"), [(403, 1), (404, 2), (409, 2), (400, 2), (503, 1)], ids=str
)
def test_what_the_stack_refuses_is_one_sentence(
    httpserver: HTTPServer, command: Command, status: int, code: int
):
    # GIVEN a stack that refuses
    httpserver.expect_request(f"/v1/runs/{RUN}").respond_with_json({"detail": "No."}, status=status)
    # WHEN somebody decides, THEN one sentence says so, with the exit code of its kind
    done = command("resume", RUN, "--accept", "--engine", "stack")
    assert (done.code, done.out, len(done.sentences)) == (code, "", 1)
    assert done.sentences[0].startswith("Error: ")
    assert "No." in done.sentences[0]


@pytest.mark.parametrize("command_line", [["show"], ["resume"], ["resume", "--accept"]], ids=str)
@pytest.mark.parametrize(
    "run_id",
    ["", " ", "../../x", "RUN#x", "?limit=1", "nosuch-run", RUN.upper(), f"{RUN}\n", f"{RUN}/x"],
)
def test_what_cannot_be_the_id_of_a_run_is_not_asked_for(
    httpserver: HTTPServer, command: Command, command_line: list[str], run_id: str
):
    # GIVEN a stack, and something that is no run's id, which could be another path of its API
    # WHEN somebody asks for it, THEN there is no such run, and the stack heard nothing
    done = command(*command_line, "--engine", "stack", "--", run_id)
    assert (done.code, done.out, len(done.sentences)) == (2, "", 1)
    assert done.sentences[0].startswith("Error: There is no run ")
    assert httpserver.log == []


@pytest.mark.parametrize(
    "command_line", [["runs"], ["show", RUN], ["resume", RUN], ["resume", RUN, "--accept"]], ids=str
)
@pytest.mark.parametrize(
    ("body", "media"),
    [
        ("<html>Sign in</html>", "text/html"),
        ("", "application/json"),
        ("[]", "application/json"),
        ("null", "application/json"),
        ("{}", "application/json"),
        ('{"run": []}', "application/json"),
        ('{"runs": [{}]}', "application/json"),
        ('{"runs": [null]}', "application/json"),
        ('{"runs": null}', "application/json"),
    ],
)
def test_an_address_of_something_else_is_one_sentence(
    httpserver: HTTPServer, command: Command, command_line: list[str], body: str, media: str
):
    # GIVEN an address where something answers that is no API of ours
    httpserver.expect_request(re.compile("/v1/.*")).respond_with_data(body, content_type=media)
    # WHEN a command asks it, THEN one sentence says so
    done = command(*command_line, "--engine", "stack")
    assert (done.code, done.out, len(done.sentences)) == (1, "", 1)
    assert "in a form that this version does not know" in done.sentences[0]


def test_a_stack_that_is_not_there_is_one_sentence(
    command: Command, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN an address where nothing listens
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setenv("CITE_OR_REFUSE_API", f"http://127.0.0.1:{port}/v1")
    # WHEN runs are listed, THEN it is told
    done = command("runs", "--engine", "stack")
    assert (done.code, len(done.sentences)) == (1, 1)
    assert "cannot be reached: nothing answers there" in done.sentences[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", QUESTION, "--engine", "stack", "--allow-host", "intranet:80"],
        ["ask", QUESTION, "--engine", "stack", "--corpus", "."],
        ["ask", "  ", "--engine", "stack"],
        ["runs", "--engine", "stack", "--limit", "101"],
        ["resume", RUN, "--engine", "stack", "--accept", "--budget", "calls=9"],
        ["drop", "there-is-no-such-file"],
        ["drop", "pyproject.toml"],
    ],
)
def test_what_cannot_be_done_there_is_told_before_anything_is_asked(
    httpserver: HTTPServer, command: Command, arguments: list[str]
):
    # GIVEN a stack of which only the API is known
    # WHEN something is asked that it does not do, THEN the caller hears it, and the stack nothing
    done = command(*arguments)
    assert done.code == 2
    assert done.sentences[-1].startswith("Error: ")
    assert httpserver.log == []


def test_somebody_who_named_no_stack_hears_how(command: Command, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CITE_OR_REFUSE_API")
    done = command("runs", "--engine", "stack")
    [sentence] = done.sentences
    assert done.code == 2
    assert sentence.startswith("Error: Where is the stack? Set CITE_OR_REFUSE_API, or ")


def test_a_drop_that_names_no_set_uploads_no_corpus(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a question over a set whose name leads elsewhere, and a corpus for it
    question = tmp_path / "question.json"
    asked = {"question": QUESTION, "documents": {"set": "../x"}}
    question.write_text(json.dumps(asked), encoding="utf-8")
    (tmp_path / "a.md").write_text("Tarn has a cache.", encoding="utf-8")
    with an_account():
        bucket = make_bucket()
        monkeypatch.setenv("CITE_OR_REFUSE_DOCUMENTS", bucket)
        # WHEN it is dropped
        done = command("drop", question, "--corpus", tmp_path / "a.md")
        # THEN one sentence says so, and nothing was uploaded
        assert (done.code, len(done.sentences)) == (2, 1)
        assert "no name of a set of documents" in done.sentences[0]
        assert files_in(bucket, "") == {}


def test_who_drops_a_question_hears_which_documents_are_waited_for(
    httpserver: HTTPServer, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a question that names two documents, of which one is there
    asked = {"question": QUESTION, "documents": {"set": "notes", "names": ["a.md", "b.md"]}}
    question = tmp_path / "question.json"
    question.write_text(json.dumps(asked), encoding="utf-8")
    with an_account():
        bucket = make_bucket()
        monkeypatch.setenv("CITE_OR_REFUSE_DOCUMENTS", bucket)
        put(bucket, "documents/notes/a.md", b"Tarn has a cache.")
        waits = []

        def looks_again(_seconds: float) -> None:
            waits.append(_seconds)
            if len(waits) == 3:
                put(bucket, "documents/notes/b.md", b"It holds 512 MB.")
            if len(waits) == 5:
                raise KeyboardInterrupt

        monkeypatch.setattr(there.time, "sleep", looks_again)
        httpserver.expect_request(re.compile("/v1/runs/.*")).respond_with_json({}, status=404)
        # WHEN it is dropped, and the other comes after some looks
        done = command("drop", question)
    # THEN each change of what is waited for is told once
    dropped, *told, _ = done.err.splitlines()
    assert dropped.startswith(f"dropped s3://{bucket}/questions/question.json")
    assert told == [
        f"waiting for b.md in s3://{bucket}/documents/notes",
        "what was waited for is there",
    ]
