"""An index of one source, built once and asked by every claim."""

import json
import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import Self

from cite_or_refuse.gate.language import TELLING, language
from cite_or_refuse.gate.negation import NEGATING_KEYS
from cite_or_refuse.gate.segments import outline, segmented
from cite_or_refuse.gate.tokens import TOKEN, UNSPACED, keys_of

# What belongs to a sentence or row before its first token and after its last.
_OPENING = re.compile(
    r"(?:(?<![^\n])\|[^\S\n])?(?:(?<!\S)[.+/\\]{1,3})?[(\[{<«“„‘「『\"'`*_~:@$#&-]{0,9}\Z"
)
_CLOSING = re.compile(
    r"[)\]}>»”’」』\"'`*_~:;,.!?…。！？/=]{0,9}(?:[^\S\n]?\|(?=[^\S\n]{0,9}(?:\n|\Z)))?"
)
_NOWHERE = array("I")
MAX_TITLE = 25  # tokens of a heading that say what is below it
_RARE = 400  # tokens; a word that comes more seldom is not one of the commonest


@dataclass(frozen=True, slots=True)
class SourceIndex:
    """Where each token of a source stands.

    `tokens` are its words as written, `starts` and `ends` their code-point offsets, `postings` maps
    a key (see `tokens.keys_of`) to sorted token positions, `segments` holds the first token of each
    sentence, line or row, `within` the segment of each token. `heads` holds the segments that are
    headings or signatures, `levels` their levels, 1 the outermost; of each one `above` holds the
    places in `heads` of it and of the nearest ones above it, `titles` the keys of these, and
    `sections` the token after its section. `negated` are the segments with a word that may negate;
    `tabled` tells whether any line begins with a bar, as the rows of a table do.
    `initials` holds the first letter of each token, to find what an acronym stands for,
    `language` is a code of `language.language`.
    """

    content: str
    tokens: list[str] = field(repr=False)
    starts: array[int]
    ends: array[int]
    segments: array[int]
    heads: array[int]
    levels: array[int]
    postings: dict[str, array[int]] = field(repr=False)
    initials: str = field(repr=False)
    language: str
    within: list[int] = field(init=False, repr=False)
    negated: frozenset[int] = field(init=False, repr=False)
    tabled: bool = field(init=False)
    above: list[tuple[int, ...]] = field(init=False, repr=False)
    titles: list[frozenset[str]] = field(init=False, repr=False)
    sections: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out what follows from the rest."""
        within: list[int] = []
        for number, (first, after) in enumerate(pairwise((*self.segments, len(self.starts)))):
            within.extend([number] * (after - first))
        above, closing = outline(self.levels)
        titles = [self._title(head) for head in self.heads]
        begins = [*(self.segments[head] for head in self.heads), len(self.starts)]
        negating = chain.from_iterable(self.postings.get(key, ()) for key in NEGATING_KEYS)
        object.__setattr__(self, "within", within)
        object.__setattr__(self, "tabled", "\n|" in "\n" + self.content)
        object.__setattr__(self, "negated", frozenset(within[place] for place in negating))
        said = [frozenset[str]().union(*[titles[at] for at in nearest]) for nearest in above]
        object.__setattr__(self, "above", above)
        object.__setattr__(self, "titles", said)
        object.__setattr__(self, "sections", [begins[at] for at in closing])

    def _title(self, head: int) -> set[str]:
        """Return the keys of a heading; a long one is cut."""
        first, after = self.tokens_of(head, head)
        title = slice(first, min(after, first + MAX_TITLE))
        keys = set[str]().union(*map(keys_of, self.tokens[title]))
        if not self.content.isascii():
            unspaced = [at for at in self.starts[title] if UNSPACED.match(self.content, at)]
            keys.update(self.content[at : at + 2] for at in unspaced)
        return keys

    def token(self, position: int) -> str:
        """Return the token at this position as it is written."""
        return self.tokens[position]

    def segment_of(self, position: int) -> int:
        """Return the number of the segment that holds a token."""
        return self.within[position]

    def is_heading(self, segment: int) -> bool:
        """Whether a segment is a heading, a signature or the first line of an entry."""
        at = bisect_left(self.heads, segment)
        return at < len(self.heads) and self.heads[at] == segment

    def near(self, key: str, low: int, high: int) -> bool:
        """Whether a key stands at a token position in `low..high`, both included."""
        positions = self.postings.get(key)
        if not positions:
            return False
        at = bisect_left(positions, low)
        return at < len(positions) and positions[at] <= high

    def between(self, key: str, low: int, high: int) -> Sequence[int]:
        """Return where a key stands at the token positions `low..high`, both included."""
        positions = self.postings.get(key, _NOWHERE)
        return positions[bisect_left(positions, low) : bisect_right(positions, high)]

    def tokens_of(self, first: int, last: int) -> tuple[int, int]:
        """Return the first token of the segments `first..last` and the token after them."""
        end = self.segments[last + 1] if last + 1 < len(self.segments) else len(self.starts)
        return self.segments[first], end

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the offsets of the segments `first..last`, with the marks that belong to them."""
        low, high = self.tokens_of(first, last)
        begun = self.ends[low - 1] if low else 0
        ended = self.starts[high] if high < len(self.starts) else len(self.content)
        opening = _OPENING.search(self.content[begun : self.starts[low]])
        closing = _CLOSING.match(self.content, self.ends[high - 1], ended)
        start = begun + opening.start() if opening else self.starts[low]
        return start, closing.end() if closing else self.ends[high - 1]

    def to_json(self) -> str:
        """Return the index as JSON text, without the content."""
        return json.dumps(
            {
                "starts": self.starts.tolist(),
                "ends": self.ends.tolist(),
                "segments": self.segments.tolist(),
                "heads": self.heads.tolist(),
                "levels": self.levels.tolist(),
                "initials": self.initials,
                "language": self.language,
                "postings": {key: places.tolist() for key, places in self.postings.items()},
            }
        )

    @classmethod
    def from_json(cls, content: str, text: str) -> Self:
        """Return the index that `to_json` wrote for this very content.

        Raises:
            ValueError: the text is no JSON, or not of this content.
        """
        data = json.loads(text)
        try:
            starts, ends = array("I", data["starts"]), array("I", data["ends"])
            index = cls(
                content,
                [content[start:end] for start, end in zip(starts, ends, strict=True)],
                starts,
                ends,
                array("I", data["segments"]),
                array("I", data["heads"]),
                array("I", data["levels"]),
                {key: array("I", places) for key, places in data["postings"].items()},
                str(data["initials"]),
                str(data["language"]),
            )
        except (LookupError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError("this is not the JSON of an index") from error
        if index.ends and index.ends[-1] > len(content):
            raise ValueError("the index is of another content")
        return index


def build_index(content: str) -> SourceIndex:
    """Index a source's content; never raises, whatever the text."""
    parts = TOKEN.split(content)
    tokens, gaps = parts[1::2], parts[0::2]
    offsets = list(accumulate(map(len, parts)))
    occurrences: defaultdict[str, list[int]] = defaultdict(list)
    for position, token in enumerate(tokens):
        occurrences[token].append(position)
    postings: dict[str, array[int]] = {}
    shared: defaultdict[str, list[array[int]]] = defaultdict(list)
    for token, found in occurrences.items():
        places = array("I", found)
        for key in keys_of(token):
            if key in postings:
                shared[key].append(places)
            else:
                postings[key] = places
    if not content.isascii() and UNSPACED.search(content):
        for pair, found in _pairs(tokens, gaps).items():
            shared[pair].append(array("I", found))
    for key, others in shared.items():
        postings[key] = array("I", sorted(chain(postings.get(key, ()), *others)))
    starts, ends = array("I", offsets[0:-1:2]), array("I", offsets[1::2])
    least = len(tokens) // _RARE + 1
    common = {word for word in TELLING if len(postings.get("=" + word, ())) >= least}
    spoken = language(content, common)
    initials = "".join([token[0] for token in tokens]).lower()
    shape = segmented(gaps, tokens)
    return SourceIndex(content, tokens, starts, ends, *shape, postings, initials, spoken)


def _pairs(tokens: list[str], gaps: list[str]) -> dict[str, list[int]]:
    """Return where two neighbouring characters of a script without spaces stand."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for position, (one, other) in enumerate(pairwise(tokens)):
        if not gaps[position + 1] and UNSPACED.fullmatch(one) and UNSPACED.fullmatch(other):
            places[one + other].append(position)
    return places
