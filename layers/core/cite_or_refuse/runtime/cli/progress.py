"""What a step did, in a line for somebody who watches the run."""

from cite_or_refuse.domain.check import GateOutcome
from cite_or_refuse.domain.facts import Facts, Human
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.routing import Step

_DID = {
    "validate": "checked each claim against its source",
    "reviewer": "read the draft",
    "ask_human": "asked a person",
    "publish": "ended the run",
}
_GATE = {
    GateOutcome.GROUNDED: "the draft passes",
    GateOutcome.UNSUPPORTED: "the draft does not pass",
    GateOutcome.HARD: "the draft cites nothing, or what is no source",
    None: "",
}
_VERDICT = {Verdict.ACCEPT: "accepted", Verdict.REVISE: "sent back", None: ""}
_HUMAN = {
    Human.ACCEPT: "accepted",
    Human.REVISE: "sent back",
    Human.REFUSE: "refused",
    Human.LATE: "no answer in time",
    Human.ASKED: "",
    Human.NONE: "",
}


def did(step: str, *, searched: bool, sources: int, rewrites: int, cap: int) -> str:
    """Return what any step is known to have done; `rewrites` and `sources` are those it left."""
    if step == "supervisor":
        what = "chose the next step" if searched else "chose what to search for"
    elif step == "researcher":
        count = "1 source" if sources == 1 else f"{sources} sources"
        what = f"read {count}" if sources else "found nothing to read"
    elif step == "writer":
        what = (
            f"rewrote the draft ({rewrites} of at most {cap} times)"
            if rewrites
            else "wrote a draft"
        )
    else:
        what = _DID.get(step, "done")
    return f"{step}: {what}"


def told(step: Step, facts: Facts) -> str:
    """Return what a step did and what came of it."""
    line = did(
        step,
        searched=facts.searched,
        sources=facts.sources,
        rewrites=facts.revision,
        cap=facts.cap,
    )
    found = {
        "validate": _GATE[facts.gate],
        "reviewer": _VERDICT[facts.verdict],
        "ask_human": _HUMAN[facts.human],
        "publish": facts.outcome or "",
    }.get(step, "")
    return f"{line}: {found}" if found else line
