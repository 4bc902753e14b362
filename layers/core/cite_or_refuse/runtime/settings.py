"""What the operator set, in one typed object, read from the environment when it is asked for."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cite_or_refuse.domain.budget import NO_LIMIT, Budget, parse_budget
from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.domain.options import Options

PREFIX = "CITE_OR_REFUSE_"
# Under the names that their providers gave them, so that a key that is there is found.
KEYS = {"tavily": "TAVILY_API_KEY", "brave": "BRAVE_SEARCH_API_KEY"}
_NUMBER = re.compile("[0-9]{1,9}")
_TEMPERATURE = re.compile(r"[01](?:\.[0-9]{1,4})?")


def _temperature(text: str) -> float:
    if not _TEMPERATURE.fullmatch(text):
        raise BadInput(f"{text!r:.40} is no temperature; give a number like 0 or 0.3.")
    return float(text)


def _review(text: str) -> str:
    if text not in ("wished", "always", "never"):
        raise BadInput(
            f"{text!r:.40} does not say when to ask a person; give wished, always or never."
        )
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Each field is set by the variable that `variable_of` names."""

    home: Path = field(
        metadata={"about": "the folder for runs and indexes; else the platform's data folder"}
    )
    model: str = field(
        default="extractive", metadata={"about": "the model that plans, writes and reviews"}
    )
    plan_model: str = field(default="", metadata={"about": "who plans, if it is another model"})
    review_model: str = field(default="", metadata={"about": "who reviews, if it is another model"})
    temperature: float | None = field(
        default=None,
        metadata={"about": "of the models; else their own, some take none", "read": _temperature},
    )
    max_output_tokens: int = field(
        default=4096,
        metadata={"about": "the most that a model may write", "least": 64, "most": 128_000},
    )
    context_tokens: int = field(
        default=32_000,
        metadata={
            "about": "the window of the models, what they write included",
            "least": 2000,
            "most": 2_000_000,
        },
    )
    call_seconds: int = field(
        default=120,
        metadata={"about": "how long to wait for a model's answer", "least": 1, "most": 3600},
    )
    call_attempts: int = field(
        default=4,
        metadata={
            "about": "how often a call is tried by the provider's own client",
            "least": 1,
            "most": 20,
        },
    )
    region: str = field(
        default="", metadata={"about": "the AWS region of Bedrock; else the AWS SDK's own"}
    )
    guardrail: str = field(
        default="", metadata={"about": "a Bedrock guardrail for each call, as `ID:VERSION`"}
    )
    budget: Budget = field(
        default=NO_LIMIT,
        metadata={"about": "the most a run may use, as for `--budget`", "read": parse_budget},
    )
    max_revisions: int = field(
        default=3,
        metadata={"about": "how often a draft may be rewritten", "least": 0, "most": 100},
    )
    max_sources: int = field(
        default=8, metadata={"about": "how many sources a run may hold", "least": 1, "most": 100}
    )
    wait_minutes: int = field(
        default=24 * 60,
        metadata={"about": "how long a run waits for a human", "least": 1, "most": 365 * 24 * 60},
    )
    human_review: str = field(
        default="wished",
        metadata={
            "about": "whether a person is asked at the cap: wished, where who asks wants it; "
            "always, or never",
            "read": _review,
        },
    )
    search: str = field(
        default="",
        metadata={
            "about": "the search providers, with commas; else all that have a key or an address; "
            "else corpus, mediawiki and duckduckgo"
        },
    )
    tavily_key: str = field(
        default="",
        repr=False,
        metadata={"about": "the key for Tavily", "variable": KEYS["tavily"]},
    )
    brave_key: str = field(
        default="",
        repr=False,
        metadata={"about": "the key for Brave Search", "variable": KEYS["brave"]},
    )
    searxng_url: str = field(
        default="", metadata={"about": "the address of a SearXNG that offers JSON"}
    )
    mediawiki_url: str = field(
        default="https://en.wikipedia.org/w/api.php",
        metadata={"about": "the api.php of the wiki that is searched"},
    )
    secret: str = field(
        default="",
        metadata={
            "about": "the AWS secret with the keys that are not set here: one JSON object of these "
            "variables"
        },
    )
    contact: str = field(
        default="",
        metadata={"about": "whom a site may write to; told to each site with the program's name"},
    )
    page_seconds: int = field(
        default=20,
        metadata={"about": "how long one page may take in all", "least": 1, "most": 120},
    )
    ignore_robots: str = field(
        default="",
        metadata={
            "about": "the reason for which robots.txt is not asked, such as a site's own leave; "
            "unset, it is obeyed"
        },
    )

    table: str = field(
        default="",
        metadata={"about": "the DynamoDB table that keeps the runs; else a file at home"},
    )
    texts: str = field(
        default="", metadata={"about": "the S3 bucket for the texts of the runs in the table"}
    )
    documents: str = field(
        default="", metadata={"about": "the S3 bucket where questions and documents are dropped"}
    )
    state_machine: str = field(
        default="", metadata={"about": "the ARN of the Step Functions workflow"}
    )
    drop_machine: str = field(
        default="",
        metadata={"about": "the ARN of the Step Functions workflow of dropped questions"},
    )
    companion_minutes: int = field(
        default=10,
        metadata={
            "about": "how long a dropped question waits for the documents that it names",
            "least": 1,
            "most": 24 * 60,
        },
    )
    topic: str = field(
        default="", metadata={"about": "the SNS topic that hears of a run that starts to wait"}
    )
    api: str = field(default="", metadata={"about": "the address of the stack's API"})
    stack: str = field(
        default="",
        metadata={
            "about": "the CloudFormation stack that knows the API's address and the bucket of "
            "documents, if they are not set"
        },
    )
    cors_origin: str = field(
        default="",
        metadata={"about": "the origin whose pages may read the API's answers; else none may"},
    )
    retention_days: int = field(
        default=90,
        metadata={"about": "how long the table keeps a run", "least": 1, "most": 3650},
    )

    def options(  # noqa: PLR0913 - one parameter for each wish
        self,
        *,
        models: Mapping[str, str] | None = None,
        search: Sequence[str] = ("corpus",),
        corpus: Sequence[str] = (),
        allow_hosts: Sequence[str] = (),
        max_revisions: int | None = None,
        human: bool = False,
        wait_minutes: int | None = None,
        budget: Budget = NO_LIMIT,
    ) -> Options:
        """Return what one run may use. Raises BadInput where a wish goes beyond these settings.

        `models` may hold `plan`, `write` and `review`, and `""` for all of them.
        Only a person at the command line may give `allow_hosts`.
        """
        chosen = models or {}
        everyone = chosen.get("")
        others = {
            role: chosen.get(role) or everyone or setting
            for role, setting in (("plan", self.plan_model), ("review", self.review_model))
        }
        model = chosen.get("write") or everyone or self.model
        return Options(
            model=model,
            plan_model=others["plan"] if others["plan"] != model else "",
            review_model=others["review"] if others["review"] != model else "",
            search=tuple(search),
            allow_hosts=tuple(allow_hosts),
            corpus=tuple(map(_place, corpus)),
            max_revisions=self._lowered("max_revisions", max_revisions),
            human=self._asks_human(human),
            wait_minutes=self._lowered("wait_minutes", wait_minutes),
            max_sources=self.max_sources,
            budget=budget.within(self.budget),
        )

    def _asks_human(self, wish: bool) -> bool:
        if wish and self.human_review == "never":
            raise BadInput("The operator asks no person at the cap; leave the wish for one out.")
        return wish or self.human_review == "always"

    def _lowered(self, name: str, wish: int | None) -> int:
        most: int = getattr(self, name)
        least = _metadata()[name]["least"]
        if wish is None:
            return most
        if not least <= wish <= most:
            what = name.replace("_", " ")
            raise BadInput(f"The {what} cannot be {wish}; give a number from {least} to {most}.")
        return wish


