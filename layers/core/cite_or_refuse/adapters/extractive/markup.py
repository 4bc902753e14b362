"""The signs by which a line of Markdown, reStructuredText, a docstring or a manual tells its role.

Every quantifier that could meet a long line is bounded or possessive.
"""

import re
from collections.abc import Sequence

MAX_HEADING, MAX_TERM = 150, 75

FENCE = re.compile(r"(`{3,}+|~{3,}+)[ ]{0,3}\{?([\w+-]{0,30})")
HASH_HEADING = re.compile(r"(#{1,6})[ ]{1,8}(\S.{0,300}?)[\s#]{0,20}$")
NUMBERED_HEADING = re.compile(r"(?:[0-9]{1,3}\.){1,6}(?:[0-9]{1,3})?[ ]{1,4}[^\W\d_].{0,100}$")
UNDERLINE = re.compile(r"([=\-~^\"'`*+#.:_])\1{2,}+$")
_DEFINITION = re.compile(
    r"(?:(?:async|class|classmethod|staticmethod|def|func|function|fn)[ ]){1,3}"
    r"[A-Za-z_$][\w.$]{0,120}[ ]?(?:[(:\[<{]|$)"
)
_NAME = re.compile(r"(?:[a-z]{2,12}[ ]){0,3}([A-Za-z_$][\w.$]{0,200})")
_CALL = re.compile(r"[A-Za-z_$][\w$]{0,80}(?:\.[A-Za-z_$][\w$]{0,80}){0,8}\(")
_TYPE = r"[\w.\[\]'\"]{1,99}(?:(?:,[ ]|[ ]\|[ ])[\w.\[\]'\"]{1,99}){0,9}"
_VALUE = re.compile(
    rf"[A-Za-z_]\w{{0,80}}(?:\.[A-Za-z_]\w{{0,80}}){{1,8}}(?::[ ]{_TYPE})?(?:[ ]=[ ].{{1,200}})?$"
)
ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)[ ]{1,4}([\w-]{1,40})(?:[ ]{1,4}\".{0,200}\")?$")
DIRECTIVE = re.compile(r"\.\.[ ]{1,4}([\w:+.-]{1,40}?)::(?:[ ]{1,4}(.*))?$")
CODE_DIRECTIVE = re.compile(r"(?:code(?:-block)?|sourcecode|testcode|doctest|prompt|console)$")
TITLED_DIRECTIVE = re.compile(r"(?:topic|rubric|dropdown|admonition)$")
SPOKEN_DIRECTIVE = re.compile(
    r"(?:note|warning|tip|hint|important|caution|danger|attention|seealso|deprecated)$"
)
FIELD = re.compile(
    r":(?:(?:param|parameter|arg|argument|keyword|kwarg|ivar|cvar|var)[ ]{1,3}([^:]{1,100})"
    r"|((?:raises?|returns?|yields?)(?:[ ][^:]{1,100})?)):[ ]{0,8}"
)
FACT = re.compile(r":([A-Z][\w ()-]{1,60}):[ ]{1,8}(?=\S)")
OTHER_FIELD = re.compile(r":[a-z][\w -]{0,60}:(?:[ ]|$)")
BULLET = re.compile(r"[-*+•‣◦–][ ]{1,8}(?=\S)")
NUMBERED = re.compile(r"(?:\(?[0-9]{1,3}[.)]|\(?[a-z][.)])[ ]{1,8}(?=\S)")
TABLE_RULE = re.compile(r"\|?[ ]{0,9}:?-{2,}:?[ ]{0,9}(?:\||$)|\+[-=+:]{3,}|={3,}[ ]+={3,}")
_PIPE = re.compile(r"(?<!\\)\|")
DEFINITION = re.compile(r"\[\^?[\w-]{1,40}\]:(?:[ ]|$)")  # of a footnote or a link
LABEL = re.compile(r"((?:[A-Z][A-Za-z]{2,20}|API)(?: [A-Za-z]{1,20}){0,2})::?$")
ENTRY = re.compile(
    r"(\*{0,2}`{0,2}[A-Za-z_][\w.*-]{0,60}`{0,2}"
    r"(?:[ ]{0,3}\([^()]{0,200}(?:\([^()]{0,99}\)[^()]{0,99}){0,3}\))?)"
    r":(?:[ ]{1,8}(?=\S)|$)"
)
ENTRY_LABEL = re.compile(
    r"(?:key(?:word)? |other |optional |key init )?"
    r"(?:args|arguments|param(?:eter)?s|attributes|raises|options|fields|keys|properties)$",
    re.IGNORECASE,
)
DOCSTRING_PART = re.compile(
    r"(?:(?:other )?parameters|args|arguments|attributes|methods|returns?|yields?|receives|raises?"
    r"|warns?|warnings?|see also|notes?|references|examples?|usage|environment variables)$",
    re.IGNORECASE,
)
TERMINAL = re.compile(r"[.!?:;…。！？：][\"'”’)\]*_`]{0,4}$")

