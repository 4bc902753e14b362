r"""Rule 1, markers: find what cites, and tell the agreed form from drift and from the malformed.

The agreed form is `[^n]`: ASCII digits without a leading zero. Drift that models really produce
is rewritten to it, and each rewriting is a change that the check lists:

* `caret list`   `[^1, 2]`, `[^1; ^2]`                 `[^1][^2]`
* `fullwidth`    `［＾１］`, `[^１]`                   `[^1]`
* `bare`         `[1]`, `[1, 2]`, `［1］`              `[^1]`, `[^1][^2]`
* `lenticular`   `【1】`, `【1, 2】`                    `[^1]`, `[^1][^2]`
* `dagger`       `【1†source】`, `[1†L3-L9]`           `[^1]`

A form without a caret is rewritten only if each number is that of a source. `[1]` has to stand
like a citation: `a[1]`, `list[0]`, `f()[1]`, `= [1]`, "the range [1, 2]" and whatever holds a
zero are no markers. A number glued to a word, `512 MB[1].`, is one only in a draft that cites in
no other way. Everything else that looks like a citation is malformed: a range in any form,
`[^-1]`, `[^1.5]`, `[^01]`, `[^ 1]`, `[^abc]`, `[^]`, `[^1`, `[[1]]`, `[^1](url)`, `\[^1\]`, `^1^`,
`^[1]`, `(^1)`, `<sup>1</sup>`, `[cite: 1]`, `[Source 1]`, `〔1〕`, `.¹`, `\cite{a}`, private-use
characters. `(1)` and `(file.pdf, p. 3)` cite nothing at all. Markers in code are not read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_GROUP = re.compile(r"(\\?)([\[［【〔⟦〚])([^\[\]［］【】〔〕⟦⟧〚〛\n\\]*)(\\?)([\]］】〕⟧〛])")
_WIDE = str.maketrans("０１２３４５６７８９＾，；－．：［］", "0123456789^,;-.:[]")
_BLANK = " \t\u00a0\u3000\u200b\u200c\u200d\u2060\ufeff"
_DIVIDER = re.compile(r"[ \t]{0,3}[,;、][ \t]{0,3}\^?")
_RANGE = re.compile(
    r"[0-9]{1,3}(?:[ \t]{0,3}(?:[-‐-―−~〜,;]|\.{2,3}|…|\bto\b)[ \t]{0,3}[0-9]{0,3}){1,20}"
)
_SPANNING = re.compile(r"[ \t]?(?:[-‐-―−~〜]|\.{2,3}|…|\bto\b)[ \t]?")
_DAGGER = re.compile(r"([1-9][0-9]{0,8})[ \t]?[†‡][^\n]{0,80}")
_TOOL = re.compile(
    r"(?:cite|citation|source|src|ref|reference|doc|document|web|footnote|fn|quelle|note)s?"
    r"(?:[ _:#.-]{0,3}[0-9][0-9, ;:-]{0,40}|[ _:#.-]{1,3}(?:needed|start|end))"
    r"|(?:cite|citation|source|src|ref|reference|quelle)s?[ \t]?:.*"
    r"|cite(?:_[a-z]{1,9})?|@[\w:-]{1,80}"
    r"|[0-9]{1,4}:[0-9]{1,4}[†‡].*|turn[0-9].*|\+?[0-9]{1,4}†.*",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"(?:^|\n)(?:[ \t>]|[-+*•][ \t]|[0-9]{1,3}[.)][ \t]){0,12}$")
_LENTICULAR = re.compile(r"[0-9†‡{]|cite|source|turn", re.IGNORECASE)
_INDEXED = re.compile(
    r"(?:=|\b(?:returns?|yields?|arrays?|lists?|index|tuple|element|range|interval|between|values?))"
    r"[ \t]?$",
    re.IGNORECASE,
)
_HINT = re.compile(  # where one of the following may begin, found much faster
    "[\\^<\\\\{\ue000-\uf8ff\U000f0000-\U0010ffff¹²³⁰⁴-⁹]|[cC]ite[tT]urn[0-9]|[tT]urn[0-9]"
)
_OTHER = re.compile(
    r"\ue200[^\ue201\n]{0,300}\ue201?|[\ue000-\uf8ff\U000f0000-\U0010ffff]+"
    r"|<sup\b[^<>\n]{0,200}>[^\n]{0,200}?</sup>"
    r"|\^\[[^\]\n]{0,300}\]"
    r"|(?<![0-9)\[])(?<!\b[A-Za-z])\^[0-9]{1,9}\^"
    r"|[({<]\^[0-9]{1,9}[)}>]"
    r"|\[\^(?![^\[\]\n]*\])[^\s\[\]]{0,40}"
    r"|\\cite[a-z]{0,9}\{[^{}\n]{0,200}\}|\{\{\s{0,3}cite[^{}\n]{0,200}\}\}"
    r"|(?<![a-z])(?:cite)?turn[0-9]{1,3}(?:search|view|news|fetch|file|image)[0-9]{1,3}[a-z0-9]*"
    r"|(?<=[.,;:!?。、])[¹²³⁰⁴-⁹]{1,4}(?!\w)",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^<>]*>")
_POWER = re.compile(r"(?:[0-9)]|\b[A-Za-z]|\b(?:km|cm|mm|dm|ft))$")
_SUPERSCRIPT = re.compile(r"\s*[\[(]?\s*\^?[0-9][0-9, ;–-]{0,20}[\])]?\s*")


@dataclass(frozen=True, slots=True)
class Marker:
    """What looks like a citation, with its place. Numbers of more than nine digits read as 0.

    `rule` names the drift, "" for the agreed form, None for what is malformed; `glued` is a bare
    number without space after a word.
    """

    start: int
    end: int
    numbers: tuple[int, ...]
    rule: str | None
    glued: bool = False

    @property
    def rewritten(self) -> str:
        """The same in the agreed form."""
        return "".join(f"[^{number}]" for number in self.numbers)


def find(text: str) -> list[Marker]:
    """Return all that looks like a citation in a text whose code is painted over, in order."""
    found = sorted((*_groups(text), *_others(text)), key=lambda m: (m.start, -m.end))
    apart: list[Marker] = []
    for marker in found:
        if apart and _SPANNING.fullmatch(text, apart[-1].end, marker.start):
            apart[-1] = Marker(apart[-1].start, marker.end, (), None)  # a range: [^1]-[^3]
        elif not apart or marker.start >= apart[-1].end:
            apart.append(marker)
    if any(not marker.glued for marker in apart):
        return [marker for marker in apart if not marker.glued]
    return apart


def is_drift(marker: Marker, count: int) -> bool:
    """Whether a rule rewrites the marker in a draft with `count` sources."""
    if marker.rule in ("caret list", "fullwidth"):
        return True
    return bool(marker.rule) and all(0 < number <= count for number in marker.numbers)


def _groups(text: str) -> Iterator[Marker]:
    end = -1
    for group in _GROUP.finditer(text):
        marker = _read(group, text, chained=group.start() == end)
        if marker is not None:
            if text[marker.start - 1 : marker.start] == "[" and text.startswith("]", marker.end):
                marker = Marker(marker.start - 1, marker.end + 1, (), None)
            end = marker.end
            yield marker


def _read(group: re.Match[str], text: str, *, chained: bool) -> Marker | None:
    """Return the marker that a group in brackets is, or None if it is just a bracket."""
    start, end = group.span()
    inner = group[3].translate(_WIDE)
    body = inner.strip(_BLANK)
    caret, numbers, ranged = body[:1] == "^", _numbers(body), _RANGE.fullmatch(body)
    malformed = Marker(start, end, (), None)
    if caret or numbers or ranged:
        if group[1] or group[4] or (body != inner and (caret or _ends_something(text, start, end))):
            return malformed
        entry = text.startswith(":", end) and _LINE_START.search(text, max(0, start - 40), start)
        if entry or text.startswith("(", end):
            return malformed if caret or chained or not _glued(text, start) else None
    elif group[1] or group[4] or not body:
        return None
    if caret:
        return Marker(start, end, numbers, _caret_rule(group[0], body)) if numbers else malformed
    if dagger := _DAGGER.fullmatch(body):
        return Marker(start, end, (int(dagger[1]),), "dagger")
    if group[2] in "[［" and (numbers or ranged):
        return _bare(group, text, numbers, chained=chained)
    return _by_brackets(group, body, numbers)


def _by_brackets(group: re.Match[str], body: str, numbers: tuple[int, ...] | None) -> Marker | None:
    """Judge what has no caret by the brackets around it."""
    if group[2] == "【" and numbers:
        return Marker(*group.span(), numbers, "lenticular")
    telling = {"[": _TOOL.fullmatch, "［": _TOOL.fullmatch, "【": _LENTICULAR.search}
    suspect = telling.get(group[2], _RANGE.fullmatch)(body)
    return Marker(*group.span(), (), None) if suspect or numbers else None


def _numbers(body: str) -> tuple[int, ...] | None:
    """Return the numbers of a list of them, or None; one of more than nine digits reads as 0."""
    bare = body.removeprefix("^")
    parts = _DIVIDER.split(bare) if len(bare) < 99 else [bare]
    if not all(part.isascii() and part.isdecimal() for part in parts):
        return None
    if any(part[0] == "0" and len(part) > 1 for part in parts):
        return None
    return tuple(int(part) if len(part) < 10 else 0 for part in parts)


def _caret_rule(written: str, body: str) -> str:
    """Name the drift of a marker with a caret."""
    if not body[1:].isdecimal():
        return "caret list"
    return "" if written == f"[{body}]" else "fullwidth"


def _glued(text: str, start: int) -> bool:
    """Whether what stands before is a name, a call or code, so that `[1]` may be an index."""
    before = text[start - 1 : start] if start else ""
    return bool(before) and before.isascii() and (before.isalnum() or before in "_)]}")


def _bare(
    group: re.Match[str], text: str, numbers: tuple[int, ...] | None, *, chained: bool
) -> Marker | None:
    start, end = group.span()
    if not chained and _INDEXED.search(text, max(0, start - 12), start):
        return None
    if text[start - 1 : start] == "(" and _glued(text, start - 1):
        return None  # an argument: f([1])
    glued = _glued(text, start) and not chained
    if numbers is None or 0 in numbers:
        zero = numbers is not None or group[3].lstrip().startswith(("0", "０"))
        cites = not zero and not glued and _ends_something(text, start, end)
        return Marker(start, end, (), None) if cites else None
    if glued and text[end : end + 1].isalnum():
        return None
    return Marker(start, end, numbers, "bare", glued)


def _ends_something(text: str, start: int, end: int) -> bool:
    """Whether a bracket stands beside a stop, behind another, or at the end of its line."""
    before = text[max(0, start - 9) : start].rstrip(" \t*_~\"'”’»)")[-1:]
    after = text[end : end + 3].lstrip(" \t")[:1]
    return before in [*".!?。]］】"] or after in (*".,;!?。、)\n|", "")


def stands_like_one(marker: Marker, text: str) -> bool:
    """Whether a bare number that names no source is a citation all the same, or just a number."""
    return marker.rule != "bare" or _ends_something(text, marker.start, marker.end)


def _others(text: str) -> Iterator[Marker]:
    end = 0
    for hint in _HINT.finditer(text):
        start = hint.start()
        if text[start] == "^" and text[start - 1 : start] in ("[", "(", "{", "<"):
            start -= 1
        other = _OTHER.match(text, start) if start >= end else None
        if other and (other[0][:4].lower() != "<sup" or _is_superscript(other, text)):
            end = other.end()
            yield Marker(*other.span(), (), None)


def _is_superscript(sup: re.Match[str], text: str) -> bool:
    """Whether a superscript is a note's number; 10<sup>6</sup> and m<sup>2</sup> are none."""
    power = _POWER.search(text, max(0, sup.start() - 3), sup.start())
    return bool(_SUPERSCRIPT.fullmatch(_TAG.sub("", sup[0]))) and not (
        power and "[" not in sup[0] and "<a" not in sup[0].lower()
    )
