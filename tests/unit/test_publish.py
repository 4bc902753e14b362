import pytest

from cite_or_refuse.domain.check import Check, GateOutcome
from cite_or_refuse.domain.errors import BudgetExhausted, TransientError
from cite_or_refuse.domain.options import Options
from cite_or_refuse.domain.outcome import Outcome
from cite_or_refuse.domain.parts import Choice, Decision, DraftProblem, Research, Review, Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Asked
from cite_or_refuse.gate import check
from cite_or_refuse.nodes.publish import publish
from tests.builders import TARN, a_run, a_source, some_ports

TRUE = "The default cache size is 512 MB.[^1]"
FALSE = "Tarn earned 730 million dollars.[^1]"
AT_CAP = Options(max_revisions=0)


def a_judged_run(draft: str, **other: object) -> Run:
    sources = [a_source(TARN)]
    judged: Check = check(draft, sources)
    return a_run(draft=draft, sources=sources, check=judged, **other)


def test_an_error_ends_the_run_as_failed_with_its_name():
    # GIVEN a run brought here by an error that retries did not cure
    # WHEN it is published
    publication = publish(a_judged_run(TRUE), some_ports(), TransientError("the store is busy"))
    # THEN nothing ships, and the reason is the error's name
    assert (publication.outcome, publication.reason) == (Outcome.FAILED, "TransientError")
    assert publication.draft == ""
    assert "the store is busy" in publication.report


@pytest.mark.parametrize("error", [TransientError("It is busy."), KeyError("size")])
def test_a_person_reads_what_went_wrong_without_the_name_of_a_class(error: Exception):
    # GIVEN a run brought here by an error of ours, or by one that nobody foresaw
    # WHEN it is published
    [note] = publish(a_run(), some_ports(), error).notes
    # THEN the note is in words; the name is the reason, for programs
    assert type(error).__name__ not in note
    assert str(error) in note


def test_a_spent_budget_has_a_reason_of_its_own():
    # GIVEN a run whose budget is spent
    # WHEN it is published
    publication = publish(a_run(), some_ports(), BudgetExhausted("20 calls are spent"))
    # THEN a machine can tell
    assert publication.reason == "budget_exhausted"


@pytest.mark.parametrize(
    ("run", "outcome", "reason"),
    [
        (
            a_run(found=Research(False, (), (Asked("web", "q", 0, "503"),))),
            Outcome.FAILED,
            "search_failed",
        ),
        (a_run(sources=[]), Outcome.REFUSED, "no_sources"),
        (a_judged_run("Tarn is fast."), Outcome.REFUSED, "no_citations"),
        (a_judged_run("Tarn is fast.[^9]"), Outcome.REFUSED, "dangling_citation"),
        (a_judged_run(FALSE, options=AT_CAP), Outcome.REFUSED, "unsupported_claims"),
        (a_run(draft="", problem=DraftProblem.BLOCKED), Outcome.REFUSED, "model_blocked"),
        (
            a_judged_run(TRUE, review=Review(0, Verdict.REVISE, blocked=True)),
            Outcome.REFUSED,
            "model_blocked",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_grounded_ends_with_its_reason_and_ships_nothing(
    run: Run, outcome: Outcome, reason: str
):
    # GIVEN a run that the walk brought to its end for a reason
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN the reason is kept and no draft ships
    assert (publication.outcome, publication.reason) == (outcome, reason)
    assert publication.draft == ""


def test_an_accepted_draft_ships_as_the_gate_read_it():
    # GIVEN a grounded draft that the reviewer accepted
    run = a_judged_run(TRUE, review=Review(0, Verdict.ACCEPT, open_notes=("Nothing on TLS.",)))
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN it ships whole
    assert (publication.outcome, publication.draft, publication.cut) == (Outcome.ACCEPTED, TRUE, ())
    assert publication.notes == ("Nothing on TLS.",)


def test_at_the_cap_what_does_not_stand_is_cut_and_listed():
    # GIVEN a draft of which half stands, and no revision left
    run = a_judged_run(f"{TRUE} {FALSE}", options=AT_CAP)
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN only what stands ships, and the cut claim is named
    assert publication.outcome is Outcome.CAPPED
    assert publication.draft.strip() == TRUE
    assert [claim.text for claim in publication.cut] == ["Tarn earned 730 million dollars."]
    assert "730 million" in publication.report


@pytest.mark.parametrize(
    ("draft", "outcome"), [(TRUE, Outcome.ACCEPTED), (f"{TRUE} {FALSE}", Outcome.CAPPED)]
)
def test_a_human_may_accept_at_the_cap_but_never_what_does_not_stand(draft: str, outcome: Outcome):
    # GIVEN a run at the cap that a human accepted
    run = a_judged_run(draft, options=Options(max_revisions=0, human=True))
    run = run.decided(Decision(0, Choice.ACCEPT, by="Ada", at="now"))
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN it is accepted only if nothing had to be cut
    assert publication.outcome is outcome
    assert "730" not in publication.draft


def test_a_human_s_refusal_is_final():
    # GIVEN a grounded draft at the cap that a human refused
    run = a_judged_run(TRUE, options=Options(max_revisions=0, human=True))
    run = run.decided(Decision(0, Choice.REFUSE, by="Ada", at="now"))
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN nothing ships
    assert (publication.outcome, publication.reason) == (Outcome.REFUSED, "human_refused")
    assert publication.draft == ""


def test_what_a_capped_reviewer_still_wanted_is_told_to_the_reader():
    # GIVEN a grounded draft that was sent back until the cap
    run = a_judged_run(
        TRUE, options=AT_CAP, review=Review(0, Verdict.REVISE, ("Name the release date.",))
    )
    # WHEN it is published
    publication = publish(run, some_ports())
    # THEN it ships as capped with the open note
    assert publication.outcome is Outcome.CAPPED
    assert publication.notes == ("Name the release date.",)
    assert run.judgement.check.outcome is GateOutcome.GROUNDED