_CODE_START = re.compile(
    r"(?:>>>|\$ |#|//|import |from [\w.]{1,80} import|def |class |return |@\w|[\])}]{1,9}[,;]?$"
    r"|(?:sudo|apt|apt-get|pip|git|curl|npm|docker|python3?) |</?\w|SELECT |CREATE )"
)
_CODE_SIGN = re.compile(r"[(){}\[\]=;<>_/\\|$#@\"]")


def looks_like_code(lines: list[str]) -> bool:
    """Whether lines are dense in the signs of code, or begin like it and have some."""
    text = "".join(line.strip() for line in lines)
    density = len(_CODE_SIGN.findall(text)) / max(len(text), 1)
    return density > 0.1 or (density > 0.02 and bool(_CODE_START.match(lines[0].strip())))


def signature_level(text: str) -> int | None:
    """Return how wide a signature's heading is, if the line is one: 0 for a qualified name."""
    if _DEFINITION.match(text) or _VALUE.match(text):
        return 0
    call = _CALL.match(text)
    if call is None:
        return None
    depth = 1
    for end in range(call.end(), len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            after = text[end + 1 :].strip(" :")
            is_signature = not after or after.startswith("->")
            return (0 if "." in call[0] else 7) if is_signature else None
    return None


def signature_name(text: str) -> str:
    """Return the name that a signature defines, or nothing for another heading."""
    name = _NAME.match(text)
    return name[1] if name and signature_level(text) is not None else ""


def indent_of(line: str) -> int:
    """Return the columns before the first character of a line."""
    return len(line) - len(line.lstrip())


def leads_deeper(indent: int, below: Sequence[str]) -> bool:
    """Whether the next line with text is indented deeper."""
    return indent_of(next(filter(None, below), "")) > indent


def underline_of(text: str, below: str = "") -> str:
    """Return the character that makes a line a heading by underlining it, or nothing."""
    line = UNDERLINE.match(below.strip())
    fits = len(below.strip()) * 2 > len(text) and len(text) <= MAX_HEADING
    return below.strip()[0] if line and fits and any(map(str.isalnum, text)) else ""


def plain_level(text: str, indent: int, below: Sequence[str]) -> int | None:
    """Return the level of a heading without any mark: a signature, `SYNOPSIS`, `2.1. Scope`.

    `below` are the next lines; a numbered heading stands alone between blank ones. A single number
    before another one is an item of a list.
    """
    if (level := signature_level(text)) is not None:
        return level
    if indent == 0 and text.isupper() and len(text) <= MAX_TERM and leads_deeper(indent, below):
        return 1  # of a manual page
    number = text.partition(" ")[0].rstrip(".")
    if not NUMBERED_HEADING.match(text) or TERMINAL.search(text) or any(below[:1]):
        return None
    following = next(filter(None, below), "").strip()
    is_list = "." not in number and NUMBERED.match(following)
    return number.count(".") + 1 if following and not is_list else None


def table_cells(text: str) -> list[str]:
    """Return the cells of a table's row that says something, or nothing.

    A row says something if its cells bring their headers, as in `Option: size | Default: 5`, or
    one has a few words. Without a pipe at its start a line is a row only if it has headers.
    """
    cells = [cell.strip() for cell in _PIPE.split(text.strip("|")) if cell.strip()]
    headed = all(": " in cell for cell in cells)
    worded = text.startswith("|") and any(len(cell.split()) > 2 for cell in cells[1:])
    return cells if len(cells) > 1 and (headed or worded) else []


def is_furniture(text: str) -> bool:
    """Whether a line is a rule, a row of a table, a note's definition, or a field of types."""
    is_other_field = OTHER_FIELD.match(text) and not FIELD.match(text)
    return bool(
        is_other_field
        or text.startswith(("Bases: ", "|"))
        or UNDERLINE.match(text)
        or TABLE_RULE.match(text)
        or DEFINITION.match(text)
    )


def is_on_purpose(above: str, text: str, indent: int, width: int) -> bool:
    """Whether a line was ended before it was full: the first word of the next would have fitted."""
    return indent + len(above) + 1 + len(text.split(maxsplit=1)[0]) <= width


def is_term(text: str, indent: int, below: str) -> bool:
    """Whether a short line has a deeper line straight below, as a term in a manual page has."""
    return (
        len(text) <= MAX_TERM
        and not TERMINAL.search(text)
        and indent_of(below) > indent
        and not below.strip()[0].islower()
    )
