"""A function's signature as its documentation shows it."""

import ast
from itertools import repeat

Function = ast.FunctionDef | ast.AsyncFunctionDef

# A default or annotation longer than this is a table, not something to read in a signature.
_LONGEST = 200
_KINDS = ("classmethod", "staticmethod")
_PROPERTIES = frozenset({"property", "cached_property"})


def signature(node: Function, owner: str) -> str:
    """Return `owner.name(parameters) -> type`, a property without the parentheses."""
    decorators = {_last_name(decorator) for decorator in node.decorator_list}
    name = f"{owner}.{node.name}"
    returns = source_of(node.returns) if node.returns else ""
    if decorators & _PROPERTIES:
        return f"{name}: {returns}" if returns else name
    kinds = [kind for kind in _KINDS if kind in decorators]
    if isinstance(node, ast.AsyncFunctionDef):
        kinds.append("async")
    shown = parameters(node.args, method="staticmethod" not in decorators)
    return " ".join([*kinds, f"{name}({shown})"]) + (f" -> {returns}" if returns else "")


def parameters(arguments: ast.arguments, *, method: bool) -> str:
    """Return the parameters with annotations and defaults, without the first one of a method."""
    plain = [*arguments.posonlyargs, *arguments.args]
    missing = len(plain) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*repeat(None, missing), *arguments.defaults]
    shown = [_parameter(*pair) for pair in zip(plain, defaults, strict=True)]
    if arguments.posonlyargs:
        shown.insert(len(arguments.posonlyargs), "/")
    if method and plain and plain[0].arg in ("self", "cls"):
        shown = shown[1:]
        if shown[:1] == ["/"]:
            shown = shown[1:]
    if arguments.vararg:
        shown.append("*" + _parameter(arguments.vararg, None))
    elif arguments.kwonlyargs:
        shown.append("*")
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    shown += [_parameter(argument, default) for argument, default in keywords]
    if arguments.kwarg:
        shown.append("**" + _parameter(arguments.kwarg, None))
    return ", ".join(shown)


def source_of(node: ast.expr) -> str:
    """Return an expression as source on one line; `...` for a very long one."""
    source = " ".join(ast.unparse(node).split())
    return source if len(source) <= _LONGEST else "..."


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    text = argument.arg
    if argument.annotation:
        text += f": {source_of(argument.annotation)}"
    if default is None:
        return text
    equals = " = " if argument.annotation else "="
    return f"{text}{equals}{source_of(default)}"


def _last_name(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    if isinstance(decorator, ast.Attribute):
        return decorator.attr
    return decorator.id if isinstance(decorator, ast.Name) else ""
