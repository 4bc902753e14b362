"""`cite-or-refuse show`: one run, as it stands."""

import click

from cite_or_refuse.report.usage import by_node
from cite_or_refuse.runtime.cli.teaching import OUTCOMES, teach
from cite_or_refuse.runtime.cli.there import Engine, engine_option, refuse_other_ids, the_stack
from cite_or_refuse.runtime.cli.there import show as show_there
from cite_or_refuse.runtime.cli.walking import View, tell_usage
from cite_or_refuse.runtime.cli.walking import show as show_run
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import open_store


@click.command(
    short_help="Print one run again.",
    epilog=teach(
        [
            "show 1n8k2qa-7xw3e",
            "show 1n8k2qa-7xw3e --json",
            "show 1n8k2qa-7xw3e --engine stack",
        ],
        OUTCOMES,
    ),
)
@click.argument("run_id", metavar="RUN")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@engine_option
def show(run_id: str, as_json: bool, engine: Engine) -> int:
    """Print the report of RUN, or where it stands, and leave with the exit code of its outcome.

    Below it stands what each step of the run that asked a model used.
    """
    settings = read_settings()
    if engine == "stack":
        refuse_other_ids(run_id)
        return show_there(the_stack(settings).api, run_id, View(as_json), usage=True)
    store = open_store(settings)
    code = show_run(store.load(run_id), store, View(as_json))
    if not as_json:
        tell_usage(by_node(store.trail(run_id)))
    return code
