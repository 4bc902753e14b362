"""The meter of one step: nothing is used before it is reserved where it cannot be forgotten."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic

from cite_or_refuse.domain.budget import NO_LIMIT, NOTHING, Usage
from cite_or_refuse.domain.run import Run
from cite_or_refuse.ports import Bill, Meter, RunStore


class StepMeter(Meter):
    """Charges the run in its store. `used` is what this step has used so far.

    `on_use` hears what each call has used as soon as that is known.
    """

    def __init__(
        self, run: Run, store: RunStore, on_use: Callable[[Usage], None] = lambda _used: None
    ) -> None:
        self.used = NOTHING
        self._run = run
        self._store = store
        self._on_use = on_use

    @contextmanager
    def reserve(self, at_most: Usage) -> Iterator[Bill]:
        """Charge `at_most`; on leaving, give back what the bill and the clock did not need.

        A process that dies in between leaves the reservation charged: the call may have been made.
        """
        reserved = replace(at_most, milliseconds=self._time(at_most.milliseconds))
        self._store.charge(self._run.run_id, reserved, self._run.options.budget)
        bill = Bill(reserved)
        start = monotonic()
        try:
            yield bill
        finally:
            used = replace(bill.used, milliseconds=round(1000 * (monotonic() - start)))
            self.used += used
            self._on_use(used)
            self._store.charge(self._run.run_id, used - reserved, NO_LIMIT)

    def _time(self, longest: int) -> int:
        """The time to reserve: no more than is left, and no less than shows that some is."""
        seconds = self._run.options.budget.seconds
        if seconds is None:
            return longest
        left = 1000 * seconds - self._run.spent.milliseconds - self.used.milliseconds
        return max(1, min(longest, left))
