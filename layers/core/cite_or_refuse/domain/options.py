"""What the caller of one run chose."""

from dataclasses import dataclass

from cite_or_refuse.domain.budget import NO_LIMIT, Budget


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller chose, within the operator's limits.

    `plan_model` and `review_model` are empty where `model` does that, too. `allow_hosts` holds each
    `host:port` that may be fetched from although it is not on the public web; only the command line
    sets it.
    """

    model: str = "extractive"
    plan_model: str = ""
    review_model: str = ""
    search: tuple[str, ...] = ("corpus",)
    corpus: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    max_revisions: int = 3
    human: bool = False
    wait_minutes: int = 24 * 60
    max_sources: int = 8
    budget: Budget = NO_LIMIT
