"""Cut from a draft what does not stand, and what would be left without its content.

With a claim go the lead-in or question that only it answered, the heading and the table header
over nothing, the bullet without text, and the code whose lead-in, with its marker, is gone. What
is nested in an item that goes moves out one level; ordered lists are numbered again. Headers
whose own words do not stand are emptied while their rows stand.
"""

from collections.abc import Sequence

from cite_or_refuse.domain.check import Check, Claim, GateOutcome
from cite_or_refuse.gate.blocks import Kind, led_by
from cite_or_refuse.gate.composing import compose
from cite_or_refuse.gate.coverage import Unit, citing, is_question, units
from cite_or_refuse.gate.page import Page, read


def cut(check: Check) -> tuple[str, tuple[Claim, ...]]:
    """Return the draft without what does not stand, whole and readable, and the claims cut from it.

    A check without any claim leaves nothing; one in which each claim stands leaves the draft as
    it is. Among the claims cut may be one that stands, but on something that does not: a cited
    lead-in, or code.
    """
    gone = {(claim.start, claim.end) for claim in check.claims if not claim.stands}
    if not gone:
        return (check.draft if check.outcome is GateOutcome.GROUNDED else ""), ()
    page = read(check.draft)
    found = units(page)
    alive = _alive(page, found, gone)
    left = {(unit.start, unit.end) for unit, stays in zip(found, alive, strict=True) if stays}
    claims = tuple(claim for claim in check.claims if (claim.start, claim.end) not in left)
    return compose(page, list(zip(found, alive, strict=True))), claims


def _leans(page: Page, found: Sequence[Unit], at: int) -> bool:
    """Whether a block of code follows the sentence or lead-in that speaks of it."""
    before = found[at - 1] if at else None
    return (
        before is not None
        and before.block == found[at].block - 1
        and page.blocks[before.block].kind is not Kind.HEADING
    )


def _alive(page: Page, found: Sequence[Unit], gone: set[tuple[int, int]]) -> list[bool]:
    """Tell for each unit whether it stays, the last first, since a lead hangs on what follows."""
    alive = [(unit.start, unit.end) not in gone for unit in found]
    for at, unit in enumerate(found):
        if page.blocks[unit.block].kind is Kind.CODE:
            held = [citing(page, found, at), at - 1 if _leans(page, found, at) else None]
            alive[at] = alive[at] and all(alive[other] for other in held if other is not None)
    left = [0] * len(page.blocks)
    answered = False
    for at in reversed(range(len(found))):
        unit = found[at]
        text = page.skeleton[unit.start : unit.end]
        question = unit.leads and is_question(text)
        if unit.leads and alive[at]:
            led = led_by(page.blocks, unit.block)
            if not any(map(str.isalnum, text)):
                alive[at] = any(alive[max(0, at - 1) : at] + alive[at + 1 : at + 2])  # beside code
            elif question and page.blocks[unit.block].kind is not Kind.HEADING:
                alive[at] = answered
            else:
                alive[at] = any(left[number] for number in led)
        if question or page.blocks[unit.block].kind is Kind.HEADING:
            answered = False
        elif alive[at] and not unit.leads:
            answered = True
        left[unit.block] += alive[at]
    return alive
