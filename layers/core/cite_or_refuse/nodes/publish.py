"""End the run: decide the outcome, cut what does not stand, render."""

from dataclasses import replace

from cite_or_refuse.domain.check import Claim, GateOutcome
from cite_or_refuse.domain.errors import BudgetExhausted, CiteOrRefuseError
from cite_or_refuse.domain.facts import Facts, Human, facts_of
from cite_or_refuse.domain.outcome import Outcome, Stop
from cite_or_refuse.domain.parts import Publication, Verdict
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Ports
from cite_or_refuse.report.markdown import render


def publish(run: Run, _ports: Ports, error: Exception | None = None) -> Publication:
    """Return the publication. `error` is what brought the run here, if the walk did not."""
    publication = _failed(run, error) if error else _ended(run)
    return replace(publication, report=render(run, publication))


def _failed(run: Run, error: Exception) -> Publication:
    name = type(error).__name__
    reason = Stop.BUDGET_EXHAUSTED.value if isinstance(error, BudgetExhausted) else name
    foreseen = isinstance(error, CiteOrRefuseError)
    told = str(error) if foreseen else f"Something went wrong that was not foreseen: {error}"
    return Publication(run.seq + 1, Outcome.FAILED, reason, claims=_judged(run), notes=(told,))


def _ended(run: Run) -> Publication:
    facts = facts_of(run)
    if facts.stop is Stop.SEARCH_FAILED:
        return Publication(run.seq + 1, Outcome.FAILED, facts.stop.value)
    if facts.stop:
        return _refused(run, facts.stop)
    return _shipped(run, facts)


def _refused(run: Run, why: Stop) -> Publication:
    return Publication(
        run.seq + 1, Outcome.REFUSED, why.value, claims=_judged(run), notes=_open_notes(run)
    )


def _shipped(run: Run, facts: Facts) -> Publication:
    """Cut what does not stand; what is left has to pass the gate once more."""
    from cite_or_refuse.gate import check, cut  # on first use, see validate

    judged = run.current_check
    assert judged is not None, "routing sends an undrafted run here only with a reason to stop"
    left, gone = cut(judged)
    final = judged if not gone and left == judged.draft else check(left, run.sources)
    if final.outcome is not GateOutcome.GROUNDED:
        return _refused(run, Stop.UNSUPPORTED_CLAIMS)
    willed = facts.verdict is Verdict.ACCEPT or facts.human is Human.ACCEPT
    return Publication(
        seq=run.seq + 1,
        outcome=Outcome.ACCEPTED if willed and not gone else Outcome.CAPPED,
        reason=None,
        draft=final.draft,
        claims=final.claims,
        cut=gone,
        notes=_open_notes(run),
    )


def _judged(run: Run) -> tuple[Claim, ...]:
    return run.current_check.claims if run.current_check else ()


def _open_notes(run: Run) -> tuple[str, ...]:
    """What a reviewer asked for that this draft does not have, for the reader to know."""
    review = run.current_review
    if review is None:
        return ()
    asked = review.notes if review.verdict is Verdict.REVISE else ()
    return (*asked, *review.open_notes)
