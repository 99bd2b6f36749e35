"""A real server in a process of its own, for tests: started, killed, started again."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.server.fork_server import ForkedProcess, fork_server
from tests.server.ports import free_port

ROOT = Path(__file__).parents[2]
SHOWN = 4000
"""How much of a log is shown, from its end."""
START_SECONDS = 180.0


class Server:
    """`ferrovia serve` on a store; `options` are more of its arguments."""

    def __init__(self, store: str, log: Path, *options: str, port: int = 0) -> None:
        self.store, self.log, self.options = store, log, options
        self.port = port or free_port()
        self.process: ForkedProcess | subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> "Server":
        generous = ["--requests-per-second", "10000", "--tables-per-client", "100000", "--sockets-per-client", "10000"]
        generous += ["--tries-per-minute", "100000", "--messages-per-second", "10000"]
        generous += ["--expensive-seconds", "100000", "--overload-lag", "3600", "--overload-processor", "100"]
        arguments = ["serve", "--store", self.store, "--port", str(self.port), *generous, *self.options]
        forked = fork_server()
        self.process = forked.start(arguments, self.log) if forked else started(arguments, self.log)
        if wait:
            self.wait_until_ready()
        return self

    def wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                if self.call("GET", "/readyz")[0] == 200:
                    return
            assert self.process is None or self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError(f"no server after {START_SECONDS} s: {self.log.read_text()}")

    def kill(self) -> None:
        """`kill -9`, its bots included."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:  # it has been forked, and does not lead its group yet
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """In good order; the exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(30)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process = None
        if code:
            print(self.log.read_text("utf-8", "replace")[-SHOWN:])  # pytest shows it where a test fails
        return code

    def call(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str) -> tuple[int, Any]:
        """A request: the status and what was answered."""
        request = urllib.request.Request(
            self.address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "content-type": "application/json",
                **({"authorization": f"Bearer {key}"} if key else {}),
                **headers,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, parsed(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, parsed(error.read())

    def key(self) -> str:
        """A program's key."""
        return str(self.call("POST", "/api/keys")[1]["key"])

    def open(self, rules: str, seats: str, key: str, **options: Any) -> dict[str, Any]:
        """A table: `seats` like "me open driver"; the rest are options."""
        wishes = [{"kind": word} if word in ("me", "open") else {"kind": "bot", "bot": word} for word in seats.split()]
        status, answer = self.call("POST", "/api/tables", {"rules": rules, "seats": wishes, "options": options}, key)
        assert status == 201, answer
        found: dict[str, Any] = answer["table"]
        return found


def started(arguments: list[str], log: Path) -> "subprocess.Popen[bytes]":
    """The program in a process that imports everything itself."""
    with log.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.server.seeded_server", *arguments],
            stderr=file,
            stdout=file,
            start_new_session=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )


def parsed(content: bytes) -> Any:
    """JSON, or else the text."""
    text = content.decode()
    try:
        return json.loads(text)
    except ValueError:
        return text
