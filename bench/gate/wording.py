"""Changes of words: names, negations, roles and identifiers."""

import re
from collections.abc import Iterator

from bench.gate.changes import CODE, Change, outside_code, put
from bench.gate.figures import FLIPS, MONTHS
from bench.gate.passages import Passages

_CAPITAL = r"[A-Z][\w'’\-]+"
_NAME = re.compile(  # inside a sentence, or of two words and more
    rf"(?<=[a-z,0-9)] ){_CAPITAL}(?: {_CAPITAL}){{0,2}}(?! ?[A-Z])"
    rf"|\b{_CAPITAL}(?: {_CAPITAL}){{1,2}}(?! ?[A-Z])"
)
_IDENTIFIER = re.compile(r"(?<![\w'\"\-])[A-Za-z_]\w{2,40}(?![\w'\"\-])", re.ASCII)
_CODE_WORD = re.compile(r"(?<![\w.])(?:[a-z]+_[a-z_0-9]+|[a-z]\w{2,30}(?=[=(]))(?!\w)", re.ASCII)
_WHOSE = re.compile(r"\bmethods of\b|\b(?:offers|has) an? `[^`\n]{1,80}` method\b")
_SUBORDINATE = re.compile(
    r"\b(?:that|which|who|whose|if|when|while|unless|because|where|since|as|whether|although"
    r"|though|once|until|so|than|even|not only|how|what|before|after|wh[a-z]{2,4}ever|no"
    r"|(?:next|each|every) time)\b",
    re.IGNORECASE,
)
# Denied once more, such a clause says nothing plain: "is not safe in threads but not in processes".
_DENIED = re.compile(
    r"\b(?:but|no longer|nor|neither|nothing|none|without|unless|cannot|not|never)\b|n['’]t\b"
)
# What comes later leans on the clause: "is changed, not even by" makes no sense without its "not".
_LEANS = re.compile(
    r"\bnot even\b|\b(?:nor|neither|and so) (?:is|are|was|were|do|does|did|can|will)\b"
)
_CLAUSE = re.compile(r"[,;:()—–|]|\.(?=\s|$)")
_ADVERB = r"(?:also|still|then|thus|therefore)"  # "is not also" denies something else, if anything
_VERBS = (
    r"return|raise|accept|require|support|use|add|remove|allow|include|contain|keep|provide|take"
    r"|work|applie|cover|start|belong|need|replace|ignore|run|hold|give|make|set"
)
_NEGATIONS = (
    (r"\b(is|are|was|were|must|will|does|do|did|has been|have been)\s+(?:not|never)\b", r"\1"),
    (r"\b(has|have|had) never been\b", r"\1 been"),
    (r"\bcannot\b", "can"),
    (r"\bnever\b(?! been)", "always"),
    (
        rf"\b(is|are|was|were|must|will)\b(?!\s+(?:not|never|no|only|neither|one of|{_ADVERB})\b)",
        r"\1 not",
    ),
    (rf"\bcan\b(?!\s+(?:not|only|{_ADVERB})\b|not)", "cannot"),
    (rf"\b({_VERBS})s\b(?!\s+no\b)", r"does not \1"),
)
_THE = r"(?:\s(?:the|an?))?\s"
_LINK = r"(?:\s(?!(?:and|or|nor|with|like|versus|is|are|as|but|while|whereas|to)\b)[a-z]+){1,4}"
_VERB = (
    r"(?:\s[a-z]+){0,2}\s(?:replaced|replaces|replaced by|requires|needs|contains|becomes|became"
    r"|precedes|follows|instead of|rather than|[a-z]+er than|more [a-z]+ than|less [a-z]+ than"
    r"|ahead of|obsoletes|updates|defeated|beat|directed by|founded by|written by|appointed|joined"
    r"|uses|supports|based on|over|sponsored by|led|succeeded|sued|bought|left)"
)
_PROPER = rf"{_CAPITAL}(?: (?:{_CAPITAL}|[0-9.]+)){{0,2}}"
_IN_NAME = re.compile(rf"{_CAPITAL} (?:in|of) $")  # "Alice in Chains": half a name is no side
_AMOUNT = r"[0-9][0-9.,]*[0-9]|[0-9]"
_ROLES = (
    re.compile(rf"(?<![\w`])(`[^`\n]{{1,60}}`)({_LINK}(?: to)?{_THE})(`[^`\n]{{1,60}}`)(?!`)"),
    re.compile(rf"(?<![\w`])({_PROPER})({_VERB}{_THE})({_PROPER})(?![\w`]| ?[A-Z])"),
    re.compile(rf"(?<=from )({_AMOUNT})( to )({_AMOUNT})(?![\w`])"),
)


