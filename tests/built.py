"""Functions as `sam build` left them, each started as Lambda starts it: `make test-artefacts`.

The SAM CLI ships Lambda's runtime emulator. It starts AWS's runtime client under the function's
own folder and layers, with an environment that has nothing else, beside what Lambda's own Python
has: the locked boto3 of `.stack/runtime`.
"""

import json
import os
import platform
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import requests
import yaml

ROOT = Path(__file__).parents[1]
BUILD = ROOT / ".aws-sam" / "here" / "build"
RUNTIME = ROOT / ".stack" / "runtime"
TOOLS = ROOT / ".stack" / "venv"
EVENTS = ROOT / "events"
ARCHITECTURE = "arm64" if platform.machine() in {"aarch64", "arm64"} else "x86_64"

_EMULATOR = f"lib/python3.13/site-packages/samcli/local/rapid/aws-lambda-rie-{ARCHITECTURE}"
_INIT = re.compile(r"INIT REPORT\(durationMs: ([0-9.]+)\)")
STARTS_WITHIN = 60  # seconds, of a busy machine


class _Loader(yaml.SafeLoader):  # type: ignore[misc]  # PyYAML comes without types
    """Reads YAML, and CloudFormation's tags as what they are applied to: `!Ref X` is "X"."""


def _tagged(loader: _Loader, _tag: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.ScalarNode):
        return loader.construct_scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    assert isinstance(node, yaml.MappingNode)
    return loader.construct_mapping(node, deep=True)


_Loader.add_multi_constructor("!", _tagged)


@cache
def read_template(path: Path = ROOT / "template.yaml") -> dict[str, Any]:
    """The template, with each reference as the name that it refers to."""
    template: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506
    return template


def resources(kind: str) -> dict[str, dict[str, Any]]:
    """The properties of all resources of a kind, by their names."""
    found = read_template()["Resources"].items()
    return {name: a["Properties"] for name, a in found if a["Type"] == f"AWS::{kind}"}


@dataclass(frozen=True)
class Built:
    """A built function: where its handler and the layers under it are."""

    name: str
    folder: Path
    layers: tuple[Path, ...]

    @property
    def path(self) -> list[Path]:
        """Where Python looks for modules on Lambda, in this order."""
        return [self.folder, *(layer / "python" for layer in self.layers), RUNTIME]

    def environment(self, **more: str) -> dict[str, str]:
        """What Lambda sets, and the settings of a test; nothing of this process's own."""
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "en_US.UTF-8",
            "TZ": ":UTC",
            "AWS_REGION": "us-east-1",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_LAMBDA_FUNCTION_NAME": self.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "LAMBDA_TASK_ROOT": str(self.folder),
            "POWERTOOLS_SERVICE_NAME": "cite-or-refuse",
            "POWERTOOLS_METRICS_NAMESPACE": "cite-or-refuse",
            "PYTHONPATH": ":".join(map(str, self.path)),
            "PYTHONDONTWRITEBYTECODE": "1",  # a function's folders are read-only
            **more,
        }

    def python(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the interpreter as the function's runtime would, until it ends."""
        return subprocess.run(
            [*bare_python(), *arguments],
            cwd=self.folder,
            env=self.environment(**more),
            capture_output=True,
            text=True,
            timeout=STARTS_WITHIN,
            check=False,
        )


def layers_of(name: str, *, models: bool = True) -> list[str]:
    """The layers of this function in a stack that asks models, or in one that asks none."""
    layers = resources("Serverless::Function")[name]["Layers"]
    chosen = {"AsksModels": 1 if models else 2}
    found = [x if isinstance(x, str) else x[chosen[x[0]]] for x in layers]  # `!If` is a list here
    return [layer for layer in found if layer != "AWS::NoValue"]


def built(name: str, *, models: bool = True) -> Built:
    """The function of this name, as it was built for this machine. Fails if there is none."""
    assert (BUILD / name).is_dir(), "It is not built; run: make test-artefacts"
    layers = (BUILD / layer for layer in layers_of(name, models=models))
    return Built(name, BUILD / name, tuple(layers))


def bare_python() -> list[str]:
    """This interpreter, without the packages of this environment."""
    return [str(Path(sys.base_prefix) / "bin" / "python3.13"), "-S"]


@dataclass(frozen=True)
class Running:
    """A function that the emulator runs."""

    url: str
    log: Path
    pid: int

    def invoke(self, event: Mapping[str, Any]) -> Any:
        """Return what the handler returned; of an error, what Lambda tells the caller."""
        answer = requests.post(self.url, data=json.dumps(event), timeout=STARTS_WITHIN)
        return answer.json()

    @property
    def init_ms(self) -> float:
        """How long it took from starting Python until the handler was there."""
        found = _INIT.search(self.log.read_text(encoding="utf-8"))
        assert found, "it was not called yet"
        return float(found[1])

    @property
    def processor_ms(self) -> float:
        """The processor time that its Python has taken until now."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/children")
        [runtime] = [child for path in threads for child in path.read_text("ascii").split()]
        stat = Path(f"/proc/{runtime}/stat").read_text(encoding="utf-8")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(function: Built, log: Path, **settings: str) -> Iterator[Running]:
    """Start a function under the emulator, and end it with what it started."""
    port, runtime_port = free_port(), free_port()
    command: list[str | Path] = [
        TOOLS / _EMULATOR,
        "--runtime-interface-emulator-address",
        f"127.0.0.1:{port}",
        "--runtime-api-address",
        f"127.0.0.1:{runtime_port}",
        *bare_python(),
        *("-m", "awslambdaric", "app.handler"),
    ]
    with log.open("wb") as lines:
        process = subprocess.Popen(
            command,
            cwd=function.folder,
            env=function.environment(**settings),
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(port, process, log)
        url = f"http://127.0.0.1:{port}/2015-03-31/functions/function/invocations"
        yield Running(url, log, process.pid)
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-2000:]
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.02)
    raise AssertionError(f"nothing listens on {port}: {log}")
