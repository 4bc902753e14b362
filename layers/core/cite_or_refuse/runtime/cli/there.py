"""`--engine stack`: a run is walked by a deployed stack, and followed here by way of its API."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import click

from cite_or_refuse.adapters.conditions import unknown
from cite_or_refuse.domain.budget import MICRO, Budget, Usage
from cite_or_refuse.domain.errors import BadInput, NotWaiting
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.parts import Choice
from cite_or_refuse.report.files import DRAFT, REPORT, RUN, SOURCES
from cite_or_refuse.report.json import as_budget
from cite_or_refuse.runtime.cli.progress import did
from cite_or_refuse.runtime.cli.speaking import Interrupted
from cite_or_refuse.runtime.cli.walking import View, show_result, tell_note, tell_usage
from cite_or_refuse.runtime.runs import is_run_id
from cite_or_refuse.runtime.settings import Settings, variable_of

if TYPE_CHECKING:  # requests and botocore, which `--engine laptop` needs not
    from cite_or_refuse.adapters.aws.stack_api import StackApi

type Engine = Literal["laptop", "stack"]
ENGINES: tuple[Engine, ...] = ("laptop", "stack")
ON_THE_STACK = " --engine stack"
FIRST_PAUSE, LONGEST_PAUSE = 0.4, 5.0  # seconds between two looks at a run
MARKDOWN = "text/markdown"

engine_option = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="laptop",
    show_default=True,
    help="Where the run is: on this machine, or in the stack that the settings name.",
)


@dataclass(frozen=True, slots=True)
class Stack:
    """A deployed stack, as its callers reach it."""

    api: "StackApi"
    documents: str

    def bucket(self) -> str:
        """Return the bucket of documents. Raises BadInput if nobody said which one it is."""
        if not self.documents:
            raise BadInput(f"Which bucket is the stack's? {_set('documents')}")
        return self.documents


def the_stack(settings: Settings) -> Stack:
    """Return the stack of the settings. Raises BadInput if they name none."""
    from cite_or_refuse.adapters.aws.stack_api import StackApi, outputs_of

    api, documents = settings.api, settings.documents
    if settings.stack and not (api and documents):
        outputs = outputs_of(settings.stack)
        api = api or outputs.get("ApiUrl", "")
        documents = documents or outputs.get("DocumentsBucket", "")
    if not api:
        raise BadInput(f"Where is the stack? {_set('api')}")
    return Stack(StackApi(api), documents)


def refuse_other_ids(run_id: str) -> None:
    """Raise UnknownRun for what is no id of a run: it could be another path of the API."""
    if not is_run_id(run_id):
        raise unknown(run_id)


def _set(name: str) -> str:
    return f"Set {variable_of(name)}, or {variable_of('stack')} to its name in CloudFormation."


def wishes(
    models: Mapping[str, str], search: str | None, budget: Budget, **others: Any
) -> dict[str, Any]:
    """Return what a caller of the API may wish for; what was not given is left to the operator."""
    roles = dict(models)
    everyone = roles.pop("", None)
    given = {
        "model": everyone,
        "models": roles or None,
        "search": None if search is None else [name.strip() for name in search.split(",")],
        "budget": as_budget(budget) or None,
        **others,
    }
    return {name: value for name, value in given.items() if value is not None}


def ask_there(
    stack: Stack, question: str, corpus: Sequence[str], wished: Mapping[str, Any], view: View
) -> int:
    """Upload the corpus, unless it is there, begin a run over it, and follow it to its end."""
    asked: dict[str, Any] = {"question": question, "options": wished}
    if corpus:
        from cite_or_refuse.adapters.aws.uploads import upload_once

        asked["documents"] = upload_once(stack.bucket(), corpus, view.progress)
    run_id: str = stack.api.begin(asked, key=uuid4().hex)["run_id"]
    view.progress(f"run {run_id}")
    return follow_and_show(stack.api, run_id, view)


def decide_there(  # noqa: PLR0913, PLR0917 - a decision has these parts at every door
    api: "StackApi", run_id: str, choice: Choice, notes: str, rounds: int, view: View
) -> int:
    """Decide on a run that waits, and follow what comes of it."""
    seen = len(api.status(run_id)["trail"])
    decision: dict[str, Any] = {"choice": choice.value}
    if choice is Choice.REVISE:
        decision |= {"notes": notes, "rounds": rounds}
        tell_note(choice, api.run(run_id).get("model", ""), view)
    api.decide(run_id, decision)
    return follow_and_show(api, run_id, view, seen)


def resume_there(api: "StackApi", run_id: str, budget: Budget, view: View) -> int:
    """Go on with a run, and follow it; one that is at work, waits or has ended is just followed.

    A budget that it cannot be given any more raises NotWaiting.
    """
    seen = len(api.status(run_id)["trail"])
    limits = as_budget(budget)
    try:
        api.resume(run_id, {"budget": limits} if limits else {})
    except NotWaiting:
        if limits:
            raise
        seen = 0
    return follow_and_show(api, run_id, view, seen)


def follow_and_show(api: "StackApi", run_id: str, view: View, seen: int = 0) -> int:
    """Tell each step after the first `seen` until the run ends or waits; print it.

    Returns the exit code of its status.
    """
    try:
        follow(api, run_id, view, seen)
        return show(api, run_id, view)
    except KeyboardInterrupt:
        raise interrupted(run_id) from None


def follow(api: "StackApi", run_id: str, view: View, seen: int = 0) -> None:
    """Tell each step after the first `seen`, until one of them ends the run or lets it wait.

    The API reads the status before the steps, so it may tell the last step of a run under way.
    """
    told = seen
    for _ in pauses():
        stands = api.status(run_id)
        told = tell_steps(stands, view, told)
        if told > seen and Status(stands["status"]) is not Status.RUNNING:
            return


def pauses() -> Iterator[None]:
    """Wait a little longer each time between two looks."""
    pause = FIRST_PAUSE
    while True:
        yield
        time.sleep(pause)
        pause = min(LONGEST_PAUSE, 1.3 * pause)


def tell_steps(stands: Mapping[str, Any], view: View, seen: int) -> int:
    """Tell the steps that were not seen yet, and return how many there are."""
    steps = [taken["step"] for taken in stands["trail"]]
    for at, step in enumerate(steps[seen:], seen):
        line = did(
            step,
            searched="researcher" in steps[:at],
            sources=stands["sources"],
            rewrites=steps[:at].count("writer"),
            cap=stands["cap"],
        )
        is_end = at == len(steps) - 1 and step == "publish"
        view.progress(f"{line}: {stands['status']}" if is_end else line)
    return len(steps)


def show(api: "StackApi", run_id: str, view: View, *, usage: bool = False) -> int:
    """Print a run of the stack as one of this machine is printed; return its exit code."""
    whole = api.run(run_id)
    text = whole["report"] or str(api.report(run_id, MARKDOWN).value)
    code = show_result(whole, text, lambda: _files(api, whole, text), view, ON_THE_STACK)
    if usage and not view.as_json:
        tell_usage({step: _usage(used) for step, used in whole["usage"]["nodes"].items()})
    return code


def _usage(used: Mapping[str, Any]) -> Usage:
    cost = used["cost_usd"]
    return Usage(
        calls=used["calls"],
        input_tokens=used["input_tokens"],
        output_tokens=used["output_tokens"],
        micro_dollars=round(MICRO * (cost or 0)),
        unpriced_calls=int(cost is None),
    )


def _files(api: "StackApi", whole: Mapping[str, Any], text: str) -> dict[str, bytes | None]:
    sources = [api.source(whole["run_id"], source["n"]) for source in whole["sources"]]
    for_verify = [
        {name: source[name] for name in ("title", "url", "snippet", "content")}
        for source in sources
    ]
    return {
        REPORT: text.encode("utf-8", "replace"),
        RUN: json.dumps(whole, indent=2).encode(),
        DRAFT: whole["draft"].encode("utf-8", "replace") or None,
        SOURCES: json.dumps(for_verify, indent=2).encode(),
    }


def interrupted(run_id: str) -> Interrupted:
    """Return what to say after Ctrl-C: the stack does not stop for it."""
    return Interrupted(
        "Interrupted. The run goes on in the stack; follow it with: "
        f"cite-or-refuse resume {run_id}{ON_THE_STACK}"
    )
