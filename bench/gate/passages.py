"""The sentences and lines of a source, and how near a token stands to a claim's words."""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import log

_CJK = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_PASSAGE = re.compile(r"[.!?]\s|[。！？\n]")


@dataclass(frozen=True, slots=True)
class Passages:
    """The parts of a source, in lower case, with their words and each word's weight."""

    content: str
    text: str
    parts: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    weights: dict[str, float]

    def nearness(self, token: str, claim: str) -> float:
        """Return the weight of the claim's words in the best part that holds a token, 0 if none.

        The token's own words do not count. A word weighs the log of its inverse frequency.
        """
        low = token.lower()
        whole = re.compile(rf"(?<![\w.]){re.escape(low)}(?!\w|\.[0-9])", re.ASCII)
        asked = set(_WORD.findall(claim.lower())) - set(_WORD.findall(low))
        return max(
            (
                sum(self.weights.get(word, 0.0) for word in asked & words)
                for part, words in zip(self.parts, self.words, strict=True)
                if low in part and whole.search(part)
            ),
            default=0.0,
        )


@lru_cache(maxsize=64)
def passages(content: str) -> Passages:
    """Cut a source into sentences and lines."""
    text = content.lower()
    parts = tuple(part for part in _PASSAGE.split(text) if part.strip())
    words = tuple(frozenset(_WORD.findall(part)) for part in parts)
    counts: dict[str, int] = {}
    for each in words:
        for word in each:
            counts[word] = counts.get(word, 0) + 1
    weights = {word: log(1 + len(parts) / count) for word, count in counts.items()}
    return Passages(content, text, parts, words, weights)
