"""Rule 1, repair: rewrite drift, and drop what cites nothing and states nothing.

In this order, each a change that the check lists:

0. Characters that no reader sees are dropped, so that what ships is what was judged: controls, soft
   hyphens, what turns the direction of writing, tag characters, and fillers inside a word.
1. Frontmatter and HTML comments are dropped: a reader never sees them.
2. Definitions are dropped if their URL is that of their source, since code renders the list.
3. So is a list of sources that the writer made: a line such as `Sources: [^1], [^2]` anywhere, and
   at the end of the draft entries that are nothing but numbers, titles and URLs of sources, or,
   under a heading such as "Sources", ones that hold such a title or URL and no foreign URL.
   None of these cites a claim. Anything else in such a list stays, and is judged; the numbers
   of a line `Sources: [1], [2]`, which names nothing in no agreed form, are malformed.
4. A marker that stands alone is dropped, unless it is directly before or behind code. There, a
   line of sources is cut down to its markers.
5. Drift is rewritten (see `markers.py`), then markers move behind the full stop, without a space
   before them: `512 MB [^1].` is `512 MB.[^1]`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from cite_or_refuse.domain.source import Source
from cite_or_refuse.domain.unseen import UNSEEN
from cite_or_refuse.gate.blocks import TEXT, Kind
from cite_or_refuse.gate.inline import Span
from cite_or_refuse.gate.markers import is_drift
from cite_or_refuse.gate.page import UNKNOWN, Page, between, read
from cite_or_refuse.gate.sentences import MARK
from cite_or_refuse.gate.sourcelist import Shelf, entries, unnamed
from cite_or_refuse.gate.wording import ENTITY

# Private-use characters stay: they are citations of a form that nobody agreed on (`markers.py`).
_UNSEEN = re.compile(
    f"[{UNSEEN}]"
    "|(?<=[0-9A-Za-z])[\u034f\u115f\u1160\u180e\u3164\uffa0\ufe00-\ufe0f]+(?=[0-9A-Za-z])"
)
_KEY = re.compile(r"[ \t]*(?:[\w-][\w .-]{0,60}:(?=\s|$)|-[ \t]|#|$)|[ \t]+\S")
_PASSES = 3  # what a comment hid may be another one, what a marker filled may be an empty list
_FRONTMATTER_LINES = 100
_NUMBER = r"\[\^(?:0|[1-9][0-9]{0,8})\]"
_RUN = re.compile(rf"{_NUMBER}(?:[ \t]{{0,9}}{_NUMBER})*")
_STOPS = frozenset(".!?。！？")
_STOP = re.compile(r"[.!?](?=[A-Z]|[^\w.!?…]|$)|[。！？]")

Edit = tuple[int, int, str, str]
"""A part of the text, what to put in its place, and the change in words."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A draft after its repair. `cited` says whether it ever held a marker of any form."""

    page: Page
    changes: tuple[str, ...]
    cited: bool


def repair(draft: str, sources: Sequence[Source]) -> Repaired:
    """Repair a draft; never raises. To repair it again changes nothing."""
    shelf = Shelf(sources)
    lines = draft.replace("\r\n", "\n").replace("\r", "\n").replace(MARK, UNKNOWN)
    seen, dropped = _seen(lines)
    page = read(seen)
    changes = Counter({"dropped a character that no reader sees": dropped} if dropped else {})
    for _ in range(_PASSES):
        page = _apply(page, _unseen(page), changes)
    cited = bool(page.markers)
    steps: tuple[Callable[[Page], list[Edit]], ...] = (
        lambda page: _listed(page, shelf),
        lambda page: _drift(page, shelf, len(sources)),
        _misplaced,
    )
    for _ in range(_PASSES):
        before = page
        for step in steps:
            page = _apply(page, step(page), changes)
        if page is before:
            break
    told = (change if n == 1 else f"{change}, {n} times" for change, n in changes.items())
    return Repaired(page, tuple(told), cited)


def _seen(text: str) -> tuple[str, int]:
    """Return the text without what no reader sees, as a character or an entity, and how often."""
    hidden = [m.span() for m in ENTITY.finditer(text) if _UNSEEN.fullmatch(unescape(m[0]))]
    ends = (0, *(end for _, end in hidden))
    starts = (*(start for start, _ in hidden), len(text))
    text = "".join([text[end:start] for end, start in zip(ends, starts, strict=True)])
    text, dropped = _UNSEEN.subn("", text)
    return text, dropped + len(hidden)


def _apply(page: Page, edits: list[Edit], changes: Counter[str]) -> Page:
    """Return the page with the edits, which are in order and apart."""
    if not edits:
        return page
    pieces: list[str] = []
    at = 0
    for start, end, text, change in edits:
        pieces += page.text[at:start], text
        at = end
        changes[change] += 1
    return read("".join((*pieces, page.text[at:])))


