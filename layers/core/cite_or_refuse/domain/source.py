"""What the researcher brings back."""

from dataclasses import dataclass, replace
from hashlib import sha256


def digest(text: str) -> str:
    """Return the sha256 of a text in hex. Lone surrogates are hashed, not rejected."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result before anything was fetched. `rank` is 0 for the provider's best.

    `off_topic` says why a near miss does not speak of the question; such a hit is reported in
    a refusal and never becomes a source.
    """

    title: str
    url: str
    snippet: str
    provider: str
    rank: int
    off_topic: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """The readable text of one document, as the fetcher got it.

    `url` is where it was found in the end. What the page says of itself is taken as it says it:
    `canonical_url`, `language` (as `en` or `pt-BR`), `published` and `modified` (ISO 8601 where it
    can be read so); each is empty if it says nothing.
    """

    title: str
    url: str
    content: str
    content_type: str = "text/plain"
    status: int = 0
    bytes: int = 0
    canonical_url: str = ""
    language: str = ""
    published: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a claim can cite as `[^n]`, n being its 1-based place in the run.

    `content` is the whole text, of `chars` code points. If only a snippet is known,
    `content == snippet` and `snippet_only` says so. `requested_url` is what the search named, `url`
    where it led; `status` and `bytes` are of the answer, the latter 0 for a snippet. What the page
    says of itself, `canonical_url` and the following, is as in Page.
    """

    title: str
    url: str
    snippet: str
    content: str
    snippet_only: bool = False
    provider: str = ""
    rank: int = 0
    fetched_at: str = ""
    content_type: str = ""
    status: int = 0
    bytes: int = 0
    sha256: str = ""
    chars: int = 0
    requested_url: str = ""
    canonical_url: str = ""
    language: str = ""
    published: str = ""
    modified: str = ""

    def sealed(self) -> "Source":
        """Return the source with the sha256 and the length of its content filled in."""
        return replace(self, sha256=digest(self.content), chars=len(self.content))


@dataclass(frozen=True, slots=True)
class Unfetched:
    """A search result that did not become a source, and why, in one sentence.

    `status` is that of the answer, 0 if there was none.
    """

    title: str
    url: str
    why: str
    status: int = 0
    provider: str = ""
    rank: int = 0
    at: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One query put to one provider: how many hits came back, or the error that did."""

    provider: str
    query: str
    hits: int
    error: str | None = None