_DATED = {*MONTHS, *(month[:3] for month in MONTHS)}


def _stands_as_name(name: str, source: Passages) -> bool:
    """Whether the source has it with its capital, and never without."""
    lower = re.compile(rf"\b{re.escape(name.lower())}\b")
    return name in source.content and not lower.search(source.content) and name not in MONTHS


def names(claim: str, source: Passages) -> Iterator[Change]:
    """Another name of the source, where a capital marks a name."""
    found = [n for n in dict.fromkeys(_NAME.findall(source.content)) if n not in _DATED]
    if len(_NAME.findall(source.content)) > 0.15 * len(source.content.split()):
        return  # German and the like
    for match in outside_code(claim, _NAME):
        for new in found if _stands_as_name(match[0], source) else ():
            alike = new.count(" ") == match[0].count(" ") and new.lower() not in claim.lower()
            if alike and not _is_form(new, match[0]):
                yield put(claim, *match.span(), new)


def _is_form(new: str, old: str) -> bool:
    """Whether two names are forms of one, in which no reader sees a difference: CEO, CEO's."""
    one, other = new.rstrip("s'’"), old.rstrip("s'’")
    return one.startswith(other) or other.startswith(one)


def negations(claim: str, _source: Passages) -> Iterator[Change]:
    """A negation put in or taken out, in a main clause that has no other."""
    prose = CODE.sub(lambda code: "x" * len(code[0]), claim)
    for pattern, new in _NEGATIONS:
        for match in outside_code(claim, re.compile(pattern)):
            clause = _CLAUSE.split(prose[: match.start()])[-1]
            rest = _CLAUSE.split(prose[match.end() :])[0]
            unplain = _SUBORDINATE.search(clause) or _DENIED.search(clause + rest)
            if not (unplain or _LEANS.search(prose, match.end())):
                said = match.expand(new).replace("applie", "apply")
                text = claim[: match.start()] + said + claim[match.end() :]
                yield Change(text, match.start())


def roles(claim: str, source: Passages) -> Iterator[Change]:
    """The two sides of a relation that says something else the other way round."""
    for pattern in _ROLES:
        for match in pattern.finditer(claim):
            left, relation, right = match.groups()
            values = {left.strip("`"), right.strip("`")} & FLIPS.keys()
            word = left[0].isupper() and not _stands_as_name(left, source)
            part = _IN_NAME.search(claim[: match.start()])
            if left != right and not (values or word or part):
                swapped = f"{right}{relation}{left}"
                text = claim[: match.start()] + swapped + claim[match.end() :]
                yield Change(text, match.start())


def _identifiers(content: str) -> list[str]:
    """Return what a source writes as code: in ticks, with an underscore, before = or (."""
    ticked = [n for c in CODE.findall(content.replace("``", "`")) for n in _IDENTIFIER.findall(c)]
    return list(dict.fromkeys([*_CODE_WORD.findall(content), *ticked]))


def keywords(claim: str, source: Passages) -> Iterator[Change]:
    """Another identifier of the same source in the place of one in ticks."""
    known = [name for name in _identifiers(source.content) if name not in FLIPS]
    for span in CODE.finditer(claim):
        for match in _IDENTIFIER.finditer(claim, *span.span(1)):
            old = match[0]
            alike = [n for n in known if _shape(n) == _shape(old) and n not in claim]
            if old not in FLIPS and old in known:
                for new in alike:
                    if not (_WHOSE.search(claim) and _is_shared(claim, new, source)):
                        yield put(claim, *match.span(), new)


def _is_shared(claim: str, new: str, source: Passages) -> bool:
    """Whether the source gives a method to a class that the claim names."""
    return any(f"{name}.{new}" in source.content for name in CODE.findall(claim))


def _shape(name: str) -> tuple[bool, bool]:
    return name[0].isupper(), "_" in name
