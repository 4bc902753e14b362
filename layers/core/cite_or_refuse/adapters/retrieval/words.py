"""The words of a question, and the words beside a text that make it findable.

SQLite's FTS5 does the rest: it folds case and accents, and reduces English words to their stems.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from cite_or_refuse.adapters.retrieval.stop_words import STOP_WORDS

# Scripts that put no space between words are read as overlapping pairs of characters.
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_SPACELESS}]+")
_WORD = re.compile(f"[{_SPACELESS}]+|[^\\W{_SPACELESS}]+(?:['’.\\-][^\\W{_SPACELESS}]+)*")
_CAMEL = re.compile(r"\b[A-Za-z]*[a-z][A-Z][A-Za-z]*|\b[A-Z]{2,}[a-z][A-Za-z]*")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
MAX_TERMS = 64
_LONG_WORD = 6


@dataclass(frozen=True, slots=True)
class Term:
    """One thing a question speaks of: as it was written, and what FTS5 has to match for it."""

    text: str
    match: str
    is_pair: bool = False


def terms_of(question: str) -> list[Term]:
    """Return the words that carry the question's subject, each once, at most MAX_TERMS."""
    found: dict[str, Term] = {}
    for word in _WORD.findall(question):
        for term in _terms(word):
            found.setdefault(term.match.casefold(), term)
    return list(found.values())[:MAX_TERMS]


def without_seams(terms: Sequence[Term], holders: Mapping[Term, Set[int]]) -> list[Term]:
    """Drop the pairs that are no words but the seam between two: unknown beside a known one."""
    known = {term.text for term in terms if term.is_pair and holders[term]}
    first = {text[0] for text in known}
    last = {text[-1] for text in known}
    return [
        term
        for term in terms
        if not term.is_pair or holders[term] or not (term.text[0] in last or term.text[-1] in first)
    ]


def companions(text: str) -> str:
    """Return what to index beside a text: `State Graph` for StateGraph, pairs."""
    humps = (" ".join(_HUMP.findall(name)) for name in dict.fromkeys(_CAMEL.findall(text)))
    pairs = (pair for run in _RUN.findall(text) for pair in _pairs(run))
    return " ".join([*humps, *pairs])


def _terms(word: str) -> list[Term]:
    if _RUN.fullmatch(word):
        return [Term(p, _phrase([p]), True) for p in _pairs(word) if p not in STOP_WORDS]
    word = word.replace("’", "'")
    if word.casefold() in STOP_WORDS:
        return []
    if re.search(r"[.\-]", word) and not re.search("[0-9]", word):
        # human-in-the-loop, langgraph.types.interrupt: each part is a subject of its own
        return [term for part in re.split(r"[.\-]", word) for term in _terms(part)]
    word = word.removesuffix("'s")
    parts = [part for part in re.split(r"[\W_]", word) if part]
    spellings = [_phrase(parts)]  # interrupt_before: its parts, one after the other
    if _CAMEL.fullmatch(word):
        spellings.append(_phrase(_HUMP.findall(word)))
    return [Term(word, " OR ".join(spellings))] if parts else []


def _phrase(words: Sequence[str]) -> str:
    phrase = f'"{" ".join(words)}"'
    # The stem of a long word is also that of its derivations: `verification*` finds `verify`.
    return phrase + "*" if len(words) == 1 and len(words[0]) >= _LONG_WORD else phrase


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)]
