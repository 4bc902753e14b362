"""What stands around a unit in the draft and names its subject."""

from collections.abc import Sequence

from cite_or_refuse.gate.blocks import Kind, led_by
from cite_or_refuse.gate.coverage import Unit
from cite_or_refuse.gate.page import Page

_PART_CHARS = 200


def contexts(page: Page, found: Sequence[Unit], texts: Sequence[str]) -> list[str]:
    """Return, for each unit, the headings, items and lead-in or table header that it stands under.

    The first sentence of an item or paragraph also stands for the later ones: it may open with
    the term that they explain.
    """
    headings: list[tuple[int, str]] = []
    firsts: dict[int, str] = {}
    led: dict[int, str] = {}
    around: list[str] = []
    for unit, whole in zip(found, texts, strict=True):
        block, text = page.blocks[unit.block], whole[:_PART_CHARS]
        if block.kind is Kind.HEADING and block.parent < 0:
            headings = [heading for heading in headings if heading[0] < block.level]
        parts = [heading for _, heading in headings]
        parent = block.parent
        while parent >= 0:
            parts.append(firsts.get(parent, ""))
            parent = page.blocks[parent].parent
        parts += led.get(unit.block, ""), firsts.setdefault(unit.block, "")
        around.append("\n".join(part for part in parts if part))
        if not firsts[unit.block]:
            firsts[unit.block] = text
        if block.kind is Kind.HEADING and block.parent < 0:
            headings.append((block.level, text))
        elif unit.leads:
            led.update(dict.fromkeys(led_by(page.blocks, unit.block), text))
    return around
