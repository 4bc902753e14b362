"""One time limit over everything that a page costs, whatever its server does."""

import socket
import threading
import time
from types import TracebackType
from typing import Self


class TimeIsUp(Exception):
    """The deadline has passed."""


class Deadline:
    """Cuts the connections of one page when its time is up.

    The time-outs of sockets bound each read, so that a server which sends a byte now and then holds
    a reader for ever. Here a timer shuts the connection down, and the read that waits on it ends.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            for duplicate in self._sockets:
                duplicate.close()
            self._sockets.clear()

    def left(self) -> float:
        """Return the seconds that are left. Raises TimeIsUp if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeIsUp
        return left

    def wait(self, seconds: float) -> None:
        """Sleep. Raises TimeIsUp at once if that would take longer than what is left."""
        if seconds >= self.left():
            raise TimeIsUp
        time.sleep(seconds)

    def watch(self, connection: socket.socket) -> None:
        """Shut this connection down at the end of the time.

        A duplicate of its descriptor is kept, since TLS takes the socket object over.
        """
        with self._lock:
            self._sockets.append(connection.dup())
        self.left()

    def _cut(self) -> None:
        with self._lock:
            for duplicate in self._sockets:
                try:
                    duplicate.shutdown(socket.SHUT_RDWR)
                except OSError:  # the server was faster
                    continue
