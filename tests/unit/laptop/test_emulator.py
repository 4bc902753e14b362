"""Starting and stopping: what stands in the way is one sentence, and nobody else is hurt."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from laptop import deployment, models
from laptop.__main__ import main
from laptop.emulator import Emulator
from laptop.environment import Unusable, for_tools
from laptop.lines import variables
from laptop.models import model_on
from laptop.workflows import BUILT, template_for_the_emulator


def a_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def start(folder: Path, port: int) -> None:
    Emulator(folder).ensure(port, for_tools(os.environ, port), {}, keep=False)


@contextmanager
def an_emulator_of(folder: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process by the emulator's name, noted in the folder."""
    with subprocess.Popen(
        [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()", "ministack"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # before that it may not have its name yet
        note = {"pid": process.pid, "settings": {"GATEWAY_PORT": str(port)}}
        (folder / "emulator.json").write_text(json.dumps(note))
        yield process


def test_a_port_in_use_is_told_with_another_one(tmp_path: Path):
    # GIVEN somebody who listens on the port
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        # WHEN the emulator is to use it, THEN it says so, and starts nothing
        with pytest.raises(Unusable, match=rf"^Port {port} is in use; .*PORT={port + 1}$"):
            start(tmp_path, port)
    assert not (tmp_path / "emulator.json").exists()


def test_an_emulator_that_does_not_start_leaves_its_log_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN an interpreter in which it is not installed
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    # WHEN it is started, THEN one sentence names the log
    with pytest.raises(Unusable, match=r"did not start; its log says why: .*emulator\.log$"):
        start(tmp_path, port)
    assert (tmp_path / "emulator.log").exists()
    assert not Emulator(tmp_path).stop()


@pytest.mark.parametrize("note", ["", "{", '{"pid": 1, "settings": {}}'])
def test_a_process_that_is_not_the_emulator_is_left_alone(tmp_path: Path, note: str):
    # GIVEN a note that is damaged, or whose number is another program's by now
    (tmp_path / "emulator.json").write_text(note)
    # WHEN the emulator is stopped, THEN there is none
    assert not Emulator(tmp_path).stop()


def test_an_emulator_with_other_settings_is_not_used(tmp_path: Path):
    # GIVEN one that runs on another port
    with an_emulator_of(tmp_path, 4567) as process:
        # WHEN this one is asked for, THEN it says where the other is
        with pytest.raises(Unusable, match="runs on port 4567 with other settings"):
            start(tmp_path, 4566)
        # AND stopping ends it
        assert Emulator(tmp_path).stop()
        assert process.wait(10) != 0


def test_what_functions_left_behind_is_gone_after_stopping_and_before_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN copies of layers that an emulator left, and a state that was kept
    layer = tmp_path / "tmp" / "ministack-lambda-1" / "layer_0"
    layer.mkdir(parents=True)
    (layer / "library.so").write_bytes(b"large")
    (tmp_path / "state").mkdir()
    # WHEN the stack is stopped, though nothing runs any more
    assert not Emulator(tmp_path).stop()
    # THEN only the copies are gone
    assert not (tmp_path / "tmp").exists()
    assert (tmp_path / "state").exists()
    # AND a start, which here fails, begins with none
    layer.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    seen: list[list[Path]] = []
    started = subprocess.Popen

    def looked(*arguments: Any, **options: Any) -> Any:
        seen.append(list((tmp_path / "tmp").iterdir()))
        return started(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", looked)
    with pytest.raises(Unusable, match="did not start"):
        start(tmp_path, a_free_port())
    assert seen == [[]]


def test_a_running_emulator_keeps_what_its_functions_use(tmp_path: Path):
    # GIVEN an emulator that runs with other settings, and a copy of a layer
    with an_emulator_of(tmp_path, 4567):
        layer = tmp_path / "tmp" / "layer_0"
        layer.mkdir(parents=True)
        # WHEN it is started again, THEN the copy stays until it is stopped
        with pytest.raises(Unusable, match="with other settings"):
            start(tmp_path, 4566)
        assert layer.exists()
        assert Emulator(tmp_path).stop()
    assert not layer.exists()


@pytest.mark.parametrize("port", ["0", "-1", "65536", "abc", "", "4566.5", "٤٥٦٦"])
def test_what_is_no_port_is_one_sentence(
    port: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    # GIVEN something that nobody can listen on
    monkeypatch.setattr(sys, "argv", ["laptop", "--folder", str(tmp_path), "up", f"--port={port}"])
    # WHEN the stack is to start there, THEN one sentence says what a port is, and nothing was made
    assert main() == 1
    [sentence] = capsys.readouterr().err.splitlines()
    assert (
        sentence == f"Error: {port!r} is no port; give a number from 1 to 65535: make up PORT=4566"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_model_of_this_machine_is_reached_through_bedrock():
    # GIVEN Ollama where it says it is
    environment = {"OLLAMA_HOST": "127.0.0.1:9999"}
    # WHEN a model of it is to work, THEN the emulator passes calls on, and the functions call it
    settings, parameters = model_on("ollama:llama3.2:1b", environment)
    assert settings["MINISTACK_BEDROCK_PROXY_URL"] == "http://127.0.0.1:9999"
    assert parameters == ["Model=bedrock:llama3.2:1b"]
    assert models.OLLAMA in model_on("ollama:x", {})[0]["MINISTACK_BEDROCK_PROXY_URL"]
    # AND without one nothing is passed on
    assert model_on("extractive", environment) == ({}, ["Model=extractive"])
    for unknown in ("ollama:", "openai:x", "", "bedrock:x"):
        with pytest.raises(Unusable, match="give extractive or ollama:NAME"):
            model_on(unknown, {})


def test_the_workflow_waits_for_functions_that_are_throttled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a built template with a workflow in YAML
    monkeypatch.chdir(tmp_path)
    built = tmp_path / BUILT
    built.mkdir(parents=True)
    up = "../" * len(BUILT.parts)
    (built / "template.yaml").write_text(f"A:\n  DefinitionUri: {up}w.asl.yaml\n  B: c\n")
    (tmp_path / "w.asl.yaml").write_text(
        "States:\n  One:\n    Retry:\n"
        "      - {ErrorEquals: [TransientError], MaxAttempts: 3}\n"
        "      - {ErrorEquals: [Lambda.TooManyRequestsException], MaxAttempts: 8}\n"
        "  Two: {Type: Succeed}\n"
    )
    # WHEN it is made ready for the emulator
    template = template_for_the_emulator()
    # THEN the template names a workflow in JSON that is patient, and otherwise the same
    assert template.read_text() == "A:\n  DefinitionUri: w.asl.json\n  B: c\n"
    states = json.loads((built / "w.asl.json").read_text())["States"]
    transient, throttled = states["One"]["Retry"]
    assert transient == {"ErrorEquals": ["TransientError"], "MaxAttempts": 3}
    assert throttled["ErrorEquals"] == ["Lambda.TooManyRequestsException", "Lambda.Unknown"]
    assert throttled["MaxAttempts"] * throttled["IntervalSeconds"] >= 300
    assert states["Two"] == {"Type": "Succeed"}


def test_a_shell_that_reads_the_variables_reaches_the_emulator_alone(tmp_path: Path):
    # GIVEN what is left for a shell, and a shell with the keys of an account
    outputs = {"ApiUrl": "http://127.0.0.1:4567/restapis/a/v1/_user_request_"}
    file = tmp_path / "env"
    file.write_text(variables(4567, outputs | {"DocumentsBucket": "documents"}))
    environment = {
        "PATH": os.environ["PATH"], "AWS_PROFILE": "prod", "AWS_SESSION_TOKEN": "real",
        "AWS_ACCESS_KEY_ID": "AKIA-real", "NO_PROXY": "example.com",
    }  # fmt: skip
    # WHEN it reads them
    done = subprocess.run(
        ["sh", "-c", f". {file} && env"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    # THEN nothing of the account is left
    got = dict(line.split("=", 1) for line in done.stdout.splitlines())
    assert got["AWS_ENDPOINT_URL"] == "http://127.0.0.1:4567"
    assert got["AWS_ACCESS_KEY_ID"] == "test"
    assert "AWS_PROFILE" not in got
    assert "AWS_SESSION_TOKEN" not in got
    assert got["NO_PROXY"] == got["no_proxy"] == "127.0.0.1,example.com"
    assert got["CITE_OR_REFUSE_DOCUMENTS"] == "documents"


def test_a_machine_that_lambda_lacks_is_told(monkeypatch: pytest.MonkeyPatch):
    for machine, name in {"x86_64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}.items():
        monkeypatch.setattr(deployment.platform, "machine", lambda m=machine: m)
        assert deployment.architecture() == name
    monkeypatch.setattr(deployment.platform, "machine", lambda: "riscv64")
    with pytest.raises(Unusable, match="no functions for riscv64"):
        deployment.architecture()


@pytest.mark.parametrize(
    ("options", "search"), [([], ""), (["--search="], ""), (["--search=mediawiki"], "mediawiki")]
)
def test_nothing_is_searched_but_what_was_wished_for(
    options: list[str], search: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a laptop whose emulator runs
    passed: list[str] = []

    def deployed(_port: int, parameters: list[str], *_: object) -> dict[str, str]:
        passed.extend(parameters)
        return {"ApiUrl": "http://127.0.0.1:4566/v1", "DocumentsBucket": "documents"}

    monkeypatch.setattr(Emulator, "ensure", lambda *_, **__: None)
    monkeypatch.setattr("laptop.__main__.deploy", deployed)
    monkeypatch.setattr(
        sys, "argv", ["laptop", "--folder", str(tmp_path), "up", "--port=4566", *options]
    )
    # WHEN the stack is put on it, THEN the template's own choice, the web, is not taken
    assert main() == 0
    assert f'Search="{search}"' in passed


def test_a_failed_deployment_says_its_last_line_and_where_the_log_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # GIVEN a build that fails, and says why
    make = tmp_path / "make"
    make.write_text("#!/bin/sh\necho The wheel is broken.\nexit 2\n")
    make.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    monkeypatch.setenv("PATH", environment["PATH"])
    # WHEN the stack is deployed, THEN the sentence has both
    with pytest.raises(Unusable, match=r"failed: The wheel is broken\. The log is .*deploy\.log"):
        deployment.deploy(4566, [], environment, tmp_path / "deploy.log")


@pytest.mark.parametrize(
    ("platform", "endpoint", "told"),
    [
        ("darwin", "", "runs on Linux"),
        ("win32", "", "runs on Linux"),
        ("linux", "https://dynamodb.us-east-1.amazonaws.com", "Unset AWS_ENDPOINT_URL."),
    ],
)
def test_where_it_cannot_run_one_sentence_says_so(  # noqa: PLR0917
    platform: str,
    endpoint: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    # GIVEN another system, or an environment that leads to AWS
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    monkeypatch.setattr(sys, "argv", ["laptop", "--folder", str(tmp_path), "up", "--port", "4566"])
    # WHEN the stack is to start, THEN one sentence says why not, and nothing was made
    assert main() == 1
    [sentence] = capsys.readouterr().err.splitlines()
    assert told in sentence
    assert list(tmp_path.iterdir()) == []
