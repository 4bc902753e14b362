"""Sentences with which a report says that it has no answer."""

import re

_SOURCES = (
    r"(?:(?:provided|given|available|cited|listed|retrieved|supplied|search) ){0,3}"
    r"(?:sources?|documents?|pages?|results?|materials?|texts?|excerpts?|context)"
)
_DECLINE = re.compile(
    r"\W{0,3}(?:(?:unfortunately|sorry|i am sorry|i['’]m sorry),? (?:but )?)?"
    rf"(?:(?:none|neither) of (?:the|these|my|our) {_SOURCES}\b"
    rf"|(?:the|these|those|my|our) {_SOURCES} (?:do|does|did|could|can|are|is) ?n(?:o|['’])t"
    r"|i (?:can|could|was|am) ?n(?:o|['’])t"
    r"|there is (?:no|not enough|insufficient) (?:information|evidence|source))",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Whether a claim says no more than that its sources do not answer."""
    return bool(_DECLINE.match(text))
