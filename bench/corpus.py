"""Measure the corpus search over the default corpus: time, size, memory, and what it finds.

    python -m bench.corpus [--verbose]

`corpus_questions.jsonl` holds questions with the titles of which one has to be among the first
eight hits; a question without titles is off-topic and must have no hit. The rule in
`adapters/corpus/relevance.py` was made while looking at the `seen` ones; the `held_out` ones were
written after it stood and asked once. Off-topic questions that the documentation happens to speak
of ("What is the capital of France?" is an example in langchain-core) were not taken.
"""

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cite_or_refuse.adapters.corpus import CorpusSearch, default_corpus

QUESTIONS = Path(__file__).with_name("corpus_questions.jsonl")
FIRST = 8


@dataclass(frozen=True, slots=True)
class Score:
    """What came of the questions of one set."""

    on_topic: int
    found: int  # a right document is among the first eight
    refused: int  # on-topic questions without any hit
    reciprocal_rank: float
    off_topic: int
    let_through: int  # off-topic questions with a hit
    wrong: tuple[str, ...]

    @property
    def found_share(self) -> float:
        """The share of on-topic questions that found their document."""
        return self.found / self.on_topic

    @property
    def let_through_share(self) -> float:
        """The share of off-topic questions that found a source."""
        return self.let_through / self.off_topic


def score(search: CorpusSearch, name: str) -> Score:
    """Ask every question of the set `name`."""
    found = refused = let_through = on_topic = off_topic = 0
    reciprocal_rank = 0.0
    wrong = []
    for question, titles in _questions(name):
        hits = [hit for hit in search.search(question, FIRST) if not hit.off_topic]
        if not titles:
            off_topic += 1
            let_through += bool(hits)
            wrong += [question] if hits else []
            continue
        on_topic += 1
        refused += not hits
        ranks = [
            h.rank for h in hits if any(title in h.title or title in h.url for title in titles)
        ]
        if ranks:
            found += 1
            reciprocal_rank += 1 / (1 + ranks[0])
        else:
            wrong.append(question)
    rank = reciprocal_rank / on_topic
    return Score(on_topic, found, refused, rank, off_topic, let_through, tuple(wrong))


def _questions(name: str) -> Iterator[tuple[str, Sequence[str]]]:
    with QUESTIONS.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["set"] == name:
                yield line["question"], line["titles"]


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        _start("first start", Path(folder))
        search = _start("second start", Path(folder))
        print(f"index: {search.index.path.stat().st_size / 1e6:.1f} MB")
        for name in ("seen", "held_out"):
            started = time.perf_counter()
            result = score(search, name)
            took = (time.perf_counter() - started) / (result.on_topic + result.off_topic)
            print(
                f"{name}: found {result.found} of {result.on_topic}, refused {result.refused}, "
                f"mean reciprocal rank {result.reciprocal_rank:.2f}; "
                f"let through {result.let_through} of {result.off_topic}; "
                f"{took * 1000:.1f} ms a question"
            )
            if "--verbose" in sys.argv:
                print(*(f"  {question}" for question in result.wrong), sep="\n")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _start(what: str, folder: Path) -> CorpusSearch:
    search = CorpusSearch(default_corpus(), folder, _say)
    wall, cpu = time.perf_counter(), time.process_time()
    search.prepare()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{what}: {wall:.2f} s, {cpu:.2f} s of CPU")
    return search


if __name__ == "__main__":
    main()
