"""Tell the list of sources that a writer made from what the report states."""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from cite_or_refuse.domain.source import Source
from cite_or_refuse.domain.urls import canonical, host_of
from cite_or_refuse.gate import links
from cite_or_refuse.gate.blocks import Kind
from cite_or_refuse.gate.inline import Span, paint
from cite_or_refuse.gate.page import Page, between

_WORDS = (
    "sources?|references?|citations?|bibliography|footnotes?|endnotes?|works cited|further reading"
    "|links|quellen?|quellenverzeichnis|literatur|literaturverzeichnis|einzelnachweise|fußnoten"
    "|références?|fuentes?|referencias?|fonti|bronnen|fontes|referências|источники|参考文献|出典"
    "|来源|资料来源|参考资料|참고문헌|출처"
)
_HEADING = re.compile(rf"[\W\d_]*(?:{_WORDS})(?:\s+(?:used|cited))?[\W_]*", re.IGNORECASE)
_LINE = re.compile(rf"[\W_]*(?:{_WORDS})[\s*_]{{0,4}}[:：]", re.IGNORECASE)
_NUMBER = re.compile(
    r"\\?[\[(【]\s?\^?[0-9]{1,4}\s?\\?[\])】]:?|(?<![\w.])[0-9]{1,4}[.):]?(?=\s|$)"
)
_AGREED = re.compile(r"\[\^[0-9]{1,9}\]")
_WORD = re.compile(r"\w+")
_MORE_WORDS = 12
_LINKED = re.compile(r"!?\[|\]\(|[()<>\[\]]")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_READS = frozenset({"http", "https", "s3", "file"})  # schemes of what this project can read
_SKIPPED = re.compile(r"[\x00-\x20\\]")  # by browsers and by Markdown: `java\tscript:` is one


class Shelf:
    """The sources of a run, asked by URL, title and number."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._urls = [canonical(source.url) or source.url for source in sources]
        self._own = frozenset(url for url in self._urls if url and not _acts(url))
        self._hosts = frozenset(map(host_of, self._own)) - {""}
        titles = {_folded(source.title) for source in sources} - {""}
        self._titles = sorted(titles, key=len, reverse=True)

    def has(self, number: int) -> bool:
        """Whether a source has this number."""
        return 0 < number <= len(self._urls)

    def owns(self, url: str) -> bool:
        """Whether the URL is that of a source, and of a scheme under which one is read."""
        return bool(url) and (canonical(url) or url) in self._own

    def hosts(self, address: str) -> bool:
        """Whether an address without a scheme is a source's own, or the end of its host."""
        host = address.lower()
        ours = any(own == host or own.endswith("." + host) for own in self._hosts)
        return ours or self.owns("//" + address)

    def titles(self, text: str) -> bool:
        """Whether a text is the title of a source."""
        return _folded(text) in self._titles

    def defines(self, label: str, text: str) -> bool:
        """Whether the text of a definition points at the source of that number, and only there."""
        number = int(label) if label.isascii() and label.isdecimal() and len(label) < 10 else 0
        urls = addresses(text)
        return (
            self.has(number)
            and bool(urls)
            and all((canonical(url) or url) == self._urls[number - 1] for url in urls)
        )

    def lists(self, text: str, *, headed: bool) -> bool:
        """Whether a text is an entry of a list of sources.

        Strictly, it is nothing but a number, titles and URLs; under a fitting heading it may say
        a few words more, such as an author or a day.
        """
        urls = addresses(text)
        if not all(map(self.owns, urls)):
            return False
        rest = text
        for url in urls:
            rest = rest.replace(url, " ")
        rest = _folded(_NUMBER.sub(" ", rest))
        titled = [title for title in self._titles if title in rest]
        for title in titled:
            rest = rest.replace(title, " ")
        words = len(_WORD.findall(rest))
        return not words or (headed and bool(urls or titled) and words <= _MORE_WORDS)

    def names(self, text: str) -> bool:
        """Whether a text holds a URL or the title of a source at all."""
        folded = _folded(text)
        return bool(addresses(text)) or any(title in folded for title in self._titles)


