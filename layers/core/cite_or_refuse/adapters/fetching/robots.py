"""Whether a site lets this program read a page: robots.txt, as RFC 9309 has it."""

import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from protego import Protego

from cite_or_refuse.adapters.fetching.exchange import Answer
from cite_or_refuse.adapters.fetching.transport import PRODUCT
from cite_or_refuse.domain.errors import Unreadable

MAX_ROBOTS_BYTES = 2_000_000  # RFC 9309, 2.5, asks for 500 KiB at least

_NO_RULES = Protego.parse("")


class Robots:
    """Asks each site once, and keeps what it said.

    `get` returns the answer for the address of a robots.txt, redirects followed, or raises
    Unreadable. A file that is not there (4xx) allows everything; a server that cannot answer (5xx,
    no connection, too slow) forbids everything; a page of HTML has no rules and allows.
    """

    def __init__(self, get: Callable[[str], Answer]) -> None:
        self._get = get
        self._lock = threading.Lock()
        self._sites: dict[str, tuple[threading.Lock, list[Protego | Unreadable]]] = {}

    def check(self, url: str) -> None:
        """Raise Unreadable if the page may not be read, or its site not be connected to."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            lock, known = self._sites.setdefault(site, (threading.Lock(), []))
        with lock:
            if not known:
                known.append(self._ask(f"{site}/robots.txt"))
        rules = known[0]
        if isinstance(rules, Unreadable):
            raise Unreadable(str(rules), withheld=rules.withheld)
        if not rules.can_fetch(url, PRODUCT):
            raise Unreadable("Its robots.txt asks not to read it.", withheld=True)

    def _ask(self, url: str) -> Protego | Unreadable:
        try:
            answer = self._get(url)
        except Unreadable as error:
            return _closed(str(error)) if error.withheld else error
        if 400 <= answer.status < 500:
            return _NO_RULES
        if answer.status != 200:
            return _closed(f"The server answered {answer.status}.")
        return Protego.parse(answer.body.read().decode("utf-8-sig", "replace"))


def _closed(why: str) -> Unreadable:
    return Unreadable(f"Its robots.txt cannot be had, so nothing is read. {why}", withheld=True)
