"""Write docs/cli.md from the help of the commands and the settings: `make docs`."""

from dataclasses import MISSING, fields
from pathlib import Path

import click

from cite_or_refuse.runtime.cli.commands import cli
from cite_or_refuse.runtime.settings import Settings, variable_of

WIDTH = 100


def reference() -> str:
    """Return the page; a test holds it against the file."""
    top = click.Context(
        cli, info_name="cite-or-refuse", terminal_width=WIDTH, **cli.context_settings
    )
    with top as ctx:
        parts = [
            "# The command line",
            "Written by `make docs` from the help texts; do not edit.",
            _fenced(cli.get_help(ctx)),
        ]
        for name in cli.list_commands(ctx):
            command = cli.get_command(ctx, name)
            assert command is not None, "the group listed it"
            with click.Context(command, ctx, name, terminal_width=WIDTH) as sub:
                parts += [f"## {name}", _fenced(command.get_help(sub))]
    return "\n\n".join([*parts, "## Settings", _settings()]) + "\n"


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def _settings() -> str:
    rows = ["| variable | default | what it sets |", "|---|---|---|"]
    for setting in fields(Settings):
        unset = setting.default is MISSING or setting.default is None or not str(setting.default)
        default = "" if unset else f"`{setting.default}`"
        rows.append(f"| `{variable_of(setting.name)}` | {default} | {setting.metadata['about']} |")
    return "\n".join(rows)


if __name__ == "__main__":
    Path(__file__).with_suffix(".md").write_text(reference(), encoding="utf-8")