def addresses(text: str) -> list[str]:
    """Return the URLs in a text, those of its links included."""
    return [link.url or link.written for link in links.find(text) if link.written]


def _acts(url: str) -> bool:
    """Whether whoever follows the URL does something else than read, as with `javascript:`."""
    scheme = _SCHEME.match(_SKIPPED.sub("", unescape(url)))
    return scheme is not None and scheme[1].lower() not in _READS


def _folded(text: str) -> str:
    return " ".join(_LINKED.sub(" ", text).lower().split())


def entries(page: Page, shelf: Shelf) -> set[int]:
    """Return the numbers of the blocks that only list sources."""
    texts = _texts(page)
    found = {
        number
        for number, text in enumerate(texts)
        if _is_line(page, number, text, shelf) and _is_agreed(page, number, shelf)
    }
    found.update(_closing(page, texts, shelf))
    return found | _headed(page, texts, shelf, found)


def _texts(page: Page) -> list[str]:
    """Return the texts of the blocks without markers, but with what is malformed."""
    marks = [(mark.start, mark.end) for mark in page.markers if mark.rule is not None]
    text = paint(page.text, marks, " ")
    return ["\n".join(text[start:end] for start, end in block.lines) for block in page.blocks]


def _is_line(page: Page, number: int, text: str, shelf: Shelf) -> bool:
    """Whether a block is a line such as `Sources: [^1], [^2]`."""
    line = _LINE.match(text)
    if line is None or page.blocks[number].kind not in (Kind.PARAGRAPH, Kind.ITEM):
        return False
    rest = text[line.end() :]
    marked = bool(between(page.markers, page.blocks[number].start, page.blocks[number].end))
    return shelf.lists(rest, headed=False) and (marked or bool(rest.strip()))


def _is_agreed(page: Page, number: int, shelf: Shelf) -> bool:
    """Whether a line of sources names one, or numbers them in the agreed form."""
    text = page.plain(page.blocks[number])
    return shelf.names(text) or not _NUMBER.search(_AGREED.sub("", text))


def _closing(page: Page, texts: list[str], shelf: Shelf) -> Iterator[int]:
    """Return the entries that end the draft though no heading says so."""
    for number in reversed(range(len(texts))):
        block, text = page.blocks[number], texts[number]
        if block.kind in (Kind.DEFINITION, Kind.REFERENCE) and shelf.defines(block.label, text):
            continue
        listed = block.kind in (Kind.PARAGRAPH, Kind.ITEM) and shelf.lists(text, headed=False)
        if not (listed or block.kind is Kind.RULE):
            break
        if shelf.names(text):
            yield number


def _headed(page: Page, texts: list[str], shelf: Shelf, found: set[int]) -> set[int]:
    """Return the lists that a heading such as "Sources" opens, as long as they close the draft."""
    end = first = len(texts)
    while first > 0:
        first -= 1
        block, text = page.blocks[first], texts[first]
        marked = between(page.markers, block.start, block.end)
        if is_title(text) and block.kind in (Kind.HEADING, Kind.PARAGRAPH) and not marked:
            end = first
        elif block.kind in (Kind.CODE, Kind.HEADING) or not (
            first in found or shelf.lists(text, headed=True)
        ):
            break
    return set(range(end, len(texts)))


def is_title(text: str) -> bool:
    """Whether a text is no more than the heading of a list of sources."""
    return bool(_HEADING.fullmatch(text))


def unnamed(page: Page, shelf: Shelf) -> list[Span]:
    """Return the lines such as `Sources: [1], [2]`, which name nothing and are in no agreed form.

    Their numbers are malformed: they are neither a list of sources to drop nor citations.
    """
    return [
        (page.blocks[number].start, page.blocks[number].end)
        for number, text in enumerate(_texts(page))
        if _is_line(page, number, text, shelf) and not _is_agreed(page, number, shelf)
    ]
