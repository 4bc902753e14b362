"""Every edge of every router, and the rules that decide between them."""

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cite_or_refuse.domain import routing
from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.facts import Facts, Human
from cite_or_refuse.domain.outcome import Stop
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.routing import (
    after_ask_human,
    after_researcher,
    after_reviewer,
    after_supervisor,
    after_validate,
    after_writer,
    at_the_cap,
)

HARD, UNSUPPORTED, GROUNDED = GateOutcome.HARD, GateOutcome.UNSUPPORTED, GateOutcome.GROUNDED
ACCEPT, REVISE = Verdict.ACCEPT, Verdict.REVISE

type Router = Callable[[Facts], str]

NEW: dict[str, Any] = {"searched": False, "sources": 0, "drafted": False}
DRAFTED: dict[str, Any] = {"drafted": True}
JUDGED: dict[str, Any] = DRAFTED | {"gate": GROUNDED, "enough_left": True, "repeated": False}
SENT_BACK: dict[str, Any] = JUDGED | {"gate": UNSUPPORTED}
AT_CAP: dict[str, Any] = {"revision": 3}
ASKED: dict[str, Any] = {"human": Human.ASKED}

CASES: list[tuple[str, Router, dict[str, Any], str]] = [
    ("a new run is searched for", after_supervisor, NEW, "researcher"),
    ("a failed search is made again", after_supervisor, NEW | {"sources": 2}, "researcher"),
    ("nothing was found", after_supervisor, {"sources": 0}, "publish"),
    ("sources ask for a draft", after_supervisor, {}, "writer"),
    ("a draft is judged", after_supervisor, DRAFTED, "validate"),
    ("a blocked draft ends", after_supervisor, DRAFTED | {"stop": Stop.MODEL_BLOCKED}, "publish"),
    ("a grounded draft is reviewed", after_supervisor, JUDGED, "reviewer"),
    ("an unsupported draft is rewritten", after_supervisor, SENT_BACK, "writer"),
    ("a hard fault ends", after_supervisor, JUDGED | {"gate": HARD}, "publish"),
    ("an accepted draft ships", after_supervisor, JUDGED | {"verdict": ACCEPT}, "publish"),
    ("a criticised draft is rewritten", after_supervisor, JUDGED | {"verdict": REVISE}, "writer"),
    ("a human is asked", after_supervisor, SENT_BACK | AT_CAP | ASKED, "ask_human"),
    ("a human sent it back", after_supervisor, JUDGED | {"human": Human.REVISE}, "writer"),
    ("a human accepted", after_supervisor, SENT_BACK | {"human": Human.ACCEPT}, "publish"),
    ("a human refused", after_supervisor, SENT_BACK | {"human": Human.REFUSE}, "publish"),
    ("a human came late", after_supervisor, SENT_BACK | {"human": Human.LATE}, "publish"),
    ("a search brings the run back", after_researcher, {}, "supervisor"),
    ("a search that found nothing, too", after_researcher, {"sources": 0}, "supervisor"),
    ("no provider answered", after_researcher, NEW, "publish"),
    ("every draft is judged", after_writer, DRAFTED, "validate"),
    ("a blocked writer ends", after_writer, {"stop": Stop.MODEL_BLOCKED}, "publish"),
    ("a hard fault ends at once", after_validate, JUDGED | {"gate": HARD}, "publish"),
    ("unsupported, cap not met", after_validate, SENT_BACK, "writer"),
    ("unsupported, cap met", after_validate, SENT_BACK | AT_CAP, "publish"),
    ("unsupported, cap met, a human", after_validate, SENT_BACK | AT_CAP | ASKED, "ask_human"),
    ("grounded", after_validate, JUDGED, "reviewer"),
    ("grounded at the cap", after_validate, JUDGED | AT_CAP, "reviewer"),
    ("repeated, cap not met", after_validate, SENT_BACK | {"repeated": True}, "publish"),
    ("repeated and grounded", after_validate, JUDGED | {"repeated": True} | ASKED, "ask_human"),
    ("accept", after_reviewer, JUDGED | {"verdict": ACCEPT}, "publish"),
    ("accept at the cap", after_reviewer, JUDGED | AT_CAP | {"verdict": ACCEPT}, "publish"),
    ("revise, cap not met", after_reviewer, JUDGED | {"verdict": REVISE}, "writer"),
    ("revise, cap met", after_reviewer, JUDGED | AT_CAP | {"verdict": REVISE}, "publish"),
    (
        "revise, cap met, a human",
        after_reviewer,
        JUDGED | AT_CAP | ASKED | {"verdict": REVISE},
        "ask_human",
    ),
    (
        "a blocked reviewer ends",
        after_reviewer,
        JUDGED | {"verdict": REVISE, "stop": Stop.MODEL_BLOCKED},
        "publish",
    ),
    ("enough stands, a human", at_the_cap, SENT_BACK | ASKED, "ask_human"),
    ("enough stands, no human", at_the_cap, SENT_BACK, "publish"),
    ("too little stands", at_the_cap, SENT_BACK | ASKED | {"enough_left": False}, "publish"),
    ("the wait ran out", at_the_cap, SENT_BACK | {"human": Human.LATE}, "publish"),
    ("more rounds", after_ask_human, SENT_BACK | {"human": Human.REVISE}, "writer"),
    ("no answer yet", after_ask_human, SENT_BACK | ASKED, "ask_human"),
    ("accepted by a human", after_ask_human, SENT_BACK | {"human": Human.ACCEPT}, "publish"),
    ("refused by a human", after_ask_human, SENT_BACK | {"human": Human.REFUSE}, "publish"),
    ("no answer in time", after_ask_human, SENT_BACK | {"human": Human.LATE}, "publish"),
]


def some_facts(**changes: Any) -> Facts:
    """Facts of a run that has its sources and no draft."""
    fields: dict[str, Any] = {
        "run_id": "r1",
        "seq": 5,
        "searched": True,
        "sources": 2,
        "drafted": False,
        "gate": None,
        "enough_left": None,
        "repeated": None,
        "verdict": None,
        "revision": 0,
        "cap": 3,
        "human": Human.NONE,
        "stop": None,
        "outcome": None,
    }
    return Facts(**(fields | changes))


@pytest.mark.parametrize(
    ("router", "changes", "edge"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_router_takes_the_edge(router: Router, changes: dict[str, Any], edge: str) -> None:
    assert router(some_facts(**changes)) == edge


def routers() -> list[Router]:
    names = [name for name in vars(routing) if name.startswith(("after_", "at_"))]
    return [getattr(routing, name) for name in names]


def test_every_edge_of_every_router_is_taken() -> None:
    # GIVEN the edges that the routers' own types list
    edges = {
        (router.__name__, edge)
        for router in routers()
        for edge in get_args(get_type_hints(router)["return"])
    }
    # THEN the cases above take each of them, and no other
    assert {(router.__name__, edge) for _, router, _, edge in CASES} == edges
    assert len(routers()) == 7


@given(st.from_type(Facts), st.sampled_from(routers()))
def test_no_facts_lead_a_router_off_its_edges(facts: Facts, router: Router) -> None:
    assert router(facts) in get_args(get_type_hints(router)["return"])


@given(st.from_type(Facts))
def test_at_the_cap_no_router_but_the_humans_sends_back_to_the_writer(facts: Facts) -> None:
    # GIVEN a draft at the cap
    assume(facts.revision >= facts.cap)
    # THEN neither the gate nor the reviewer gets another
    assert after_validate(facts) != "writer"
    assert after_reviewer(facts) != "writer"
