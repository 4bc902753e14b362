"""The API of a deployed stack: what can be asked of it, and what its answers mean."""

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NoReturn
from urllib.parse import quote, urlencode

from cite_or_refuse.adapters.aws.clients import client, told
from cite_or_refuse.adapters.aws.signed_http import PASSES, Answer, SignedHttp
from cite_or_refuse.domain.errors import (
    BadInput,
    NotWaiting,
    PermanentError,
    TransientError,
    UnknownRun,
)
from cite_or_refuse.domain.outcome import Status
from cite_or_refuse.domain.run import Summary

WAITS = (0.5, 1, 2, 4, 8, 8, 8, 8, 8)  # seconds between attempts, while the API is overrun
HOW_A_RUN_ENDED = frozenset({200, 202, 409, 422})
# What the commands read of its answers.
_LISTED = ("run_id", "question", "status", "reason", "created_at")
_STANDS = ("status", "round", "cap", "sources", "trail")
_WHOLE = ("run_id", "outcome", "report", "draft", "sources", "usage")


class StackApi:
    """Methods are named by what they do, paths by the stack's OpenAPI document.

    All raise UnknownRun for 404, NotWaiting for 409, BadInput for what was asked wrongly,
    PermanentError for refused credentials and for answers that are not the API's, TransientError if
    it cannot be reached or keeps failing. Only what may be done twice is tried again.
    """

    def __init__(self, base: str, sleep: Callable[[float], None] = time.sleep) -> None:
        """`base` ends with the stage. Raises BadInput for an address that cannot be trusted."""
        self._http = SignedHttp(base, sleep)

    def begin(self, asked: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Start a run, once however often this is sent with the same key."""
        answer = self._call("POST", "/runs", asked, key=key)
        return _object(answer.value, "run_id")

    def runs(self, limit: int, status: str | None) -> Sequence[Summary]:
        """Return the newest runs first, at most 100."""
        query = {"limit": str(limit)} | ({"status": status} if status else {})
        answer = self._call("GET", f"/runs?{urlencode(query)}")
        listed = _list(_object(answer.value, "runs")["runs"])
        return [
            Summary(
                run_id=one["run_id"],
                question=one["question"],
                status=Status(one["status"]),
                reason=one["reason"],
                created_at=one["created_at"],
            )
            for one in (_object(each, *_LISTED) for each in listed)
        ]

    def status(self, run_id: str) -> dict[str, Any]:
        """Return where a run stands, and the steps that it took."""
        return _object(self._call("GET", _path(run_id)).value, *_STANDS)

    def run(self, run_id: str) -> dict[str, Any]:
        """Return the whole run; the API tells one that ended badly inside of a problem."""
        said = _object(self.report(run_id, "application/json").value)
        return _object(said.get("run", said), *_WHOLE)

    def report(self, run_id: str, kind: str) -> Answer:
        """Return the report as `application/json` or `text/markdown`, or what is there instead."""
        return self._call("GET", f"{_path(run_id)}/report", accept=kind, expected=HOW_A_RUN_ENDED)

    def source(self, run_id: str, number: int) -> dict[str, Any]:
        """Return a source of a run with its whole stored text."""
        answer = self._call("GET", f"{_path(run_id)}/sources/{number}")
        return _object(answer.value, "title", "url", "snippet", "content")

    def decide(self, run_id: str, decision: Mapping[str, Any]) -> None:
        """Store a human's decision on a run that waits."""
        self._call("POST", f"{_path(run_id)}/decision", decision, again=False)

    def resume(self, run_id: str, wish: Mapping[str, Any]) -> None:
        """Go on with a run that failed or stands still."""
        self._call("POST", f"{_path(run_id)}/resume", wish, again=False)

    def _call(  # noqa: PLR0913 - a request has these parts
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        accept: str = "application/json",
        key: str = "",
        expected: Collection[int] = (200, 202),
        again: bool = True,
    ) -> Answer:
        headers = {"Accept": accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        data = b"" if body is None else json.dumps(body).encode()
        answer = self._http.ask(method, path, data, headers, WAITS if again else ())
        return answer if answer.status in expected else _refuse(answer)


def outputs_of(stack: str) -> dict[str, str]:
    """Return the outputs of a CloudFormation stack. Raises BadInput if there is no such stack."""
    with told(f"The CloudFormation stack {stack}"):
        cloudformation = client("cloudformation")
        try:
            [found] = cloudformation.describe_stacks(StackName=stack)["Stacks"]
        except cloudformation.exceptions.ClientError as error:
            if error.response["Error"]["Code"] != "ValidationError":
                raise
            raise BadInput(
                f"There is no CloudFormation stack {stack!r:.60} in this account and region."
            ) from error
    return {output["OutputKey"]: output["OutputValue"] for output in found.get("Outputs", [])}


def _path(run_id: str) -> str:
    return f"/runs/{quote(run_id, safe='')}"


def _object(value: Any, *fields: str) -> dict[str, Any]:
    """Return the value if it is an object with these fields: anything may listen at an address."""
    if not isinstance(value, dict) or not value.keys() >= set(fields):
        raise _not_ours()
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _not_ours()
    return value


def _not_ours() -> PermanentError:
    return PermanentError(
        "The API answered in a form that this version does not know; is the address right?"
    )


def _refuse(answer: Answer) -> NoReturn:
    said = answer.value if isinstance(answer.value, dict) else {}
    detail = str(said.get("detail") or said.get("message") or f"It answered {answer.status}.")
    if answer.status in (401, 403):
        raise PermanentError(
            f"The stack's API refused these AWS credentials ({answer.status}): {detail} They need "
            "execute-api:Invoke on it."
        )
    if answer.status == 404:
        raise UnknownRun(detail)
    if answer.status == 409:
        raise NotWaiting(detail)
    if answer.status in PASSES:
        raise TransientError(f"The stack's API keeps failing ({answer.status}): {detail}")
    if 400 <= answer.status < 500:
        raise BadInput(detail)
    raise PermanentError(f"The stack's API answered {answer.status}: {detail}")
