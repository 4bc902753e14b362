"""The built functions of a stack in an emulated account, each started once."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.built import Running, built, running
from tests.emulated import Account, an_emulated_account


@pytest.fixture(scope="session")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with an_emulated_account(tmp_path_factory.mktemp("account") / "log") as account:
        yield account


@dataclass
class Fleet:
    """The functions of one stack, each started when it is called first.

    Without `models` they lack the client of models, as in a stack that asks none.
    """

    folder: Path
    settings: dict[str, str]
    processes: ExitStack
    models: bool = False
    started: dict[str, Running] = field(default_factory=dict)

    def invoke(self, name: str, event: dict[str, Any]) -> Any:
        if name not in self.started:
            settings = {"CITE_OR_REFUSE_HOME": str(self.folder / name), **self.settings}
            start = running(
                built(name, models=self.models), self.folder / f"{name}.log", **settings
            )
            self.started[name] = self.processes.enter_context(start)
        return self.started[name].invoke(event)

    def log(self, name: str) -> str:
        return self.started[name].log.read_text(encoding="utf-8")


@pytest.fixture
def fleet(account: Account, tmp_path: Path) -> Iterator[Fleet]:
    with ExitStack() as processes:
        yield Fleet(tmp_path, dict(account.settings), processes)
