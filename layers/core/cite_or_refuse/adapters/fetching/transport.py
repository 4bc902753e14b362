"""requests, with its connections made by the guard and watched by the deadline.

Only its adapter is used, and no Session: a Session would bring proxies, passwords and cookies from
the environment and from earlier answers, and it reads the body of a redirect without a limit.
"""

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

from requests import Request, Response
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from cite_or_refuse import __version__
from cite_or_refuse.adapters.fetching.deadline import Deadline
from cite_or_refuse.adapters.fetching.guard import Guard

PRODUCT = "cite-or-refuse"
"""The name that robots.txt may speak to."""
CODINGS = ("gzip", "deflate")


class _Guarded:
    """Replaces how urllib3 connects; TLS still asks the certificate for the name."""

    host: str
    port: int

    def __init__(self, *args: Any, guard: Guard, deadline: Deadline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._guard = guard
        self._deadline = deadline

    def _new_conn(self) -> Any:
        return self._guard.connect(self.host, self.port, self._deadline)


class _GuardedHTTP(_Guarded, HTTPConnection):
    pass


class _GuardedHTTPS(_Guarded, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    def __init__(self, *args: Any, guard: Guard, deadline: Deadline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ConnectionCls = partial(_GuardedHTTP, guard=guard, deadline=deadline)  # type: ignore[assignment]


class _SecurePool(HTTPSConnectionPool):
    def __init__(self, *args: Any, guard: Guard, deadline: Deadline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ConnectionCls = partial(_GuardedHTTPS, guard=guard, deadline=deadline)  # type: ignore[assignment]


class Transport(HTTPAdapter):
    """Sends requests that go through the guard and end with the deadline."""

    def __init__(self, guard: Guard, deadline: Deadline, contact: str = "") -> None:
        super().__init__(max_retries=0)
        self.poolmanager.pool_classes_by_scheme = {
            "http": partial(_Pool, guard=guard, deadline=deadline),
            "https": partial(_SecurePool, guard=guard, deadline=deadline),
        }
        self._deadline = deadline
        about = contact or "obeys robots.txt"
        self._user_agent = f"{PRODUCT}/{__version__} (reads pages to answer a question; {about})"

    def ask(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: Any = None,
    ) -> Response:
        """Return the answer with its body unread. Raises what requests, urllib3 and the guard do.

        `REQUESTS_CA_BUNDLE`, a company's own certificates, is the one variable of the environment
        that counts.
        """
        fixed = {"User-Agent": self._user_agent, "Accept-Encoding": ", ".join(CODINGS)}
        request = Request(method, url, {**fixed, **(headers or {})}, params=params, json=json)
        return self.send(
            request.prepare(),
            stream=True,
            timeout=self._deadline.left(),
            verify=os.environ.get("REQUESTS_CA_BUNDLE") or True,
        )
