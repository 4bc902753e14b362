"""A run's current walk: one at a time, and only its own token wakes it."""

import pytest

from cite_or_refuse.adapters.aws.walks import Walk, Walks
from cite_or_refuse.domain.errors import UnknownRun
from tests.aws import make_table


@pytest.fixture
def walks(account: None) -> Walks:
    return Walks(make_table())


def test_a_run_that_was_not_begun_has_no_walk(walks: Walks) -> None:
    # GIVEN no walk of the run, THEN none is found, and no token can be kept
    assert walks.current("r1") is None
    assert not walks.keep_token("r1", "r1-0", "token")
    assert walks.current("r1") is None


def test_what_can_be_no_id_is_unknown(walks: Walks) -> None:
    for run_id in ("x" * 5000, "\udc80", "東"):
        with pytest.raises(UnknownRun):
            walks.current(run_id)


def test_a_walk_keeps_the_last_token_it_was_given(walks: Walks) -> None:
    # GIVEN a walk that asks a human twice
    walks.begin("r1", "r1-0")
    assert walks.current("r1") == Walk("r1-0")
    assert walks.keep_token("r1", "r1-0", "first")
    assert walks.keep_token("r1", "r1-0", "second")
    # THEN the second token wakes it
    assert walks.current("r1") == Walk("r1-0", "second")
    assert walks.current("r2") is None


def test_a_walk_that_is_begun_twice_forgets_nothing(walks: Walks) -> None:
    # GIVEN a walk that waits for a human
    walks.begin("r1", "r1-0")
    walks.keep_token("r1", "r1-0", "token")
    # WHEN its start is delivered again, THEN it can still be woken
    walks.begin("r1", "r1-0")
    assert walks.current("r1") == Walk("r1-0", "token")


def test_a_new_walk_takes_the_place_of_the_old_one(walks: Walks) -> None:
    # GIVEN a walk that waits for a human
    walks.begin("r1", "r1-0")
    walks.keep_token("r1", "r1-0", "old")
    # WHEN the run is resumed, THEN the old token is forgotten
    walks.begin("r1", "r1-7")
    assert walks.current("r1") == Walk("r1-7")
    # AND a token of the old walk that comes late does not take the new one's place
    assert walks.keep_token("r1", "r1-7", "new")
    assert not walks.keep_token("r1", "r1-0", "late")
    assert walks.current("r1") == Walk("r1-7", "new")
