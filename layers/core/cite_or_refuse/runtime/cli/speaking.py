"""What is said: results on stdout, everything beside them on stderr."""

import errno
import os
import sys
from typing import TextIO

import click


class Interrupted(Exception):
    """Ctrl-C during a walk; the text says how to go on."""


class Unprintable(Exception):
    """A result that could not be written to stdout; the text is a sentence."""


def tell(text: str, *, nl: bool = True, again: str = "") -> None:
    """Print a result on stdout. `again` is a sentence that says how to get it if that fails.

    Raises Unprintable. A reader who has left, as `head` does, is click's to end quietly.
    """
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        why = error.strerror or str(error)
        raise Unprintable(f"The output cannot be written: {why}. {again}".rstrip()) from error


def say(line: str, colour: str | None = None) -> None:
    """Print a line on stderr, in colour only on a terminal that may have it (no-color.org)."""
    coloured = False if os.environ.get("NO_COLOR") else None
    try:
        click.echo(click.style(line, fg=colour), err=True, color=coloured)
    except OSError:  # nobody can be told, and the work itself is not hurt by that
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let what a stream still holds, and all that follows, go nowhere; the end flushes, too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def refuse_to_go_on(sentence: str, code: int) -> int:
    """Say what went wrong, and return the exit code."""
    say(f"Error: {sentence}", "red")
    return code
