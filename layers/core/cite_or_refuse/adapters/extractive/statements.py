"""Which lines without a full stop state something all the same, and which are only names of it.

`Backups are kept for 5 years` and `Port: 7411` tell a reader something; `The cache of Tarn`,
`How to pause` and `Chapter 3: The cache` announce it. Where that cannot be told, the line is not
quoted.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from cite_or_refuse.adapters.extractive.markup import BULLET, MAX_TERM, TERMINAL, indent_of
from cite_or_refuse.gate.words import FUNCTION

APART = 10**6
"""The width of lines of which each stands for itself: the next word always would have fitted."""

_ASKING = re.compile(
    r"(?:^|:\s)(?:how|what|why|when|where|which|who|wie|was|warum|wer|comment|pourquoi|cómo|qué)\b",
    re.IGNORECASE,
)
# A finite verb of a few that only statements have, after the subject.
_VERB = re.compile(
    r"\S\s+(?:is|are|was|were|has|have|had|can|cannot|could|may|might|must|shall|should|will|would"
    r"|does|did|isn't|aren't|wasn't|can't|won't|doesn't|needs?|requires?|takes?|lasts?|costs?"
    r"|ist|sind|war|waren|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|wird|werden|wurde|wurden"
    r"|est|sont|était|peut|peuvent|doit|doivent|está|están|tiene|tienen|puede|pueden|debe|fue)\b",
    re.IGNORECASE,
)
# A word, and a number with what it counts.
_COUNT = re.compile(r"([^\W_]{1,30})\W?\s[0-9][0-9.,]{0,15}\s?(?:[^\W\d_]|[%°€$£])")
_FACT = re.compile(r"([^\W\d_][^:=|]{0,60}?)\s?[:=]\s+(\S.{0,300})$")
# What a number names and does not count.
_PART = re.compile(
    r"(?:chapter|section|step|part|figure|table|page|lesson|tutorial|guide|example|topic|appendix"
    r"|contents|see|title|release|version|top|kapitel|teil|schritt|abschnitt)\b",
    re.IGNORECASE,
)
_MOST_WORDS_OF_A_NAME, _MOST_WORDS_OF_A_VALUE, _FEWEST_WORDS = 5, 4, 4


def states(text: str) -> bool:
    """Whether a line that has no full stop says something of something."""
    if _ASKING.search(text) or text.endswith(("?", "？")):
        return False
    if is_fact(text):
        return True
    enough = len(text.split()) >= _FEWEST_WORDS
    return enough and (bool(_VERB.search(text)) or _counts(text))


def is_fact(text: str) -> bool:
    """Whether a line is a name and its value: `Port: 7411`, `log retention = 3 days`."""
    fact = _FACT.match(text)
    if fact is None or _PART.match(text) or _ASKING.search(text):
        return False
    words, values = len(fact[1].split()), len(fact[2].split())
    return words <= _MOST_WORDS_OF_A_NAME and (values <= _MOST_WORDS_OF_A_VALUE or _counts(text))


def _counts(text: str) -> bool:
    found = _COUNT.finditer(text)
    return not _PART.match(text) and any(not _PART.fullmatch(count[1]) for count in found)


def is_bare_heading(text: str, below: Sequence[str]) -> bool:
    """Whether a few words that end like no sentence stand alone, as a term of a web page does."""
    return (
        len(text) <= MAX_TERM // 2
        and len(text.split()) <= 4
        and text[-1].isalnum()
        and ":" not in text
        and not any(below[:1])
        and any(below)
        and not states(text)
    )


def width_of(lines: Sequence[str]) -> int:
    """Return the columns that the lines of a paragraph fill, APART if it is one of single lines.

    `lines` begin with the first line of the paragraph; a blank one ends it. Lines stand for
    themselves where none of them ends in the midst of a sentence or with one, and none goes on.
    """
    run = list(takewhile(bool, lines))
    own = list(takewhile(lambda line: not BULLET.match(line.strip()), run))
    is_apart = len(own) > 1 and all(
        indent_of(line) == indent_of(own[0]) and _stands_apart(line.strip()) for line in own
    )
    return APART if is_apart else max(map(len, run), default=0)


def _stands_apart(line: str) -> bool:
    last = line.rsplit(maxsplit=1)[-1]
    if TERMINAL.search(line) or last.endswith(",") or last.lower() in FUNCTION:
        return False
    return not line[0].islower() or is_fact(line)
