"""Starts test servers by forking a process that has imported and loaded everything: real processes, ready in a moment.

Starting `ferrovia serve` takes seconds of a core, nearly all of them for imports and compiled code. The suite starts
hundreds of servers, so each worker of it keeps one process to fork them from. The same goes for the child processes of
these servers, in which bots think and records are read: `forked_child` stands in for them.

    python -m tests.server.fork_server      reads requests from stdin and answers on stdout, as JSON lines
"""

import atexit
import contextlib
import importlib
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Any, NoReturn

IMPORTED = ("FERROVIA_", "NUMBA_", "PYTHON")
"""Environment variables that count while modules are imported, by how their names begin."""
DEAL = "FERROVIA_TEST_DEAL"


def imported_by(environment: Any) -> dict[str, str]:
    """The variables that count. The name of the running test's deal is set late, and read when a server is running."""
    return {name: value for name, value in environment.items() if name.startswith(IMPORTED) and name != DEAL}


USUAL_ENVIRONMENT = imported_by(os.environ)
"""Before any test changes it: the first test that starts a server may be one that does."""


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
    """This worker's fork server; None where a test asks for other imports than it has made."""
    if not hasattr(os, "fork") or imported_by(os.environ) != USUAL_ENVIRONMENT:
        return None
    if not _forked_from:
        _forked_from.append(ForkServer())
    return _forked_from[0]


# ── in the process that is forked ───────────────────────────────────────────────────────────────────────────────────

POLL_SECONDS = 0.02


def main() -> None:
    """Load everything, then fork on request until the input ends."""
    load_everything()
    assert threading.active_count() == 1, "forked threads are lost"
    folder = Path(tempfile.mkdtemp(prefix="ferrovia-forks-"))  # no `with`: every copy that ends would delete it
    ForkingLoop(folder).run()
    shutil.rmtree(folder)


def load_everything() -> None:
    """What servers and their children load at their start."""
    from ferrovia.server.base.rules_library import RulesLibrary
    from ferrovia.server.http.rules import drawn
    from ferrovia.server.warming import load_compiled
    from ferrovia.server.workers import bot_child, replay_child
    from tests.server import seeded_server

    assert replay_child
    assert seeded_server
    load_compiled()
    bot_child.prepare([])
    for rules in RulesLibrary().all:
        drawn(rules)


class ForkingLoop:
    """Answers the tests' requests for servers, and their servers' requests for children."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.socket = folder, str(folder / "socket")
        self.questions, self.answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")  # stdin itself is never read
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.socket)
        self.listener.listen(64)
        self.servers = set[int]()
        self.children: dict[int, socket.socket] = {}
        """The connection of who stands in for each child."""

    def run(self) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(self.questions, selectors.EVENT_READ, self.read_question)
            ready.register(self.listener, selectors.EVENT_READ, self.read_child)
            while not self.questions.closed:
                for key, _ in ready.select(POLL_SECONDS if self.children else None):
                    key.data()
                self.look_after_children()
        end_all(self.servers)
        self.close()

    def read_question(self) -> None:
        """A test asks for a server, or how one has ended."""
        line = self.questions.readline()
        if not line:
            self.questions.close()
            return
        question = json.loads(line)
        answer = self.ended(question["poll"]) if "poll" in question else self.fork_server(question)
        print(json.dumps(answer), file=self.answers, flush=True)

    def ended(self, pid: int) -> int | None:
        found, status = os.waitpid(pid, os.WNOHANG)
        self.servers.discard(found)
        return os.waitstatus_to_exitcode(status) if found else None

    def fork_server(self, question: dict[str, Any]) -> int:
        pid = os.fork()
        if pid == 0:
            from tests.server import seeded_server

            self.close()
            become(question)
            seeded_server.run(question["arguments"], self.socket)
        self.servers.add(pid)
        return pid

    def read_child(self) -> None:
        """A server asks for a child."""
        line, _ = self.listener.accept()
        text, files, _, _ = socket.recv_fds(line, 1 << 18, 3)
        while text and not text.endswith(b"\n"):
            more = line.recv(1 << 18)
            text = text + more if more else b""
        if not text:  # it was killed before it had asked
            line.close()
        else:
            question = json.loads(text)
            pid = os.fork()
            if pid == 0:
                line.close()
                self.close()
                run_child(question, files)
            line.setblocking(False)
            self.children[pid] = line
            (self.folder / str(question["pid"])).write_text(str(pid), "ascii")
        for file in files:
            os.close(file)

    def look_after_children(self) -> None:
        """Tell how a child has ended; end it when the one that stands in for it is gone."""
        for pid, line in list(self.children.items()):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                with contextlib.suppress(OSError):
                    line.send(str(os.waitstatus_to_exitcode(status)).encode())
                line.close()
                del self.children[pid]
            else:
                with contextlib.suppress(BlockingIOError):
                    line.recv(1)  # nothing is ever sent: this is its end
                    os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        """Close every file: in a copy, what is the original's; in the original, at the end."""
        for line in (*self.children.values(), self.listener):
            line.close()
        self.questions.close()
        self.answers.close()


def run_child(question: dict[str, Any], files: list[int]) -> NoReturn:
    """Run a module's `main` as a process of its own would, on the given stdin, stdout and stderr."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(question["environment"])
    code = 1
    try:
        importlib.import_module(question["module"]).main(question["arguments"])
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


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
