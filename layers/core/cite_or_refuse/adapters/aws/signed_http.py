"""Requests to an API of AWS over HTTP, each signed as AWS asks (Signature Version 4)."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import uniform
from typing import Any
from urllib.parse import urlsplit

import botocore.session
import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.exceptions import NoCredentialsError

from cite_or_refuse.adapters.aws.clients import told
from cite_or_refuse.domain.errors import BadInput, TransientError

UNREACHABLE = 3  # attempts, where nothing answers at all
SECONDS = (5, 35)  # to connect, and to wait for an answer: a REST API gives up after 29
PASSES = frozenset({429, 500, 502, 503, 504})
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_REGION = re.compile(r"\.execute-api\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the API said. `value` is the JSON of a body that is JSON, else its text."""

    status: int
    value: Any
    headers: Mapping[str, str]


class SignedHttp:
    """The API whose address is `base`, for the AWS credentials of this process."""

    def __init__(self, base: str, sleep: Callable[[float], None] = time.sleep) -> None:
        """`base` ends with the stage. Raises BadInput for an address that cannot be trusted."""
        parts = urlsplit(base)
        trusted = parts.scheme == "https" or (
            parts.scheme == "http" and parts.hostname in _LOOPBACK
        )
        if not trusted or not parts.hostname or "@" in parts.netloc:
            raise BadInput(
                f"The address of the stack's API cannot be {base!r:.120}; give an https URL, or "
                "one of http on 127.0.0.1."
            )
        self._base = base.rstrip("/")
        self._sleep = sleep
        self._http = requests.Session()
        # A laptop's own address is never looked for behind a proxy.
        self._http.trust_env = parts.hostname not in _LOOPBACK
        self._signer = _signer(parts.hostname)

    def ask(
        self,
        method: str,
        path: str,
        data: bytes,
        headers: Mapping[str, str],
        waits: Sequence[float],
    ) -> Answer:
        """Return the first answer that is none of the passing failures, or the last one.

        `waits` are the seconds between attempts. Raises TransientError if nothing answers at all.
        """
        unreachable = 0
        for wait in (*waits, None):
            try:
                answer = self._once(method, path, data, headers)
                if answer.status not in PASSES or wait is None:
                    return answer
            except requests.RequestException as error:
                unreachable += 1
                if wait is None or unreachable == UNREACHABLE:
                    raise TransientError(
                        f"The stack at {self._base} cannot be reached: {_why(error)}. Is it "
                        "deployed, and is the address right?"
                    ) from error
            self._sleep(wait * uniform(0.5, 1))  # noqa: S311 - so that not all come back at once
        raise AssertionError("the last attempt returns or raises")

    def _once(self, method: str, path: str, data: bytes, headers: Mapping[str, str]) -> Answer:
        url = self._base + path
        request = AWSRequest(method, url, headers=dict(headers), data=data)
        self._signer.add_auth(request)
        response = self._http.request(
            method,
            url,
            headers=dict(request.headers.items()),
            data=data,
            timeout=SECONDS,
            allow_redirects=False,
        )
        if response.status_code == 303:  # too large for an answer: it lies in S3, signed for us
            response = requests.get(response.headers["Location"], timeout=SECONDS)
        return Answer(response.status_code, _value(response), response.headers)


def _signer(host: str) -> SigV4Auth:
    session = botocore.session.get_session()
    named = _REGION.search(host)
    region = named[1] if named else session.get_config_variable("region")
    if not region:
        raise BadInput("The stack's API: no AWS region is set; set AWS_REGION.")
    with told("The stack's API"):
        credentials = session.get_credentials()
        if credentials is None:
            raise NoCredentialsError
    return SigV4Auth(credentials, "execute-api", region)


def _value(response: requests.Response) -> Any:
    if "json" in response.headers.get("Content-Type", ""):
        try:
            return response.json()
        except ValueError:
            return response.text
    return response.content.decode("utf-8", "replace")


def _why(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout):
        return "it does not answer in time"
    if isinstance(error, requests.ConnectionError):
        return "nothing answers there"
    return type(error).__name__
