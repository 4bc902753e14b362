"""`make up` and `make down`."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from laptop.deployment import architecture, deploy, say
from laptop.emulator import Emulator
from laptop.environment import Unusable, endpoint_on, for_tools, refuse_elsewhere
from laptop.lines import how_to_go_on, variables
from laptop.models import model_on

FOLDER = Path(".stack").absolute()
VARIABLES = FOLDER / "env"


def main() -> int:
    """Return the exit code; what went wrong is one sentence on stderr."""
    parser = argparse.ArgumentParser(prog="laptop", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    starts = commands.add_parser("up", help="start the emulator and deploy the stack to it")
    starts.add_argument("--port", type=int, required=True)
    starts.add_argument("--keep", action="store_true", help="keep the state when it is stopped")
    starts.add_argument("--model", default="extractive", help="extractive, or ollama:NAME")
    commands.add_parser("down", help="stop the emulator")
    given = parser.parse_args()
    try:
        if not sys.platform.startswith("linux"):
            raise Unusable(
                "The laptop stack runs on Linux: the functions are built for Lambda, which is one."
            )
        if given.command == "down":
            return down()
        return up(given.port, given.model, os.environ, keep=given.keep)
    except Unusable as error:
        say(f"Error: {error}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. `make up` goes on, `make down` stops what runs.")
        return 130


def up(port: int, model: str, environment: Mapping[str, str], *, keep: bool) -> int:
    """Start the emulator unless it runs, deploy, and say what can be done with it."""
    refuse_elsewhere(environment)
    settings, parameters = model_on(model, environment)
    emulator = Emulator(FOLDER)
    runs_on = emulator.running_on()
    if runs_on not in (None, port):
        raise Unusable(f"The stack runs on port {runs_on}: make up PORT={runs_on}, or make down.")
    if runs_on is None:
        say(f"Starting the emulator on {endpoint_on(port)} ...")
        emulator.start(port, for_tools(environment, port) | settings, keep=keep)
    outputs = deploy(
        port,
        {"Architecture": architecture(), "Emulator": endpoint_on(port), **parameters},
        for_tools(environment, port, "PIP_", "PYENV_"),
        FOLDER / "deploy.log",
    )
    VARIABLES.write_text(variables(port, outputs), encoding="utf-8")
    say(how_to_go_on(outputs, VARIABLES))
    return 0


def down() -> int:
    """Stop the emulator, with all that runs in it."""
    VARIABLES.unlink(missing_ok=True)
    say("Stopped." if Emulator(FOLDER).stop() else "There is nothing to stop.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
