"""Runs in one DynamoDB table and their texts in one S3 bucket.

The table has the keys `pk` and `sk` (strings), the TTL attribute `expires_at` (epoch seconds), and

    pk        sk                what                                      written
    RUN#<id>  RUN               version, seq, status, reason, question    by each step, if `version`
                                (shortened), parts (digests of bodies),   is the loaded one
                                kind "RUN", listed "<created_at>#<id>"
    RUN#<id>  SPENT             what was charged, a number for each       by `charge` alone
                                counter of Usage and `tokens`
    RUN#<id>  STEP#<seq, 0001>  a commit: step, at, facts, usage          once
    RUN#<id>  WALK              the execution that walks it, its token    by `Walks`

two indexes, which hold what a line of a list shows, so that a step between the first and the last
writes to neither:

    index      pk      sk      includes
    recent     kind    listed  status, reason, question, expires_at
    by_status  status  listed  reason, question, expires_at

and these are all its requests:

    create         transaction: put RUN and SPENT, if the id is free
    load           query RUN and SPENT, consistent; then the bodies; load_without_texts leaves out
                   those of sources' contents
    source         query RUN, consistent; then the body of the research, and the content
    standing       query RUN to STEP#, consistent; then the header and, if it waits, the question
    find_commit    get STEP, consistent
    commit         the new bodies; then a transaction: update RUN if its version is the loaded one,
                   put STEP if the number is free
    amend, decide  update RUN if its version is the loaded one
    charge         update SPENT if the budget allows the sum
    trail          query STEP#, consistent
    recent         query an index, newest first

A body is the object `texts/<run_id>/<sha256>`, gzip, put before the item that names it. Bodies are
not shared among runs, so that the bucket's lifecycle, in days as the table's TTL, can expire them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import uuid4

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws import items
from cite_or_refuse.adapters.aws.clients import client, condition_failed, told
from cite_or_refuse.adapters.aws.items import Item
from cite_or_refuse.adapters.aws.texts import Texts
from cite_or_refuse.adapters.conditions import changed, decided, taken, unknown
from cite_or_refuse.adapters.packing import Fetch
from cite_or_refuse.domain.budget import Budget, Usage
from cite_or_refuse.domain.errors import TransientError
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Decision
from cite_or_refuse.domain.run import Run, Summary
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Commit, RunStore, Standing

MAX_RACES = 5
LARGEST_PAGE = 100


class DynamoStore(RunStore):
    """A RunStore in the table `table` and the bucket `texts`; it may be shared among threads.

    Every method raises what `told` does besides what it says itself. A run is unknown
    `retention_days` after it was created, whether or not AWS has deleted it by then.
    """

    def __init__(self, table: str, texts: str, retention_days: int = items.RETENTION_DAYS) -> None:
        self._table = table
        self._name = f"Table {table}"
        self._texts = Texts(texts)
        self._retention_days = retention_days

    def create(self, run: Run) -> None:
        """Store a new run. Raises BadInput if the id is taken."""
        state, bodies = items.take_apart(run)
        self._texts.put(run.run_id, bodies)
        spent = items.counters(run.spent) | {"last": {"S": ""}}
        puts = [
            self._put(run.run_id, "RUN", state | items.listed(run)),
            self._put(run.run_id, "SPENT", spent),
        ]
        if not self._written(puts):
            raise taken(run.run_id)

    def load(self, run_id: str) -> Run:
        """Return the run with all its texts, and all it was charged with. Raises UnknownRun."""
        return self._load(run_id, texts=True)

    def load_without_texts(self, run_id: str) -> Run:
        """Return the run as `load` does, but with the content of each source empty.

        It is to be looked at: to store it raises ValueError. Raises UnknownRun.
        """
        return self._load(run_id, texts=False)

    def source(self, run_id: str, number: int) -> Source | None:
        """Return the source that `[^number]` cites, None if there is none. Raises UnknownRun.

        No other source's text is read.
        """
        item = next(self._between(run_id, "RUN", "RUN"), None)
        if item is None:
            raise unknown(run_id)
        return items.source_of(item, number, self._fetch(run_id))

    def standing(self, run_id: str) -> Standing:
        """Return where the run stands, for little: no text is read. Raises UnknownRun."""
        last = items.step_sort(items.MAX_STEPS)
        found = {item["sk"]["S"]: item for item in self._between(run_id, "RUN", last)}
        if "RUN" not in found:
            raise unknown(run_id)
        steps = [item for sort, item in found.items() if sort.startswith("STEP#")]
        return items.standing_of(found["RUN"], steps, self._fetch(run_id))

    def find_commit(self, run_id: str, seq: int) -> Commit | None:
        """Return the step committed under this number, if any."""
        with told(self._name):
            answer = client("dynamodb").get_item(
                TableName=self._table,
                Key=items.key(run_id, items.step_sort(seq)),
                ConsistentRead=True,
            )
        return items.commit_of(answer["Item"]) if "Item" in answer else None

    def commit(self, run: Run, commit: Commit) -> None:
        """Store `run`, whose `version` is the loaded one plus 1, and the step, both or neither.

        `run.spent` is not stored: `charge` alone changes it. Raises TransientError if the stored
        version is not `run.version - 1` or the step number is taken: the caller loads again.
        """
        step = self._put(run.run_id, items.step_sort(commit.seq), items.step_item(commit))
        self._replace(run, step)

    def amend(self, run: Run) -> None:
        """Store the options of `run`, whose `version` is the loaded one plus 1, without a step.

        Raises TransientError if the stored version is not `run.version - 1`.
        """
        self._replace(run)

    def charge(self, run_id: str, usage: Usage, budget: Budget) -> None:
        """Add to what the run has spent, at once and under no version.

        Raises UnknownRun, and BudgetExhausted, then adding nothing, if `budget` does not allow
        the sum.
        """
        this = {"S": uuid4().hex}  # told again by the SDK when an answer was lost, and known by it
        refused = self._refused_charge(run_id, usage, budget, this)
        if refused is None or refused.get("last") == this:
            return
        if not refused:
            raise unknown(run_id)
        budget.check(items.usage_of(refused) + usage)
        raise changed(run_id)

    def decide(self, run_id: str, decision: Decision) -> Run:
        """Store a human's decision. Raises NotWaiting unless the run waits and is undecided."""
        for attempt in range(MAX_RACES):
            run = self.load(run_id)
            if attempt and decision in run.decisions:
                return run  # stored by the attempt before, whose answer was lost
            after = decided(run, decision)
            try:
                self._replace(after)
            except TransientError:
                continue
            return after
        raise changed(run_id)

    def trail(self, run_id: str) -> Sequence[Commit]:
        """Return the committed steps in order."""
        first, last = items.step_sort(0), items.step_sort(items.MAX_STEPS)
        return [items.commit_of(item) for item in self._between(run_id, first, last)]

    def recent(self, limit: int, status: Status | None = None) -> Sequence[Summary]:
        """Return the newest runs first, of one status if given.

        A long question is shortened. A run may be missing, or have its status of before, for the
        fraction of a second that an index of DynamoDB lags behind.
        """
        index, name, value = (
            ("recent", "kind", "RUN") if status is None else ("by_status", "status", status.value)
        )
        found = self._query(
            IndexName=index,
            KeyConditionExpression="#name = :value",
            FilterExpression="expires_at > :now",
            ExpressionAttributeNames={"#name": name},
            ExpressionAttributeValues={":value": {"S": value}, ":now": {"N": str(items.now())}},
            ScanIndexForward=False,
            PaginationConfig={"PageSize": max(1, min(limit, LARGEST_PAGE))},
        )
        return [items.summary_of(item) for item in islice(found, max(0, limit))]

    def _load(self, run_id: str, *, texts: bool) -> Run:
        found = {item["sk"]["S"]: item for item in self._between(run_id, "RUN", "SPENT")}
        if found.keys() != {"RUN", "SPENT"}:
            raise unknown(run_id)
        return items.put_together(found["RUN"], found["SPENT"], self._fetch(run_id), texts=texts)

    def _fetch(self, run_id: str) -> Fetch:
        return lambda wanted: self._texts.fetch(run_id, wanted)

    def _between(self, run_id: str, first: str, last: str) -> Iterator[Item]:
        """Those items of the run that are there still, in order."""
        return self._query(
            KeyConditionExpression="pk = :pk AND sk BETWEEN :first AND :last",
            FilterExpression="expires_at > :now",
            ExpressionAttributeValues={
                ":pk": items.key(run_id, "RUN")["pk"],
                ":first": {"S": first},
                ":last": {"S": last},
                ":now": {"N": str(items.now())},
            },
            ConsistentRead=True,
        )

    def _query(self, **query: Any) -> Iterator[Item]:
        with told(self._name):
            pages = (
                client("dynamodb").get_paginator("query").paginate(TableName=self._table, **query)
            )
            for page in pages:
                yield from page["Items"]

    def _put(self, run_id: str, sort: str, attributes: Item) -> Item:
        """The part of a transaction that puts an item where none is."""
        return {
            "Put": {
                "TableName": self._table,
                "Item": items.key(run_id, sort)
                | attributes
                | {"expires_at": items.expiry(self._retention_days)},
                "ConditionExpression": "attribute_not_exists(pk)",
            }
        }

    def _replace(self, run: Run, *others: Item) -> None:
        """Store the run's new state under its version, and the others, or nothing."""
        state, bodies = items.take_apart(run)
        key = items.key(run.run_id, "RUN")
        self._texts.put(run.run_id, bodies)
        update = {
            "TableName": self._table,
            "Key": key,
            "UpdateExpression": "SET " + ", ".join(f"#{name} = :{name}" for name in state),
            "ConditionExpression": "#version = :loaded",
            "ExpressionAttributeNames": {f"#{name}": name for name in state},
            "ExpressionAttributeValues": {f":{name}": value for name, value in state.items()}
            | {":loaded": {"N": str(run.version - 1)}},
        }
        if not self._written([{"Update": update}, *others]):
            raise changed(run.run_id)

    def _written(self, actions: Sequence[Any]) -> bool:
        """Whether all conditions were met, and so everything was written.

        A transaction, also of one item, carries a token by which AWS knows it when the SDK asks
        again because an answer was lost.
        """
        with told(self._name):
            try:
                client("dynamodb").transact_write_items(TransactItems=actions)
            except ClientError as error:
                if not condition_failed(error):
                    raise
                return False
        return True

    def _refused_charge(self, run_id: str, usage: Usage, budget: Budget, this: Item) -> Item | None:
        """Charge the run, or return what it has spent, nothing for an unknown run."""
        added = items.counters(usage)
        conditions, values = items.allowed(usage, budget)
        values |= {f":{name}": number for name, number in added.items()} | {":last": this}
        with told(self._name):
            try:
                client("dynamodb").update_item(
                    TableName=self._table,
                    Key=items.key(run_id, "SPENT"),
                    UpdateExpression="SET #last = :last ADD "
                    + ", ".join(f"#{name} :{name}" for name in added),
                    ConditionExpression=" AND ".join(
                        ["attribute_exists(pk)", "#last <> :last", *conditions]
                    ),
                    ExpressionAttributeNames={f"#{name}": name for name in (*added, "last")},
                    ExpressionAttributeValues=values,
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )
            except ClientError as error:
                if not condition_failed(error):
                    raise
                stored: Item = error.response.get("Item", {})  # type: ignore[assignment]
                return stored
        return None
