"""The stack as `make up` deploys it, once for all tests, on an emulator that evaluates IAM.

Its models are on Bedrock; the emulator passes the calls on to a server in this process, which says
what a test wants. `extractive` can be chosen, too.
"""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import botocore.session
import pytest

from cite_or_refuse.adapters.aws.clients import forget_clients
from cite_or_refuse.adapters.aws.stack_api import StackApi
from tests.e2e.conftest import Command, Done, command, home
from tests.model_server import ModelServer, Reply, Script, quoting

__all__ = ["Command", "Done", "command", "home"]  # a fixture of another folder is used by its name

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".stack" / "test"
PYTHON = ROOT / ".stack" / "venv" / "bin" / "python"
LAPTOP_SECONDS = 600
PARAMETERS = ("PlanModel=extractive", "RequestsPerSecond=1000", "Burst=1000")


@dataclass(frozen=True)
class Deployed:
    """Where the stack is, and the environment that leads to it."""

    environment: Mapping[str, str]
    model: ModelServer

    @property
    def api(self) -> str:
        return self.environment["CITE_OR_REFUSE_API"]

    @property
    def documents(self) -> str:
        return self.environment["CITE_OR_REFUSE_DOCUMENTS"]

    def client(self, service: str, **keys: str) -> Any:
        session = botocore.session.Session()
        return session.create_client(
            service,
            endpoint_url=self.environment["AWS_ENDPOINT_URL"],
            region_name=self.environment["AWS_REGION"],
            **({"aws_access_key_id": "test", "aws_secret_access_key": "test"} | keys),
        )

    def resource(self, name: str) -> str:
        """What a resource of the template is called here."""
        found = self.client("cloudformation").describe_stack_resource(
            StackName="cite-or-refuse-laptop", LogicalResourceId=name
        )
        return str(found["StackResourceDetail"]["PhysicalResourceId"])

    def outputs(self) -> dict[str, str]:
        [stack] = self.client("cloudformation").describe_stacks(StackName="cite-or-refuse-laptop")[
            "Stacks"
        ]
        return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def laptop(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of `make up`; it builds and deploys, for longer than a test may take."""
    return subprocess.run(
        [PYTHON, "-m", "laptop", "--folder", FOLDER, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=LAPTOP_SECONDS,
        check=False,
    )


def a_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def eventually(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until it holds; fail if it does not within the time."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.3)


@pytest.fixture(scope="session")
def deployed() -> Iterator[Deployed]:
    laptop("down")
    with ModelServer() as model:
        parameters = [f"--parameter={parameter}" for parameter in PARAMETERS]
        up = laptop(
            "up", f"--port={a_free_port()}", "--model=ollama:writer", *parameters,
            OLLAMA_HOST=model.url.removeprefix("http://"),
        )  # fmt: skip
        assert up.returncode == 0, up.stderr
        lines = (FOLDER / "env").read_text().splitlines()
        exports = [line.removeprefix("export ") for line in lines if line.startswith("export ")]
        environment = dict(export.split("=", 1) for export in exports if '"' not in export)
        yield Deployed(environment, model)
        laptop("down")


@pytest.fixture
def stack(deployed: Deployed, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployed]:
    """The stack, with this process's environment as after reading what `make up` left."""
    for name, value in deployed.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    deployed.model.answer = quoting
    deployed.model.asked.clear()
    forget_clients()
    yield deployed
    forget_clients()


@pytest.fixture
def api(stack: Deployed) -> StackApi:
    return StackApi(stack.api)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tarn.md"
    path.write_text(
        "# Tarn\n\nThe default cache size of Tarn is 512 MB. "
        "Tarn 2.4 was released on 5 March 2024.\n"
    )
    return path


@pytest.fixture
def scripted(stack: Deployed) -> Callable[..., None]:
    """Let the writer give these drafts, then the reviewer these opinions; what is left, quotes."""

    def say(*drafts: str, opinions: tuple[Reply, ...] = ()) -> None:
        stack.model.answer = Script(write=map(Reply, drafts), review=opinions)

    return say
