"""What the gate costs, as ratios in one run on one core: `make bench-speed`.

A report of 65 claims and about 1,500 words is checked against ten sources of 5,000 words: the
language reference of Python, which its standard library carries. Each ratio is of two times
measured here, turn and turn about, so it holds on a slow machine too. A claim cites the source
that its words come from; every third one has a number changed.
"""

import os
import re
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import cycle, islice
from pydoc_data.topics import topics

from bench.gate.claims import Claim
from bench.gate.methods import tools
from cite_or_refuse.domain.check import Check
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import check
from cite_or_refuse.gate.index import SourceIndex, build_index

RUNS = 5
CLAIMS, CLAIM_WORDS = 65, 23
SOURCES, SOURCE_WORDS = 10, 5_000
_WORDS = re.compile(r"\S+\s*")


def reference(words: int, skip: int = 0) -> str:
    """Return so many words of the language reference, after the first `skip`, in a circle."""
    every = cycle(word for name in sorted(topics) for word in _WORDS.findall(topics[name]))
    return "".join(islice(every, skip, skip + words))


def some_sources(count: int, words: int = SOURCE_WORDS) -> list[Source]:
    """Return sources of so many words, no two alike."""
    return [
        Source(f"Part {n}", f"https://example.org/{n}", "", reference(words, n * words))
        for n in range(count)
    ]


def a_claim(number: int, sources: list[Source]) -> tuple[int, str]:
    """Return the 1-based source of a claim, and its text: a run of the source's words."""
    cited = number % len(sources)
    words = sources[cited].content.split()
    start = (number * 997) % (len(words) - CLAIM_WORDS)
    text = " ".join(words[start : start + CLAIM_WORDS])
    text = re.sub(r"[\[\]|`*#>.!?^]", "", text).strip(" -=~:,")
    return cited + 1, f"{text} {number}" if number % 3 == 0 else text


def a_draft(claims: int, sources: list[Source]) -> str:
    """Return a report of so many claims, in paragraphs of five."""
    made = [a_claim(n, sources) for n in range(claims)]
    sentences = [f"{text[:1].upper()}{text[1:]}.[^{n}]" for n, text in made]
    return "\n\n".join(" ".join(sentences[i : i + 5]) for i in range(0, claims, 5))


def seconds(*works: Callable[[], object]) -> list[float]:
    """Return the least processor time of each piece of work, turn and turn about."""
    least = [float("inf")] * len(works)
    for _ in range(RUNS):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            least[place] = min(least[place], time.process_time() - start)
    return least


def indexed(sources: list[Source]) -> list[SourceIndex]:
    """Return the index of each source."""
    return [build_index(source.content) for source in sources]


def from_scratch(draft: str, sources: list[Source]) -> Check:
    """Index the sources and check the draft; an index that `check` may keep is not used."""
    return check(draft, sources, indexed(sources))


def line(what: str, value: str, bound: str) -> None:
    """Print one figure."""
    print(f"{what:58} {value:>12}   {bound}")


def against_a_word_search() -> None:
    """Measure indexing and checking against finding all words."""
    sources = some_sources(SOURCES)
    draft, whole = a_draft(CLAIMS, sources), "\n".join(s.content for s in sources)
    indexes = indexed(sources)
    words, index, checked = seconds(
        lambda: re.findall(r"\w+", whole),
        lambda: indexed(sources),
        lambda: check(draft, sources, indexes),
    )
    took = [f"{1000 * each:.1f} ms" for each in (words, index, checked)]
    print(f"findall: {took[0]}, indexing: {took[1]}, checking: {took[2]}")
    line(r"indexing / re.findall(r'\w+')", f"{index / words:.1f}", "at most 10")
    line(r"checking, index built / re.findall(r'\w+')", f"{checked / words:.1f}", "at most 5")


def against_anchorcite() -> None:
    """Measure indexing and checking against anchorcite's lexical check of the same claims."""
    if not find_spec("anchorcite"):
        print("anchorcite is not installed: `make bench-gate` adds it")
        return
    sources = some_sources(SOURCES)
    draft = a_draft(CLAIMS, sources)
    made = [a_claim(n, sources) for n in range(CLAIMS)]
    claims = [Claim(str(i), t, sources[n - 1].content, 1) for i, (n, t) in enumerate(made)]

    def theirs() -> None:
        ask = tools()["anchorcite, lexical"]  # new each time, so that its cache is empty
        for claim in claims:
            ask(claim)

    other, ours = seconds(theirs, lambda: from_scratch(draft, sources))
    line("anchorcite, lexical / indexing and checking", f"{other / ours:.1f}", "at least 10")


def doubled() -> None:
    """Measure twice the sources, then twice the claims."""
    sources, more = some_sources(SOURCES), some_sources(2 * SOURCES)
    draft, longer = a_draft(CLAIMS, sources), a_draft(2 * CLAIMS, sources)
    ready = indexed(sources)
    one, two, built, long = seconds(
        lambda: from_scratch(draft, sources),
        lambda: from_scratch(draft, more),
        lambda: check(draft, sources, ready),
        lambda: check(longer, sources, ready),
    )
    line("twice the sources: indexing and checking", f"{two / one:.2f}", "at most 2.2")
    line("twice the claims: checking", f"{long / built:.2f}", "at most 2.2")


def peak(work: Callable[[], object]) -> float:
    """Return the most memory, in MB, that a piece of work held at once."""
    tracemalloc.start()
    work()
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return held / 1e6


def at_the_edge() -> None:
    """Measure a source of 200,000 words, and a draft of 5,000 claims."""
    huge = some_sources(1, 200_000)
    short, usual = a_draft(CLAIMS, huge), some_sources(SOURCES)
    long = a_draft(5_000, usual)
    for what, draft, sources in (
        ("a source of 200,000 words", short, huge),
        ("a draft of 5,000 claims", long, usual),
    ):
        start = time.process_time()
        from_scratch(draft, sources)
        took = time.process_time() - start
        held = peak(partial(from_scratch, draft, sources))
        line(what, f"{took:.1f} s", f"{held:.0f} MB at most")


def main() -> None:
    """Measure on one core and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    against_a_word_search()
    against_anchorcite()
    doubled()
    at_the_edge()


if __name__ == "__main__":
    main()
