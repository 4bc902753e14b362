"""`make up` and `make down`."""

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from laptop.deployment import architecture, deploy, say
from laptop.emulator import Emulator
from laptop.environment import Unusable, endpoint_on, for_tools, port_of, refuse_elsewhere
from laptop.lines import how_to_go_on, variables
from laptop.models import model_on

VARIABLES = "env"


def main() -> int:
    """Return the exit code; what went wrong is one sentence on stderr."""
    parser = argparse.ArgumentParser(prog="laptop", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(".stack"), help="for logs and state")
    commands = parser.add_subparsers(dest="command", required=True)
    starts = commands.add_parser("up", help="start the emulator and deploy the stack to it")
    starts.add_argument("--port", required=True)
    starts.add_argument("--keep", action="store_true", help="keep the state when it is stopped")
    starts.add_argument("--model", default="extractive", help="extractive, or ollama:NAME")
    starts.add_argument("--search", default="", help="providers; none, so that nothing leaves it")
    starts.add_argument(
        "--parameter", action="append", default=[], metavar="NAME=VALUE", help="of the template"
    )
    commands.add_parser("down", help="stop the emulator")
    given = parser.parse_args()
    try:
        if not sys.platform.startswith("linux"):
            raise Unusable(
                "The laptop stack runs on Linux: the functions are built for Lambda, which is one."
            )
        folder = given.folder.absolute()
        if given.command == "down":
            return down(folder)
        wish = Wish(
            port_of(given.port), given.model, given.search, tuple(given.parameter), given.keep
        )
        return up(folder, wish, os.environ)
    except Unusable as error:
        say(f"Error: {error}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. `make up` goes on, `make down` stops what runs.")
        return 130


@dataclass(frozen=True, slots=True)
class Wish:
    """How the stack is to be. `parameters` of the template are written NAME=VALUE."""

    port: int
    model: str
    search: str
    parameters: tuple[str, ...]
    keep: bool


def up(folder: Path, wish: Wish, environment: Mapping[str, str]) -> int:
    """Start the emulator unless it runs, deploy, and say what can be done with it."""
    refuse_elsewhere(environment)
    settings, parameters = model_on(wish.model, environment)
    say(f"The emulator on {endpoint_on(wish.port)} ...")
    tools = for_tools(environment, wish.port)
    Emulator(folder).ensure(wish.port, tools, settings, keep=wish.keep)
    outputs = deploy(
        wish.port,
        [
            f"Architecture={architecture()}",
            f"Emulator={endpoint_on(wish.port)}",
            f'Search="{wish.search}"',  # quoted: without, the SAM CLI takes no empty value
            *parameters,
            *wish.parameters,
        ],
        for_tools(environment, wish.port, "PIP_", "PYENV_"),
        folder / "deploy.log",
    )
    file = folder / VARIABLES
    file.write_text(variables(wish.port, outputs), encoding="utf-8")
    say(how_to_go_on(outputs, file))
    return 0


def down(folder: Path) -> int:
    """Stop the emulator, with all that runs in it."""
    (folder / VARIABLES).unlink(missing_ok=True)
    say("Stopped." if Emulator(folder).stop() else "There is nothing to stop.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
