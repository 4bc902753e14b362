"""What the README says is held against the program; what cannot be is kept out of it."""

import re
from pathlib import Path

import click
import pytest

from cite_or_refuse.domain.outcome import EXIT_CODES
from cite_or_refuse.runtime.cli.commands import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> str:
    return "\n".join(re.findall(rf"(?ms)^```{language}\n(.*?)^```$", README))


def test_its_table_of_outcomes_is_the_programs():
    # GIVEN the table in the README
    rows = re.findall(r"(?m)^\| ([a-z]+) \| ([0-9]) \|", README)
    # THEN it has each outcome with its exit code
    assert {name: int(code) for name, code in rows} == {s.value: c for s, c in EXIT_CODES.items()}


def test_its_commands_have_these_options():
    # GIVEN the commands in the README
    commands = re.findall(r"cite-or-refuse (\w+)(.*)", blocks("sh"))
    assert len(commands) >= 5
    for name, rest in commands:
        # THEN each is a command, and each option one of its options
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, name
        known = {option for param in command.params for option in param.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known


def test_its_make_targets_are_in_the_makefile():
    # GIVEN the targets in the README
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?m)^make ([a-z-]+)", blocks("sh")):
        # THEN make knows them
        assert f"\n{target}:" in makefile


@pytest.mark.parametrize("page", ["README.md", *(ROOT / "docs").rglob("*.md")], ids=str)
def test_its_links_lead_somewhere(page: str | Path):
    # GIVEN a page of the documentation
    path = ROOT / page
    prose = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)", prose):
        # THEN what it links to is in the repository
        assert (path.parent / target).exists() or target.startswith("https://"), target


def test_its_example_in_python_runs(capsys: pytest.CaptureFixture[str]):
    # GIVEN the example
    # WHEN it is run as it stands
    exec(blocks("python"), {})  # noqa: S102 - our own README
    # THEN the gate says what the text says
    assert capsys.readouterr().out.startswith("unsupported ('4")
