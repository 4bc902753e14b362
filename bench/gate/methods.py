"""What is measured: the gate, two baselines, and two published tools.

Each method takes a claim and answers whether it may pass, with a score. The tools come from
requirements/bench.txt; `available()` leaves out those that are not installed.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from math import log

from bench.gate.claims import Claim
from bench.gate.statistics import Answer
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.gate.index import build_index

type Method = Callable[[Claim], Answer]

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[.!?。！？]\s|\n")
_WINDOW = 3  # sentences
_CONTAINED = 0.45  # of the weight of a claim's words: the best for all four given sets together


indexed = lru_cache(maxsize=64)(build_index)


def gate(claim: Claim) -> Answer:
    """Ask the gate, with one source and one citation."""
    source = Source(claim.title, "https://example.org/source", "", claim.source)
    checked = check(claim.draft, [source], [indexed(claim.source)])
    scored = [part.score for part in checked.claims]
    return Answer(checked.outcome is GateOutcome.GROUNDED, min(scored, default=0.0))


def marker(_claim: Claim) -> Answer:
    """Pass whatever carries a marker in range, as most checks do."""
    return Answer(passed=True, score=0.5)


@lru_cache(maxsize=64)
def _windows(source: str) -> tuple[list[set[str]], dict[str, float]]:
    """Return the words of each window of a source, and the weight of each word."""
    sentences = [set(_WORD.findall(s.lower())) for s in _SENTENCE.split(source)]
    sentences = [words for words in sentences if words] or [set()]
    counts: dict[str, int] = {}
    for words in sentences:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    weights = {word: log(1 + len(sentences) / count) for word, count in counts.items()}
    starts = range(max(1, len(sentences) - _WINDOW + 1))
    return [set().union(*sentences[i : i + _WINDOW]) for i in starts], weights


def containment(claim: Claim) -> Answer:
    """Score the weight of the claim's words that the best window of three sentences holds.

    A word weighs the log of its inverse frequency among the source's sentences; one that the
    source lacks weighs as much as its rarest.
    """
    windows, weights = _windows(claim.source)
    rarest = max(weights.values(), default=1.0)
    words = {word: weights.get(word, rarest) for word in _WORD.findall(claim.text.lower())}
    best = max(sum(words[word] for word in words.keys() & window) for window in windows)
    score = best / sum(words.values()) if words else 0.0
    return Answer(score >= _CONTAINED, score)


def _anchorcite() -> Method:
    from anchorcite import CitationAnchorer, LexicalScorer

    anchorer = CitationAnchorer(scorer=LexicalScorer())

    def ask(claim: Claim) -> Answer:
        anchor = anchorer.anchor(claim.text, claim.source)
        return Answer(anchor is not None, anchor.score if anchor else 0.0)

    return ask


def _ancora() -> Method:
    from ancora.chunking import chunk_document
    from ancora.grounding import GroundingChecker
    from ancora.types import Document

    checker = GroundingChecker()
    chunks = lru_cache(maxsize=64)(lambda text: chunk_document(Document("source", text)))

    def ask(claim: Claim) -> Answer:
        checks = checker.check_answer(claim.text, chunks(claim.source))
        score = min((c.support_score for c in checks), default=1.0)
        return Answer(all(c.supported for c in checks), score)

    return ask


FAST: dict[str, Method] = {
    "this gate": gate,
    "marker only": marker,
    "IDF containment": containment,
}
_TOOLS = {"anchorcite": ("anchorcite, lexical", _anchorcite), "ancora": ("ancora-rag", _ancora)}


def tools() -> dict[str, Method]:
    """Return the published tools that are installed."""
    return {name: make() for module, (name, make) in _TOOLS.items() if find_spec(module)}


def tool_versions() -> str:
    """Return the names and versions of the tools that are installed."""
    packages = {"anchorcite": "anchorcite", "ancora": "ancora-rag"}
    found = [name for module, name in packages.items() if find_spec(module)]
    return ", ".join(f"{name} {version(name)}" for name in found)