def _place(path: str) -> str:
    """Return a path of the corpus as it is found from anywhere; an address in S3 is."""
    return path if path.startswith("s3://") else str(Path(path).absolute())


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the environment. Raises BadInput that names a bad variable."""
    values: dict[str, Any] = {}
    for name, metadata in _metadata().items():
        variable = variable_of(name)
        text = environment.get(variable, "").strip()
        if text:
            values[name] = _value(variable, text, metadata)
    return Settings(**values | {"home": _home(values.get("home"))})


def variable_of(name: str) -> str:
    """Return the variable that sets a field: a key's own name, else the prefix and the field's."""
    return str(_metadata()[name].get("variable", PREFIX + name.upper()))


def _metadata() -> dict[str, Mapping[str, Any]]:
    return {setting.name: setting.metadata for setting in fields(Settings)}


def _value(variable: str, text: str, metadata: Mapping[str, Any]) -> object:
    if "least" in metadata:
        return _number(variable, text, **metadata)
    try:
        return metadata.get("read", str)(text)
    except BadInput as error:
        raise BadInput(f"{variable}: {error}") from error


def _number(variable: str, text: str, *, least: int, most: int, about: str) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadInput(
            f"{variable} ({about}) cannot be {text!r:.40}; give a number from {least} to {most}."
        )
    return int(text)


def _home(given: str | None) -> Path:
    if given:
        return Path(given).absolute()
    from platformdirs import user_data_path

    return user_data_path("cite-or-refuse", appauthor=False)
