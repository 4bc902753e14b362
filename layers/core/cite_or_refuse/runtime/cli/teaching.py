"""What the help of a command ends with: examples, and what its exit codes mean."""

from collections.abc import Mapping, Sequence

from cite_or_refuse.domain.outcome import EXIT_CODES, Status

USAGE = 2
INTERRUPTED = 130  # what a shell gives a program that SIGINT ended

OUTCOMES = {
    EXIT_CODES[Status.ACCEPTED]: "accepted: each claim is grounded, nothing was cut",
    EXIT_CODES[Status.FAILED]: "failed: `resume` goes on; or the result could not be written",
    USAGE: "the command cannot be used like this, or there is no such run",
    EXIT_CODES[Status.REFUSED]: "refused: nothing that can be grounded",
    EXIT_CODES[Status.CAPPED]: "capped: what ships is grounded, the rest was cut or is open",
    EXIT_CODES[Status.WAITING]: "waiting: a person has to decide, or the run has not ended",
    INTERRUPTED: "interrupted by Ctrl-C; `resume` goes on",
}


def teach(examples: Sequence[str], exit_codes: Mapping[int, str] | None = None) -> str:
    """Return an epilog; click keeps the lines of a paragraph that begins with a backspace."""
    codes = [f"{code}  {meaning}" for code, meaning in (exit_codes or {}).items()]
    blocks = [("Exit codes:", codes)] if codes else []
    blocks.append(("Examples:", [f"cite-or-refuse {example}" for example in examples]))
    return "\n\n".join("\n  ".join([f"\b\n{title}", *lines]) for title, lines in blocks)
