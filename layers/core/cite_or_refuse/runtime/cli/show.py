"""`cite-or-refuse show`: one run, as it stands."""

import click

from cite_or_refuse.report.usage import by_node, spent
from cite_or_refuse.runtime.cli.speaking import tell
from cite_or_refuse.runtime.cli.teaching import OUTCOMES, teach
from cite_or_refuse.runtime.cli.walking import View
from cite_or_refuse.runtime.cli.walking import show as show_run
from cite_or_refuse.runtime.settings import read_settings
from cite_or_refuse.runtime.wiring import open_store


@click.command(
    short_help="Print one run again.",
    epilog=teach(["show 1n8k2qa-7xw3e", "show 1n8k2qa-7xw3e --json"], OUTCOMES),
)
@click.argument("run_id", metavar="RUN")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
def show(run_id: str, as_json: bool) -> int:
    """Print the report of RUN, or where it stands, and leave with the exit code of its outcome.

    Below it stands what each step of the run that asked a model used.
    """
    store = open_store(read_settings())
    code = show_run(store.load(run_id), store, View(as_json))
    asked = {step: used for step, used in by_node(store.trail(run_id)).items() if used.calls}
    if asked and not as_json:
        tell("\n".join(["", *(f"{step}: {spent(used)}" for step, used in asked.items())]))
    return code
