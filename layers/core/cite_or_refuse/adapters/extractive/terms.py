"""The terms of a text: its words without endings, function words and typography."""

import re
from functools import lru_cache

from cite_or_refuse.gate.tokens import TOKEN, fold, pieces, stem
from cite_or_refuse.gate.words import FUNCTION

# Beside the gate's function words: what a question is built with, and what tells nothing.
# They tell one answer from another, but an answer need not repeat them.
WEAK_WORDS = frozenset(
    "after before during until while without between never off out over parameter argument".split()
)
FUNCTION_WORDS = (FUNCTION - WEAK_WORDS) | frozenset(
    """
    ask best bit difference differences don't example examples explain get gets getting give given goes going good happen
    happens help i'd i'm i've isn't it's kind let like make makes making mean means need needed
    needs per please possible possibly properly really right say set sets setting sort still sure tell that's thing
    things try trying use used useful uses using via want wants way ways what's work working works
    aber als am auch bei bis da dass des doch durch einem einen er es gibt ich ihr ja kann mehr
    muss nach noch nur ob oder ohne sich sie sind so um uns vom von wann warum was welche welcher
    welches wenn wer werden wie wird wo zum zur au aux ce ces cette comment dans elle il je
    leur mais nous ou où par pourquoi qu que quel quelle quels qui quoi sa se ses sont une vous al
    como cuando cuál cómo del ella esta este lo más no pero porque qué si su sus una uno
    """.split()  # German, French and Spanish after English
)
_ROOT_SUFFIXES = (
    "ation",
    "at",
    "ion",
    "ment",
    "ency",
    "ancy",
    "enc",
    "ent",
    "anc",
    "abl",
    "ibl",
    "iv",
    "al",
    "or",
    "er",
)
_CAMEL = re.compile(r"[a-z][A-Z]")
_LAST = re.compile(
    r"\b(?:in|with|using|of|for|from|via|on|mit|von|avec|con|en)\s([\w.-]{2,60}?)(?=[?!.,;]?(?:\s*$|[?!,;]))",
    re.IGNORECASE,
)
_TICKED = re.compile(r"`([^`\n]{1,80})`")
_HIRAGANA = re.compile(r"[\u3040-\u309f]{2}")
_SPACELESS = re.compile(r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]")


@lru_cache(maxsize=1 << 16)
def root(word: str) -> str:
    """Return what a word shares with its derivations: `retries`, `retry` and `retrying` are one."""
    word = stem(word)
    for suffix in _ROOT_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return root(word[: -len(suffix)])
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


@lru_cache(maxsize=1 << 16)
def _roots(token: str) -> tuple[str, ...]:
    words = pieces(fold(token).lower() if token.isupper() else fold(token))
    found = [root(word) for word in words if word not in FUNCTION_WORDS]
    if len(words) > 1 and "-" not in token:
        found.append("".join(words))
    return tuple(found)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repetitions included.

    A compound gives its parts and their union: `thread_id` gives thread, id and threadid. Text
    in a script without spaces gives pairs of neighbours.
    """
    found: list[str] = []
    previous = ""
    for token in TOKEN.findall(text):
        if _SPACELESS.match(token):
            if previous and not _HIRAGANA.fullmatch(previous + token):
                found.append(previous + token)
            previous = token
        else:
            previous = ""
            if token.lower() not in FUNCTION_WORDS:
                found.extend(_roots(token))
    return found


WEAK_TERMS = frozenset(root(word) for word in WEAK_WORDS)


def asked_terms(question: str) -> dict[str, str]:
    """Return the terms of a question, each with the word it comes from.

    A name of code counts as a whole, not by its parts.
    """
    found: dict[str, str] = {}
    for token in TOKEN.findall(question):
        is_name = "_" in token or "." in token or _CAMEL.search(token)
        for term in terms(token)[-1:] if is_name else terms(token):
            found.setdefault(term, token)
    return found | {term: term for term in terms(question) if _SPACELESS.match(term)}


def names(question: str) -> set[str]:
    """Return the terms of a question that name a thing: `LangGraph`, `boto3`, `SQS`, `thread_id`.

    The first word of a sentence has a capital anyway, so it counts only with a further sign.
    """
    found = set()
    for match in TOKEN.finditer(question):
        token = match[0]
        begins = (
            not question[: match.start()].strip()
            or question[: match.start()].rstrip()[-1] in ".?!:"
        )
        signed = (
            "_" in token or "." in token or _CAMEL.search(token) or any(map(str.isdigit, token))
        )
        capital = token[0].isupper() and not begins
        if (signed or capital or (token.isupper() and len(token) > 1)) and not token.isdigit():
            found.update(terms(token)[-1:])
    return found


def named_last(question: str) -> set[str]:
    """Return the words that follow `in`, `with` or the like and end their clause, in lower case.

    Such a word may name the subject, as in `How do I retry with requests?`; a title tells.
    """
    return {word.lower() for word in _LAST.findall(question)}


def content_words(text: str) -> list[str]:
    """Return the words of a text that are no function words, as they are written."""
    words = (token.strip("-'") for token in TOKEN.findall(text))
    return [word for word in words if word and fold(word).lower() not in FUNCTION_WORDS]


def identifiers(text: str) -> list[str]:
    """Return the names of code in a text as they are written: ticked, dotted, snake or camel."""
    ticked = _TICKED.findall(text)
    shaped = [
        token
        for token in TOKEN.findall(text)
        if "_" in token or "." in token[1:-1] or _CAMEL.search(token)
    ]
    return list(dict.fromkeys([*ticked, *shaped]))
