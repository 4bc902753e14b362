"""How much is asked of one site at a time."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from cite_or_refuse.adapters.fetching.deadline import Deadline, TimeIsUp

AT_ONCE = 2


class Politeness:
    """Lets at most two requests be under way to one host, whatever the size of the pool."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: dict[str, threading.Semaphore] = defaultdict(
            lambda: threading.Semaphore(AT_ONCE)
        )

    @contextmanager
    def turn(self, host: str, deadline: Deadline) -> Iterator[None]:
        """Wait for a turn at this host. Raises TimeIsUp."""
        with self._lock:
            turns = self._turns[host]
        if not turns.acquire(timeout=deadline.left()):
            raise TimeIsUp
        try:
            yield
        finally:
            turns.release()
