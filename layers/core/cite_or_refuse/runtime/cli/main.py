"""Where the program begins: Ctrl-C is answered from here on, so nothing large is imported first."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = run(arguments)
        import signal

        # What is left is the interpreter's own end: there, SIGINT may end it as any program.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        code = _interrupted()
    sys.exit(code)


def run(arguments: list[str] | None = None) -> int:
    """Return the exit code; what went wrong is one sentence on stderr."""
    try:
        from cite_or_refuse.runtime.cli import commands

        return commands.run(arguments)
    except KeyboardInterrupt:
        return _interrupted()


def _interrupted() -> int:
    sys.stderr.write("Interrupted.\n")
    return 130  # what a shell gives a program that SIGINT ended
