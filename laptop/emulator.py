"""Start and stop ministack, which answers for AWS on one port of this machine."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from laptop.environment import Unusable, endpoint_on

START_SECONDS = 60
STOP_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Emulator:
    """A folder that holds the log, the state if it is kept, and the note of which process runs."""

    folder: Path

    @property
    def log(self) -> Path:
        """What ministack and the functions say."""
        return self.folder / "emulator.log"

    @property
    def _note(self) -> Path:
        return self.folder / "emulator.json"

    @property
    def _temporary(self) -> Path:
        return self.folder / "tmp"

    def ensure(
        self, port: int, environment: Mapping[str, str], settings: Mapping[str, str], *, keep: bool
    ) -> None:
        """Start it and wait until it answers, unless it runs already.

        `settings` are of ministack, beside those that it always gets here; `keep` saves its state
        on stopping, and loads what is saved. Raises Unusable if it runs with other settings, the
        port is in use, or it does not start.
        """
        wanted = {
            "GATEWAY_PORT": str(port),
            "BIND_HOST": "127.0.0.1",
            "AUTH": "true",
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            # What S3 tells of is given up when it was throttled three times: within 3 s by default.
            "LAMBDA_ASYNC_RETRY_BASE_SECONDS": "15",
            "TMPDIR": str(self._temporary),
            **(self._kept() if keep else {}),
            **settings,
        }
        running = self._running()
        if running is None:
            self._start(port, wanted, environment)
            return
        if running["settings"] != wanted:
            raise Unusable(
                f"The stack runs on port {running['settings']['GATEWAY_PORT']} with other "
                "settings; use those, or stop it first: make down"
            )

    def _kept(self) -> dict[str, str]:
        state = self.folder / "state"
        return {
            "PERSIST_STATE": "1",
            "STATE_DIR": str(state),
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(state / "s3"),
        }

    def _start(
        self, port: int, settings: Mapping[str, str], environment: Mapping[str, str]
    ) -> None:
        if not _is_free(port):
            raise Unusable(
                f"Port {port} is in use; end what listens there, or choose another one: "
                f"make up PORT={port + 1}"
            )
        self._forget_functions()
        self._temporary.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "ministack"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**environment, **settings},
                start_new_session=True,
            )
        note = {"pid": process.pid, "settings": settings}
        self._note.write_text(json.dumps(note), encoding="utf-8")
        answers = _within(START_SECONDS, lambda: process.poll() is not None or _answers(port))
        if process.poll() is not None or not answers:
            self.stop()
            raise Unusable(f"The emulator did not start; its log says why: {self.log}")

    def stop(self) -> bool:
        """Stop it, if it runs, with all processes that it started. Returns whether it ran."""
        running = self._running()
        self._note.unlink(missing_ok=True)
        if running is not None:
            self._end(running["pid"])
        self._forget_functions()
        return running is not None

    def _end(self, pid: int) -> None:
        os.kill(pid, signal.SIGTERM)
        if not _within(STOP_SECONDS, lambda: not _is_ministack(pid)):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGTERM)  # functions that it left behind

    def _forget_functions(self) -> None:
        """Remove the copies of layers that each start of a function makes, and nobody removes."""
        # A function that is just dying may still write; the next start removes that.
        shutil.rmtree(self._temporary, ignore_errors=True)

    def _running(self) -> dict[str, Any] | None:
        """Return what was noted of the process that this folder started, if that still runs."""
        try:
            noted: dict[str, Any] = json.loads(self._note.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return noted if _is_ministack(noted["pid"]) else None


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _is_ministack(pid: int) -> bool:
    """Whether the process is one: a number may be another program's by now."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"ministack" in command


def _answers(port: int) -> bool:
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"{endpoint_on(port)}/_ministack/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _within(seconds: float, done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.1)
    return False
