"""A run taken apart into what a table row can hold and what it cannot.

What a run has spent is left out: it changes apart from the rest, so a store keeps it beside.

The row gets a header of about 1 KB. Every part is a body, stored under the sha256 of its text, and
so is the content of each source: a text that stays is stored once, however many steps pass.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.errors import PermanentError
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source, digest
from cite_or_refuse.ports import Commit, Standing

_PARTS = tuple(field.name for field in fields(Run) if field.default is None)

type Fetch = Callable[[Iterable[str]], Mapping[str, str]]
"""Returns the bodies of these digests; a digest that is not stored is left out."""


@dataclass(frozen=True, slots=True)
class Packed:
    """`header` is JSON, `parts` maps the name of a part to the digest of its body."""

    header: str
    parts: dict[str, str]
    bodies: dict[str, str]


def pack(run: Run) -> Packed:
    """Take a run apart. Raises ValueError for one that was loaded without its texts."""
    header: dict[str, Any] = to_plain(run)
    del header["spent"]
    parts: dict[str, str] = {}
    bodies: dict[str, str] = {}

    def stow(text: str) -> str:
        bodies[digest(text)] = text
        return digest(text)

    for name in _PARTS:
        part = header.pop(name)
        if part is None:
            continue
        for source in part.get("sources", ()):
            source["content"] = stow(source["content"])
            if source["sha256"] not in ("", source["content"]):
                raise ValueError(f"Run {run.run_id} was loaded without its texts.")
        parts[name] = stow(json.dumps(part, ensure_ascii=False))
    return Packed(json.dumps(header), parts, bodies)


def unpack(header: str, parts: Mapping[str, str], fetch: Fetch, *, texts: bool = True) -> Run:
    """Put a run together again; without `texts`, the content of each source is left empty.

    Raises PermanentError if a body is gone.
    """
    plain: dict[str, Any] = json.loads(header)
    stored = all_of(fetch, parts.values())
    for name, address in parts.items():
        plain[name] = json.loads(stored[address])
        sources = plain[name].get("sources", ())
        contents = all_of(fetch, [source["content"] for source in sources if texts])
        for source in sources:
            source["content"] = contents[source["content"]] if texts else ""
    return from_plain(Run, plain)


def unpack_source(parts: Mapping[str, str], number: int, fetch: Fetch) -> Source | None:
    """Return the source of this number, if there is one; of their texts, only its own is fetched.

    Raises PermanentError if a body is gone.
    """
    if "research" not in parts:
        return None
    address = parts["research"]
    sources = json.loads(all_of(fetch, [address])[address])["sources"]
    if not 1 <= number <= len(sources):
        return None
    plain = sources[number - 1]
    plain["content"] = all_of(fetch, [plain["content"]])[plain["content"]]
    return from_plain(Source, plain)


def outline(  # noqa: PLR0913 - what a store keeps beside the bodies
    header: str,
    parts: Mapping[str, str],
    fetch: Fetch,
    *,
    status: Status,
    reason: str | None,
    trail: Sequence[Commit],
) -> Standing:
    """Return where a run stands; of its bodies, only the question to a human is fetched, if any."""
    asked = {n: a for n, a in parts.items() if n == "waiting" and status is Status.WAITING}
    run = unpack(header, asked, fetch)
    return Standing(
        question=run.question,
        started_by=run.started_by,
        created_at=run.created_at,
        status=status,
        reason=reason,
        cap=run.cap,
        waiting=run.waiting,
        trail=trail,
    )


def all_of(fetch: Fetch, addresses: Iterable[str]) -> Mapping[str, str]:
    """Fetch all of these bodies. Raises PermanentError if one is gone."""
    wanted = set(addresses)
    found = fetch(wanted) if wanted else {}
    if gone := sorted(wanted - found.keys()):
        raise PermanentError(f"A text of this run is gone from the store: {gone[0]}.")
    return found


def squeeze(text: str) -> bytes:
    """Compress a body, to the same bytes each time. Lone surrogates are kept."""
    return gzip.compress(text.encode("utf-8", "surrogatepass"), mtime=0)


def expand(address: str, data: bytes) -> str:
    """Return the text of a stored body. Raises PermanentError unless its digest is the address."""
    try:
        text = gzip.decompress(data).decode("utf-8", "surrogatepass")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise PermanentError(f"A stored text is damaged: {address}.") from error
    if digest(text) != address:
        raise PermanentError(f"A stored text is damaged: {address}.")
    return text