def _unseen(page: Page) -> list[Edit]:
    """Drop frontmatter and comments, a blank in their place so that nothing grows together."""
    end = 0
    while after := _frontmatter(page.text, end):
        end = after
    edits: list[Edit] = [(0, end, "", "dropped frontmatter")] if end else []
    spans = [(b.start, min(b.end, len(page.text))) for b in page.blocks if b.kind is Kind.COMMENT]
    for start, stop in sorted((*spans, *_comments(page.masked))):
        if start >= end:
            edits.append((start, stop, " ", "dropped a comment"))
            end = stop
    return edits


def _frontmatter(text: str, at: int) -> int:
    """Return where the block of keys between two lines of `---` that begins here ends, or 0."""
    keyed = False
    for number in range(_FRONTMATTER_LINES):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)].rstrip()
        at = end + 1 if end >= 0 else len(text)
        if number and line in ("---", "..."):
            return at if keyed else 0
        if end < 0 or not (_KEY.match(line) if number else line == "---"):
            return 0
        keyed = keyed or ":" in line
    return 0


def _comments(masked: str) -> Iterator[Span]:
    """Find the comments inside lines; one that is never closed is none."""
    at = masked.find("<!--")
    while at >= 0 and (closed := masked.find("-->", at + 4)) >= 0:
        yield at, closed + 3
        at = masked.find("<!--", closed + 3)


def _listed(page: Page, shelf: Shelf) -> list[Edit]:
    """Drop definitions of the right URL, lists of sources, and markers that stand alone."""
    listed = entries(page, shelf)
    edits: list[Edit] = []
    for number, block in enumerate(page.blocks):
        marks = between(page.markers, block.start, block.end)
        rest = ""
        if block.kind is Kind.DEFINITION or (
            block.kind is Kind.REFERENCE and block.label.isdecimal()
        ):
            if not shelf.defines(block.label, page.plain(block)):
                continue
            change = f"dropped the definition of [^{block.label}]"
        elif number in listed:
            change = "dropped a list of sources"
            if page.beside_code(number):
                rest = "".join(page.text[m.start : m.end] for m in marks)
        elif _is_lone_marker(page, number, shelf):
            change = "dropped a marker that stood alone"
        else:
            continue
        apart = page.text[max(0, block.start - 2) : block.start] in ("", "\n", "\n\n")
        end = min(block.end, len(page.text))
        edits.append((block.start, end, rest + ("" if apart and not rest else "\n"), change))
    return edits


def _is_lone_marker(page: Page, number: int, shelf: Shelf) -> bool:
    block = page.blocks[number]
    if block.kind not in (Kind.PARAGRAPH, Kind.ITEM) or not block.lines:
        return False
    if page.beside_code(number):
        return False
    start, end = block.lines[0][0], block.lines[-1][1]
    marks = between(page.markers, start, end)
    return (
        bool(marks)
        and not any(map(str.isalnum, page.skeleton[start:end]))
        and all(mark.rule is not None for mark in marks)
        and all(shelf.has(number) for mark in marks for number in mark.numbers)
    )


def _drift(page: Page, shelf: Shelf, count: int) -> list[Edit]:
    edits: list[Edit] = []
    left = {mark for span in unnamed(page, shelf) for mark in between(page.markers, *span)}
    for mark in page.markers:
        if is_drift(mark, count) and mark not in left:
            written = page.text[mark.start : mark.end]
            change = f"rewrote {written[:60]} as {mark.rewritten[:60]}"
            edits.append((mark.start, mark.end, mark.rewritten, change))
    return edits


def _misplaced(page: Page) -> list[Edit]:
    """Move markers behind the full stop and up to what they follow."""
    firsts = {start for block in page.blocks if block.kind in TEXT for start, _ in block.lines}
    addresses = {link.end for link in page.links}  # a marker glued to one would be part of it
    edits: list[Edit] = []
    for run in _RUN.finditer(page.masked):
        start = run.start()
        while start and start not in firsts and page.text[start - 1] in " \t":
            start -= 1
        before = page.text[start - 1 : start] if start else ""
        if start in addresses:
            continue
        if start in firsts or before in ("", "|", "\n"):
            start = run.start()
        stop = None if before in _STOPS else _STOP.match(page.text, run.end())
        marks = re.sub(r"[ \t]+", "", run[0])
        text = (stop[0] if stop else "") + marks
        end = stop.end() if stop else run.end()
        if page.text[start:end] != text:
            what = "moved a marker behind the full stop" if stop else "closed a gap before a marker"
            edits.append((start, end, text, what))
    return edits
