"""`cite-or-refuse show`: one run, as it stands."""

import click

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
    """Print the report of RUN, or where it stands, and leave with the exit code of its outcome."""
    store = open_store(read_settings())
    return show_run(store.load(run_id), store, View(as_json))
