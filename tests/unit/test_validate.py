import pytest

from cite_or_refuse.domain.check import GateOutcome, Reason
from cite_or_refuse.domain.facts import facts_of
from cite_or_refuse.domain.parts import DraftProblem, Judgement
from cite_or_refuse.domain.routing import after_validate
from cite_or_refuse.nodes.validate import validate
from tests.builders import a_run, a_source, some_ports


def test_an_unsupported_number_goes_back_with_its_name():
    # GIVEN a draft whose number is not in its source
    run = a_run(draft="Tarn needs 4 GB.[^1]", sources=[a_source("Tarn needs 2 GB.")])
    # WHEN it is validated
    judgement = validate(run, some_ports())
    # THEN it goes back to the writer with the number named
    assert judgement.check.claims[0].missing == ("4 GB",)
    assert after_validate(facts_of(run | judgement)) == "writer"


@pytest.mark.parametrize("problem", list(DraftProblem))
def test_a_draft_with_a_problem_is_unsupported_with_no_claim_standing(problem: DraftProblem):
    # GIVEN a draft that is none, though its text would pass
    run = a_run(
        draft="Tarn needs 2 GB.[^1]", problem=problem, sources=[a_source("Tarn needs 2 GB.")]
    )
    # WHEN it is validated
    check = validate(run, some_ports()).check
    # THEN nothing of it stands
    assert check.outcome is GateOutcome.UNSUPPORTED
    assert check.reasons == (Reason(problem.value),)
    assert not check.enough_left


def test_a_draft_judged_before_is_repeated():
    # GIVEN a draft that was judged, and comes again as the next revision
    first = a_run(draft="Tarn needs 4 GB.[^1]", sources=[a_source("Tarn needs 2 GB.")])
    once = validate(first, some_ports())
    again = a_run(
        draft="Tarn needs 4 GB.[^1]",
        revision=1,
        sources=[a_source("Tarn needs 2 GB.")],
        judged=once,
    )
    # WHEN it is validated again
    twice = validate(again, some_ports())
    # THEN it is known
    assert (once.repeated, twice.repeated) == (False, True)
    assert isinstance(twice, Judgement)
    assert len(twice.seen) == 2


def test_a_wrong_number_is_repointed_to_the_source_that_carries_it():
    # GIVEN a claim that cites the first source, while the second states it word for word
    sources = [
        a_source("Tarn needs 2 GB."),
        a_source("Ostrel handled 410,000 requests per second."),
    ]
    run = a_run(draft="Ostrel handled 410,000 requests per second.[^1]", sources=sources)
    # WHEN it is validated inside a run
    check = validate(run, some_ports()).check
    # THEN the citation is moved, and the change is recorded
    assert check.outcome is GateOutcome.GROUNDED
    assert check.claims[0].citations == (2,)
    assert any("2" in change for change in check.changes)
