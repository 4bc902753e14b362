"""The command and its subcommands, and what a person is told when one cannot go on."""

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import click

from cite_or_refuse import __version__
from cite_or_refuse.domain.errors import BadInput, CiteOrRefuseError
from cite_or_refuse.domain.outcome import EXIT_CODES, Status
from cite_or_refuse.runtime.cli.speaking import (
    Interrupted,
    Unprintable,
    refuse_to_go_on,
    say,
    silence,
)
from cite_or_refuse.runtime.cli.teaching import INTERRUPTED, USAGE, teach


class Commands(click.Group):
    """Imports a command when it is named, so that `verify` starts without stores and engine."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of their use."""
        return ["ask", "verify", "runs", "show", "resume", "drop"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name: each has a module of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"cite_or_refuse.runtime.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(
    cls=Commands,
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


def run(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code; what went wrong is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old console lacks letters; say the rest
    try:
        code: int = cli.main(arguments, prog_name="cite-or-refuse", standalone_mode=False)
    except (click.Abort, Interrupted) as error:
        say(str(error) or "Interrupted.")
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BadInput as error:
        return refuse_to_go_on(str(error), USAGE)
    except Unprintable as error:
        silence(sys.stdout)
        return refuse_to_go_on(str(error), EXIT_CODES[Status.FAILED])
    except CiteOrRefuseError as error:
        return refuse_to_go_on(str(error), EXIT_CODES[Status.FAILED])
    except OSError as error:
        what = f"{error.filename} cannot be used" if error.filename else "The system refused"
        sentence = f"{what}: {error.strerror or error}."
        return refuse_to_go_on(sentence, EXIT_CODES[Status.FAILED])
    return code
