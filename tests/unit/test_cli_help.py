from pathlib import Path

import click
import pytest

from cite_or_refuse.runtime.cli.commands import cli
from docs.cli import reference

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = ["ask", "verify", "runs", "show", "resume"]


def test_the_reference_in_docs_is_what_the_commands_say():
    # GIVEN the page that is kept in the repository
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    # WHEN it is written anew from the help texts
    # THEN nothing has changed; if it has: make docs
    assert page == reference()


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_teaches_by_example(name: str):
    # GIVEN a command
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    # WHEN its help is read
    text = command.get_help(click.Context(command, info_name=name))
    # THEN it ends with two or more examples of itself, none of which has an unknown option
    examples = [line.strip() for line in text.partition("Examples:\n")[2].splitlines()]
    assert len(examples) >= 2
    assert all(example.startswith(f"cite-or-refuse {name}") for example in examples)
    known = {option for param in command.params for option in param.opts}
    used = {word for example in examples for word in example.split() if word.startswith("--")}
    assert used <= known
