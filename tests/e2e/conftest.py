"""The command as a user has it, with a home of its own."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cite_or_refuse.runtime.cli.main import run


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What stderr says, without the hint at the usage that click adds."""
        lines = [line for line in self.err.splitlines() if line]
        return [line for line in lines if not line.startswith(("Usage:", "Try '"))]


Command = Callable[..., Done]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CITE_OR_REFUSE_HOME", str(folder))
    return folder


@pytest.fixture
def command(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """Run the command line in this process; it is started as a process where that matters."""

    def start(*arguments: object, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return start
