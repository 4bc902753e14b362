"""A question over HTTP, by the command line: the same answers and exit codes as on a laptop."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cite_or_refuse.adapters.aws.stack_api import StackApi
from cite_or_refuse.runtime.run_step import NODES
from tests.e2e_stack.conftest import Command, Deployed, Done, eventually
from tests.model_server import ACCEPT, revise

QUESTION = "How large is the default cache of Tarn?"
SIZE = "The default cache size of Tarn is 512 MB.[^1]"
HALF_TRUE = f"{SIZE}\n\nTarn earned 730 million dollars.[^1]"
AT_ONCE = ("--max-revisions", "0", "--human")

Say = Callable[..., None]


@pytest.fixture
def ask(stack: Deployed, command: Command, corpus: Path) -> Callable[..., Done]:
    return lambda *options: command(
        "ask", QUESTION, "--corpus", corpus, "--engine", "stack", *options
    )


def run_id_of(done: Done) -> str:
    [line] = [line for line in done.err.splitlines() if line.startswith("run ")]
    return line.removeprefix("run ")


def execution_of(stack: Deployed, run_id: str, version: int = 0) -> dict[str, str]:
    arn = stack.outputs()["StateMachineArn"].replace(":stateMachine:", ":execution:")
    answer: dict[str, str] = stack.client("stepfunctions").describe_execution(
        executionArn=f"{arn}:{run_id}-{version}"
    )
    return answer


def test_a_question_becomes_a_report_that_verifies(
    stack: Deployed, ask: Callable[..., Done], command: Command, tmp_path: Path
):
    # GIVEN a document, and a model behind Bedrock's API that quotes
    # WHEN the question is asked of the stack
    asked = ask("--out", tmp_path / "out")
    # THEN it is answered with each step told, by the model, at the price of Bedrock: none is known
    assert asked.code == 0, asked.err
    assert asked.out.startswith(f"# {QUESTION}\n\n**ACCEPTED**")
    told = [line.partition(":")[0] for line in asked.err.splitlines()]
    assert [one for one in told if one in NODES] == [
        "supervisor", "researcher", "supervisor", "writer", "validate", "reviewer", "publish"
    ]  # fmt: skip
    assert stack.model.roles() == ["write", "review"]
    assert {one.model for one in stack.model.asked} == {"writer"}
    # AND the files it left are those of a laptop's run, and pass the gate
    out = tmp_path / "out"
    assert (out / "report.md").read_text() == asked.out
    verified = command("verify", out / "draft.md", "--sources", out / "sources.json")
    assert (verified.code, verified.out) == (0, "grounded: 1 of 1 claims stand\n")
    # AND it can be shown and listed again
    run_id = run_id_of(asked)
    shown = command("show", run_id, "--engine", "stack", "--json")
    assert json.loads(shown.out) == json.loads((out / "run.json").read_text())
    listed = command("runs", "--engine", "stack", "--limit", "1")
    assert listed.out.startswith(f"{run_id}  accepted")
    # AND the execution ended well
    assert execution_of(stack, run_id)["status"] == "SUCCEEDED"


def test_the_same_documents_are_uploaded_once(ask: Callable[..., Done]):
    # GIVEN a question over documents, that was asked
    options = ("--model", "extractive")
    assert ask(*options).code == 0
    # WHEN another is asked over the same documents
    asked = ask(*options)
    # THEN they are not sent again
    assert asked.code == 0
    assert "uploading" not in asked.err


def test_what_cannot_be_grounded_is_refused(
    stack: Deployed, command: Command, corpus: Path, api: StackApi
):
    # GIVEN a document that does not speak of the question
    # WHEN it is asked
    asked = command(
        "ask", "Who won the world cup of 1990?", "--corpus", corpus, "--engine", "stack"
    )
    # THEN it is refused with the reason, at each door by its own name
    assert asked.code == 3, asked.err
    assert "INSUFFICIENT GROUNDING" in asked.out
    assert "no_sources" in asked.out
    run_id = run_id_of(asked)
    answer = api.report(run_id, "application/json")
    assert answer.status == 422
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    execution = execution_of(stack, run_id)
    assert (execution["status"], execution["error"]) == ("FAILED", "InsufficientGrounding")


def test_a_run_over_its_budget_fails_and_goes_on_with_a_higher_one(
    stack: Deployed, ask: Callable[..., Done], command: Command
):
    # GIVEN a run whose budget ends before the review
    asked = ask("--budget", "calls=1")
    assert asked.code == 1, asked.out
    assert "budget_exhausted" in asked.out
    run_id = run_id_of(asked)
    assert stack.model.roles() == ["write"]
    # WHEN it is resumed with more
    resumed = command("resume", run_id, "--engine", "stack", "--budget", "calls=9")
    # THEN it goes on from its evidence, and is accepted
    assert resumed.code == 0, resumed.err
    assert "researcher" not in resumed.err
    assert stack.model.roles()[:1] == ["write"]
    assert stack.model.roles()[-1] == "review"
    # AND a finished one cannot be given more, and is only shown again
    again = command("resume", run_id, "--engine", "stack", "--budget", "calls=20")
    assert again.code == 2
    assert again.sentences[-1].startswith(f"Error: Run {run_id} has ended as accepted")
    assert command("resume", run_id, "--engine", "stack").code == 0


def test_a_person_accepts_what_stands(
    stack: Deployed, scripted: Say, ask: Callable[..., Done], command: Command
):
    # GIVEN a draft of which half stands, no rewrite left, and a person who is to be asked
    scripted(HALF_TRUE)
    asked = ask(*AT_ONCE)
    assert asked.code == 5, asked.err
    run_id = run_id_of(asked)
    assert f"cite-or-refuse resume {run_id}" in asked.out
    assert execution_of(stack, run_id)["status"] == "RUNNING"
    # WHEN the person accepts
    decided = command("resume", run_id, "--accept", "--engine", "stack")
    # THEN what does not stand is cut, and the walk that waited went on to its end
    assert decided.code == 4, decided.err
    assert SIZE in decided.out
    assert execution_of(stack, run_id)["status"] == "SUCCEEDED"
    # AND nobody can decide any more
    late = command("resume", run_id, "--refuse", "--engine", "stack")
    assert late.code == 2
    assert len(late.sentences) == 1


def test_a_person_sends_it_back(
    stack: Deployed, scripted: Say, ask: Callable[..., Done], command: Command
):
    # GIVEN a run that waits, and a writer who would do better
    scripted(HALF_TRUE, SIZE, opinions=(ACCEPT,))
    run_id = run_id_of(ask(*AT_ONCE))
    # WHEN the person sends it back with a note
    options = ("--revise", "Leave the dollars out.", "--rounds", "2", "--engine", "stack")
    decided = command("resume", run_id, *options)
    # THEN the writer gets the note, and the new draft passes the gate and the reviewer
    assert decided.code == 0, decided.err
    assert "Leave the dollars out." in stack.model.asked[-2].user
    assert "writer: rewrote the draft (1 of at most 2 times)" in decided.err


def test_a_person_refuses(scripted: Say, ask: Callable[..., Done], command: Command):
    # GIVEN a run that waits
    scripted(HALF_TRUE)
    run_id = run_id_of(ask(*AT_ONCE))
    # WHEN the person refuses
    decided = command("resume", run_id, "--refuse", "--engine", "stack")
    # THEN nothing ships
    assert decided.code == 3, decided.err
    assert "human_refused" in decided.out


def test_a_reviewer_who_is_never_content_meets_the_cap(scripted: Say, ask: Callable[..., Done]):
    # GIVEN a reviewer who sends each draft back
    date = "Tarn 2.4 was released on 5 March 2024.[^1]"
    scripted(SIZE, f"{SIZE}\n\n{date}", opinions=(revise("Say more."), revise("Say more.")))
    # WHEN one rewrite is allowed
    asked = ask("--max-revisions", "1")
    # THEN the cap in the workflow ends it, and what ships is grounded
    assert asked.code == 4, asked.err
    assert "Say more." in asked.out


def test_an_aborted_execution_closes_its_run(
    stack: Deployed, scripted: Say, ask: Callable[..., Done], command: Command, api: StackApi
):
    # GIVEN a run that waits for a person, and a writer who would do better
    scripted(HALF_TRUE, SIZE, opinions=(ACCEPT,))
    run_id = run_id_of(ask(*AT_ONCE))
    # WHEN somebody aborts its execution by hand
    arn = execution_of(stack, run_id)["executionArn"]
    stack.client("stepfunctions").stop_execution(executionArn=arn, cause="by hand")
    # THEN the rule has the run closed as failed, and nobody can decide on it
    eventually(lambda: api.status(run_id)["status"] == "failed")
    assert "ExecutionAborted" in command("show", run_id, "--engine", "stack").out
    assert command("resume", run_id, "--accept", "--engine", "stack").code == 2
    # AND a resume asks the person again
    resumed = command("resume", run_id, "--engine", "stack")
    assert resumed.code == 5, resumed.err
    assert command("resume", run_id, "--refuse", "--engine", "stack").code == 3
