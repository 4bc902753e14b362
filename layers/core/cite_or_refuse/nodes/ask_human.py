"""Put the draft at the cap before a human, or note that nobody answered in time."""

from dataclasses import replace
from datetime import datetime, timedelta

from cite_or_refuse.domain.parts import Waiting
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports


def ask_human(run: Run, ports: Ports) -> Waiting:
    """Return the wait: a new one, or the old one, late once its time has run out.

    Called again after the wait, so that a decision stored in the last second still counts.
    """
    assert run.draft is not None, "routing sends only a drafted run here"
    now = ports.now()
    waiting = run.current_waiting
    if waiting is None:
        return Waiting(
            revision=run.draft.revision,
            who=run.started_by,
            asked_at=now.isoformat(timespec="seconds"),
            until=(now + timedelta(minutes=run.options.wait_minutes)).isoformat(timespec="seconds"),
        )
    expired = run.current_decision is None and now >= datetime.fromisoformat(waiting.until)
    return replace(waiting, late=waiting.late or expired)
