"""What is said on stderr, beside the result on stdout."""

import os

import click


def say(line: str, colour: str | None = None) -> None:
    """Print a line on stderr, in colour only on a terminal that may have it (no-color.org)."""
    coloured = False if os.environ.get("NO_COLOR") else None
    click.echo(click.style(line, fg=colour), err=True, color=coloured)


def refuse_to_go_on(sentence: str, code: int) -> int:
    """Say what went wrong, and return the exit code."""
    say(f"Error: {sentence}", "red")
    return code


class Interrupted(Exception):
    """Ctrl-C during a walk; the text says how to go on."""
