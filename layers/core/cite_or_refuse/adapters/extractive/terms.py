"""The terms of a text: its words without endings, function words and typography."""

import re
from collections.abc import Set
from functools import lru_cache

from cite_or_refuse.gate.tokens import TOKEN, fold, pieces, stem
from cite_or_refuse.gate.units import unit_of
from cite_or_refuse.gate.words import FUNCTION

# They tell one answer from another, but an answer need not repeat them: what relates two things,
# and what kind of thing is asked about.
_WEAK_WORDS = frozenset(
    {"after", "before", "during", "until", "while", "without", "between", "never", "off", "out"}
    | {"over", "parameter", "argument", "default", "option", "flag", "value", "field", "attribute"}
    | {"class", "function", "method"}
)
# Beside the gate's function words, in English, German, French and Spanish: what a question is
# built with, and what tells nothing.
_ASKING = """
ask best bit difference differences don't example examples explain get gets getting give given
goes going good happen happens help i'd i'm i've isn't it's kind let like make makes making mean
means need needed needs per please possible possibly properly purpose really right say set sets
setting sort still sure tell that's thing things try trying use used useful uses using via want
wants way ways what's work working works
aber als am auch bei bis da dass des doch durch einem einen er es gibt ich ihr ja kann mehr muss
nach noch nur ob oder ohne sich sie sind so um uns vom von wann warum was welche welcher welches
wenn wer werden wie wird wo zum zur viel viele brauche brauchen braucht geht mache machen macht
au aux ce ces cette comment dans elle il je leur mais nous ou où par pourquoi qu que quel quelle
quels qui quoi sa se ses sont une vous
al como cuando cuál cómo del ella esta este lo más no pero porque qué si su sus una uno
"""
FUNCTION_WORDS = (FUNCTION - _WEAK_WORDS) | frozenset(_ASKING.split())
_ARTICLES = frozenset({"the", "a", "an"})
_DERIVED = re.compile(r"(?<=.{4})(?:ation|at|ion|ment|ency|ancy|enc|ent|anc|abl|ibl|iv|al|or|er)$")
_LAST = re.compile(
    r"\b(?:in|with|using|of|for|from|via|on|mit|von|avec|con|en)"
    r"\s([\w.-]{2,60}?)(?=[?!.,;]?(?:\s*$|[?!,;]))",
    re.IGNORECASE,
)
# What is measured, not what is asked about: the answer to `How long ...?` need not say `long`.
AMOUNTS = (
    "many|much|large|big|small|long|short|old|far|high|low|heavy|wide|tall"
    "|viele?|lang|lange|weit|groß|hoch|alt|schwer"
)
DEGREES = f"{AMOUNTS}|often|fast|slow|deep|soon|oft|schnell|tief"
_DEGREE = re.compile(rf"\b(?:how|wie)\s(?:{DEGREES})\b", re.IGNORECASE)
_VERSION = re.compile(r"\b[A-Z][\w+#]{0,40}[\s/-][0-9]{1,9}(?:\.[0-9]{1,9}){0,4}\b")
_NUMBER = re.compile(r"(?<![\w.,-])#?(v?[0-9]{1,9}(?:[.,][0-9]{1,9}){0,4})([a-zA-Z]{0,3})(?![\w-])")
_WORD_BEFORE = re.compile(r"([^\W_][\w+#.-]{0,40})[\s/-]$")
_WORD_AFTER = re.compile(r"\s([^\W\d_]{2,40})")
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember"
)
_DATE = re.compile(rf"\b(?:[0-9]{{1,2}}\.?\s)?(?:{_MONTHS})\s[0-9]{{1,4}}\b(?:,\s[0-9]{{4}}\b)?")
_TAG = re.compile(
    r"\s*(?:question|frage|ticket|issue|case|q|no|nr)\.?\s?#?[0-9]{1,9}:", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s$")
_BEGINS = re.compile(r"(?:^|[.?!:])\s*$")
_DOT = re.compile(r"(?<=[^\W0-9])\.(?=[^\W0-9])")  # in `requests.post`, not in 2.31
_HIRAGANA = re.compile(r"[\u3040-\u309f]")  # endings and particles
_SPACELESS = re.compile(r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]")


@lru_cache(maxsize=1 << 16)
def root(word: str) -> str:
    """Return what a word shares with its derivations: `retries`, `retry` and `retrying` are one."""
    word = stem(word)
    shorter = _DERIVED.sub("", word)
    if shorter != word:
        return root(shorter)
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


@lru_cache(maxsize=1 << 16)
def _words(token: str) -> tuple[str, ...]:
    token = _POSSESSIVE.sub("", fold(token))
    return pieces(token.lower() if token.isupper() else token)


def _is_compound(token: str) -> bool:
    """Whether a token is one name of several words: `thread_id`, `StateGraph`, `SQLite`."""
    return len(_words(token)) > 1 and "-" not in token


@lru_cache(maxsize=1 << 16)
def _terms_of(token: str) -> tuple[str, ...]:
    words = [word for word in _words(token) if word not in FUNCTION_WORDS]
    if _is_compound(token):
        return (*map(root, words), "".join(_words(token)))
    return tuple(term for word in words for term in (_exactly(word), root(word)) if term)


def _exactly(word: str) -> str:
    """Return the term for a word but not for its kin: `checkpointer`, not `checkpoint`."""
    return "" if stem(word) == root(word) else "=" + stem(word)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repetitions included.

    A compound gives its parts and, last, their union: `thread_id` gives thread, id and threadid. A
    derived word gives itself after `=`, then its root. Text in a script without spaces gives
    pairs of neighbours.
    """
    found: list[str] = []
    previous = ""
    for token in TOKEN.findall(_DOT.sub(" ", text)):
        if not _SPACELESS.match(token):
            found.extend(_terms_of(token))
            previous = ""
            continue
        if previous and not _HIRAGANA.search(previous + token):
            found.append(previous + token)
        previous = token
    return found


_WEAK_TERMS = frozenset(root(word) for word in _WEAK_WORDS)


def is_weak(term: str) -> bool:
    """Whether an answer need not hold a term, though it is the better for it."""
    return term in _WEAK_TERMS or term.startswith("=")


def asked_terms(question: str) -> dict[str, str]:
    """Return the terms of a question, each with the word it comes from.

    A name such as `thread_id` or `StateGraph` counts as a whole, not by its parts.
    """
    found: dict[str, str] = {}
    for token in TOKEN.findall(_DOT.sub(" ", question)):
        for term in _terms_of(token)[-1:] if _is_compound(token) else _terms_of(token):
            if not _SPACELESS.match(token):
                found.setdefault(term, token)
    return found | {term: term for term in terms(question) if _SPACELESS.match(term)}


def joined_terms(question: str, names: Set[str]) -> set[str]:
    """Return what neighbouring words would be as one name: `recursion limit`, `get the text`.

    The terms are those of `recursion_limit` and `get_text`. Neighbours that name the subject
    anyway, as `Beautiful Soup` does, are left out.
    """
    tokens = [token for token in TOKEN.findall(question) if token.lower() not in _ARTICLES]
    spans = [tokens[at:end] for at in range(len(tokens)) for end in range(at + 2, at + 5)]
    return {
        "".join("".join(_words(token)) for token in span)
        for span in spans
        if len(span) > 1 and any(names.isdisjoint(_terms_of(token)) for token in span)
    }


def without_amounts(question: str) -> str:
    """Return a question without the numbers that tell nothing of what is asked.

    These are counts, dates, tags and examples: `3 ways`, `in 2026`, `(41)`, `30s`. What stays is
    what numbers a thing, as in `boto3 1.40`, `Python 3`, `status 404` or `since 2.31`.
    """
    question = _DATE.sub(" ", question)
    question = question[tag.end() :] if (tag := _TAG.match(question)) else question
    return _NUMBER.sub(lambda n: n[0] if _numbers_a_thing(question, n) else " ", question)


def _numbers_a_thing(question: str, number: re.Match[str]) -> bool:
    if number[2]:
        return unit_of(number[2]) is None or number[2] in "dD"  # `3D` is a thing
    if number[0].startswith("#") or question.startswith(":", number.end()):
        return False
    before = _WORD_BEFORE.search(question, max(0, number.start() - 42), number.start())
    after = _WORD_AFTER.match(question, number.end())
    is_counting = after is not None and after[1].lower() not in FUNCTION_WORDS
    has_point = "." in number[1] or number[1].startswith("v")
    if before is None or before[1].lower() in FUNCTION_WORDS:
        return has_point and not is_counting
    opens = _BEGINS.search(question, 0, before.start()) is not None
    is_name = _is_signed(before[1]) or (before[1][0].isupper() and not opens)
    return is_name or has_point or not is_counting


def versions(question: str) -> list[set[str]]:
    """Return the terms of each name with a number: `HTTP/2`, `Python 2.6`, `PEP 657`."""
    return [set(terms(found[0])) for found in _VERSION.finditer(question)]


def degrees(question: str) -> set[str]:
    """Return the terms that only say what is measured: `long` in `How long ...?`."""
    return set(terms(" ".join(_DEGREE.findall(question))))


def names(question: str) -> set[str]:
    """Return the terms of a question that name a thing: `LangGraph`, `boto3`, `SQS`, `Titan`.

    A capital is a sign only inside a sentence, and only where most words have none.
    """
    question = _DOT.sub(" ", question)
    words = [match for match in TOKEN.finditer(question) if _terms_of(match[0])]
    signed = [word for word in words if _is_signed(word[0])]
    plain = [w for w in words if w not in signed and not _BEGINS.search(question, 0, w.start())]
    capitals = [word for word in plain if word[0][0].isupper()]
    if 2 * len(capitals) > len(plain) > 2:
        capitals = []
    return {_terms_of(word[0])[-1] for word in (*capitals, *signed)}


def _is_signed(token: str) -> bool:
    """Whether a token is shaped as no plain word is."""
    has_digit = any(map(str.isdigit, token)) and not token.isdigit()
    return _is_compound(token) or has_digit or (token.isupper() and len(token) > 1)


def named_last(question: str) -> set[str]:
    """Return the words that follow `in`, `with` or the like and end their clause, in lower case.

    Such a word may name the subject, as in `How do I retry with requests?`; a title tells.
    """
    return {word.lower() for word in _LAST.findall(question)}


def content_words(text: str) -> list[str]:
    """Return the words of a text that are no function words, as they are written."""
    found: list[str] = []
    end = -1
    for match in TOKEN.finditer(text):
        word = match[0].strip("-'")
        if _HIRAGANA.match(word) or not word or fold(word).lower() in FUNCTION_WORDS:
            continue
        if match.start() == end and _SPACELESS.match(word) and _SPACELESS.match(found[-1]):
            found[-1] += word
        else:
            found.append(word)
        end = match.end()
    return found
