"""What `make up` leaves for a shell, and what it says can be done next."""

from collections.abc import Mapping
from pathlib import Path

from laptop.environment import REGION, for_callers


def variables(port: int, outputs: Mapping[str, str]) -> str:
    """Return lines for a shell that lead every AWS tool, and our command line, to the laptop."""
    exports = for_callers(port) | {
        "CITE_OR_REFUSE_API": outputs["ApiUrl"],
        "CITE_OR_REFUSE_DOCUMENTS": outputs["DocumentsBucket"],
    }
    lines = [f"export {name}={value}" for name, value in exports.items()]
    return "\n".join(
        [
            "# Written by `make up`. Leads the shell that reads it to the laptop stack.",
            "unset AWS_PROFILE AWS_SESSION_TOKEN",
            *lines,
            'export NO_PROXY="127.0.0.1${NO_PROXY:+,$NO_PROXY}"',
            'export no_proxy="$NO_PROXY"',
            "",
        ]
    )


def how_to_go_on(outputs: Mapping[str, str], file: Path) -> str:
    """Return what can be copied into a shell."""
    signed = f'curl -s --aws-sigv4 "aws:amz:{REGION}:execute-api" --user test:test'
    return f"""
API:        {outputs["ApiUrl"]}
documents:  s3://{outputs["DocumentsBucket"]}

In a shell:

  . {file}
  .venv/bin/cite-or-refuse ask "..." --corpus docs/ --engine stack
  {signed} "$CITE_OR_REFUSE_API/runs"
  awscurl --service execute-api --region {REGION} "$CITE_OR_REFUSE_API/runs"

Stop it with: make down"""
