"""What a page says of itself: title, language, canonical address, dates."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

from bs4 import BeautifulSoup, Tag

from cite_or_refuse.adapters.documents.cleaning import clean, one_line
from cite_or_refuse.adapters.documents.visible import is_seen

# In the order in which they are believed: Open Graph, schema.org, citation tags, Dublin Core.
_PUBLISHED = (
    "article:published_time", "datepublished", "citation_publication_date", "dcterms.created",
    "dcterms.issued", "dc.date.issued", "dc.date", "date",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:updated_time", "datemodified", "dcterms.modified",
    "last-modified", "revised",
)  # fmt: skip
_ONCE = frozenset({"html", "title", "h1"})
_LINKED_DATA = "application/ld+json"
_MAINS = 5  # a page has one; whether more are hidden is not worth a look
_IN_JSON = re.compile(r'"(datePublished|dateModified)"\s{0,9}:\s{0,9}"([^"\\]{4,40})"')
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}")


@dataclass(frozen=True, slots=True)
class Parts:
    """The elements that matter, found in one pass over the page."""

    html: Tag | None
    title: Tag | None
    main: Tag | None
    metas: list[Tag]
    links: list[Tag]
    times: list[Tag]
    linked_data: list[Tag]

    @classmethod
    def of(cls, soup: BeautifulSoup) -> "Parts":
        """Look through the page. The title is its first heading if it has none."""
        firsts: dict[str, Tag] = {}
        listed: dict[str, list[Tag]] = {"meta": [], "link": [], "time": [], "script": []}
        mains: list[Tag] = []
        for tag in _tags(soup):
            if tag.name in listed:
                listed[tag.name].append(tag)
            elif tag.name in _ONCE:
                firsts.setdefault(tag.name, tag)
            elif tag.name == "main" or tag.attrs.get("role") == "main":
                mains.append(tag)
        return cls(
            html=firsts.get("html"),
            title=firsts.get("title") or firsts.get("h1"),
            main=next(filter(_in_sight, mains[:_MAINS]), None),
            metas=listed["meta"],
            links=listed["link"],
            times=listed["time"],
            linked_data=[s for s in listed["script"] if s.attrs.get("type") == _LINKED_DATA],
        )


def _tags(soup: BeautifulSoup) -> Iterator[Tag]:
    return (node for node in soup.descendants if isinstance(node, Tag))


def _in_sight(tag: Tag) -> bool:
    """Whether neither the element nor one that holds it is hidden."""
    return is_seen(tag) and all(is_seen(parent) for parent in tag.parents if parent.parent)


@dataclass(frozen=True, slots=True)
class About:
    """As in domain.source.Page; each is empty if the page does not say it."""

    language: str
    canonical_url: str
    published: str
    modified: str

    @classmethod
    def of(cls, parts: Parts) -> "About":
        """Read the head, the linked data and the marked dates."""
        said = _said(parts)
        address = next((_of(link, "href") for link in parts.links if _is_canonical(link)), "")
        address = address or said.get("og:url", "")
        language = _of(parts.html, "lang") or _of(parts.html, "xml:lang")
        language = language or said.get("content-language", "")
        return cls(
            language=language.replace("_", "-") if _LANGUAGE.fullmatch(language) else "",
            canonical_url=address if address.lower().startswith(("http://", "https://")) else "",
            published=next((date(said[key]) for key in _PUBLISHED if key in said), ""),
            modified=next((date(said[key]) for key in _MODIFIED if key in said), ""),
        )


def _said(parts: Parts) -> dict[str, str]:
    """Return what the page states by key in lower case, the first of each."""
    said: dict[str, str] = {}
    for meta in parts.metas:
        for key in ("property", "name", "itemprop", "http-equiv"):
            if value := _of(meta, "content"):
                said.setdefault(_of(meta, key).lower(), value)
    for script in parts.linked_data:
        for key, value in _IN_JSON.findall(script.get_text()):
            said.setdefault(key.lower(), value)
    for time in parts.times:
        key = _of(time, "itemprop").lower() or ("datepublished" if "pubdate" in time.attrs else "")
        if value := _of(time, "datetime"):
            said.setdefault(key, value)
    return said


def date(text: str) -> str:
    """Return a date in ISO 8601 if it can be read as one for sure, else as it stands."""
    text = one_line(clean(text))[:40]
    for candidate in (text, text.replace("/", "-")):
        try:
            moment = datetime.fromisoformat(candidate)
        except ValueError:
            continue
        return moment.date().isoformat() if len(candidate) <= 10 else moment.isoformat()
    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, OverflowError):
        return text


def _is_canonical(link: Tag) -> bool:
    return "canonical" in _of(link, "rel").lower().split()


def _of(tag: Tag | None, name: str) -> str:
    return str(tag.attrs.get(name, "")).strip() if tag else ""
