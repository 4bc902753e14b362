"""Technical claims and their fabricated twins, made from the documentation of what is installed.

A page is what `pydoc` would show of a module: signatures and docstrings. Each template states
something that the page says of one class or function; each twin says the same of a parameter, a
value, a method, an exception or a version that the page does not tie to it. Nothing of the pages is
stored: they come from the packages that requirements/run.txt and test.txt lock.
"""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from inspect import Parameter
from itertools import islice
from types import ModuleType
from typing import Any

from bench.gate.claims import Claim
from bench.gate.twins import twins

MODULES = (
    "bs4.element", "click.core", "click.decorators", "click.types", "click.utils", "filelock",
    "hypothesis.strategies", "platformdirs.api", "requests.adapters", "requests.models",
    "requests.sessions", "urllib3.connectionpool", "urllib3.util.retry",
)  # fmt: skip
FACADES = {"filelock": "filelock", "hypothesis.strategies": "hypothesis"}  # show what others define
EACH = 10  # claims of one template from one module
SENTENCES = 20  # from one module
TWINS = 25  # of one kind, from all sentences
SEED = 1

_PLAIN = (type(None), bool, int, float, str)
_RAISES = re.compile(
    r":raises?\s+~?([A-Z][A-Za-z.]+):|^\s{2,}([A-Z][A-Za-z]+(?:Error|Exception)):", re.MULTILINE
)
_ADDED = re.compile(r"\.\. version(?:added|changed):: ([0-9]+(?:\.[0-9]+)+)\s*$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=\n\n)[A-Z][^\n.:`]*(?:\n(?!\n)[^\n.:`]*){0,3}\.(?=\s)")


@dataclass(frozen=True)
class Thing:
    """A class or a function, and what its documentation says."""

    name: str
    doc: str
    parameters: dict[str, Parameter] = field(default_factory=dict)
    base: str = ""
    methods: tuple[str, ...] = ()
    inherited: frozenset[str] = frozenset()

    @property
    def open(self) -> bool:
        """Whether it takes parameters that its signature does not name."""
        return any(p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in self.parameters.values())

    @property
    def signature(self) -> str:
        """The call as documentation shows it; a default that is no plain value is left out."""
        bare = {
            n: p.replace(annotation=p.empty, default=p.empty) for n, p in self.parameters.items()
        }
        plain = {n: p.default for n, p in self.parameters.items() if isinstance(p.default, _PLAIN)}
        shown = [f"{n}={plain[n]!r}" if n in plain else str(bare[n]) for n in bare]
        return f"{self.name}({', '.join(shown)})"


def _parameters(of: Any) -> dict[str, Parameter]:
    try:
        found = inspect.signature(of).parameters
    except (TypeError, ValueError):
        return {}
    return {name: p for name, p in found.items() if name not in ("self", "cls", "_")}


def _things(module: ModuleType) -> Iterator[Thing]:
    for name, value in sorted(vars(module).items()):
        home = str(getattr(value, "__module__", ""))
        facade = home.startswith(FACADES.get(module.__name__, "no other"))
        doc = inspect.getdoc(value)
        if name.startswith("_") or not doc or not (facade or home == module.__name__):
            continue
        if inspect.isclass(value):
            yield from _class(name, doc, value)
        elif inspect.isfunction(value):
            yield Thing(name, doc, _parameters(value))


def _class(name: str, doc: str, value: type) -> Iterator[Thing]:
    functions = {n: v for n, v in vars(value).items() if inspect.isfunction(v) and n[0] != "_"}
    methods = {n: (v, d) for n, v in functions.items() if (d := inspect.getdoc(v))}
    base = value.__mro__[1].__name__ if len(value.__mro__) > 2 else ""
    yield Thing(name, doc, _parameters(value), base, tuple(methods), frozenset(dir(value)))
    for method, (function, text) in methods.items():
        yield Thing(f"{name}.{method}", text, _parameters(function))


@cache
def page(name: str) -> tuple[str, tuple[Thing, ...]]:
    """Return the text of a module's documentation, and the things it describes."""
    module = import_module(name)
    things = tuple(_things(module))
    parts = [f"# {name}", inspect.getdoc(module) or ""]
    for thing in things:
        parts.append(f"{'class ' if thing.inherited else ''}{thing.signature}")
        if thing.base:
            parts.append(f"Bases: {thing.base}")
        parts.append(thing.doc)
    return "\n\n".join(part for part in parts if part) + "\n", things


