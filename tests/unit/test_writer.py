import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.domain.check import Reason, Support
from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import Choice, Decision, DraftProblem, Review, Verdict
from cite_or_refuse.nodes.writer import writer
from cite_or_refuse.ports import Writing
from tests.builders import a_check, a_claim, a_run, some_ports


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_draft_is_a_problem_not_a_draft(text: str):
    # GIVEN a model that answers with nothing
    ports = some_ports(ScriptedModel(drafts=[text]))
    # WHEN it writes
    draft = writer(a_run(), ports)
    # THEN the problem is named
    assert draft.problem is DraftProblem.EMPTY_DRAFT


def test_a_blocked_answer_is_typed_and_leaves_no_text():
    # GIVEN a model whose guardrail steps in
    ports = some_ports(ScriptedModel(drafts=[ModelBlocked("guardrail")]))
    # WHEN it writes
    draft = writer(a_run(), ports)
    # THEN the run can end as model_blocked
    assert (draft.text, draft.problem) == ("", DraftProblem.BLOCKED)


def test_a_problem_that_the_model_reports_is_kept():
    # GIVEN a model cut off by its token limit
    cut_off = Writing("Tarn has a", DraftProblem.TRUNCATED)
    # WHEN it writes
    draft = writer(a_run(), some_ports(ScriptedModel(drafts=[cut_off])))
    # THEN the draft carries the problem
    assert draft.problem is DraftProblem.TRUNCATED


def test_a_rewrite_counts_as_a_revision_and_gets_every_note():
    # GIVEN a draft that the gate, the reviewer and a human all have something to say of
    bad = a_claim("The cache is 51 MB.", verdict=Support.UNSUPPORTED, missing=("51 MB",), score=0.1)
    run = a_run(
        draft="The cache is 51 MB.[^1]",
        check=a_check(bad, reasons=(Reason.UNSUPPORTED_CLAIM,), draft="The cache is 51 MB.[^1]"),
        review=Review(0, Verdict.REVISE, notes=("Say when it was released.",)),
    )
    run = run.decided(Decision(0, Choice.REVISE, by="Ada", at="now", notes="Shorter, please."))
    model = ScriptedModel(drafts=["The default cache size is 512 MB.[^1]"])
    # WHEN it is written again
    draft = writer(run, some_ports(model))
    # THEN it is the first revision, and the model was told what to mend
    assert draft.revision == 1
    assignment = model.assignments[-1]
    assert assignment.previous == "The cache is 51 MB.[^1]"
    assert "51 MB" in assignment.notes[0]
    assert assignment.notes[1:] == ("Say when it was released.", "Shorter, please.")


def test_notes_on_an_older_draft_are_not_repeated():
    # GIVEN a review of the draft before this one
    run = a_run(draft="New.[^1]", revision=1, review=Review(0, Verdict.REVISE, notes=("Old.",)))
    model = ScriptedModel(drafts=["Newer.[^1]"])
    # WHEN it is written again
    writer(run, some_ports(model))
    # THEN the old note is gone
    assert model.assignments[-1].notes == ()
