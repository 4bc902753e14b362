"""What a model is told: a file for each role, and the text of others behind a boundary.

Texts are only ever joined, never put in with `format` or `replace`, so that nothing in them can be
a pattern.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from secrets import token_hex

from cite_or_refuse.domain.check import Claim, Support
from cite_or_refuse.ports import Manuscript
from cite_or_refuse.report.text import visible


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the system says, and the message of the user."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a writer is shown of one source."""

    title: str
    text: str


def plan_prompt(question: str) -> Prompt:
    """Ask for search queries."""
    return _prompt(["plan"], [("question", question)])


def write_prompt(
    question: str, sources: Sequence[Excerpt], previous: str, notes: Sequence[str]
) -> Prompt:
    """Ask for a draft, or for a rewrite if there is a previous one."""
    parts = [("question", question)]
    parts += [(f"source {n}", f"{s.title}\n\n{s.text}") for n, s in enumerate(sources, 1)]
    if not previous and not notes:
        return _prompt(["write"], parts)
    parts += [("draft", previous), ("notes", "\n".join(f"- {note}" for note in notes))]
    return _prompt(["write", "rewrite"], parts)


def review_prompt(manuscript: Manuscript, quote_chars: int) -> Prompt:
    """Ask for a verdict. Of the passages of each claim, `quote_chars` characters are shown."""
    parts = [("question", manuscript.question), ("report", manuscript.draft)]
    for n, claim in enumerate(manuscript.claims, 1):
        parts += [(f"claim {n}", claim.text), (f"evidence {n}", _evidence(claim, quote_chars))]
    return _prompt(["review"], parts)


def repaired(prompt: Prompt) -> Prompt:
    """Ask the same once more, after an answer that could not be read."""
    return Prompt(f"{prompt.system}\n\n{_read('repair')}", prompt.user)


def _prompt(names: Iterable[str], parts: Sequence[tuple[str, str]]) -> Prompt:
    boundary = f"boundary-{token_hex(8)}"
    system = "\n\n".join(_read(name) for name in [*names, "data"])
    fenced = [f"{boundary} {label}\n{visible(text)}\n{boundary} end" for label, text in parts]
    return Prompt(system, "\n\n".join([f"The boundary is {boundary}", *fenced]))


def _evidence(claim: Claim, chars: int) -> str:
    """The passages that were found for a claim, and why the program is in doubt."""
    lines = []
    if claim.verdict is Support.WEAK:
        lines.append("Doubt: only a part of its words stands near each other in the source.")
    if claim.missing:
        lines.append(f"Doubt: the source was not found to say {', '.join(claim.missing)}.")
    for span in claim.evidence:
        lines.append(f"Passage of source {span.source}: {span.quote[:chars]}")
        chars -= min(chars, len(span.quote))
    return "\n".join(lines)


@cache
def _read(name: str) -> str:
    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
