"""The command line, `cite-or-refuse`: a file for each command."""

from cite_or_refuse.runtime.cli.main import main

__all__ = ["main"]
