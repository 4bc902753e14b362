"""What of a source can be quoted: its sentences, entries and short code examples, in order."""

from collections.abc import Iterator
from dataclasses import dataclass

from cite_or_refuse.adapters.extractive.blocks import Block, Kind
from cite_or_refuse.adapters.extractive.markup import signature_name
from cite_or_refuse.adapters.extractive.quotable import (
    COLONS,
    is_contents,
    is_quotable,
    is_short_code,
    leans,
)
from cite_or_refuse.adapters.extractive.readable import readable
from cite_or_refuse.adapters.extractive.reading import read_blocks
from cite_or_refuse.adapters.extractive.terms import terms
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate.sentences import split

MAX_READ = 200_000  # characters of a source; a book in one file is read where it was found
_SNIPPET = 100  # characters that tell where the search found it

Place = tuple[int, int]
"""The number of a source, and that of a section or block in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Quote:
    """A sentence of a source as it can stand in a draft, or a code example.

    `source` is the number to cite, `section` counts the parts of a source under one heading,
    `number` its blocks and `nth` the sentences of a block. `terms` are those of the text, `context`
    those of the headings and of the entry that it belongs to, `subject` those of what is described:
    the entry, else what the signature above defines. `leans` says that it needs the sentence before
    it to be understood, `announces` that a list or code follows; these have the announcing block
    as their `lead`.
    """

    text: str
    source: int
    section: int
    number: int
    nth: int
    block: Block
    terms: frozenset[str]
    context: frozenset[str]
    subject: frozenset[str]
    leans: bool
    is_last: bool
    lead: int | None

    @property
    def kind(self) -> Kind:
        """What the block is that the quote comes from."""
        return self.block.kind

    @property
    def home(self) -> Place:
        """The section that the quote stands in."""
        return self.source, self.section

    @property
    def heading(self) -> str:
        """What it stands under, straight above it."""
        return self.block.path[-1] if self.block.path else ""

    @property
    def defined(self) -> str:
        """The term of the whole name of what is described, nothing if it has none."""
        return max((term for term in self.subject if term[0] != "="), key=len, default="")

    @property
    def announces(self) -> bool:
        """Whether a list or code is to follow."""
        return self.is_last and self.text.endswith(COLONS)


def quotes_of(source: Source, number: int) -> list[Quote]:
    """Return what can be quoted of a source, which is cited by this number, in order."""
    found: list[Quote] = []
    section, path, lead = 0, None, None
    for at, block in enumerate(read_blocks(_excerpt(source))):
        opens = block.path != path
        if opens:
            section, path, lead = section + 1, block.path, None
        if is_contents(block):
            continue
        led = block.kind is Kind.ITEM or (block.kind is Kind.CODE and lead == at - 1)
        found.extend(_quotes(block, (number, section, at), lead if led else None, opens=opens))
        if block.kind is not Kind.ITEM:
            lead = at if block.text.rstrip().endswith(COLONS) else None
    return found


def _excerpt(source: Source) -> str:
    """Return the content, of a very long one the lines around what the search found."""
    if len(source.content) <= MAX_READ:
        return source.content
    found = source.content.find(source.snippet[:_SNIPPET].strip())
    start = max(0, found - MAX_READ // 2)
    start = source.content.rfind("\n", 0, start) + 1
    excerpt = source.content[start : start + MAX_READ]
    return excerpt.rpartition("\n")[0] or excerpt


def _quotes(
    block: Block, where: tuple[int, int, int], lead: int | None, *, opens: bool
) -> Iterator[Quote]:
    is_code = block.kind is Kind.CODE
    names = [signature_name(heading) for heading in block.path]
    entry = "" if is_code else block.info
    subject = entry or (names[-1].rpartition(".")[2] if names else "")
    headings = [name or heading for name, heading in zip(names, block.path, strict=True)]
    context = frozenset(terms(" ".join((*headings, entry))))
    texts = [block.text] if is_code else _sentences(readable(block.text))
    is_summary = opens and bool(subject) and not block.label and len(block.text.split()) > 2
    for nth, text in enumerate(texts):
        if is_code and not is_short_code(text):
            continue
        if not is_code and not is_quotable(
            text, block, begins=nth == 0, stands=is_summary or (lead is not None and nth == 0)
        ):
            continue
        yield Quote(
            text,
            *where,
            nth=nth,
            block=block,
            terms=frozenset(terms(text)),
            context=context,
            subject=frozenset(terms(subject)),
            leans=leans(text) and (nth > 0 or (block.kind is Kind.PROSE and not opens)),
            is_last=nth == len(texts) - 1,
            lead=lead if nth == 0 else None,
        )


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]
