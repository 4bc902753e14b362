"""Turn a question into search queries."""

import re

from cite_or_refuse.adapters.extractive.terms import content_words, names, terms

MAX_QUERIES = 4
MAX_WORDS = 30

_CLAUSE = re.compile(
    r"[?;!]|\.\s|,?\s+(?:and|und|et|y)\s+(?:then\s+|how\s+)?|、|。|？", re.IGNORECASE
)


def queries(question: str) -> list[str]:
    """Return at most MAX_QUERIES queries: all content words, then those of each part.

    A part that names no subject of its own is asked with the names in the whole question. A name
    is never asked for alone: every document that mentions it would answer.
    """
    words = content_words(question)
    found = [" ".join(words[:MAX_WORDS])]
    subjects = [word for word in dict.fromkeys(words) if set(terms(word)) & names(question)]
    parts = [content_words(part) for part in _CLAUSE.split(question)]
    parts = [part for part in parts if len(part) > 1]
    if len(parts) > 1:
        for part in parts:
            missing = [word for word in subjects if word not in part]
            found.append(" ".join([*part[:MAX_WORDS], *missing[:3]]))
    return list(dict.fromkeys(filter(None, found)))[:MAX_QUERIES]
