"""What requests cost: units of DynamoDB by its published rules, and requests of S3, counted.

The emulators answer made-up units, so they are computed here from the items before and after each
request. Where the rules leave a doubt, it is the dearer way: an index is charged twice for a
transaction, as the table is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from typing import Any

from cite_or_refuse.adapters.aws.clients import client

type Item = Mapping[str, Any]

WRITE, READ = 1024, 4096  # bytes that one unit pays for


def size_of(item: Item) -> int:
    """The bytes of an item: its names and its values."""
    return sum(len(name.encode()) + _value_size(value) for name, value in item.items())


def _value_size(value: Item) -> int:
    [(kind, content)] = value.items()
    match kind:
        case "S":
            return len(content.encode())
        case "B":
            return len(content)
        case "N":
            digits = len(content.strip("-").strip("0"))
            return (digits + 1) // 2 + 1 + content.startswith("-")
        case "NULL" | "BOOL":
            return 1
        case "M":
            return 3 + sum(1 + len(n.encode()) + _value_size(v) for n, v in content.items())
    raise AssertionError(f"no rule for {kind}")


def units(size: int, of: int) -> int:
    return max(1, ceil(size / of))


class Meter:
    """`writes` and `reads` in units, the largest of `items` in bytes, `requests` by name."""

    def __init__(self, table: str) -> None:
        self.writes = 0.0
        self.reads = 0.0
        self.items: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self._table = table
        self._before: list[tuple[Item, Item | None, int]] = []
        indexes = client("dynamodb").describe_table(TableName=table)["Table"][
            "GlobalSecondaryIndexes"
        ]
        self._indexes = [
            (
                [k["AttributeName"] for k in index["KeySchema"]],
                index["Projection"].get("NonKeyAttributes", []),
            )
            for index in indexes
        ]

    def sent(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        """Before a request."""
        self.requests[model.name] += 1
        if params.get("TableName", self._table) != self._table:
            return
        actions = params.get("TransactItems") or [{model.name: params}]
        factor = 2 if "TransactItems" in params else 1
        if model.name in ("TransactWriteItems", "UpdateItem", "PutItem"):
            for [action] in (a.values() for a in actions):
                key = action.get("Key") or {n: action["Item"][n] for n in ("pk", "sk")}
                self._before.append((key, self._peek(key), factor))
        else:
            self._consistent = params.get("ConsistentRead", False)

    def answered(self, parsed: dict[str, Any], model: Any, **_: Any) -> None:
        """After it."""
        before, self._before = self._before, []
        for key, old, factor in before:
            new = self._peek(key)
            sizes = [size_of(item) for item in (old, new) if item]
            self.writes += factor * units(max(sizes, default=0), WRITE)
            self.writes += factor * sum(self._index_writes(old, new))
            kind = key["sk"]["S"].partition("#")[0]
            self.items[kind] = max(self.items[kind], *sizes, 0)
        if model.name in ("GetItem", "Query"):
            found = parsed.get("Items", [parsed["Item"]] if "Item" in parsed else [])
            whole = units(sum(map(size_of, found)), READ)
            self.reads += whole if self._consistent else whole / 2

    def _index_writes(self, old: Item | None, new: Item | None) -> Iterator[int]:
        for key, included in self._indexes:
            was, now = (self._entry(item, key, included) for item in (old, new))
            if was == now:
                continue
            entries = [e for e in (was, now) if e]
            if was and now and all(was[name] == now[name] for name in key):
                yield max(units(size_of(e), WRITE) for e in entries)
            else:
                yield sum(units(size_of(e), WRITE) for e in entries)

    @staticmethod
    def _entry(item: Item | None, key: list[str], included: list[str]) -> Item | None:
        if item is None or not item.keys() >= set(key):
            return None
        names = {"pk", "sk", *key, *included}
        return {name: value for name, value in item.items() if name in names}

    def _peek(self, key: Item) -> Item | None:
        with self.paused():
            answer = client("dynamodb").get_item(
                TableName=self._table, Key=key, ConsistentRead=True
            )
        return answer.get("Item")

    @contextmanager
    def paused(self) -> Iterator[None]:
        self.unplug()
        yield
        self.plug()

    def plug(self) -> None:
        for service in ("dynamodb", "s3"):
            events = client(service).meta.events
            events.register(f"provide-client-params.{service}", self.sent)
            events.register(f"after-call.{service}", self.answered)

    def unplug(self) -> None:
        for service in ("dynamodb", "s3"):
            events = client(service).meta.events
            events.unregister(f"provide-client-params.{service}", self.sent)
            events.unregister(f"after-call.{service}", self.answered)


@contextmanager
def metered(table: str) -> Iterator[Meter]:
    """Count what is asked within."""
    meter = Meter(table)
    meter.plug()
    yield meter
    meter.unplug()
