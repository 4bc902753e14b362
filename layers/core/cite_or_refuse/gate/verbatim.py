"""Does a claim stand word for word in a source, as one run of its text?

What does so is supported, whatever any other rule makes of it. White space, case, markup and
punctuation inside a sentence do not count; a word of denial before the run, in the same sentence,
does: "Never change the cache" does not say "change the cache".
"""

import re
from collections.abc import Sequence

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.negation import denies
from cite_or_refuse.gate.polarity import words_of
from cite_or_refuse.gate.quantities import is_negative
from cite_or_refuse.gate.tokens import fold, keys_of

_SHORT = 4  # tokens; what is shorter may stand together by chance
_MAX_PLACES = 50
_REACH = 3  # tokens after the run in which a denial may follow: "X returns Y, not Z"
_STOPS = re.compile("[.!?。！？;:|]")


def verbatim(
    claim: str, tokens: Sequence[tuple[str, int, int]], index: SourceIndex
) -> tuple[int, int] | None:
    """Return the first and last token of the source at which the claim stands, or None."""
    if len(tokens) < _SHORT:
        return None
    rarest: tuple[Sequence[int], int] | None = None
    for at, (text, _, _) in enumerate(tokens):
        places = index.postings.get(keys_of(text)[-1])
        if not places:
            return None
        if rarest is None or len(places) < len(rarest[0]):
            rarest = places, at
    if rarest is None:
        return None
    for place in rarest[0][:_MAX_PLACES]:
        first = place - rarest[1]
        if _stands(tokens, first, index) and _is_whole(claim, tokens, first, index):
            return first, first + len(tokens) - 1
    return None


def _stands(tokens: Sequence[tuple[str, int, int]], first: int, index: SourceIndex) -> bool:
    """Whether the tokens of a claim are those of the source from `first` on, in any case."""
    if first < 0 or first + len(tokens) > len(index.tokens):
        return False
    theirs = index.tokens[first : first + len(tokens)]
    return all(
        text == token or fold(text).lower() == fold(token).lower()
        for token, (text, _, _) in zip(theirs, tokens, strict=True)
    )


def _is_whole(
    claim: str, tokens: Sequence[tuple[str, int, int]], first: int, index: SourceIndex
) -> bool:
    """Whether no denial stands about the run, and it ends sentences where the claim does."""
    segment, end = index.segment_of(first), first + len(tokens)
    if index.content.startswith("/", index.ends[end - 1]) or not _have_signs(
        claim, tokens, first, index
    ):
        return False
    last = index.segment_of(end - 1)
    begun, stop = index.segments[segment], index.tokens_of(last, last)[1]
    for part in (begun, first), (end, min(stop, end + _REACH)):
        if denies(words_of(index, *part)):
            return False
    if first > begun and index.ends[first - 1] == index.starts[first]:
        return False  # within a run of a script without spaces, where denial is part of a word
    if end < stop and index.ends[end - 1] == index.starts[end]:
        return False
    for begins in index.segments[segment + 1 : last + 1]:
        gap = index.content[index.ends[begins - 1] : index.starts[begins]]
        at = begins - first
        own = claim[tokens[at - 1][2] : tokens[at][1]]
        if _STOPS.match(gap) and not _STOPS.search(own):
            return False
    return True


def _have_signs(
    claim: str, tokens: Sequence[tuple[str, int, int]], first: int, index: SourceIndex
) -> bool:
    """Whether each number is negative in both, or in neither."""
    return all(
        is_negative(claim, start) == is_negative(index.content, index.starts[place])
        for place, (text, start, _) in enumerate(tokens, first)
        if text[0].isdecimal()
    )
