"""A run and its steps as items of the table, each under 1 KB whatever the run holds."""

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from cite_or_refuse.adapters.conditions import unknown
from cite_or_refuse.adapters.packing import Fetch, all_of, outline, pack, unpack, unpack_source
from cite_or_refuse.domain.budget import Budget, Usage
from cite_or_refuse.domain.codec import from_plain, to_plain
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Run, Summary
from cite_or_refuse.domain.source import Source, digest
from cite_or_refuse.ports import Commit, Standing

RETENTION_DAYS = 90
LONGEST_ID = 200
LONGEST_LINE = 400  # bytes of the question in a list
MAX_STEPS = 9999
COUNTERS = (*(field.name for field in fields(Usage)), "tokens")

type Item = dict[str, Any]
"""Attributes as the protocol writes them: `{"N": "1"}`, `{"S": "text"}`."""


def key(run_id: str, sort: str) -> Item:
    """Return the key of an item of the run. Raises UnknownRun for what can be no id."""
    if len(run_id) > LONGEST_ID or not run_id.isascii():
        raise unknown(run_id)
    return {"pk": {"S": f"RUN#{run_id}"}, "sk": {"S": sort}}


def step_sort(seq: int) -> str:
    """Return the sort key of a step, which sorts as its number does, up to `MAX_STEPS`."""
    return f"STEP#{seq:04}"


def now() -> int:
    """Return the time in the unit of `expires_at`."""
    return int(datetime.now(UTC).timestamp())


def expiry(days: int) -> Item:
    """Return `expires_at`, the table's TTL attribute, of an item that is written now."""
    return {"N": str(now() + int(timedelta(days=days).total_seconds()))}


def take_apart(run: Run) -> tuple[Item, dict[str, str]]:
    """Return the attributes that a step changes, and the bodies that they name.

    The header is a body too, since people may write much into it. It is taken without the two
    numbers that each step counts up, so that it stays the same text from step to step.
    """
    packed = pack(replace(run, seq=0, version=0))
    header = digest(packed.header)
    reason = run.current_publication.reason if run.current_publication else None
    addresses = {"header": header, **packed.parts}
    state: Item = {
        "version": {"N": str(run.version)},
        "seq": {"N": str(run.seq)},
        "status": {"S": run.status.value},
        "reason": {"NULL": True} if reason is None else {"S": reason},
        "parts": {"M": {name: {"B": bytes.fromhex(a)} for name, a in addresses.items()}},
    }
    return state, {**packed.bodies, header: packed.header}


def put_together(item: Item, spent: Item, fetch: Fetch, *, texts: bool) -> Run:
    """Return the run of these two items, as `unpack` does."""
    parts = _addresses(item)
    fetched = all_of(fetch, parts.values())  # at once, the header among them

    def rest(wanted: Iterable[str]) -> dict[str, str]:
        missing = set(wanted) - fetched.keys()
        return {**fetched, **(fetch(missing) if missing else {})}

    run = unpack(fetched[parts.pop("header")], parts, rest, texts=texts)
    seq, version = (int(item[name]["N"]) for name in ("seq", "version"))
    return replace(run, seq=seq, version=version, spent=usage_of(spent))


def source_of(item: Item, number: int, fetch: Fetch) -> Source | None:
    """Return this source of the run of this item, as `unpack_source` does."""
    return unpack_source(_addresses(item), number, fetch)


def standing_of(item: Item, steps: Iterable[Item], fetch: Fetch) -> Standing:
    """Return where the run of this item, with these steps, stands: for two small bodies at most."""
    parts = _addresses(item)
    header = parts.pop("header")
    return outline(
        all_of(fetch, [header])[header],
        parts,
        fetch,
        status=Status(item["status"]["S"]),
        reason=item["reason"].get("S"),
        trail=[commit_of(step) for step in steps],
    )


def _addresses(item: Item) -> dict[str, str]:
    return {name: address["B"].hex() for name, address in item["parts"]["M"].items()}


def listed(run: Run) -> Item:
    """Return the attributes by which a run is found in lists. No step changes them."""
    line = run.question.encode("utf-8", "replace")
    if len(line) > LONGEST_LINE:
        line = line[:LONGEST_LINE].decode("utf-8", "ignore").encode() + "…".encode()
    return {
        "kind": {"S": "RUN"},
        "listed": {"S": f"{run.created_at}#{run.run_id}"},
        "question": {"S": line.decode()},
    }


def summary_of(item: Item) -> Summary:
    """Return the line of a list."""
    created_at, _, run_id = item["listed"]["S"].partition("#")
    status = Status(item["status"]["S"])
    return Summary(run_id, item["question"]["S"], status, item["reason"].get("S"), created_at)


def counters(usage: Usage) -> Item:
    """Return what was charged; its tokens as one number too, so that a condition can limit them."""
    return {name: {"N": str(getattr(usage, name))} for name in COUNTERS}


def usage_of(item: Item) -> Usage:
    """Return what was charged."""
    return Usage(**{field.name: int(item[field.name]["N"]) for field in fields(Usage)})


def allowed(usage: Usage, budget: Budget) -> tuple[list[str], Item]:
    """Return the conditions, and their values, under which Budget.check allows `usage` more."""
    limits = {
        "micro_dollars": budget.micro_dollars,
        "tokens": budget.tokens,
        "calls": budget.calls,
        "searches": budget.searches,
        "milliseconds": None if budget.seconds is None else 1000 * budget.seconds,
    }
    most = {name: limit for name, limit in limits.items() if limit is not None}
    conditions = [f"#{name} <= :most_{name}" for name in most]
    values = {f":most_{n}": {"N": str(limit - getattr(usage, n))} for n, limit in most.items()}
    if budget.micro_dollars is not None:
        conditions.append("#unpriced_calls = :priced")
        values[":priced"] = {"N": str(-usage.unpriced_calls)}
    return conditions, values


def step_item(commit: Commit) -> Item:
    """Return the attributes of a committed step, without its key."""
    return {
        "step": {"S": commit.step},
        "at": {"S": commit.at},
        "facts": {"S": json.dumps(to_plain(commit.facts))},
        "usage": {"S": json.dumps(to_plain(commit.usage))},
    }


def commit_of(item: Item) -> Commit:
    """Return the committed step."""
    plain = {
        "run_id": item["pk"]["S"].removeprefix("RUN#"),
        "seq": int(item["sk"]["S"].removeprefix("STEP#")),
        "step": item["step"]["S"],
        "at": item["at"]["S"],
        "facts": json.loads(item["facts"]["S"]),
        "usage": json.loads(item["usage"]["S"]),
    }
    return from_plain(Commit, plain)
