import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cite_or_refuse.runtime.aws.telemetry import logger
from tests.aws import an_account


@pytest.fixture(scope="module")
def account() -> Iterator[None]:
    """An account of AWS for the tests of a file; what they make in it has names of its own."""
    with an_account():
        yield


@pytest.fixture
def lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], list[dict[str, Any]]]:
    """What was written since it was last asked, a line of JSON each."""

    def written() -> list[dict[str, Any]]:
        # The logger holds the output that there was when it was made.
        monkeypatch.setattr(logger.registered_handler, "stream", sys.stdout)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return written
