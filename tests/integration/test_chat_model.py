"""The real clients against tests/model_server.py: Bedrock's and OpenAI's protocol, their faults."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cite_or_refuse.adapters.chat import ChatModel, Connection, chat_model
from cite_or_refuse.domain.budget import NO_LIMIT, NOTHING, Budget, Usage
from cite_or_refuse.domain.check import Evidence
from cite_or_refuse.domain.errors import BadInput, ModelBlocked, PermanentError, TransientError
from cite_or_refuse.domain.parts import DraftProblem, Verdict
from cite_or_refuse.ports import Assignment, Bill, Manuscript, Meter
from tests.builders import TARN, a_claim, a_source
from tests.model_server import ACCEPT, THROTTLED, Asked, ModelServer, Reply, Script, revise

BEDROCK = "bedrock:us.anthropic.claude-haiku-4-5-20251001-v1:0"
OPENAI = "openai:some-model"
QUESTION = "How large is Tarn's cache?"
DRAFT = "The default cache size is 512 MB.[^1]"
FAST = Connection(attempts=1, seconds=1)

ASSIGNMENT = Assignment(QUESTION, [a_source()])
MANUSCRIPT = Manuscript(
    QUESTION, DRAFT, (a_claim(evidence=(Evidence(1, 39, 72, TARN[39:]),)),), [a_source()]
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture(params=[BEDROCK, OPENAI], ids=["bedrock", "openai"])
def model(request: pytest.FixtureRequest, server: ModelServer) -> ChatModel:
    return chat_model(request.param, FAST, NO_LIMIT)


PER_DAY = Reply(status=429, error="ThrottlingException", message="Too many tokens per day")


class Ledger(Meter):
    """Remembers what was reserved and what was used."""

    def __init__(self) -> None:
        self.reserved: list[Usage] = []
        self.bills: list[Bill] = []

    @contextmanager
    def reserve(self, at_most: Usage) -> Iterator[Bill]:
        self.reserved.append(at_most)
        self.bills.append(Bill(at_most))
        yield self.bills[-1]


def test_the_three_roles_are_asked_with_all_that_they_need(
    model: ChatModel, server: ModelServer
) -> None:
    # GIVEN a model that answers as it should
    server.answer = Script(
        plan=[Reply(form={"queries": ["tarn cache", "cache size"]})],
        write=[Reply(DRAFT)],
        review=[revise("Say when.")],
    )
    # WHEN it plans, writes and reviews
    assert list(model.plan(QUESTION)) == ["tarn cache", "cache size"]
    assert model.write(ASSIGNMENT).text == DRAFT
    opinion = model.review(MANUSCRIPT)
    assert (opinion.verdict, opinion.notes) == (Verdict.REVISE, ("Say when.",))
    # THEN each was asked once, the writer with the source, the reviewer with the passage
    plan, write, review = server.asked
    assert (plan.role, write.role, review.role) == ("plan", "write", "review")
    assert QUESTION in plan.user
    assert TARN in write.user
    assert TARN[39:] in review.user
    assert write.model in (BEDROCK.partition(":")[2], "some-model")


def test_what_may_be_written_is_always_bounded(server: ModelServer) -> None:
    # GIVEN both faces, with a temperature and a guardrail
    connection = Connection(max_output_tokens=777, temperature=0.5, guardrail="gr1:2", attempts=1)
    for spec in (BEDROCK, OPENAI):
        chat_model(spec, connection, NO_LIMIT).write(ASSIGNMENT)
    # THEN each request says so
    converse, completion = (asked.body for asked in server.asked)
    assert converse["inferenceConfig"] == {"maxTokens": 777, "temperature": 0.5}
    assert converse["guardrailConfig"]["guardrailIdentifier"] == "gr1"
    assert converse["guardrailConfig"]["guardrailVersion"] == "2"
    assert completion["temperature"] == 0.5
    assert completion.get("max_completion_tokens") or completion.get("max_tokens") == 777
    # AND without a temperature none is sent, since some models take none
    chat_model(BEDROCK, FAST, NO_LIMIT).write(ASSIGNMENT)
    assert "temperature" not in server.asked[-1].body["inferenceConfig"]


@pytest.mark.parametrize(
    "unreadable",
    [
        Reply("ACCEPT"),
        Reply("None of the criteria are met."),
        Reply(form={"verdict": "accept", "accepted": "false"}),
        Reply(form={"verdict": ["accept"]}),
        Reply(form={}),
        Reply(form="accept"),
        Reply(form=["accept"]),
        Reply(form={"verdict": "accept"}, stop="max_tokens"),
        Reply(""),
    ],
    ids=[
        "prose",
        "none",
        "contradiction",
        "list",
        "empty form",
        "string",
        "array",
        "cut off",
        "empty",
    ],
)
def test_a_verdict_that_cannot_be_read_is_asked_for_once_more_and_is_no_acceptance(
    server: ModelServer, unreadable: Reply
) -> None:
    model = chat_model(BEDROCK, FAST, NO_LIMIT)
    # GIVEN a reviewer who answers well the second time
    server.answer = Script(review=[unreadable, ACCEPT])
    assert model.review(MANUSCRIPT).verdict is Verdict.ACCEPT
    # WHEN another never does
    server.answer = Script(review=[unreadable, unreadable, ACCEPT])
    # THEN it was asked twice, and that is a revise
    assert model.review(MANUSCRIPT).verdict is Verdict.REVISE
    assert server.roles() == ["review"] * 4
    assert "could not be read" in server.asked[-1].system


def test_a_model_that_cannot_be_forced_into_a_form_is_asked_and_not_believed(
    server: ModelServer,
) -> None:
    # GIVEN a model to which Bedrock gives no choice of a tool
    model = chat_model("bedrock:meta.llama3-8b-instruct-v1:0", FAST, NO_LIMIT)
    # WHEN it answers in prose, THEN that is no verdict; in the form, it is
    server.answer = Script(review=[Reply("ACCEPT"), Reply("ACCEPT"), ACCEPT])
    assert model.review(MANUSCRIPT).verdict is Verdict.REVISE
    assert model.review(MANUSCRIPT).verdict is Verdict.ACCEPT


def test_an_acceptance_with_things_to_change_is_none(model: ChatModel, server: ModelServer) -> None:
    server.answer = Script(review=[Reply(form={"verdict": "accept", "notes": ["Wrong size."]})])
    assert model.review(MANUSCRIPT).verdict is Verdict.REVISE


def test_a_plan_that_cannot_be_read_is_none(model: ChatModel, server: ModelServer) -> None:
    server.answer = lambda asked: Reply("Search for the cache.")
    assert list(model.plan(QUESTION)) == []
    assert server.roles() == ["plan", "plan"]


@pytest.mark.parametrize("stop", ["guardrail_intervened", "content_filtered", "content_filter"])
def test_a_blocked_answer_is_never_one(model: ChatModel, server: ModelServer, stop: str) -> None:
    server.answer = lambda asked: Reply(
        "Sorry, the model cannot answer this.", stop=stop, trace={"guardrail": {}}
    )
    calls: list[Callable[[], object]] = [
        lambda: model.plan(QUESTION),
        lambda: model.write(ASSIGNMENT),
        lambda: model.review(MANUSCRIPT),
    ]
    for call in calls:
        with pytest.raises(ModelBlocked):
            call()


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (Reply("The default", stop="max_tokens"), DraftProblem.TRUNCATED),
        (Reply("The default", stop="length"), DraftProblem.TRUNCATED),
        (Reply("I cannot help with that."), DraftProblem.MODEL_REFUSAL),
        (Reply(""), DraftProblem.EMPTY_DRAFT),
        (Reply("NOTHING"), DraftProblem.EMPTY_DRAFT),
    ],
)
def test_what_is_no_draft_comes_with_its_problem(
    model: ChatModel, server: ModelServer, reply: Reply, problem: DraftProblem
) -> None:
    server.answer = lambda asked: reply
    assert model.write(ASSIGNMENT).problem is problem


@pytest.mark.parametrize(
    ("reply", "kind", "cost"),
    [
        (THROTTLED, TransientError, Usage(calls=1)),
        (PER_DAY, PermanentError, Usage(calls=1)),
        (Reply(status=403, error="AccessDeniedException"), PermanentError, Usage(calls=1)),
        (Reply(status=400, error="ValidationException"), PermanentError, Usage(calls=1)),
        (Reply(status=500, error="InternalServerException"), TransientError, None),
        (Reply(status=503, error="ServiceUnavailableException"), TransientError, None),
        (Reply("slow", delay=1.5), TransientError, None),
        (Reply("half", cut=True), TransientError, None),
    ],
    ids=["429", "per day", "403", "400", "500", "503", "slow", "cut"],
)
def test_errors_are_told_by_kind_and_cost_what_they_may_have(
    model: ChatModel,
    server: ModelServer,
    reply: Reply,
    kind: type[Exception],
    cost: Usage | None,
) -> None:
    # GIVEN a service that fails
    server.answer = lambda asked: reply
    ledger = Ledger()
    # WHEN it is asked
    with pytest.raises(kind):
        model.metered(ledger).write(ASSIGNMENT)
    # THEN only what it turned away is known to have used no tokens
    assert [bill.used for bill in ledger.bills] == ([cost] if cost else ledger.reserved)


def no_credentials(environment: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        environment.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        environment.setenv(name, os.devnull)
    environment.setenv("AWS_EC2_METADATA_DISABLED", "true")


def no_such_region(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("AWS_REGION", "eu-nowhere-9")
    environment.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "https://eu-nowhere-9.invalid")


def nobody_there(environment: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (no_credentials, PermanentError),
        (no_such_region, TransientError),
        (nobody_there, TransientError),
    ],
)
def test_a_call_that_was_never_sent_costs_nothing(
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[pytest.MonkeyPatch], None],
    kind: type[Exception],
) -> None:
    # GIVEN the real client, which cannot send
    fault(monkeypatch)
    ledger = Ledger()
    # WHEN it is asked
    with pytest.raises(kind):
        chat_model(BEDROCK, FAST, NO_LIMIT).metered(ledger).write(ASSIGNMENT)
    # THEN nothing is charged of what was reserved, not even a call
    assert [bill.used for bill in ledger.bills] == [NOTHING]
    assert ledger.reserved[0].calls == 1
    assert server.asked == []


def test_the_client_retries_by_itself(server: ModelServer) -> None:
    # GIVEN a service that is throttled once
    busy = Reply(
        status=429,
        error="ThrottlingException",
        message="Too many requests.",
        headers={"Retry-After": "0"},
    )
    server.answer = Script(write=[busy, Reply(DRAFT)])
    # WHEN two attempts are allowed, THEN nobody notices
    model = chat_model(BEDROCK, Connection(attempts=2), NO_LIMIT)
    assert model.write(ASSIGNMENT).text == DRAFT
    assert server.roles() == ["write", "write"]


def test_what_a_call_may_use_is_reserved_and_what_it_used_is_charged(
    model: ChatModel, server: ModelServer
) -> None:
    # GIVEN a reviewer whose first answer cannot be read
    server.answer = Script(review=[Reply("Yes.", tokens=(300, 2)), ACCEPT])
    ledger = Ledger()
    # WHEN it reviews
    model.metered(ledger).review(MANUSCRIPT)
    # THEN both calls were reserved, with more than they used, and charged with what they used
    first, second = ledger.reserved
    assert first.output_tokens == second.output_tokens == FAST.output_tokens
    assert first.input_tokens > 300
    assert [(bill.used.input_tokens, bill.used.output_tokens) for bill in ledger.bills] == [
        (300, 2),
        (100, 20),
    ]
    # AND the price is that of the table, or said to be unknown
    if model.name == BEDROCK:
        assert ledger.bills[1].used.cost == 100 * 11 // 10 + 20 * 55 // 10
    else:
        assert ledger.bills[1].used.cost is None


def test_the_writer_is_shown_what_fits_and_the_rest_is_recorded(server: ModelServer) -> None:
    # GIVEN eight sources of 5,000 words, and a window of 16,000 tokens
    filler = "Other parts of this manual speak of other things. " * 20
    pages = ["\n\n".join([filler] * 30) for _ in range(8)]
    pages[7] += f"\n\n{TARN}"
    seen: list[Asked] = []

    def write(asked: Asked) -> Reply:
        seen.append(asked)
        return Reply(DRAFT)

    server.answer = write
    connection = Connection(context_tokens=16_000, attempts=1)
    # WHEN it writes
    sources = [a_source(f"{n} {page}", title=f"Page {n}") for n, page in enumerate(pages)]
    writing = chat_model(BEDROCK, connection, NO_LIMIT).write(Assignment(QUESTION, sources))
    # THEN the passage at the very end was shown, the request fits, and what is missing is said
    assert TARN in seen[0].user
    assert len((seen[0].system + seen[0].user).encode()) // 2 <= connection.input_tokens
    assert len(writing.left_out) == 8
    assert writing.left_out[7].startswith("Source 8: ")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("bedrock:", "no name behind the colon"),
        ("nosuchprovider:x", "knows no provider 'nosuchprovider'"),
        ("mistralai:x", "pip install langchain-mistralai"),
    ],
)
def test_what_cannot_be_reached_is_one_sentence(server: ModelServer, spec: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as raised:
        chat_model(spec, FAST, NO_LIMIT).write(ASSIGNMENT)
    assert "\n" not in str(raised.value)


def test_a_key_or_region_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    with pytest.raises(BadInput, match="CITE_OR_REFUSE_REGION"):
        chat_model(BEDROCK, FAST, NO_LIMIT)
    with pytest.raises(BadInput, match="OPENAI_API_KEY"):
        chat_model(OPENAI, FAST, NO_LIMIT)


def test_a_limit_in_dollars_needs_a_known_price(server: ModelServer) -> None:
    with pytest.raises(BadInput, match="price of 'openai:some-model' is not known"):
        chat_model(OPENAI, FAST, Budget(micro_dollars=10**6))
    chat_model(BEDROCK, FAST, Budget(micro_dollars=10**6))


def test_a_run_without_a_language_model_imports_nothing_of_them(tmp_path: Path) -> None:
    # GIVEN a fresh process that wires `ask --model extractive`
    script = """
import sys
from cite_or_refuse.runtime.cli.ask import ask
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import build_ports
settings = read_settings()
build_ports(settings, settings.options(corpus=["."]), lambda line: None)
chat = ("cite_or_refuse.adapters.chat", "cite_or_refuse.prompts", "langchain", "pydantic", "boto")
print(*(name for name in sys.modules if name.startswith(chat)))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"CITE_OR_REFUSE_HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    # THEN none of it is there
    assert done.stdout.split() == []
