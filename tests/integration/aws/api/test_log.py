"""What the log of the API says of what it did."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.dynamo_store import DynamoStore
from cite_or_refuse.domain.errors import PermanentError, TransientError
from tests.api import ANN, FAILED, WAITING, Stage, call, told

type Lines = Callable[[], list[dict[str, Any]]]
RUN_ID = "1n8k2qa-7xw3e"


def test_who_began_decided_and_resumed_is_logged(api: Stage, tmp_path: Path, lines: Lines):
    # GIVEN a run that waits, and one that failed
    waiting = told(api, WAITING, tmp_path).run_id
    failed = told(api, FAILED, tmp_path).run_id
    lines()
    # WHEN somebody begins a run, decides on one, and resumes one
    begun = call("POST", "/runs", {"question": "How large is Tarn's cache?"}).json["run_id"]
    decision = {"choice": "revise", "notes": "Name the default.", "rounds": 2}
    call("POST", f"/runs/{waiting}/decision", decision)
    call("POST", f"/runs/{failed}/resume", {})
    # THEN there is a line for each, with the run and who it was, and none has what they wrote
    written = lines()
    assert [(line["level"], line["message"], line["run_id"]) for line in written] == [
        ("INFO", "A run is begun", begun),
        ("INFO", "The run is decided", waiting),
        ("INFO", "The run is resumed", failed),
    ]
    assert (written[0]["started_by"], written[1]["by"]) == (f"iam:{ANN}", f"iam:{ANN}")
    assert (written[1]["choice"], written[1]["rounds"]) == ("revise", 2)
    assert "default" not in str(written)
    assert "Tarn" not in str(written)


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("GET", "", None),
        ("GET", "/report", None),
        ("GET", "/sources/1", None),
        ("POST", "/decision", {"choice": "accept"}),
        ("POST", "/resume", {}),
    ],
)
@pytest.mark.parametrize("error", [PermanentError("Gone."), TransientError("Throttled.")])
@pytest.mark.usefixtures("api")
def test_what_went_wrong_names_the_run(  # noqa: PLR0917 - a table
    monkeypatch: pytest.MonkeyPatch,
    lines: Lines,
    method: str,
    rest: str,
    body: object,
    error: Exception,
):
    # GIVEN a table that cannot be read
    def broken(*_: Any, **__: Any) -> object:
        raise error

    monkeypatch.setattr(DynamoStore, "_query", broken)
    lines()
    # WHEN somebody asks for a run
    call(method, f"/runs/{RUN_ID}{rest}", body)
    # THEN the one line about that names the run
    [line] = lines()
    assert (line["run_id"], line["error"]) == (RUN_ID, type(error).__name__)
