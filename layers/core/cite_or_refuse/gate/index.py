"""An index of one source, built once and asked by every claim."""

import json
import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Self

from cite_or_refuse.gate.tokens import TOKEN, keys_of

_BLOCK = re.compile(r"\n[^\S\n]*(?:\n|[-*+•|#>=~:.]|$)|\|[^\S\n]*\n")
_STOP = re.compile(r"[.!?…][\"'”’)\]*_`]{0,4}(?:\s|$)|[。！？]")


@dataclass(frozen=True, slots=True)
class SourceIndex:
    """Where each token of a source stands.

    `starts` and `ends` are code-point offsets of the tokens, `postings` maps a key (see
    `tokens.keys_of`) to sorted token positions, `segments` holds the first token of each sentence,
    line or row, and `blocks` the numbers of the segments that begin a block.
    """

    content: str
    starts: array[int]
    ends: array[int]
    segments: array[int]
    blocks: array[int]
    postings: dict[str, array[int]] = field(repr=False)

    def token(self, position: int) -> str:
        """Return the token at this position as it is written."""
        return self.content[self.starts[position] : self.ends[position]]

    def segment_of(self, position: int) -> int:
        """Return the number of the segment that holds a token."""
        return bisect_right(self.segments, position) - 1

    def near(self, key: str, low: int, high: int) -> bool:
        """Whether a key stands at a token position in `low..high`, both included."""
        positions = self.postings.get(key)
        if not positions:
            return False
        at = bisect_left(positions, low)
        return at < len(positions) and positions[at] <= high

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the offsets of the segments `first..last`, both included."""
        end = self.segments[last + 1] if last + 1 < len(self.segments) else len(self.starts)
        return self.starts[self.segments[first]], self.ends[end - 1]

    def to_json(self) -> str:
        """Return the index as JSON text, without the content."""
        return json.dumps(
            {
                "starts": self.starts.tolist(),
                "ends": self.ends.tolist(),
                "segments": self.segments.tolist(),
                "blocks": self.blocks.tolist(),
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
            index = cls(
                content,
                *(array("I", data[name]) for name in ("starts", "ends", "segments", "blocks")),
                postings={key: array("I", places) for key, places in data["postings"].items()},
            )
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
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
    by_key: defaultdict[str, list[list[int]]] = defaultdict(list)
    for token, places in occurrences.items():
        for key in keys_of(token):
            by_key[key].append(places)
    postings = {
        key: array("I", lists[0] if len(lists) == 1 else sorted(set(chain(*lists))))
        for key, lists in by_key.items()
    }
    segments, blocks = _segments(gaps, tokens)
    return SourceIndex(
        content, array("I", offsets[0:-1:2]), array("I", offsets[1::2]), segments, blocks, postings
    )


def _segments(gaps: list[str], tokens: list[str]) -> tuple[array[int], array[int]]:
    """Return the first tokens of segments, and which segments begin a block."""
    kinds = {gap: 2 if _BLOCK.search(gap) else bool(_STOP.match(gap)) for gap in set(gaps)}
    segments, blocks = array("I"), array("I")
    for position, token in enumerate(tokens):
        kind = kinds[gaps[position]]
        if position == 0 or kind == 2 or (kind and not token[0].islower()):
            if kind == 2 or position == 0:
                blocks.append(len(segments))
            segments.append(position)
    return segments, blocks
