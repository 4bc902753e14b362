"""A run and its steps as items of the table, each near 1 KB whatever the run holds."""

from datetime import UTC, datetime, timedelta

from cite_or_refuse.domain.errors import UnknownRun

RETENTION_DAYS = 90
LONGEST_ID = 200


def key(run_id: str, sort: str) -> dict[str, dict[str, str]]:
    """Return the key of an item of the run. Raises UnknownRun for what can be no id."""
    if len(run_id) > LONGEST_ID or not run_id.isascii():
        raise UnknownRun(f"There is no run {run_id!r:.80}.")
    return {"pk": {"S": f"RUN#{run_id}"}, "sk": {"S": sort}}


def expiry(days: int) -> dict[str, str]:
    """Return the value of `expires_at`, the table's TTL attribute, for an item written now."""
    return {"N": str(int((datetime.now(UTC) + timedelta(days=days)).timestamp()))}
