"""Ask for an opinion on a grounded draft. It may only make the result stricter."""

from cite_or_refuse.domain.errors import ModelBlocked
from cite_or_refuse.domain.parts import Review, Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Manuscript, Ports


def reviewer(run: Run, ports: Ports) -> Review:
    """Return the review of the current draft. Only a typed ACCEPT accepts."""
    check = run.current_check
    assert run.draft is not None and check is not None, "routing sends only a judged draft here"
    manuscript = Manuscript(run.question, check.draft, check.claims, run.sources)
    try:
        opinion = ports.model.review(manuscript)
    except ModelBlocked:
        return Review(run.draft.revision, Verdict.REVISE, blocked=True)
    accepted = opinion.verdict is Verdict.ACCEPT
    return Review(
        revision=run.draft.revision,
        verdict=Verdict.ACCEPT if accepted else Verdict.REVISE,
        notes=tuple(opinion.notes),
        open_notes=tuple(opinion.open_notes),
    )
