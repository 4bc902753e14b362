"""Servers on loopback that do what no web framework would: say nothing, drip, cut, lie."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Script = Callable[[socket.socket], None]


@dataclass
class RawServer:
    """Runs a script for each connection, after the request's head was read."""

    port: int
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"


@contextmanager
def a_raw_server(script: Script = lambda _: None, *, reads: bool = True) -> Iterator[RawServer]:
    """A server on 127.0.0.1 and, where there is one, on ::1, at the same port."""
    listeners = [socket.create_server(("127.0.0.1", 0))]
    port = listeners[0].getsockname()[1]
    with suppress(OSError):
        listeners.append(socket.create_server(("::1", port), family=socket.AF_INET6))
    server = RawServer(port)
    threads = [
        threading.Thread(target=_accept, args=(listener, script, server, reads), daemon=True)
        for listener in listeners
    ]
    for thread in threads:
        thread.start()
    try:
        yield server
    finally:
        for listener in listeners:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for thread in threads:
            thread.join(5)


def _accept(listener: socket.socket, script: Script, server: RawServer, reads: bool) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            server.connections += 1
            arguments = (connection, script, server, reads)
            threading.Thread(target=_serve, args=arguments, daemon=True).start()


def _serve(connection: socket.socket, script: Script, server: RawServer, reads: bool) -> None:
    with connection, suppress(OSError):
        connection.settimeout(30)
        if reads:
            head = b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65_536)
                if not part:
                    return
                head += part
            server.requests.append(head)
        script(connection)


def answers(
    body: bytes = b"", *headers: str, status: str = "200 OK", kind: str = "text/html"
) -> Script:
    """A script that answers once: robots.txt is always 404, so that it forbids nothing."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", "Connection: close", *headers]
    whole = "\r\n".join([*lines, "", ""]).encode("latin-1") + body
    return lambda connection: connection.sendall(whole)
