"""Write the first draft, or rewrite it with the gate's, the reviewer's and a human's notes."""

from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import Choice, Draft, DraftProblem
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Assignment, Ports, Writing


def writer(run: Run, ports: Ports) -> Draft:
    """Return the next draft. Only a rewrite counts as a revision."""
    revision = run.draft.revision + 1 if run.draft else 0
    assignment = Assignment(
        question=run.question,
        sources=run.sources,
        previous=run.draft.text if run.draft else "",
        notes=_notes(run),
    )
    try:
        writing = ports.model.write(assignment)
    except ModelBlocked:
        writing = Writing("", DraftProblem.BLOCKED)
    problem = writing.problem
    if problem is None and not writing.text.strip():
        problem = DraftProblem.EMPTY_DRAFT
    return Draft(writing.text, revision, problem, writing.left_out)


def _notes(run: Run) -> tuple[str, ...]:
    """Everything that was said of the current draft, the gate first."""
    notes: list[str] = []
    if run.current_check:
        from cite_or_refuse.gate import feedback  # on first use, see validate

        notes += feedback(run.current_check)
    if run.current_review:
        notes += run.current_review.notes
    decision = run.current_decision
    if decision and decision.choice is Choice.REVISE and decision.notes:
        notes.append(decision.notes)
    return tuple(notes)
