"""Decide whether the draft is grounded. No model, no network, no clock."""

from typing import TYPE_CHECKING

from cite_or_refuse.domain.parts import Judgement
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import digest

if TYPE_CHECKING:
    from cite_or_refuse.ports import Ports


def validate(run: Run, _ports: "Ports") -> Judgement:
    """Return the gate's judgement of the current draft."""
    # On first use: most steps of a walk, each a process of its own on AWS, never ask the gate.
    from cite_or_refuse.gate import check, no_draft, repoint

    assert run.draft is not None, "routing sends only a drafted run here"
    draft = run.draft
    if draft.problem:
        verdict = no_draft(draft.problem.reason)
    else:
        verdict = repoint(check(draft.text, run.sources), run.sources)
    seen = run.judgement.seen if run.judgement else ()
    fingerprint = digest(draft.text)
    return Judgement(
        revision=draft.revision,
        check=verdict,
        repeated=fingerprint in seen,
        seen=(*seen, fingerprint),
    )
