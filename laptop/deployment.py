"""Build the template and deploy it to the emulator with the SAM CLI, as it is deployed to AWS."""

import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import boto3

from laptop.environment import Unusable, for_callers
from laptop.workflows import template_for_the_emulator

STACK = "cite-or-refuse-laptop"  # as in samconfig.toml, and so the bucket of what is deployed
ARTEFACTS = "cite-or-refuse-artefacts"
SAM = str(Path(sys.executable).with_name("sam"))
ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
SAY_EVERY = 15  # seconds
# Each execution of a function is a process with a copy of its layers. What comes above this is
# throttled, as AWS does above its own limit, and tried again.
AT_ONCE = 4
AT_ONCE_IN_THE_API = 12  # whose layers are small, and whose callers do not wait for long


def deploy(
    port: int, parameters: Sequence[str], environment: Mapping[str, str], log: Path
) -> dict[str, str]:
    """Build, deploy, and return the outputs of the stack. Raises Unusable if either fails."""
    log.write_bytes(b"")
    _run("Building the functions and layers", ["make", "build-here"], environment, log)
    _client("s3", port).create_bucket(Bucket=ARTEFACTS)
    config = ["--config-file", str(Path("samconfig.toml").absolute()), "--config-env", "laptop"]
    template = ["--template-file", str(template_for_the_emulator())]
    put = [SAM, "deploy", *config, *template, "--parameter-overrides", *parameters]
    _run("Deploying", put, environment, log)
    _limit_functions(_client("lambda", port))
    stacks = _client("cloudformation", port).describe_stacks(StackName=STACK)["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in stacks[0]["Outputs"]}


def _limit_functions(functions: Any) -> None:
    for page in functions.get_paginator("list_functions").paginate():
        for function in page["Functions"]:
            name = function["FunctionName"]
            most = AT_ONCE_IN_THE_API if "-ApiFunction-" in name else AT_ONCE
            functions.put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=most)


def architecture() -> str:
    """Return this machine's, as Lambda names it. Raises Unusable for one that Lambda lacks."""
    machine = platform.machine().lower()
    if machine not in ARCHITECTURES:
        raise Unusable(f"Lambda has no functions for {machine}; use a machine of x86_64 or arm64.")
    return ARCHITECTURES[machine]


def _run(doing: str, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
    began = time.monotonic()
    say(f"{doing} ...")
    with log.open("ab") as lines:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=subprocess.STDOUT,
            env=dict(environment),
        )
        try:
            while not _ended_within(SAY_EVERY, process):
                say(f"  ... {time.monotonic() - began:.0f} s")
        finally:
            process.terminate()
    if process.returncode:
        raise Unusable(f"{doing} failed: {_last_line(log)} The log is {log}.")


def _ended_within(seconds: float, process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _last_line(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines()]
    told = [line for line in lines if line]
    return told[-1] if told else "it said nothing."


def _client(service: str, port: int) -> Any:
    to = for_callers(port)
    return boto3.client(  # type: ignore[call-overload]
        service,
        endpoint_url=to["AWS_ENDPOINT_URL"],
        region_name=to["AWS_REGION"],
        aws_access_key_id=to["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=to["AWS_SECRET_ACCESS_KEY"],
    )


def say(line: str) -> None:
    """Tell the person who waits."""
    sys.stderr.write(f"{line}\n")
