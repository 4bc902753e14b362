"""What may be connected to: the check on each URL, and on each address behind its name.

Refused are other schemes than http and https; ports other than 80, 443, 8080 and 8443; user names,
backslashes, spaces and control characters in a URL; names of which any address is not public.
`allow_host` opens one host and port. A name is resolved once for each connection, and the
connection goes to an address that was checked: what DNS says a moment later does not matter.
"""

import re
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from urllib.parse import urljoin

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

from cite_or_refuse.adapters.fetching.addresses import why_not_public
from cite_or_refuse.adapters.fetching.deadline import Deadline, TimeIsUp
from cite_or_refuse.domain.errors import BadInput, Unreadable

DEFAULT_PORTS = {"http": 80, "https": 443}
PORTS = frozenset({80, 443, 8080, 8443})
MAX_URL_CHARS = 4000

# Parsers disagree about these: `http://a\@b/` is a host `a` to one and `b` to another.
_AMBIGUOUS = re.compile(r"[\x00-\x20\x7f-\xa0\\]")
_ALLOWED = re.compile(
    r"(?P<host>\[[0-9A-Fa-f:.]{2,45}\]|[^\s:/@\[\]\\]{1,253}):(?P<port>[0-9]{1,5})"
)

Resolve = Callable[[str, int], Sequence[str]]


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name, as the system finds them. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Guard:
    """Decides about URLs, and makes the connections that it allows."""

    def __init__(
        self,
        allow_hosts: Iterable[str] = (),
        resolve: Resolve = resolve,
        ports: Collection[int] = PORTS,
    ) -> None:
        """Raises BadInput for a host that is no `host:port`."""
        self._allowed = frozenset(map(allowed_host, allow_hosts))
        self._resolve = resolve
        self._ports = ports

    def check(self, url: str) -> Url:
        """Return the parts of a URL that may be asked for. Raises Unreadable."""
        if len(url) > MAX_URL_CHARS:
            raise Unreadable(f"The address has over {MAX_URL_CHARS} characters.")
        if _AMBIGUOUS.search(url):
            raise Unreadable("The address holds a backslash, a space or a control character.")
        try:
            parts = parse_url(url)
        except LocationParseError as error:
            raise Unreadable("The address cannot be parsed.") from error
        if parts.scheme not in DEFAULT_PORTS:
            raise Unreadable("Only http and https are fetched.")
        if not parts.host:
            raise Unreadable("The address names no host.")
        if parts.auth is not None:
            raise Unreadable("The address holds a user name.")
        host, port = _endpoint(parts.host, port_of(parts))
        if port not in self._ports and (host, port) not in self._allowed:
            raise Unreadable(f"Port {port} is none of {', '.join(map(str, sorted(self._ports)))}.")
        return parts

    def follow(self, url: str, location: str) -> str:
        """Return the checked address of the next hop. Raises Unreadable."""
        try:
            target = urljoin(url, location.strip())
        except ValueError as error:
            raise Unreadable("It redirects to an address that cannot be parsed.") from error
        self.check(target)
        return target

    def connect(self, host: str, port: int, deadline: Deadline) -> socket.socket:
        """Return a connection to a checked address of the host. Raises Unreadable, TimeIsUp."""
        addresses = self._addresses(host, port, deadline)
        if _endpoint(host, port) not in self._allowed:
            for address in addresses:
                if kind := why_not_public(address):
                    raise Unreadable(f"{host} leads to {address}, {kind}; see --allow-host.")
        return _connection(addresses, port, deadline)

    def _addresses(self, host: str, port: int, deadline: Deadline) -> Sequence[str]:
        """Resolve in a thread of its own, since the system's resolver knows no deadline."""
        found: list[Sequence[str] | OSError | UnicodeError] = []

        def ask() -> None:
            try:
                found.append(self._resolve(host.strip("[]"), port))
            except (OSError, UnicodeError) as error:
                found.append(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(deadline.left())
        if not found:
            raise TimeIsUp
        if isinstance(found[0], OSError | UnicodeError) or not found[0]:
            raise Unreadable(f"There is no host {host}, or its name cannot be resolved.")
        return found[0]


def port_of(parts: Url) -> int:
    """Return the port of a checked URL, the scheme's own if none is given."""
    return DEFAULT_PORTS[parts.scheme or ""] if parts.port is None else parts.port


def allowed_host(text: str) -> tuple[str, int]:
    """Return the host and port that `--allow-host` names. Raises BadInput."""
    match = _ALLOWED.fullmatch(text.strip())
    if match is None or not 0 < int(match["port"]) < 65536:
        raise BadInput(f"{text!r:.80} is no HOST:PORT, such as wiki.example.org:8080 or [::1]:80.")
    return _endpoint(match["host"], int(match["port"]))


def _endpoint(host: str, port: int) -> tuple[str, int]:
    return host.lower().strip("[]").rstrip("."), port


def _connection(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """Try the addresses in turn."""
    failure = OSError("no address")
    for tries_left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            deadline.watch(connection)
            connection.settimeout(deadline.left() / tries_left)
            connection.connect((address, port))
            connection.settimeout(deadline.left())
        except OSError as error:
            connection.close()
            failure = error
        except TimeIsUp:
            connection.close()
            raise
        else:
            return connection
    raise failure
