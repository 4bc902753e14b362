"""A server that speaks Bedrock's Converse and OpenAI's chat completions, for the real clients.

A test gives it the answers; started by hand it answers by quoting what it is shown:

    python -m tests.model_server
"""

import json
import re
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import unquote

_SOURCE = re.compile(r"source ([0-9]+)\n[^\n]*\n\n(.*?)\nboundary-[0-9a-f]+ end", re.DOTALL)
_QUESTION = re.compile(r"question\n(.*?)\nboundary-[0-9a-f]+ end", re.DOTALL)
_SENTENCE = re.compile(r"[^\s#|`](?:[^\n.]|\.(?=\S)){20,300}\.(?=\s|$)")


@dataclass(frozen=True)
class Asked:
    """One request: by which face, in which role, and what it says."""

    face: str
    role: str
    model: str
    system: str
    user: str
    body: Mapping[str, Any]

    @property
    def question(self) -> str:
        found = _QUESTION.search(self.user)
        return found[1] if found else ""

    @property
    def sources(self) -> dict[int, str]:
        return {int(number): text for number, text in _SOURCE.findall(self.user)}


@dataclass(frozen=True)
class Reply:
    """An answer as text or as the typed form that was asked for; or an error of the service."""

    text: str = ""
    form: object = None
    stop: str = ""
    status: int = 200
    error: str = ""
    message: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut: bool = False
    tokens: tuple[int, int] = (100, 20)
    trace: Mapping[str, Any] | None = None


ACCEPT = Reply(form={"verdict": "accept", "notes": [], "open_notes": []})
THROTTLED = Reply(status=429, error="ThrottlingException", message="Too many requests.")


def revise(*notes: str) -> Reply:
    return Reply(form={"verdict": "revise", "notes": list(notes)})


def quoting(asked: Asked) -> Reply:
    """The default: search for the question, quote the first sentence of each source, accept."""
    if asked.role == "plan":
        return Reply(form={"queries": [asked.question]})
    if asked.role == "review":
        return ACCEPT
    quotes = [(n, _SENTENCE.search(text)) for n, text in asked.sources.items()]
    return Reply("\n\n".join(f"{found[0]}[^{n}]" for n, found in quotes if found))


class Script:
    """Answers from a queue for each role; a queue that is empty, or not given, quotes."""

    def __init__(self, **replies: Iterable[Reply]) -> None:
        self._replies = {role: deque(queue) for role, queue in replies.items()}

    def __call__(self, asked: Asked) -> Reply:
        queue = self._replies.get(asked.role)
        return queue.popleft() if queue else quoting(asked)


class ModelServer:
    """Serves on a free port of this machine for as long as the `with` block lasts."""

    def __init__(self, answer: Callable[[Asked], Reply] = quoting, port: int = 0) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def environment(self) -> dict[str, str]:
        """What leads the real clients here."""
        return {
            "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": self.url,
            "AWS_ACCESS_KEY_ID": "nobody",
            "AWS_SECRET_ACCESS_KEY": "nothing",
            "AWS_REGION": "us-east-1",
            "OPENAI_BASE_URL": f"{self.url}/v1",
            "OPENAI_API_KEY": "nothing",
        }

    def roles(self) -> list[str]:
        return [asked.role for asked in self.asked]


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            bedrock = self.path.endswith("/converse")
            asked = _read_converse(self.path, body) if bedrock else _read_openai(body)
            server.asked.append(asked)
            reply = server.answer(asked)
            time.sleep(reply.delay)
            write = _converse if bedrock else _openai
            data = json.dumps(write(asked, reply)).encode()
            with suppress(ConnectionError):  # the client has given up
                self._send(reply, data)

        def _send(self, reply: Reply, data: bytes) -> None:
            self.send_response(reply.status)
            if reply.error:
                self.send_header("x-amzn-ErrorType", reply.error)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if reply.cut else data)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


def _role(tool: str) -> str:
    return {"SearchQueries": "plan", "ReviewVerdict": "review"}.get(tool, "write")


def _read_converse(path: str, body: Mapping[str, Any]) -> Asked:
    tools = body.get("toolConfig", {}).get("tools", [])
    return Asked(
        "bedrock",
        _role(tools[0]["toolSpec"]["name"] if tools else ""),
        unquote(path.split("/")[2]),
        body["system"][0]["text"],
        body["messages"][0]["content"][0]["text"],
        body,
    )


def _converse(asked: Asked, reply: Reply) -> dict[str, Any]:
    if reply.status != 200:
        return {"message": reply.message}
    content: list[dict[str, Any]] = [{"text": reply.text}] if reply.text else []
    if reply.form is not None:
        name = asked.body["toolConfig"]["tools"][0]["toolSpec"]["name"]
        content.append({"toolUse": {"toolUseId": "t1", "name": name, "input": reply.form}})
    read, written = reply.tokens
    answer = {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": reply.stop or ("end_turn" if reply.form is None else "tool_use"),
        "usage": {"inputTokens": read, "outputTokens": written, "totalTokens": read + written},
        "metrics": {"latencyMs": 1},
    }
    return answer | ({"trace": reply.trace} if reply.trace else {})


def _read_openai(body: Mapping[str, Any]) -> Asked:
    form = body.get("response_format", {}).get("json_schema", {}).get("name", "")
    form = form or _tool_of(body)
    system, user = (message["content"] for message in body["messages"])
    return Asked("openai", _role(form), body["model"], system, user, body)


def _tool_of(body: Mapping[str, Any]) -> str:
    tools = body.get("tools", [])
    return tools[0]["function"]["name"] if tools else ""


def _openai(asked: Asked, reply: Reply) -> dict[str, Any]:
    if reply.status != 200:
        return {"error": {"message": reply.message, "code": reply.error}}
    text = reply.text if reply.form is None else json.dumps(reply.form)
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if reply.form is not None and _tool_of(asked.body):
        call = {"name": _tool_of(asked.body), "arguments": text}
        message |= {
            "content": "",
            "tool_calls": [{"id": "t1", "type": "function", "function": call}],
        }
    read, written = reply.tokens
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": asked.model,
        "choices": [
            {
                "index": 0,
                "finish_reason": reply.stop or "stop",
                "message": message,
            }
        ],
        "usage": {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        },
    }


def main() -> None:
    """Serve until interrupted, and say how to get here."""
    with ModelServer(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0) as server:
        lines = [f"export {name}={value}" for name, value in server.environment.items()]
        sys.stdout.write("\n".join([*lines, ""]))
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
