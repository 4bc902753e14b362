"""Choose what a writer is shown when the sources do not fit the model's window."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cite_or_refuse.adapters.retrieval.passages import split
from cite_or_refuse.adapters.retrieval.words import terms_of
from cite_or_refuse.domain.source import Source
from cite_or_refuse.prompts import Excerpt

GAP = "\n[…]\n"


def tokens(text: str) -> int:
    """Estimate, high rather than low, how many tokens a model counts: two bytes make one."""
    return len(text.encode("utf-8", "replace")) // 2 + 1


@dataclass(frozen=True, slots=True)
class _Passage:
    source: int
    start: int
    text: str


def fit(sources: Sequence[Source], wanted: str, room: int) -> tuple[list[Excerpt], tuple[str, ...]]:
    """Return of each source what fits into `room` tokens, and of which how much was left out.

    Whole passages are chosen by the words of `wanted`, rare ones first: the best of each source,
    then the best of all. They keep their order. The same input gives the same choice.
    """
    if sum(tokens(source.content) for source in sources) <= room:
        return [Excerpt(source.title, source.content) for source in sources], ()
    passages = [
        _Passage(n, part.start, source.content[part.start : part.end])
        for n, source in enumerate(sources)
        for part in split(source.title, source.content)
    ]
    taken: list[_Passage] = []
    for passage in _by_worth(passages, wanted):
        cost = tokens(passage.text + GAP)
        if cost <= room:
            taken.append(passage)
            room -= cost
    shown = [
        _joined(source, [p for p in taken if p.source == n]) for n, source in enumerate(sources)
    ]
    return shown, tuple(
        f"Source {n}: {len(excerpt.text):,} of {len(source.content):,} characters were shown."
        for n, (source, excerpt) in enumerate(zip(sources, shown, strict=True), 1)
        if len(excerpt.text) < len(source.content)
    )


def _by_worth(passages: Sequence[_Passage], wanted: str) -> list[_Passage]:
    """The best passage of each source in the order of the sources, then all others by worth."""
    folded = [passage.text.casefold() for passage in passages]
    words = {term.text.casefold() for term in terms_of(wanted)}
    worth = [0.0] * len(passages)
    for word in sorted(words):
        holders = [n for n, text in enumerate(folded) if word in text]
        for n in holders:
            worth[n] += math.log(1 + len(passages) / len(holders))
    ranked = sorted(range(len(passages)), key=lambda n: (-worth[n], n))
    best = {passages[n].source: n for n in reversed(ranked)}
    first = [best[source] for source in sorted(best)]
    return [passages[n] for n in [*first, *(n for n in ranked if n not in set(first))]]


def _joined(source: Source, passages: Sequence[_Passage]) -> Excerpt:
    text, end = "", 0
    for passage in sorted(passages, key=lambda passage: passage.start):
        text += (GAP if passage.start > end else "") + passage.text
        end = passage.start + len(passage.text)
    return Excerpt(source.title, text + (GAP if end < len(source.content) else ""))