def _defaults(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    for thing in things:
        plain = {n: p.default for n, p in thing.parameters.items() if isinstance(p.default, _PLAIN)}
        for name, value in islice(plain.items(), 2):
            others = [v for v in plain.values() if repr(v) != repr(value)]
            other = others[0] if others else (None if value else True)
            say = f"The default of `{name}` in `{thing.name}` is `{{!r}}`."
            yield say.format(value), say.format(other)


def _takes(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    known = list(dict.fromkeys(name for thing in things for name in thing.parameters))
    for number, thing in enumerate(things):
        foreign = [name for name in known if name not in thing.parameters and len(name) > 3]
        if thing.parameters and foreign and not thing.open:
            own = list(thing.parameters)[number % len(thing.parameters)]
            say = f"`{thing.name}` accepts a `{{}}` argument."
            yield say.format(own), say.format(foreign[number % len(foreign)])


def _invented(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    known = list(dict.fromkeys(name for thing in things for name in thing.parameters))
    for number, thing in enumerate(things):
        if thing.parameters and not thing.open:
            own = list(thing.parameters)[-1 - number % len(thing.parameters)]
            made = f"{known[number % len(known)]}_{known[(7 * number + 3) % len(known)]}"
            say = f"You can pass `{{}}` to `{thing.name}`."
            yield say.format(own), say.format(made.strip("*"))


def _methods(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    known = list(dict.fromkeys(name for thing in things for name in thing.methods))
    for number, thing in enumerate(things):
        foreign = [name for name in known if name not in thing.inherited]
        if thing.methods and foreign:
            say = f"One of the methods of `{thing.name}` is `{{}}`."
            yield (
                say.format(thing.methods[number % len(thing.methods)]),
                say.format(foreign[number % len(foreign)]),
            )


def _raised(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    for thing in things:
        for found in _RAISES.finditer(thing.doc):
            name = (found[1] or found[2]).rpartition(".")[2]
            other = "LookupError" if name != "LookupError" else "BufferError"
            yield f"`{thing.name}` raises `{name}`.", f"`{thing.name}` raises `{other}`."


def _bases(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    for thing in things:
        if thing.base and thing.base != thing.name:
            yield (
                f"`{thing.name}` is a subclass of `{thing.base}`.",
                f"`{thing.base}` is a subclass of `{thing.name}`.",
            )


def _versions(things: tuple[Thing, ...]) -> Iterator[tuple[str, str]]:
    known = sorted({v for thing in things for v in _ADDED.findall(thing.doc)})
    for thing in things:
        own = _ADDED.findall(thing.doc)
        foreign = [v for v in known if v not in thing.doc]
        if own and foreign:
            say = f"`{thing.name}` changed or was added in version {{}}."
            yield say.format(own[0]), say.format(foreign[len(own) % len(foreign)])


TEMPLATES = {
    "default": _defaults, "keyword": _takes, "invention": _invented, "method": _methods,
    "exception": _raised, "role": _bases, "version": _versions,
}  # fmt: skip


def templated() -> list[Claim]:
    """Return the claims of the templates, each with its fabricated twin after it."""
    found: list[Claim] = []
    for module in MODULES:
        content, things = page(module)
        for kind, template in TEMPLATES.items():
            for number, (true, false) in enumerate(islice(template(things), EACH)):
                mark = f"{module} {kind} {number}"
                found.append(Claim(f"{mark} +", true, content, 1, "documentation"))
                found.append(Claim(f"{mark} -", false, content, 0, "documentation", kind))
    return found


def quoted() -> list[Claim]:
    """Return sentences of the docstrings as claims, then the false twins made of them."""
    found: list[Claim] = []
    for module in MODULES:
        content, things = page(module)
        sentences = (s for t in things for s in _SENTENCE.findall(f"\n\n{t.doc}\n"))
        plain = (" ".join(s.split()) for s in dict.fromkeys(sentences))
        telling = (s for s in plain if 7 < len(s.split()) < 35)
        for number, text in enumerate(islice(telling, SENTENCES)):
            found.append(Claim(f"{module} sentence {number}", text, content, 1, "documentation"))
    return found + [twin.claim for twin in twins(found, TWINS, SEED)]
