"""Rule 3, what points elsewhere: links, images, raw HTML and addresses.

A link, an image, an HTML tag or a bare address may only point at a source's own URL;
`domain.urls.canonical` says when two URLs are the same.
`[text](#heading)` points into the report itself and is harmless, and so are the tags of text,
`<br>`, `<sub>`, `<sup>`, `<kbd>`, `<b>` and the like, as long as they carry no attribute. Words
such as `README.md`, `os.path` or `example.com` are no links. An own URL is not a citation.
"""

import re
from dataclasses import dataclass

from cite_or_refuse.gate.inline import Span
from cite_or_refuse.gate.sentences import MARK

_BALANCED = rf"(?:[^\s()<>{MARK}]|\([^\s()<>{MARK}]*\))*"
_TITLED = r"\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)"
_TITLE = rf"(?:[ \t\n]{{1,9}}(?P<title>{_TITLED}))?[ \t\n]{{0,9}}\)"
_LINK = re.compile(
    rf"\]\([ \t\n]{{0,9}}(?:<(?P<angled>[^<>\n]*)>|(?P<plain>{_BALANCED})){_TITLE}"
    r"|<(?P<auto>[a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>"
    r"|<(?P<tag>/?[a-z][a-z0-9-]{0,30})(?P<rest>(?:[\s/][^<>]*)?)>"
    r"|(?P<other><[!?][a-z\[-][^<>\n]*>?)"
    rf"|(?P<bare>(?:\b(?:https?|ftp)://|\bwww\.(?=[^\s.])|(?<![\w:/])//(?=[a-z0-9-]+\.[a-z]))"
    rf"[^\s<>\[\]{MARK}|\"”»`，。、；：！？（）「」]{{1,2000}})",
    re.IGNORECASE,
)
_HINT = re.compile(r"\]\(|<|//|[wW]{3}\.")  # where one may begin, found much faster
_SCHEME = re.compile(r"\b(?:https?|ftp):$", re.IGNORECASE)
_TEXT_TAGS = frozenset(
    """
    abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong
    sub sup u var wbr
    """.split()
)
_ACTIVE_TAGS = frozenset(
    """
    a address applet area article aside audio base blink blockquote body button canvas caption
    center col colgroup data datalist dd details dialog dir div dl dt embed fieldset figcaption
    figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe
    img input isindex label legend li link main map marquee math menu meta meter nav noframes
    noscript object ol optgroup option output p param picture plaintext portal pre progress
    script search section select slot source style summary svg table tbody td template textarea
    tfoot th thead time title tr track ul video xmp
    """.split()
)
_ANCHOR = re.compile(r"\s+href\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """What points somewhere, with its place; `url` is "" for a tag that points nowhere.

    `start..end` is what to leave out of the text when it is a source's own: the address, or for
    `[text](url "title")` the part from `]` on, but not `title`, which a reader may see.
    """

    start: int
    end: int
    url: str
    written: str
    title: Span | None = None

    @property
    def harmless(self) -> bool:
        """Whether it points nowhere, or into the report itself."""
        return not self.written or self.url.startswith("#")


def find(text: str) -> list[Link]:
    """Return all links, tags and addresses of a text whose code and markers are painted over."""
    found: list[Link] = []
    end = 0
    for hint in _HINT.finditer(text):
        scheme = _SCHEME.search(text, max(end, hint.start() - 6), hint.start())
        start = scheme.start() if scheme and hint[0] == "//" else hint.start()
        match = _LINK.match(text, start) if start >= end else None
        link = _read(match) if match else None
        if link is not None:
            found.append(link)
            end = link.end
    return found


def _read(match: re.Match[str]) -> Link | None:
    """Return the link that was matched; None for a placeholder such as `<name>` or `List<T>`."""
    start, end = match.span()
    if match["bare"] is not None:
        url = _trimmed(match["bare"])
        return Link(start, start + len(url), url, url)
    if match["tag"] is not None:
        return _tag(match)
    if match["auto"] or match["other"]:
        return Link(start, end, match["auto"] or "", match[0])
    url = match["plain"] if match["angled"] is None else match["angled"]
    title = match.span("title") if match["title"] else None
    return Link(start, end, url or "#", url, title)


def _tag(match: re.Match[str]) -> Link | None:
    """Return what an HTML tag is, or None if it is no tag that HTML knows."""
    name, rest = match["tag"].lower(), match["rest"].strip(" /\t\n")
    if name.lstrip("/") in _TEXT_TAGS and not rest:
        return Link(*match.span(), "", "")
    if name == "/a" and not rest:
        return Link(*match.span(), "", "")
    if name == "a" and (anchor := _ANCHOR.fullmatch(match["rest"])):
        url = anchor[1] or anchor[2] or anchor[3] or "#"
        return Link(*match.span(), url, match[0])
    known = name.lstrip("/") in _ACTIVE_TAGS | _TEXT_TAGS
    return Link(*match.span(), "", match[0]) if known or "=" in rest else None


def _trimmed(url: str) -> str:
    """Leave off the punctuation of the sentence, and brackets that the address did not open."""
    unopened = {close: url.count(close) - url.count(opening) for opening, close in ("()", "{}")}
    end = len(url)
    while end and (url[end - 1] in "?!.,:;*_~'’…" or unopened.get(url[end - 1], 0) > 0):
        end -= 1
        if url[end] in unopened:
            unopened[url[end]] -= 1
    return url[:end]
