"""The workflows as JSON: CloudFormation takes a definition in YAML, the emulator does not."""

import json
import re
from pathlib import Path

import yaml

BUILT = Path(".aws-sam/build")
_DEFINITION = re.compile(r"(?m)^(\s+DefinitionUri: )(\S+\.yaml)$")
# What the template puts in is text to it, and quotes would make text of a number.
_NUMBER = re.compile(r'("Numeric\w+": )"(\$\{\w+\})"')
# The emulator throttles as AWS does, and gives the workflow another name for it.
_THROTTLED = '"Lambda.TooManyRequestsException"'
_THROTTLED_HERE = f'{_THROTTLED}, "Lambda.Unknown"'


def template_for_the_emulator() -> Path:
    """Write what was built once more, with its workflows as JSON beside it; return the template."""
    built = (BUILT / "template.yaml").read_text(encoding="utf-8")
    template = BUILT / "laptop.yaml"
    template.write_text(_DEFINITION.sub(_as_json, built), encoding="utf-8")
    return template


def _as_json(match: re.Match[str]) -> str:
    source = BUILT / match[2]
    definition = yaml.safe_load(source.read_text(encoding="utf-8"))
    text = _NUMBER.sub(r"\1\2", json.dumps(definition)).replace(_THROTTLED, _THROTTLED_HERE)
    name = f"{source.stem}.json"
    (BUILT / name).write_text(text, encoding="utf-8")
    return match[1] + name
