"""Turn the units of a page into claims, each with its verdict."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cite_or_refuse.domain.check import Claim, Reason, Support
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.addresses import bare_addresses, is_in
from cite_or_refuse.gate.blocks import Kind, led_by, section
from cite_or_refuse.gate.codeblocks import facts, is_prose, unknown
from cite_or_refuse.gate.context import Context, contexts
from cite_or_refuse.gate.coverage import Unit, citing, units
from cite_or_refuse.gate.declining import declines
from cite_or_refuse.gate.index import SourceIndex
from cite_or_refuse.gate.labels import unstated
from cite_or_refuse.gate.markers import Marker, stands_like_one
from cite_or_refuse.gate.page import Page, between
from cite_or_refuse.gate.readable import is_evidence
from cite_or_refuse.gate.reading import Cited
from cite_or_refuse.gate.score import WEAK
from cite_or_refuse.gate.sourcelist import Shelf, addresses, is_title
from cite_or_refuse.gate.support import judge
from cite_or_refuse.gate.wording import Wording

_REASONS = {
    Support.DANGLING: Reason.DANGLING_CITATION,
    Support.MALFORMED: Reason.MALFORMED_MARKER,
    Support.UNCITED: Reason.UNCITED_CLAIM,
}


class Judging:
    """Judges the claims of one page. `reasons` holds what was wrong with any of them so far."""

    def __init__(
        self, page: Page, sources: Sequence[Source], indexes: Sequence[SourceIndex]
    ) -> None:
        self.reasons: set[Reason] = set()
        self._page = page
        self._shelf = Shelf(sources)
        self._count = len(sources)
        self._indexes = indexes
        self._readable = {
            number: index
            for number, (source, index) in enumerate(zip(sources, indexes, strict=True), 1)
            if is_evidence(source.content)
        }
        self._units = units(page)
        self._places = {(unit.start, unit.end): at for at, unit in enumerate(self._units)}
        wording = Wording(page, self._shelf)
        self._texts = [wording.of(unit) for unit in self._units]
        self._contexts = contexts(page, self._units, self._texts)

    def claims(self) -> list[Claim]:
        """Return the claims in the order of the draft: all units that state something.

        What needs no marker comes last, since it is held to the sources that the standing claims
        cite; to all of them while no claim stands, so that a writer is told what is invented.
        """
        found: dict[int, Claim | None] = {}
        fallen: dict[int, Claim] = {}
        while True:
            self._judge_cited(found, fallen)
            labels = self._uncited(found)
            if labels.keys() <= fallen.keys():
                break
            fallen = labels | fallen
        found |= fallen
        claims = [claim for claim in found.values() if claim]
        if claims and all(declines(claim.text) for claim in claims):
            return [self._declined(claim) for claim in claims]
        return claims

    def _judge_cited(self, found: dict[int, Claim | None], fallen: Mapping[int, Claim]) -> None:
        """Judge each unit with its marker, again if less is left of what it was read with.

        What does not stand is no context, since a claim must not lean on what will be cut.
        """
        context = Context(self._page, self._units, self._texts)
        for number in range(len(self._units)):
            around, claim = context.of(number), found.get(number)
            changed = claim and claim.stands and around != self._contexts[number]
            if number not in found or changed:
                self._contexts[number] = around
                found[number] = claim = self._claim(number)
            if number not in fallen and (claim is None or claim.stands):
                context.read(number)

    def _uncited(self, found: Mapping[int, Claim | None]) -> dict[int, Claim]:
        """Return the labels and the code without a marker that do not stand."""
        standing: defaultdict[int, list[str]] = defaultdict(list)
        cited: set[int] = set()
        for number, claim in found.items():
            if claim and claim.stands:
                standing[self._units[number].block].append(claim.text)
                cited.update(claim.citations)
        indexes = [self._indexes[n - 1] for n in sorted(cited)] or self._indexes
        fallen: dict[int, Claim] = {}
        for number, unit in enumerate(self._units):
            claim = None
            if found[number] is None and self._is_code(unit):
                claim = self._unmarked_code(number, indexes)
            elif found[number] is None and unit.leads:
                claim = self._label(number, standing, indexes)
            if claim:
                fallen[number] = claim
        return fallen

    def better_source(self, claim: Claim) -> int | None:
        """Return the source that alone and fully carries a claim which its own sources do not.

        Of several it is the one with the best score, then the first. None for a claim with any
        other fault, and for code, whose citation stands in another claim.
        """
        number = self._places.get((claim.start, claim.end))
        if number is None or claim.verdict is not Support.UNSUPPORTED or not claim.citations:
            return None
        unit = self._units[number]
        inside = between(self._page.markers, unit.start, unit.end)
        if citing(self._page, self._units, number) != number or self._faults(inside, unit):
            return None
        best: tuple[float, int] | None = None
        for other, index in self._readable.items():
            if other not in claim.citations:
                judged = judge(self._texts[number], [(other, index)], self._contexts[number])
                if judged.verdict is Support.SUPPORTED:
                    best = max(best or (-1.0, 0), (judged.score, -other))
        return -best[1] if best else None

    def _claim(self, number: int) -> Claim | None:
        """Judge one unit; None if it needs no marker and has none, or states nothing."""
        unit = self._units[number]
        if self._page.blocks[unit.block].kind in (Kind.DEFINITION, Kind.REFERENCE):
            return self._definition(number)
        inside = between(self._page.markers, unit.start, unit.end)
        numbers = self._citations(number)
        faults = self._faults(inside, unit)
        if faults:
            verdict, missing = faults[0]
            return self._failed(number, verdict, missing, tuple(n for n in numbers if n))
        numbers = tuple(filter(self._shelf.has, numbers))  # code may stand beside a dangling one
        if not numbers:
            free = unit.leads or self._is_code(unit)
            return None if free else self._failed(number, Support.UNCITED)
        return self._code(number, numbers) if self._is_code(unit) else self._judged(number, numbers)

    def _is_code(self, unit: Unit) -> bool:
        return self._page.blocks[unit.block].kind is Kind.CODE

    def _citations(self, number: int) -> tuple[int, ...]:
        """Return the numbers that cite a unit, each once."""
        cited = citing(self._page, self._units, number)
        if cited is None:
            return ()
        unit = self._units[cited]
        marks = between(self._page.markers, unit.start, unit.end)
        return tuple(dict.fromkeys(n for mark in marks if mark.rule == "" for n in mark.numbers))

    def _faults(self, marks: Iterable[Marker], unit: Unit) -> list[tuple[Support, tuple[str, ...]]]:
        """Return what is wrong with a unit before any source is read, the worst first."""
        page, text = self._page, self._page.text
        dangling = [m for m in marks if m.rule == "" and not all(map(self._shelf.has, m.numbers))]
        malformed = [m for m in marks if m.rule != "" and stands_like_one(m, page.masked)]
        elsewhere = [
            link.url or link.written
            for link in between(page.links, unit.start, unit.end)
            if not (link.harmless or self._shelf.owns(link.url))
        ]
        found = []
        for verdict, wrong in (Support.DANGLING, dangling), (Support.MALFORMED, malformed):
            if wrong:
                self.reasons.add(_REASONS[verdict])
                found.append((verdict, tuple(text[m.start : m.end][:80] for m in wrong)))
        if elsewhere:
            self.reasons.add(Reason.UNLISTED_URL)
            found.append((Support.UNSUPPORTED, tuple(dict.fromkeys(elsewhere))))
        return found

    def _definition(self, number: int) -> Claim | None:
        """Judge a definition that the repair left, so that it is not that of a source's URL."""
        block = self._page.blocks[self._units[number].block]
        body = self._page.plain(block)
        urls = addresses(body)
        foreign = [url for url in urls if not self._shelf.owns(url)]
        if block.kind is Kind.REFERENCE and not block.label.isdecimal():
            if urls and self._shelf.lists(body, headed=False):
                return None
            self.reasons.add(Reason.UNLISTED_URL)
        else:
            self.reasons.add(Reason.DEFINITION_MISMATCH)
        return self._failed(number, Support.UNSUPPORTED, tuple(foreign) or (body[:80],))

    def _judged(self, number: int, numbers: tuple[int, ...]) -> Claim | None:
        """Judge a unit of text by the sources that it cites."""
        unit, text = self._units[number], self._texts[number]
        if is_title(text) or (unit.leads and not any(map(str.isalnum, text))):
            return None  # a row that says no more than `Source`, a marker beside its code
        claim = self._asked(number, numbers)
        if not claim.stands:
            if unit.leads and not unstated(text, (), [self._indexes[n - 1] for n in numbers]):
                return None  # a label is held to its hard facts alone
            self.reasons.add(Reason.UNSUPPORTED_CLAIM)
        return claim

    def _asked(self, number: int, numbers: tuple[int, ...]) -> Claim:
        """Ask whether the cited sources carry the unit, and hold each address of it."""
        unit, text = self._units[number], self._texts[number]
        cited = [(n, self._readable[n]) for n in numbers if n in self._readable]
        judged = judge(text, cited, self._contexts[number])
        verdict, missing, score = judged.verdict, judged.missing, judged.score
        if strange := [a for a in bare_addresses(text) if not self._is_known(a, cited)]:
            verdict, missing = Support.UNSUPPORTED, (*strange, *missing)
            score = min(score, WEAK) / 2
        return Claim(text, numbers, verdict, unit.start, unit.end, missing, score, judged.evidence)

    def _is_known(self, address: str, cited: Cited) -> bool:
        """Whether an address is a source's own, or stands in a cited source."""
        return self._shelf.hosts(address) or any(is_in(address, i.content) for _, i in cited)

    def _code(self, number: int, numbers: tuple[int, ...]) -> Claim:
        """Judge a block of code, and hold it to the facts it states."""
        code = self._page.plain(self._page.blocks[self._units[number].block])
        missing, prose = unknown(code, [self._indexes[n - 1] for n in numbers]), is_prose(code)
        claim = self._asked(number, numbers)
        if not (claim.stands or missing or prose or set(facts(code)) & set(claim.missing)):
            claim = replace(claim, verdict=Support.WEAK, missing=(), score=max(claim.score, WEAK))
        if not claim.stands:
            self.reasons.add(Reason.UNSUPPORTED_CLAIM)
        return claim

    def _unmarked_code(self, number: int, indexes: Sequence[SourceIndex]) -> Claim | None:
        """Hold a block of code without a marker to the facts it states."""
        code = self._page.plain(self._page.blocks[self._units[number].block])
        missing = unknown(code, indexes)
        wrong = missing or is_prose(code)
        return self._failed(number, Support.UNCITED, missing) if wrong else None

    def _label(
        self, number: int, standing: Mapping[int, list[str]], indexes: Sequence[SourceIndex]
    ) -> Claim | None:
        """Hold what needs no marker to the hard facts that it states."""
        unit = self._units[number]
        block = self._page.blocks[unit.block]
        led = led_by(self._page.blocks, unit.block)
        under = (
            led
            if block.kind in (Kind.HEADING, Kind.HEADER) or led
            else section(self._page.blocks, unit.block)
        )
        claims = (text for at in under for text in standing.get(at, ()))
        missing = unstated(self._texts[number], claims, indexes)
        return self._failed(number, Support.UNCITED, missing) if missing else None

    def _failed(
        self, number: int, verdict: Support, missing: tuple[str, ...] = (),
        numbers: tuple[int, ...] = (),
    ) -> Claim:  # fmt: skip
        unit = self._units[number]
        if verdict is Support.UNCITED:
            self.reasons.add(Reason.UNCITED_CLAIM)
        text = self._texts[number] or self._page.text[unit.start : unit.end].strip()
        return Claim(text, numbers, verdict, unit.start, unit.end, missing)

    def _declined(self, claim: Claim) -> Claim:
        """Take a report that only says that it has no answer for none."""
        if claim.stands:
            self.reasons.add(Reason.UNSUPPORTED_CLAIM)
            return replace(claim, verdict=Support.UNSUPPORTED, score=min(claim.score, 0.3))
        return claim
