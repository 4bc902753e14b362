import json
from typing import Any

import pytest
from hypothesis import given

from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.errors import PermanentError
from cite_or_refuse.domain.facts import Facts, facts_of
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Commit
from tests.builders import a_check, a_claim, a_run
from tests.strategies import commits, runs


def facts() -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(facts_of(a_run(draft="Tarn.[^1]", check=a_check(a_claim()))))
    return plain


@pytest.mark.parametrize(
    "change",
    [
        {"gate": "grounde"},
        {"gate": ["grounded"]},
        {"seq": "1"},
        {"seq": True},
        {"seq": None},
        {"searched": 1},
        {"verdct": "accept"},
    ],
    ids=str,
)
def test_facts_that_this_program_did_not_write_are_an_error(change: dict[str, object]) -> None:
    # GIVEN facts with one field mistyped, of another type or of an unknown value
    plain = facts() | change
    # WHEN they are read, THEN nothing vanishes silently
    with pytest.raises(PermanentError):
        from_plain(Facts, plain)


def test_a_field_without_a_default_has_to_be_there() -> None:
    plain = facts()
    del plain["cap"]
    with pytest.raises(PermanentError, match="'cap'"):
        from_plain(Facts, plain)


def test_a_field_that_is_newer_than_the_stored_run_takes_its_default() -> None:
    # GIVEN a run stored before its options knew of a human
    plain = to_plain(a_run())
    del plain["options"]["human"]
    # WHEN it is read, THEN the option is off
    assert from_plain(Run, plain).options.human is False


def test_facts_are_plain_json_that_says_what_it_means() -> None:
    assert facts() == {
        "run_id": "r1",
        "seq": 0,
        "searched": True,
        "sources": 1,
        "drafted": True,
        "gate": "grounded",
        "enough_left": True,
        "repeated": False,
        "verdict": None,
        "revision": 0,
        "cap": 3,
        "human": "none",
        "stop": None,
        "outcome": None,
    }


@given(runs)
def test_any_run_survives_json(run: Run) -> None:
    assert from_plain(Run, json.loads(json.dumps(to_plain(run)))) == run


@given(commits)
def test_any_commit_survives_json(commit: Commit) -> None:
    assert from_plain(Commit, json.loads(json.dumps(to_plain(commit)))) == commit
