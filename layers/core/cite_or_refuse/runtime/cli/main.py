"""The command itself: its subcommands, and what a person is told when one cannot go on."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

import click

from cite_or_refuse import __version__
from cite_or_refuse.domain.errors import BadInput, CiteOrRefuseError
from cite_or_refuse.domain.outcome import EXIT_CODES, Status
from cite_or_refuse.runtime.cli.ask import ask
from cite_or_refuse.runtime.cli.resume import resume
from cite_or_refuse.runtime.cli.runs import runs
from cite_or_refuse.runtime.cli.show import show
from cite_or_refuse.runtime.cli.speaking import refuse_to_go_on
from cite_or_refuse.runtime.cli.teaching import teach
from cite_or_refuse.runtime.cli.verify import verify
from cite_or_refuse.runtime.cli.walking import INTERRUPTED

USAGE = 2


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=teach(
        [
            'ask "How do I pause a LangGraph graph and wait for a human?"',
            'ask "How long are logs kept?" --corpus docs/',
            "verify report.md --sources sources.json",
        ]
    ),
)
@click.version_option(__version__, prog_name="cite-or-refuse")
def cli() -> None:
    """Answer questions with claims a reader can check, or say that it cannot be done."""


for command in (ask, verify, runs, show, resume):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code; what went wrong is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old console lacks letters; say the rest
    try:
        code: int = cli.main(arguments, standalone_mode=False)
    except click.Abort:
        return refuse_to_go_on("Interrupted.", INTERRUPTED)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BadInput as error:
        return refuse_to_go_on(str(error), USAGE)
    except (CiteOrRefuseError, OSError) as error:
        return refuse_to_go_on(str(error), EXIT_CODES[Status.FAILED])
    return code
