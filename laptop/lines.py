"""What `make up` leaves for a shell, and what it says can be done next."""

from collections.abc import Mapping
from pathlib import Path

from laptop.environment import REGION, endpoint_on, for_callers


def variables(port: int, outputs: Mapping[str, str]) -> str:
    """Return lines for a shell that lead every AWS tool, and our command line, to the laptop."""
    exports = for_callers(port) | {
        "CITE_OR_REFUSE_API": api_of(port, outputs),
        "CITE_OR_REFUSE_DOCUMENTS": outputs["DocumentsBucket"],
    }
    lines = [f"export {name}={value}" for name, value in exports.items()]
    return "\n".join(
        [
            "# Written by `make up`. Leads the shell that reads it to the laptop stack.",
            "unset AWS_PROFILE AWS_SESSION_TOKEN",
            *lines,
            'export NO_PROXY="${NO_PROXY:+$NO_PROXY,}127.0.0.1" no_proxy="${no_proxy:+$no_proxy,}127.0.0.1"',
            "",
        ]
    )


def api_of(port: int, outputs: Mapping[str, str]) -> str:
    """Return the API's address at the emulator; the output names the one that AWS would give it."""
    host, _, stage = outputs["ApiUrl"].removeprefix("https://").partition("/")
    return f"{endpoint_on(port)}/restapis/{host.partition('.')[0]}/{stage.strip('/')}/_user_request_"


def how_to_go_on(port: int, outputs: Mapping[str, str], file: Path) -> str:
    """Return what can be copied into a shell."""
    signed = f'curl -s --aws-sigv4 "aws:amz:{REGION}:execute-api" --user test:test'
    return f"""
API:        {api_of(port, outputs)}
documents:  s3://{outputs["DocumentsBucket"]}

In a shell:

  . {file}
  .venv/bin/cite-or-refuse ask "..." --corpus docs/ --engine stack
  {signed} "$CITE_OR_REFUSE_API/runs"
  awscurl --service execute-api --region {REGION} "$CITE_OR_REFUSE_API/runs"

Stop it with: make down"""
