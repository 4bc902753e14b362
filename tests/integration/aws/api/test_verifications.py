"""The gate over HTTP."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cite_or_refuse.runtime import judging
from cite_or_refuse.runtime.cli.commands import cli
from tests.api import Stage, call

SOURCES = [
    {
        "title": "Tarn notes",
        "url": "https://docs.example.org/tarn",
        "content": "The default cache size is 512 MB. Tarn 2.4 was released on 5 March 2024.",
    }
]
TRUE = "The default cache size is 512 MB.[1]\n"
FALSE = f"{TRUE}\nTarn 9.7 was released on 5 March 2024.[^1]\n"


@pytest.mark.parametrize(("draft", "outcome"), [(TRUE, "grounded"), (FALSE, "refused")])
def test_the_gate_says_the_same_as_on_the_command_line(
    api: Stage, tmp_path: Path, draft: str, outcome: str
):
    # GIVEN a report with its sources, in files and in a request
    (tmp_path / "draft.md").write_text(draft, encoding="utf-8")
    (tmp_path / "sources.json").write_text(json.dumps(SOURCES), encoding="utf-8")
    files = [str(tmp_path / "draft.md"), "--sources", str(tmp_path / "sources.json")]
    # WHEN both are judged
    printed = CliRunner().invoke(cli, ["verify", *files, "--json"])
    answer = call("POST", "/verifications", {"draft": draft, "sources": SOURCES})
    # THEN it is one object, repairs included, whether it stands or not
    assert answer.status == 200
    assert answer.json == json.loads(printed.stdout)
    assert (answer.json["outcome"], bool(answer.json["changes"])) == (outcome, True)


def test_a_draft_that_was_cut_off_is_refused(api: Stage):
    # GIVEN a draft whose model ran out of room
    report = {"draft": TRUE, "sources": SOURCES, "stop_reason": "max_tokens"}
    # THEN it is not judged by what it says
    assert call("POST", "/verifications", report).json["reasons"] == ["truncated"]


@pytest.mark.parametrize(
    ("report", "says"),
    [
        ({"draft": TRUE}, "sources"),
        ({"sources": SOURCES}, "draft"),
        ({"draft": None, "sources": SOURCES}, "draft"),
        ({"draft": TRUE, "sources": {}}, "sources"),
        ({"draft": TRUE, "sources": ["text"]}, "sources.0"),
        ({"draft": TRUE, "sources": [{"url": "u"}]}, "sources.0.content"),
        ({"draft": TRUE, "sources": SOURCES, "question": "?"}, "question"),
        ({"draft": "a" * 100_001, "sources": SOURCES}, "draft"),
        ({"draft": TRUE, "sources": SOURCES * 101}, "sources"),
    ],
)
def test_what_is_no_report_is_refused(api: Stage, report: dict[str, Any], says: str):
    answer = call("POST", "/verifications", report)
    assert answer.status == 400
    assert says in answer.problem


def test_could_not_check_is_never_passed(
    api: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    # GIVEN a gate that breaks
    def broken(draft: str, sources: object) -> object:
        raise ZeroDivisionError(draft)

    monkeypatch.setattr(judging, "check", broken)
    # WHEN a true report is judged
    answer = call("POST", "/verifications", {"draft": TRUE, "sources": SOURCES})
    # THEN there is no outcome, and neither the answer nor the log holds what was judged
    assert (answer.status, answer.json["type"]) == (500, "urn:cite-or-refuse:Broken")
    assert "512" not in answer.problem
    [line] = caplog.records
    assert "ZeroDivisionError" in str(vars(line))
    assert "512" not in str(vars(line))
