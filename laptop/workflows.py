"""The workflows as the emulator wants them: in JSON, and patient with it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

BUILT = Path(".aws-sam/here/build")
_DEFINITION = re.compile(r"(?m)^(\s+DefinitionUri: )(\S+\.yaml)$")
_THROTTLED = "Lambda.TooManyRequestsException"


def template_for_the_emulator() -> Path:
    """Write what was built once more, with its workflows beside it; return the template."""
    built = (BUILT / "template.yaml").read_text(encoding="utf-8")
    template = BUILT / "laptop.yaml"
    template.write_text(_DEFINITION.sub(_as_json, built), encoding="utf-8")
    return template


def _as_json(match: re.Match[str]) -> str:
    source = BUILT / match[2]
    definition = yaml.safe_load(source.read_text(encoding="utf-8"))
    definition["States"] = {name: _patient(state) for name, state in definition["States"].items()}
    name = f"{source.stem}.json"
    (BUILT / name).write_text(json.dumps(definition), encoding="utf-8")
    return match[1] + name


def _patient(state: Mapping[str, Any]) -> dict[str, Any]:
    """Let a throttled function be asked again each second for some minutes.

    A laptop throttles early. The emulator gives throttling another name, and waits without jitter,
    so that whoever was throttled at one time comes back at one time.
    """
    retriers = [
        {
            "ErrorEquals": [*retrier["ErrorEquals"], "Lambda.Unknown"],
            "IntervalSeconds": 1,
            "BackoffRate": 1.0,
            "MaxAttempts": 300,
        }
        if _THROTTLED in retrier["ErrorEquals"]
        else retrier
        for retrier in state.get("Retry", [])
    ]
    return {**state, "Retry": retriers} if retriers else dict(state)
