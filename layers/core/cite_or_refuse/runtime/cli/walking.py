"""What `ask` and `resume` share: walk a run before a person's eyes, then print how it ended."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path
from typing import Any

import click

from cite_or_refuse.domain.budget import Usage
from cite_or_refuse.domain.outcome import EXIT_CODES, Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports, RunStore
from cite_or_refuse.report.files import FILES, contents_of
from cite_or_refuse.report.json import as_object
from cite_or_refuse.report.usage import spent
from cite_or_refuse.report.waiting import render_waiting
from cite_or_refuse.runtime.cli import output
from cite_or_refuse.runtime.cli.given import folder
from cite_or_refuse.runtime.cli.progress import told
from cite_or_refuse.runtime.cli.speaking import Interrupted, say, tell

BUDGET_HELP = (
    "Limits, as usd=1.50,tokens=200000,calls=20,searches=10,seconds=600 or parts of that; seconds "
    "are of work, not of waiting."
)
NOT_FINISHED = EXIT_CODES[Status.WAITING]


@dataclass(frozen=True, slots=True)
class View:
    """How the result is shown."""

    as_json: bool = False
    out: Path | None = None
    quiet: bool = False

    def progress(self, line: str) -> None:
        """Say a line about the work, unless asked to be quiet."""
        if not self.quiet:
            say(line, "bright_black")


def caller() -> str:
    """Return who is asking, as the machine knows them."""
    try:
        return getuser()
    except OSError:  # an account without a name, as in some containers
        return "somebody at a terminal"


def view_options[F: Callable[..., Any]](command: F) -> F:
    """Add the options that make a View."""
    for option in (
        click.option("--quiet", "-q", is_flag=True, help="No progress on stderr."),
        click.option(
            "--out",
            type=click.Path(file_okay=False),
            metavar="DIR",
            callback=folder,
            help=f"Write {', '.join(FILES)} there too.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead."),
    ):
        command = option(command)
    return command


def walk_and_show(run: Run, ports: Ports, home: Path, view: View) -> int:
    """Walk the run to its end, or until it waits; print it, and return the exit code."""
    from cite_or_refuse.runtime.graph import walk  # a second of LangGraph, for a walk alone

    view.progress(f"run {run.run_id}")
    try:
        ended = walk(run, ports, lambda step, facts: view.progress(told(step, facts)), home)
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. Go on with: cite-or-refuse resume {run.run_id}") from None
    return show(ended, ports.store, view)


def tell_note(choice: Choice, model: str, view: View) -> None:
    """Say what becomes of the note to a draft that is sent back, if no model reads it."""
    if choice is Choice.REVISE and model == "extractive":
        view.progress(
            "No language model reads the note: sentences that hold its words are added from the "
            "sources, and nothing is reworded."
        )


def show(run: Run, store: RunStore, view: View) -> int:
    """Print the run as it stands, and return the exit code of its status."""
    whole = as_object(run, store.trail(run.run_id))
    text = _for_a_person(run)
    return show_result(whole, text, lambda: contents_of(run, text, whole), view)


def show_result(
    whole: Mapping[str, Any],
    text: str,
    contents: Callable[[], Mapping[str, bytes | None]],
    view: View,
    options: str = "",
) -> int:
    """Print a run as an object or as text, write its files, and return its exit code.

    `options` are what it takes to get it again with `show`.
    """
    again = f"cite-or-refuse show {whole['run_id']}{options}"
    try:
        printed = json.dumps(whole) if view.as_json else text
        tell(printed, nl=view.as_json, again=f"Get it with: {again}")
    finally:
        if view.out:
            output.write(view.out, contents(), again)
    return EXIT_CODES.get(Status(whole["outcome"]), NOT_FINISHED)


def tell_usage(used: Mapping[str, Usage]) -> None:
    """Print what each node used that asked a model."""
    asked = [f"{step}: {spent(usage)}" for step, usage in used.items() if usage.calls]
    if asked:
        tell("\n".join(["", *asked]))


def _for_a_person(run: Run) -> str:
    if run.current_publication:
        return run.current_publication.report
    if run.undecided:
        return render_waiting(run)
    return f"Run {run.run_id} has not ended. Go on with: cite-or-refuse resume {run.run_id}\n"
