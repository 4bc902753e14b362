"""Whether two documents say the same, so that two sources are two.

Written rule. What is compared are runs of five words. On one site two pages are one if nineteen of
twenty runs agree and both hold the same numbers: the pages of a site share its menus, and two
versions of a page may differ in a number alone. On two sites, whose menus differ, they are one if
seven tenths of the shorter stand in the other, and the shorter has at least half of the words.
"""

import re
from dataclasses import dataclass
from zlib import crc32

from cite_or_refuse.domain.source import digest

_RUN = 5
_WORDS = 20_000  # of a document; what agrees so far agrees
_SAMPLE = 400  # the lowest hashes stand for all: Broder, "On the resemblance", 1997
# Scripts without spaces are read letter by letter.
_WORD = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W\u0e00-\u0eff\u3040-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A document's runs of words, how many words it has, and the digest of its numbers.

    Of the numbers no more is kept, since a reference may hold thousands.
    """

    runs: frozenset[int]
    words: int
    numbers: str


def likeness(text: str) -> Likeness:
    """Return what is compared of a document."""
    words: list[str] = []
    for match in _WORD.finditer(text):
        words.append(match[0].lower())
        if len(words) == _WORDS:
            break
    starts = range(max(1, len(words) - _RUN + 1))
    runs = {crc32(" ".join(words[n : n + _RUN]).encode("utf-8", "replace")) for n in starts}
    numbers = {word for word in words if any(letter.isdigit() for letter in word)}
    sample = frozenset(sorted(runs)[:_SAMPLE])
    return Likeness(sample, max(1, len(words)), digest(" ".join(sorted(numbers))))


def say_the_same(one: Likeness, other: Likeness, *, same_site: bool) -> bool:
    """Apply the rule."""
    lowest = sorted(one.runs | other.runs)[:_SAMPLE]
    shared = sum(run in one.runs and run in other.runs for run in lowest) / len(lowest)
    if same_site:
        return shared >= 0.95 and one.numbers == other.numbers
    short, long = sorted((one.words, other.words))
    contained = shared * (short + long) / ((1 + shared) * short)
    return contained >= 0.7 and short * 2 >= long
