"""The Choice rules of a definition, read a second time: which of them a walk has taken."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

_OPERATORS = {
    "BooleanEquals": lambda value, other: value is other,
    "IsNull": lambda value, other: (value is None) is other,
    "NumericEquals": lambda value, other: value == other,
    "NumericEqualsPath": lambda value, other: value == other,
    "NumericGreaterThanPath": lambda value, other: value > other,
    "NumericLessThanEquals": lambda value, other: value <= other,
    "NumericLessThanEqualsPath": lambda value, other: value <= other,
    "NumericLessThanPath": lambda value, other: value < other,
    "StringEquals": lambda value, other: value == other,
}


def taken(
    definition: Mapping[str, Any], history: Sequence[tuple[str, Any]]
) -> set[tuple[str, object]]:
    """The rules by which a walk went from each Choice: `(state, index)`, or `(state, "Default")`.

    `history` is the states that it entered, with their input. Raises AssertionError where it went
    elsewhere than the rule says.
    """
    rules: set[tuple[str, object]] = set()
    for (name, state), (following, _) in pairwise(history):
        choice = definition["States"][name]
        if choice["Type"] == "Choice":
            rule, to = _first(choice, state)
            assert to == following, f"{name} goes to {following}, and by its rules to {to}"
            rules.add((name, rule))
    return rules


def _first(choice: Mapping[str, Any], state: Any) -> tuple[object, str]:
    for number, rule in enumerate(choice["Choices"]):
        if _holds(rule, state):
            return number, rule["Next"]
    return "Default", choice["Default"]


def _holds(rule: Mapping[str, Any], state: Any) -> bool:
    if "And" in rule:
        return all(_holds(part, state) for part in rule["And"])
    if "Or" in rule:
        return any(_holds(part, state) for part in rule["Or"])
    if "Not" in rule:
        return not _holds(rule["Not"], state)
    [operator] = rule.keys() - {"Variable", "Next", "Comment"}
    other = rule[operator]
    if operator.endswith("Path"):
        other = _at(other, state)
    return bool(_OPERATORS[operator](_at(rule["Variable"], state), other))


def _at(path: str, state: Any) -> Any:
    for name in path.removeprefix("$.").split("."):
        state = state[name]
    return state
