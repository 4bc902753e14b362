"""Which execution of the workflow walks a run, and the token that wakes it.

One item of the table for each run that was begun: `RUN#<id>` / `WALK` with `name`, and `token` once
the walk waits for a human.
"""

from dataclasses import dataclass

from botocore.exceptions import ClientError

from cite_or_refuse.adapters.aws.clients import client, condition_failed, told
from cite_or_refuse.adapters.aws.items import RETENTION_DAYS, expiry, key


@dataclass(frozen=True, slots=True)
class Walk:
    """The execution `name` walks the run; `token` wakes it, empty unless it waits for a human."""

    name: str
    token: str = ""


class Walks:
    """The walks of the runs in `table`. Every method raises what `told` does."""

    def __init__(self, table: str, retention_days: int = RETENTION_DAYS) -> None:
        self._table = table
        self._retention_days = retention_days

    def begin(self, run_id: str, name: str) -> None:
        """Make this the run's current walk, without a token.

        If it is already, it stays as it is, token included: a start that is delivered twice
        forgets nothing.
        """
        self._write(
            run_id,
            "SET #name = :name, expires_at = :expires_at REMOVE #token",
            "attribute_not_exists(#name) OR #name <> :name",
            {":name": {"S": name}, ":expires_at": expiry(self._retention_days)},
        )

    def keep_token(self, run_id: str, name: str, token: str) -> bool:
        """Keep the token that wakes the walk `name`, in the place of an older one.

        Returns False, and keeps nothing, if another walk is the current one: the token of a walk
        that was given up would wake nobody.
        """
        return self._write(
            run_id,
            "SET #token = :token",
            "#name = :name",
            {":name": {"S": name}, ":token": {"S": token}},
        )

    def current(self, run_id: str) -> Walk | None:
        """Return the run's walk as it is now, or None if none was begun."""
        with told(f"Table {self._table}"):
            answer = client("dynamodb").get_item(
                TableName=self._table, Key=key(run_id, "WALK"), ConsistentRead=True
            )
        item = answer.get("Item")
        return Walk(item["name"]["S"], item.get("token", {}).get("S", "")) if item else None

    def _write(
        self, run_id: str, update: str, condition: str, values: dict[str, dict[str, str]]
    ) -> bool:
        """Whether the condition was met, and so the item was written."""
        with told(f"Table {self._table}"):
            try:
                client("dynamodb").update_item(
                    TableName=self._table,
                    Key=key(run_id, "WALK"),
                    UpdateExpression=update,
                    ConditionExpression=condition,
                    ExpressionAttributeNames={"#name": "name", "#token": "token"},
                    ExpressionAttributeValues=values,
                )
            except ClientError as error:
                if not condition_failed(error):
                    raise
                return False
        return True
