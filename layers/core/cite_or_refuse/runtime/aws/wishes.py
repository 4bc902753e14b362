"""What a caller of the stack may choose for a run, the same at the API and in a drop."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from cite_or_refuse.domain.budget import NO_LIMIT, Budget, parse_budget
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options
from cite_or_refuse.runtime.searches import choose_configured
from cite_or_refuse.runtime.settings import Settings

ROLES = ("plan", "write", "review")
LIMITS = ("usd", "tokens", "calls", "searches", "seconds")
DOCUMENTS = "documents/"
_SET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What is left out is as the operator set it.

    `models` names the one for each of `ROLES`, "" for all of them.
    """

    models: Mapping[str, str] = field(default_factory=dict)
    search: tuple[str, ...] = ()
    max_revisions: int | None = None
    human: bool = False
    wait_minutes: int | None = None
    budget: Budget = NO_LIMIT


def wishes_from(value: object) -> Wishes:
    """Return the wishes of a JSON object. Raises BadInput, also for a field that there is not.

    All of its fields may be missing: `model` (for all roles), `models` (an object of roles),
    `search` (a list of names), `max_revisions`, `human`, `wait_minutes`, and `budget`, an object
    of numbers for `LIMITS`.
    """
    given = object_of("options", value, (*(f.name for f in fields(Wishes)), "model"))
    models = object_of("models", given.pop("models", {}), ROLES)
    if "model" in given:
        models[""] = given.pop("model")
    budget = object_of("budget", given.pop("budget", {}), LIMITS)
    return Wishes(
        models={role: _typed(str, "a string", "model", spec) for role, spec in models.items()},
        search=strings_of("search", given.pop("search", [])),
        human=_typed(bool, "true or false", "human", given.pop("human", False)),
        budget=parse_budget(",".join(f"{name}={_number(name, budget[name])}" for name in budget)),
        **{name: _typed(int, "a whole number", name, number) for name, number in given.items()},
    )


def options_of(wishes: Wishes, settings: Settings, documents: str = "") -> Options:
    """Return the options of a run over the set of documents with this name, if it has one.

    Raises BadInput for a wish beyond what the operator set, and where there is nothing to search.
    """
    asks = wishes.human or settings.human_review == "always"
    if wishes.wait_minutes is not None and not asks:
        raise BadInput("The option wait_minutes says how long human waits; give both.")
    configured = {settings.model, settings.plan_model, settings.review_model} - {""}
    for spec in wishes.models.values():
        if spec not in configured:
            choices = ", ".join(sorted(configured))
            raise BadInput(f"The model {spec!r:.60} is not configured here; there is: {choices}.")
    return settings.options(
        models=wishes.models,
        search=choose_configured(settings, wishes.search, documents=bool(documents)),
        corpus=[set_address(settings, documents)] if documents else [],
        max_revisions=wishes.max_revisions,
        human=wishes.human,
        wait_minutes=wishes.wait_minutes,
        budget=wishes.budget,
    )


def set_address(settings: Settings, name: str) -> str:
    """Return where a set of documents lies. Raises BadInput for what is no name of one."""
    check_set(name)
    if not settings.documents:
        raise BadInput("This stack has no bucket of documents.")
    return f"s3://{settings.documents}/{DOCUMENTS}{name}"


def check_set(name: str) -> None:
    """Raise BadInput for what is no name of a set of documents."""
    if not _SET.fullmatch(name):
        raise BadInput(
            f"{name!r:.60} is no name of a set of documents; it has at most 100 letters, digits, "
            "dots, hyphens and underscores, and begins with a letter or a digit."
        )


def object_of(what: str, value: object, known: tuple[str, ...]) -> dict[str, object]:
    """Return a copy of a JSON object. Raises BadInput if it is none, or has an unknown field."""
    if not isinstance(value, dict):
        raise BadInput(f"The {what} is no JSON object.")
    for name in value:
        if name not in known:
            raise BadInput(f"The {what} has no field {name!r:.60}; there is: {', '.join(known)}.")
    return dict(value)


def strings_of(what: str, value: object) -> tuple[str, ...]:
    """Return a JSON list of strings. Raises BadInput if it is none."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadInput(f"The {what} is no list of strings.")
    return tuple(value)


def _typed[T](kind: type[T], said: str, name: str, value: object) -> T:
    if type(value) is not kind:
        raise BadInput(f"The {name} has to be {said}.")
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"The limit {name} of the budget has to be a number.")
    return value
