"""Words that deny, in prose: what stands in code, like `None`, denies nothing."""

import re
from collections.abc import Iterable, Sequence, Set

from cite_or_refuse.gate.tokens import stem
from cite_or_refuse.gate.words import word_set

NEGATIONS = word_set(
    """not never no none nor cannot neither without nothing nobody hardly don't doesn't didn't
    isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't mustn't
    nicht nie kein keine keinen ne pas jamais sans sin nunca"""
)
NEGATION_STEMS = frozenset(map(stem, NEGATIONS))
NEGATING_KEYS = NEGATION_STEMS | {"t"}  # of every word that may negate: the last piece of "don't"
# Words that deny without "not": where one of them stands, a missing "not" proves nothing. The
# small ones are taken whole, since the stem of "only" is that of "one".
_SMALL_DENIALS = word_set(
    "except unless only instead unlike off out little few rarely seldom barely scarcely zero rather"
)
DENYING = frozenset(
    stem(word)
    for word in word_set(
        """remove removed lose loses lost lack lacks lacking disable disabled prevent prevents avoid
        avoids fail fails forbid forbidden refuse refused reject rejected deny denied stop stopped
        unable gone drop dropped ignore ignored skip skipped missing absent empty unavailable
        unsupported impossible exclude excluded omit omitted"""
    )
)
CUT = re.compile("[,;:.()—–|]")  # between two clauses
SUBORDINATE = word_set(  # what begins a clause that is no main one, or goes on with a denied one
    """that which who whose if when while unless because where since as whether although though
    once until so than even how what neither and but or"""
)
_NO_NEGATION = word_set(
    "only just limited merely necessarily longer matter exceed exceeds exception"
)
NEGATED = re.compile(
    r"\b(?:[Nn]ot|[Cc]annot|[Nn]ever|No)\b|n['’]t\b"
)  # where a verb may be negated
_VERBAL = word_set("cannot never")  # beside "n't", and "not" after a verb that helps another
_HELPING = word_set(
    """is are was were be been am do does did has have had can could may might must shall should
    will would"""
)
_CONDITIONS = word_set("if when whenever unless until once that which who whose where")
_BEFORE, _BEHIND = 6, 10  # tokens about a negation in which its clause may begin and end
REACH = 3  # tokens before a word in which a negation negates it
_CODE_MARKS = "`_=(\"'"


def spoken(text: str, words: Iterable[str], spans: Iterable[tuple[int, int]]) -> list[str]:
    """Return the words of a text in lower case, an empty string for what cannot be a word of prose.

    That is a token in ticks or brackets, one of an odd case (`nE`), and `None` but for "None of".
    `words` are the folded tokens, `spans` their offsets in the text.
    """
    found = []
    for word, (start, end) in zip(words, spans, strict=True):
        if word.islower() and text[end : end + 1] == " ":
            found.append(word)
            continue
        odd = not (word.islower() or word[1:].islower() or word.isupper())
        odd = odd or (word == "None" and not text.startswith(" of ", end))
        odd = odd or _is_in_title(text, start, end)
        coded = text[start - 1 : start] in _CODE_MARKS and text[end : end + 1] in "`_=()\"'"
        found.append("" if odd or (start and coded) else word.lower())
    return found


def _is_in_title(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital stands between two others: "It's No Good" denies nothing."""
    title = text[start].isupper() and text[start - 1 : start] == " "
    return (
        title
        and text[start - 2].isalpha()
        and text[end : end + 1] == " "
        and (text[end + 1 : end + 2].isupper())
    )


def is_negation(word: str) -> bool:
    """Whether a word in lower case negates."""
    return word in NEGATIONS or word[-3:] == "n't"


def negates(words: Sequence[str], at: int) -> bool:
    """Whether the word at a place negates what follows: "not" does, but not in "not only"."""
    return is_negation(words[at]) and not _NO_NEGATION.intersection(words[at + 1 : at + 2])


def is_verbal(words: Sequence[str], at: int) -> bool:
    """Whether the word at a place is the negation of a verb: "does not", not "not from"."""
    word = words[at]
    verbal = word in _VERBAL or word[-3:] == "n't"
    verbal = verbal or (word == "not" and at > 0 and words[at - 1] in _HELPING)
    return verbal and negates(words, at)


def is_lifted(words: Sequence[str], at: int) -> bool:
    """Whether a negation sets a bound, or is denied itself.

    "No line is longer than 80", "it reads no file that is not open".
    """
    first, last = max(0, at - _BEHIND), at + 1 + _BEHIND
    if "than" in words[at:last]:
        return True
    others = [n for n, word in enumerate(words[first:last], first) if n != at and is_negation(word)]
    return any(not _CONDITIONS.isdisjoint(words[min(n, at) : max(n, at)]) for n in others)


def condition(words: Sequence[str], at: int) -> str:
    """Return the word that makes what stands at a place a condition, or tells which thing is meant.

    "if it has no name", "a file that is not open": what is negated there is not denied.
    """
    before = reversed(words[max(0, at - _BEFORE) : at])
    return next((word for word in before if word in _CONDITIONS), "")


def may_negate(words: Sequence[str]) -> bool:
    """Whether one of these words in lower case may negate, told at a glance."""
    return not NEGATIONS.isdisjoint(words) or "n't" in " ".join(words)


def denies(words: Sequence[str], own: Set[str] = frozenset()) -> bool:
    """Whether one of these words in lower case negates, or denies without "not".

    What denies without "not" is passed over if its stem is in `own`, the stems of a claim: where
    the page has "removed", it does not deny that something was removed.
    """
    return any(
        negates(words, at) or (_is_denial(word) and stem(word) not in own)
        for at, word in enumerate(words)
    )


def _is_denial(word: str) -> bool:
    return word in _SMALL_DENIALS or stem(word) in DENYING


def negations(
    words: Sequence[str], places: Sequence[int], reach: int = REACH
) -> list[tuple[int, int]]:
    """Return (negation, first of the places after it within reach) pairs."""
    found: list[tuple[int, int]] = []
    if not may_negate(words):
        return found
    for at in range(len(words)):
        if negates(words, at):
            after = [place for place in places if at < place <= at + reach]
            if after:
                found.append((at, min(after)))
    return found
