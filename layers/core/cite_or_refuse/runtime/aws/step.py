"""One step of the walk, as the workflow asks a function for it.

The event is `{"facts": {...}}`; what goes back is the facts after the step. ask_human gets `walk`
and `token`, too, when it is to wait, and publish `error`, what a Catch of the workflow caught, and
`walk`; or `{"died": {...}}`, the news that an execution ended without an outcome.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

from cite_or_refuse.adapters.aws.notices import Notice, announce
from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.errors import StaleStep
from cite_or_refuse.domain.facts import Facts
from cite_or_refuse.domain.routing import Step
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.aws.failures import failure
from cite_or_refuse.runtime.aws.stack import close, open_stack
from cite_or_refuse.runtime.aws.telemetry import count_end, count_step, count_use, watched
from cite_or_refuse.runtime.run_step import Taken, take
from cite_or_refuse.runtime.settings import Settings, read_settings
from cite_or_refuse.runtime.wiring import equip, open_store, store_ports

type Event = Mapping[str, Any]


def take_step(step: Step, event: Event) -> dict[str, Any]:
    """Take the step and return the facts after it.

    Raises what `run_step` does, `bounded`: the workflow knows the error by its class's name.
    """
    taker = _TAKERS.get(step, _take)
    with watched(step, _run_id(event)):
        return taker(step, event, read_settings())


def _run_id(event: Event) -> str:
    """The id of the run; an execution's name is that, and a version."""
    if "facts" in event:
        return str(event["facts"]["run_id"])
    return str(event["died"]["name"]).rpartition("-")[0]


def _facts(event: Event) -> Facts:
    return from_plain(Facts, event["facts"])


def _facts_after(taken: Taken) -> dict[str, Any]:
    facts: dict[str, Any] = to_plain(taken.facts)
    return facts


def _ports(settings: Settings) -> Ports:
    return store_ports(open_store(settings), lambda: datetime.now(UTC))


def _take(step: Step, event: Event, settings: Settings) -> dict[str, Any]:
    taken = take(
        step,
        _facts(event),
        _ports(settings),
        equip=partial(equip, step, settings),
        on_use=count_use,
    )
    count_step(taken)
    return _facts_after(taken)


def _ask_human(step: Step, event: Event, settings: Settings) -> dict[str, Any]:
    """Keep the token first, so that whoever decides on the committed question finds it.

    Delivered again, it announces again: rather twice than never.
    """
    if "token" not in event:
        # After the wait the workflow has the facts from before it: what a task that waits gives
        # back is what woke it. So the first of the two steps is found committed.
        return _take(step, {"facts": _take(step, event, settings)}, settings)
    stack = open_stack(settings)
    run_id, token = _run_id(event), str(event["token"])
    if not stack.walks.keep_token(run_id, str(event["walk"]), token):
        raise StaleStep(f"Another walk than {event['walk']} is the one of run {run_id}.")
    asked = _take(step, event, settings)
    run = stack.store.load(run_id)
    if run.undecided and run.waiting:
        link = f"{settings.api.rstrip('/')}/runs/{run_id}"
        notice = Notice(run_id, run.question, run.waiting.until, link)
        announce(notice, settings.topic)
    else:  # decided since the question was first committed, when the token was another
        stack.machine.wake(token)
    return asked


def _publish(_step: Step, event: Event, settings: Settings) -> dict[str, Any]:
    if "died" in event:
        taken = close(open_stack(settings), event["died"])
    else:
        taken = _published(event, settings)
    if taken is None:
        return {}
    count_step(taken)
    if taken.run:
        count_end(taken.run)
    run = taken.run or open_store(settings).load(taken.facts.run_id)
    if run.started_by.startswith("s3://"):
        from cite_or_refuse.runtime.aws.delivery import deliver

        deliver(run, settings)  # of a repeated step again: its process may have died before this
    return _facts_after(taken)


def _published(event: Event, settings: Settings) -> Taken:
    error, facts, ports = failure(event["error"]), _facts(event), _ports(settings)
    try:
        return take("publish", facts, ports, error)
    except StaleStep:
        failed = ports.store.find_commit(facts.run_id, facts.seq + 1)
        walk = open_stack(settings).walks.current(facts.run_id)
        if error is None or failed is None or walk is None or walk.name != event["walk"]:
            raise
        # The step that failed had been committed before: a late timeout, a notice not sent.
        return take("publish", failed.facts, ports, error)


_TAKERS: Mapping[Step, Callable[[Step, Event, Settings], dict[str, Any]]] = {
    "ask_human": _ask_human,
    "publish": _publish,
}
