"""Starts test servers by forking a process that has imported and loaded everything: real processes, ready in a moment.

Starting `ferrovia serve` takes seconds of a core, nearly all of them for imports and compiled code. The suite starts
hundreds of servers, so each worker of it keeps one process to fork them from.

    python -m tests.server.fork_server      reads requests from stdin and answers on stdout, as JSON lines
"""

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

IMPORTED = ("FERROVIA_", "NUMBA_", "PYTHON")
"""Environment variables that count while modules are imported, by how their names begin."""


class ForkedProcess:
    """A process forked on request, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, parent: "ForkServer", pid: int) -> None:
        self.parent, self.pid = parent, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.parent.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float = 600.0) -> int:
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class ForkServer:
    """The process that is forked, seen from the tests."""

    def __init__(self) -> None:
        self.environment = imported_by(os.environ)
        self.lock = threading.Lock()  # a test may kill a server in a thread while it asks for another
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
            cwd=Path(__file__).parents[2],
        )
        atexit.register(self.close)

    def ask(self, question: dict[str, Any]) -> Any:
        with self.lock:
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def start(self, arguments: list[str], log: Path) -> ForkedProcess:
        """Run the program with these arguments; it leads a process group of its own."""
        asked = {"arguments": arguments, "log": str(log), "environment": dict(os.environ)}
        return ForkedProcess(self, self.ask(asked))

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


_forked_from: list[ForkServer] = []


def fork_server() -> ForkServer | None:
    """This worker's fork server; None where the environment asks for other imports than it has made."""
    if not hasattr(os, "fork"):
        return None
    if not _forked_from:
        _forked_from.append(ForkServer())
    return _forked_from[0] if _forked_from[0].environment == imported_by(os.environ) else None


def imported_by(environment: Any) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(IMPORTED)}


# ── in the process that is forked ───────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Load everything, then fork on request until the input ends."""
    from ferrovia.server.base.rules_library import RulesLibrary
    from ferrovia.server.http.rules import drawn
    from ferrovia.server.warming import load_compiled
    from tests.server import seeded_server

    load_compiled()
    for rules in RulesLibrary().all:
        drawn(rules)
    assert threading.active_count() == 1, "forked threads are lost"
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")  # a copy's own stdin has never been read
    running = set[int]()
    while line := questions.readline():
        question = json.loads(line)
        if "poll" in question:
            found, status = os.waitpid(question["poll"], os.WNOHANG)
            running.discard(found)
            answer = os.waitstatus_to_exitcode(status) if found else None
        else:
            answer = os.fork()
            if answer == 0:
                questions.close()
                answers.close()
                become(question)
                seeded_server.run(question["arguments"])
            running.add(answer)
        print(json.dumps(answer), file=answers, flush=True)
    questions.close()
    answers.close()
    end_all(running)


def end_all(running: set[int]) -> None:
    """End the servers that tests left behind, as a killed run of them does."""
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def become(question: dict[str, Any]) -> None:
    """Turn this copy into the process that was asked for."""
    os.setsid()
    log = os.open(question["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for file, number in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(file, number)
    os.close(log)
    os.close(nothing)
    os.environ.clear()
    os.environ.update(question["environment"], PYTHONWARNINGS="error")


if __name__ == "__main__":
    main()
