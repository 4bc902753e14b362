"""Checks of what is given on the command line that click does not make."""

import sys
from pathlib import Path
from typing import Any, BinaryIO, cast

import click


class InputFile(click.File):
    """A file to read bytes from; `-` is stdin, unless that is closed."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> BinaryIO:
        """Open the file. Fails as a usage error."""
        if value == "-" and sys.stdin is None:
            self.fail("stdin is closed, so '-' cannot be read.", param, ctx)
        return cast(BinaryIO, super().convert(value, param, ctx))


def not_blank[T](_: click.Context, param: click.Parameter, value: T) -> T:
    """Return the value of an option, or the values. Fails if one is there and blank."""
    values = value if isinstance(value, tuple) else (value,)
    if any(isinstance(one, str) and not one.strip() for one in values):
        raise click.BadParameter("it is blank; give a value, or leave it out.", param=param)
    return value


def folder(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Return the folder that is meant. Fails if the name is blank, which click takes for `.`."""
    given = not_blank(ctx, param, value)
    return None if given is None else Path(given)
