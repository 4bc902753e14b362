"""Things that a claim joins by "and", "or" or commas, none of which its sources know.

One strange word may be the writer's own for what the page says. Two that are joined name two things
of which the page says nothing: "there are implementations for gevent and curio".
"""

from collections.abc import Iterator
from itertools import pairwise

from cite_or_refuse.gate.reading import Reading
from cite_or_refuse.gate.words import word_set

# What a page writes as signs: "0-9, A-Z, - and _".
_CHARACTERS = word_set(
    """letter letters digit digits number numbers hyphen hyphens dash dashes underscore underscores
    dot dots period periods comma commas colon colons semicolon slash slashes backslash space spaces
    quote quotes bracket brackets parenthesis parentheses brace braces asterisk ampersand hash"""
)
_AND = frozenset(("and", "or"))  # of English only: elsewhere, verbs that are joined look alike


def unknown_together(reading: Reading) -> Iterator[str]:
    """Yield the words of weight that are joined to each other and stand in no source."""
    waiting: list[int] = []  # joined to the next, but not yet named
    count = 1
    for one, other in pairwise(_unknown(reading)):
        if not _are_joined(one, other, reading):
            waiting, count = [], 1
            continue
        waiting += [other] if count > 1 else [one, other]
        count += 1
        if count > 2 or not _after_comma(other, reading):
            yield from (reading.facts.tokens[at][0] for at in waiting)
            waiting = []


def _unknown(reading: Reading) -> list[int]:
    """Return the tokens with a word of weight that no source has, in order."""
    facts = reading.facts
    return sorted(
        facts.places[key]
        for key, prior in facts.terms.items()
        if prior >= 1 and key[0] not in "=#@" and not reading.has(key)
        if facts.lower[facts.places[key]] not in _CHARACTERS
    )


def _are_joined(one: int, other: int, reading: Reading) -> bool:
    """Whether nothing but "and", "or" or a comma stands between two tokens."""
    tokens = reading.facts.tokens
    if other - one > 2:
        return False
    gap = reading.claim[tokens[one][2] : tokens[other][1]]
    word = reading.facts.lower[one + 1] if other - one == 2 else ""
    marks = "".join(gap.replace(tokens[one + 1][0], "", 1).split()) if word else gap.strip()
    return word in _AND and marks in ("", ",") if word else marks == ","


def _after_comma(at: int, reading: Reading) -> bool:
    """Whether a comma stands before a token: with only two of them, it begins a clause."""
    tokens = reading.facts.tokens
    return "," in reading.claim[tokens[max(0, at - 2)][2] : tokens[at][1]]
