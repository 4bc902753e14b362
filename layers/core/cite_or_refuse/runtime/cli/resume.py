"""`cite-or-refuse resume`: go on with a run, or decide on one that waits."""

from pathlib import Path

import click

from cite_or_refuse.domain.budget import parse_budget
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.runtime.cli import output
from cite_or_refuse.runtime.cli.given import not_blank
from cite_or_refuse.runtime.cli.teaching import OUTCOMES, teach
from cite_or_refuse.runtime.cli.there import (
    Engine,
    decide_there,
    engine_option,
    refuse_other_ids,
    resume_there,
    the_stack,
)
from cite_or_refuse.runtime.cli.walking import (
    BUDGET_HELP,
    View,
    caller,
    tell_note,
    view_options,
    walk_and_show,
)
from cite_or_refuse.runtime.runs import MAX_ROUNDS, decide, raise_budget
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import build_ports, open_store


@click.command(
    short_help="Go on with a run, or decide on one that waits.",
    epilog=teach(
        [
            "resume 1n8k2qa-7xw3e",
            "resume 1n8k2qa-7xw3e --accept",
            "resume 1n8k2qa-7xw3e --budget usd=5,calls=40",
            'resume 1n8k2qa-7xw3e --revise "Name the default port." --rounds 2',
            "resume 1n8k2qa-7xw3e --accept --engine stack",
        ],
        OUTCOMES,
    ),
)
@click.argument("run_id", metavar="RUN")
@click.option("--accept", is_flag=True, help="Publish what stands of the draft.")
@click.option("--revise", metavar="NOTES", help="Have it rewritten with these notes.")
@click.option(
    "--rounds",
    type=click.IntRange(1, MAX_ROUNDS),
    help="With --revise: how many more rewrites to allow.  [default: 1]",
)
@click.option("--refuse", is_flag=True, help="Publish nothing.")
@click.option("--budget", metavar="LIMITS", callback=not_blank, help=BUDGET_HELP)
@engine_option
@view_options
def resume(  # noqa: PLR0913 - one parameter for each option
    *,
    run_id: str,
    accept: bool,
    revise: str | None,
    rounds: int | None,
    refuse: bool,
    budget: str | None,
    engine: Engine,
    as_json: bool,
    out: Path | None,
    quiet: bool,
) -> int:
    """Go on with RUN where it stopped: killed, failed, or waiting for a person.

    Finished steps are not run again. With a choice, decide on the draft that waits.
    """
    choice = _choice(accept, revise, refuse)
    if rounds is not None and choice is not Choice.REVISE:
        raise click.UsageError("--rounds goes with --revise.")
    view = View(as_json, out, quiet)
    settings = read_settings()
    if engine == "stack":
        refuse_other_ids(run_id)
        if out:
            output.prepare(out)
        api = the_stack(settings).api
        if choice and budget:
            raise click.UsageError("On the stack, decide first, and resume with a budget then.")
        if choice:
            return decide_there(api, run_id, choice, revise or "", rounds or 1, view)
        return resume_there(api, run_id, parse_budget(budget or ""), view)
    run = open_store(settings).load(run_id)
    if out:
        output.prepare(out)
    if budget:
        run = raise_budget(run, parse_budget(budget), settings.budget)
    ports = build_ports(settings, run.options, view.progress)
    if budget:
        ports.store.amend(run)  # only now that the models are known to be able to keep it
    if choice:
        run = decide(run_id, choice, revise or "", rounds or 1, caller(), ports)
        tell_note(choice, run.options.model, view)
    return walk_and_show(run, ports, settings.home, view)


def _choice(accept: bool, revise: str | None, refuse: bool) -> Choice | None:
    chosen = {Choice.ACCEPT: accept, Choice.REVISE: revise is not None, Choice.REFUSE: refuse}
    choices = [choice for choice, given in chosen.items() if given]
    if len(choices) > 1:
        raise click.UsageError("Choose one of --accept, --revise and --refuse.")
    return choices[0] if choices else None
