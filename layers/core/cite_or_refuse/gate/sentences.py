"""Split text into sentences.

A sentence ends at a stop that white space, a marker or the end follows, and takes the closing
quotes, brackets and markers after that stop along: a marker behind a full stop belongs to the
sentence before it. Dots inside numbers, versions, names of files and dotted paths have no white
space after them. A quotation is never split, since it is checked word for word. Nothing is ever
dropped: the sentences and the white space between them are the text.
"""

import re
from bisect import bisect_right

MARK = "\x02"
"""Stands for each character of a marker in the text that is split."""

_STOP = re.compile(r"[.!?…]+|[。！？｡।॥۔።։]+")
_TAIL = re.compile(r"(?:[”’»›)\]}」』】）》]|[\"'*_~]++(?!\w)|\s{0,9}\x02+)*")
_LAST_WORD = re.compile(r"[\w.&’'-]{1,24}$")
_NEXT_WORD = re.compile(r"[\s\"'“‘„«(\[*_]{0,9}(\w{0,24})")
_QUOTED = re.compile(
    r"“[^“”]{1,900}”|„[^„“”]{1,900}[“”]|«[^«»]{1,900}»|「[^「」]{1,900}」|『[^『』]{1,900}』"
    r"|(?<![^\s(\[\x02*_—–])\"(?=\S)[^\"]{1,900}(?<=\S)\"(?![^\W_])"
)
_VOWEL = re.compile("[aeiouy]")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")

_NEVER_LAST = frozenset(
    """
    approx c ca cf e.g eg i.e ie v vs viz incl excl resp avg abbr dept est m.sc b.sc z.b bzw d.h u.a
    temp spec param arg orig prev curr misc tel ext ed eds trans univ vgl ggf inkl evtl sog bspw
    hrsg u.u z.t o.ä p.ex
    """.split()
)
_TITLES = frozenset(
    """
    Dr Prof Mr Mrs Ms St Mt Gen Sen Rev Hon Sr Sra Mme Mlle
    """.split()
)
_BEFORE_NUMBERS = frozenset(
    """
    no nos nr art tab sec sect ch chap p pp vol ver fig figs ref refs eq eqn abb bd s abs max min
    núm pág jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
_OFTEN_LAST = frozenset(
    """
    al etc usw inc ltd co corp jr sr bros plc llc gmbh
    """.split()
)
_OPENERS = frozenset(
    """
    a an the this that these those it its they he she we you i in on at by for with from if when
    while as since because although however there here both each all some no not one only after
    before during der die das ein eine es sie er wir im am bei für mit wenn le la les un une il
    el los las una
    """.split()
)
_MONTHS = frozenset(
    """
    januar februar märz april mai juni juli august september oktober november dezember
    """.split()
)


def split(text: str) -> list[tuple[int, int]]:
    """Return the sentences of a text, in which each character of a marker is MARK, as spans."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    starts = [start for start, _ in quoted]
    found, begun = [], 0
    for stop in _STOP.finditer(text):
        if stop.start() < begun:
            continue
        at = bisect_right(starts, stop.start()) - 1
        if (
            at >= 0
            and stop.start() < quoted[at][1]
            and not _closes(text, stop.end(), quoted[at][1])
        ):
            continue
        tail = _TAIL.match(text, stop.end())
        end = tail.end() if tail else stop.end()
        if _ends(text, stop, end):
            found.append((begun, end))
            begun = end
    found.append((begun, len(text)))
    return [span for span in (_stripped(text, *span) for span in found) if span[0] < span[1]]


def _closes(text: str, end: int, closed: int) -> bool:
    """Whether nothing but marks stands between a stop and the end of its quotation."""
    return closed - end <= 40 and not text[end : closed - 1].strip(" \n)]*_'’" + MARK)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, max(start, start + len(piece.strip()))


def _ends(text: str, stop: re.Match[str], end: int) -> bool:
    """Whether a stop whose closing marks reach to `end` ends its sentence."""
    marked = MARK in text[stop.end() : end]
    if end == len(text) or stop[0][0] not in ".!?…":
        return True
    if not (text[end].isspace() or marked):
        return False
    following = _NEXT_WORD.match(text, end)
    word = following[1] if following else ""
    if not word and text[end : end + 9].lstrip()[:1] in ("—", "–"):
        return False  # whom a quotation is by
    if marked or stop[0] != ".":
        before = text[max(0, stop.start() - 1) : stop.start()]
        in_midst = stop[0] in ("...", "…") and not before.strip()
        return _ends_marked(text, stop, word) if marked else not (word[:1].islower() or in_midst)
    return _dot_ends(_word_before(text, stop.start()), word)


def _ends_marked(text: str, stop: re.Match[str], following: str) -> bool:
    """A marker behind a stop ends the sentence, but not behind an abbreviation in its midst."""
    before = _word_before(text, stop.start()).lower()
    return stop[0] != "." or not (before in _NEVER_LAST and following[:1].islower())


def _word_before(text: str, at: int) -> str:
    last = _LAST_WORD.search(text, max(0, at - 24), at)
    return last[0].strip("'’-&") if last else ""


def _dot_ends(before: str, following: str) -> bool:
    """Whether a single dot ends the sentence, by the words before and after it."""
    low, next_is_lower = before.lower(), following[:1].islower()
    if low in _NEVER_LAST or before in _TITLES:
        return False
    if len(before) == len(following) == 1 and before.islower() and following != "A":
        return False  # `z. B.`
    if low in _OFTEN_LAST or _DOTTED.fullmatch(before) or (len(low) == 1 and before.isupper()):
        return following.lower() in _OPENERS and not next_is_lower
    if low in _BEFORE_NUMBERS:
        return not (next_is_lower or following[:1].isdecimal())
    if before.isdecimal() and len(before) <= 2:
        return not (next_is_lower or following.lower() in _MONTHS)
    return not (next_is_lower and low.isalpha() and low.isascii() and not _VOWEL.search(low))
