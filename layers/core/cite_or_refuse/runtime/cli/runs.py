"""`cite-or-refuse runs`: what was asked, newest first."""

import click

from cite_or_refuse.domain.outcome import Status, Stop
from cite_or_refuse.domain.run import Summary
from cite_or_refuse.report.text import one_line
from cite_or_refuse.runtime.cli.speaking import say, tell
from cite_or_refuse.runtime.cli.teaching import teach
from cite_or_refuse.runtime.cli.there import Engine, engine_option, the_stack
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import open_store

MAX_QUESTION = 80
MAX_THERE = 100
REASONS = frozenset(Stop)  # the others are names of errors, for programs


@click.command(
    short_help="List runs, newest first.",
    epilog=teach(
        ["runs", "runs --status waiting", "runs --limit 100", "runs --engine stack"],
    ),
)
@click.option(
    "--status", type=click.Choice(Status, case_sensitive=False), help="Only runs of this status."
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="How many."
)
@engine_option
def runs(status: Status | None, limit: int, engine: Engine) -> int:
    """List the runs kept on this machine, or in the stack: id, status, when, and the question."""
    settings = read_settings()
    if engine == "stack":
        if limit > MAX_THERE:
            raise click.UsageError(f"--limit is at most {MAX_THERE} with --engine stack.")
        found = the_stack(settings).api.runs(limit, status)
    else:
        found = open_store(settings).recent(limit, status)
    for run in found:
        tell(_line(run))
    if not found:
        say("There is no such run yet.")
    return 0


def _line(run: Summary) -> str:
    question = one_line(run.question, MAX_QUESTION)
    why = f" ({run.reason})" if run.reason in REASONS else ""
    return f"{run.run_id}  {run.status:<8}  {run.created_at[:16]}  {question}{why}"
