"""Python source as documentation: signatures and docstrings, read from the syntax tree, never run.

A module becomes its dotted name and docstring, then for each public thing a line such as
`langgraph.types.interrupt(value: Any) -> Any` and the docstring under it, dedented.
"""

import ast
import inspect
import warnings
from collections.abc import Iterator, Sequence
from importlib.util import decode_source
from itertools import pairwise
from pathlib import Path

from cite_or_refuse.adapters.documents.cleaning import decode
from cite_or_refuse.adapters.documents.signature import Function, parameters, signature, source_of
from cite_or_refuse.domain.errors import Unreadable

_ROOTS = ("site-packages", "dist-packages")
_DOCUMENTED_DUNDERS = ("__call__", "__enter__", "__exit__", "__getitem__", "__iter__", "__or__")


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Return `(dotted name, documentation)`. Raises Unreadable if it is no valid Python."""
    name = dotted_name(path)
    source = _source(path, data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # an invalid escape in their code
            module = ast.parse(source)
        entries = [_docstring(module), *_entries(module.body, name, source.splitlines())]
    except SyntaxError as error:
        raise Unreadable(f"{path} is not valid Python: {error.msg}.") from error
    except (RecursionError, MemoryError, ValueError) as error:  # ValueError: a number too long
        raise Unreadable(f"{path} is Python too deep or too long to be read.") from error
    documented = [entry for entry in entries if entry]
    if not documented:
        raise Unreadable(f"{path} holds no docstring and nothing public.")
    return name, "\n\n".join([name, *documented]) + "\n"


def dotted_name(path: Path) -> str:
    """Return the name by which a module is imported: from site-packages, else its packages."""
    parts = [*path.resolve().parent.parts, path.stem]
    root = max((i for i, part in enumerate(parts[:-1]) if part in _ROOTS), default=None)
    if root is not None:
        names = parts[root + 1 :]
    else:
        names = [path.stem]
        folder = path.resolve().parent
        while (folder / "__init__.py").exists():
            names.insert(0, folder.name)
            folder = folder.parent
    if names[-1] == "__init__" and len(names) > 1:
        names.pop()
    return ".".join(names)


def _source(path: Path, data: bytes) -> str:
    try:
        return decode_source(data)  # honours an encoding line
    except (SyntaxError, UnicodeDecodeError):
        return decode(path, data)


def _docstring(node: ast.Module | ast.ClassDef | Function) -> str:
    return ast.get_docstring(node) or ""


def _entries(body: Sequence[ast.stmt], owner: str, lines: list[str]) -> Iterator[str]:
    """Yield the text of each public thing, what it owns after it."""
    for node, following in pairwise([*_flat(body), None]):
        if isinstance(node, ast.ClassDef) and _public(node.name):
            yield _class(node, owner)
            yield from _entries(node.body, f"{owner}.{node.name}", lines)
        elif isinstance(node, Function) and _public(node.name) and not _is_setter(node):
            yield _paragraphs(signature(node, owner), _docstring(node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield _value(node, following, owner, lines)


def _flat(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Look into `if` and `try`, where modules define things by version."""
    for node in body:
        if isinstance(node, ast.If | ast.Try):
            yield from _flat([*node.body, *node.orelse])
        else:
            yield node


def _public(name: str) -> bool:
    return not name.startswith("_") or name in _DOCUMENTED_DUNDERS


def _is_setter(node: Function) -> bool:
    return any(
        isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter")
        for decorator in node.decorator_list
    )


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _class(node: ast.ClassDef, owner: str) -> str:
    """The signature is the one that a caller of the class sees: that of `__init__`."""
    init = next(
        (n for n in node.body if isinstance(n, Function) and n.name == "__init__"),
        None,
    )
    call = f"({parameters(init.args, method=True)})" if init else ""
    bases = ", ".join(source_of(base) for base in node.bases)
    return _paragraphs(
        f"class {owner}.{node.name}{call}",
        f"Bases: {bases}" if bases else "",
        _docstring(node),
        _docstring(init) if init else "",
    )


def _value(
    node: ast.Assign | ast.AnnAssign, following: ast.stmt | None, owner: str, lines: list[str]
) -> str:
    """A constant, field or alias: with the string below it or the comment above it, if any."""
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    if not isinstance(target, ast.Name) or not _public(target.id):
        return ""
    annotation = f": {source_of(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
    constant = target.id.isupper() and isinstance(node.value, ast.Constant | ast.UnaryOp)
    words = _string_below(following)
    if not (words or annotation or constant):
        return ""
    words = words or _comment_above(node, lines)
    value = f" = {source_of(node.value)}" if node.value else ""
    return _paragraphs(f"{owner}.{target.id}{annotation}{value}", words)


def _string_below(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        value = node.value.value
        return inspect.cleandoc(value) if isinstance(value, str) else ""
    return ""


def _comment_above(node: ast.stmt, lines: list[str]) -> str:
    above: list[str] = []
    row = node.lineno - 2
    while row >= 0 and (line := lines[row].strip()).startswith("#"):
        above.insert(0, line.lstrip("#: "))
        row -= 1
    return "\n".join(above)
