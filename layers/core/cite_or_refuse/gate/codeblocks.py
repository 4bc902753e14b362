"""Rule 3, blocks of code: the names and numbers that a block of code states.

A block is no sentence, so it is held to its hard facts alone: what it imports or installs, calls,
passes as a keyword, names in `snake_case`, `CamelCase`, `UPPER_CASE` or `a.dotted.path`, its flags,
addresses, keys of JSON, and numbers but for an index. Free are the names that the block itself
assigns, defines or loops over, builtins and the standard library of Python, and what stands in
strings. A block that reads like prose is prose.
"""

import builtins
import keyword
import re
import sys
from collections.abc import Iterator, Sequence

from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.labels import hard_facts, in_source

_MAX_MISSING = 8
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
_KEY = re.compile(r"[\"']([A-Za-z_][\w.-]*)[\"'](?=\s{0,3}:)")
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//|--(?=\s))[^\n]*")
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s\"'<>`]+")
_FLAG = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*")
_INSTALLED = re.compile(
    r"\b(?:(?:pip3?|npm|brew|apt|apt-get|gem|conda|poetry|uv|cargo|yarn|pnpm)(?: pip)?"
    r" (?:install|add|i)|go get|npx)((?: +[^\s;&|]+)+)"
)
_IMPORTED = re.compile(r"\b(?:from|import) +([\w.]+)(?: +import +\(?([\w, ]+))?")
_NAME = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_LOCAL = re.compile(
    r"(?:^|[;{\n])[ \t]*(?:(?:export|const|let|var|final) )*([A-Za-z_]\w*)[ \t]*"
    r"(?::[^=\n]{1,60})?=(?![=>])"
    r"|\b(?:for|as|def|class|function|fn|func|lambda|const|let|var) +"
    r"([A-Za-z_]\w*(?:, *[A-Za-z_]\w*)*)"
    r"|([A-Za-z_]\w*) *=>"
)
_EXPORTED = re.compile(r"\b([A-Z][A-Z0-9_]*)=(?!=)")  # of a shell: no blank, and not local
_VERSION = re.compile(r"[=<>~!@\[;]|^-.*")
_KEYWORD = re.compile(r"[(,]\s*([A-Za-z_]\w*)=(?![=>])")
_INDEX = re.compile(r"(?<=[\w)\]])\[-?[0-9]{1,2}\]")  # `row[0]` states a place, not a fact
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?:[._,][0-9]+)*(?![\w])")
_INNER = re.compile(r"[a-z0-9$][A-Z]|_")
_PROSE = re.compile(r"[^\W\d_][\w'’,-]*(?: [\w'’,()%.-]+){2,} [\w'’()%-]+[.!?]")
_FREE = (
    frozenset(dir(builtins))
    | frozenset(keyword.kwlist)
    | sys.stdlib_module_names
    | frozenset({"console", "echo", "printf", "require", "main", "args"})
    | frozenset(
        {"kwargs", "end", "sep", "key", "reverse", "function", "return", "null", "undefined"}
    )
)


def unknown(code: str, indexes: Sequence[SourceIndex]) -> tuple[str, ...]:
    """Return the first few facts of a block of code that stand in none of the sources."""
    missing: dict[str, None] = {}
    seen: set[str] = set()
    for fact in facts(code):
        if fact in seen:
            continue
        seen.add(fact)
        if not any(in_source(fact, index) for index in indexes):
            missing[fact] = None
            if len(missing) == _MAX_MISSING:
                break
    return tuple(missing)


def is_prose(code: str) -> bool:
    """Whether any line of a block is a sentence of four words or more rather than code."""
    return any(_PROSE.fullmatch(line.strip()) for line in code.split("\n"))


def facts(code: str) -> Iterator[str]:
    """Return the hard facts of a block of code, some of them twice."""
    for comment in _COMMENT.findall(code):
        yield from (fact for fact, _ in hard_facts(comment))
    yield from _ADDRESS.findall(code)
    yield from _KEY.findall(code)
    bare = _STRING.sub('""', _COMMENT.sub("", _ADDRESS.sub(" ", code)))
    yield from _FLAG.findall(bare)
    for packages in _INSTALLED.findall(bare):
        yield from filter(None, (_VERSION.split(name)[0] for name in packages.split()))
    local = {name for found in _LOCAL.findall(bare) for name in re.split(r",\s*", "".join(found))}
    local -= set(_EXPORTED.findall(bare))
    yield from _names(bare, local | _FREE)
    yield from _NUMBER.findall(_INDEX.sub("[]", bare))


def _names(code: str, free: frozenset[str] | set[str]) -> Iterator[str]:
    for module, names in _IMPORTED.findall(code):
        if module.split(".")[0] not in sys.stdlib_module_names:
            yield from (module, *(name for name in re.split(r"[,\s]+", names) if name))
    for name in _KEYWORD.findall(code):
        if name not in _FREE:
            yield name
    for match in _NAME.finditer(code):
        parts = match[0].split(".")
        if parts[0] in sys.stdlib_module_names:
            continue
        if parts[0] in ("self", "cls", "this"):
            parts = parts[2:]
        while parts and parts[0] in free:
            parts = parts[1:]
        called = code[match.end() : match.end() + 1] == "("
        if len(parts) > 1 or (parts and (called or "." in match[0] or _INNER.search(parts[0]))):
            yield ".".join(parts)
