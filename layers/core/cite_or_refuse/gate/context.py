"""What stands around a unit in the draft and names its subject."""

from collections.abc import Sequence

from cite_or_refuse.gate.blocks import Kind, led_by
from cite_or_refuse.gate.coverage import Unit
from cite_or_refuse.gate.page import Page

_PART_CHARS = 200


class Context:
    """The headings, items and lead-in or table header that the units of a draft stand under.

    The first sentence of an item or paragraph also stands for the later ones: it may open with
    the term that they explain. Units are to be read in their order. One that is not read is no
    context: without what does not stand, the others are read as they are when it is cut.
    """

    def __init__(self, page: Page, units: Sequence[Unit], texts: Sequence[str]) -> None:
        self._page, self._units, self._texts = page, units, texts
        self._headings: list[tuple[int, str]] = []
        self._firsts: dict[int, str] = {}
        self._led: dict[int, str] = {}

    def of(self, number: int) -> str:
        """Return what a unit stands under."""
        at = self._units[number].block
        parts = [heading for _, heading in self._above(at)]
        parent = self._page.blocks[at].parent
        while parent >= 0:
            parts.append(self._firsts.get(parent, ""))
            parent = self._page.blocks[parent].parent
        parts += self._led.get(at, ""), self._firsts.get(at, "")
        return "\n".join(part for part in parts if part)

    def read(self, number: int) -> None:
        """Let a unit be context for those that follow."""
        unit = self._units[number]
        block, text = self._page.blocks[unit.block], self._texts[number][:_PART_CHARS]
        if not self._firsts.get(unit.block):
            self._firsts[unit.block] = text
        if self._is_headline(unit.block):
            self._headings = [*self._above(unit.block), (block.level, text)]
        elif unit.leads:
            self._led.update(dict.fromkeys(led_by(self._page.blocks, unit.block), text))

    def _above(self, at: int) -> list[tuple[int, str]]:
        """Return the levels and texts of the headings over a block."""
        if not self._is_headline(at):
            return self._headings
        return [heading for heading in self._headings if heading[0] < self._page.blocks[at].level]

    def _is_headline(self, at: int) -> bool:
        block = self._page.blocks[at]
        return block.kind is Kind.HEADING and block.parent < 0


def contexts(page: Page, units: Sequence[Unit], texts: Sequence[str]) -> list[str]:
    """Return the context of each unit if all of them stand."""
    context, found = Context(page, units, texts), list[str]()
    for number in range(len(units)):
        found.append(context.of(number))
        context.read(number)
    return found
