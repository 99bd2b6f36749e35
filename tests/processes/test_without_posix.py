"""On a system without `fcntl`, `resource`, `fork`, `poll` and most signals, as Windows is: arena, terminal, `exec:`
bots and a one-process server run all the same. What needs POSIX says so in one sentence."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from tests.server.server_process import Server

HIDE = """
import os, select, signal, sys

for name in ("fcntl", "resource", "termios", "tty", "pty", "readline", "pwd", "grp", "uvloop"):
    sys.modules[name] = None
for module, names in (
    (os, ("fork", "forkpty", "killpg", "setsid", "getpgid")),
    (select, ("poll", "epoll")),
    (signal, ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGHUP", "setitimer", "alarm", "pthread_kill", "pthread_sigmask")),
):
    for name in names:
        delattr(module, name)
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "choose":
        print(json.dumps({"move": message["moves"][0]}), flush=True)
"""


@pytest.fixture
def hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every Python started from here has no POSIX; the folder it finds that out in."""
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    source = Path(ferrovia.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(source), os.environ.get("PYTHONPATH", "")]))
    return tmp_path


def run(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ferrovia", *arguments]
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=300, check=False)


def program(folder: Path) -> str:
    file = folder / "program.py"
    file.write_text(PROGRAM)
    return f"exec:{sys.executable} {file}"


@pytest.mark.usefixtures("hidden")
def test_posix_is_hidden() -> None:
    """The tests below would pass of themselves with everything there."""
    code = "import os\ntry: import fcntl\nexcept ImportError: print(hasattr(os, 'fork'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_an_arena_with_a_program(hidden: Path) -> None:
    done = run("arena", "greedy", program(hidden), "--rules", "new-york", "--games", "2", "--processes", "1")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "failed" not in done.stdout


def test_a_game_in_the_terminal(hidden: Path) -> None:
    options = ("--terminal", "--rules", "new-york", "--seed", "1", "--watch", "--bots", f"greedy,{program(hidden)}")
    done = run("play", *options)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_of_one_process(hidden: Path) -> None:
    """A person moves, and so does a program in a child process."""
    server = Server(str(hidden / "t.sqlite"), hidden / "log.txt", "--bots", "1", "--bot", f"mine={program(hidden)}")
    server.start()
    try:
        key = server.key()
        table = server.open("new-york", "me mine", key)["id"]
        status, question = first_question(server, table, key)
        assert status == 200
        move = {"id": "1", "seat": 0, "move": question["moves"][0], "seq": question["seq"]}
        assert server.call("POST", f"/api/bot/tables/{table}/moves", move, key)[0] == 200
        assert wait_for_moves(server, table, key, 2), server.log.read_text()
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


def test_what_needs_posix_says_so(hidden: Path) -> None:
    done = run("serve", "--workers", "2", "--store", "postgresql://nobody@localhost/nothing")
    assert done.returncode == 2
    assert done.stderr == "ferrovia: --workers: several server processes need a POSIX system: leave it out\n"


def first_question(server: Server, table: str, key: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(
        f"{server.address}/api/bot/tables/{table}/stream", headers={"authorization": f"Bearer {key}"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        for line in answer:
            message = json.loads(line) if line.strip() else {}
            if message.get("message") == "choose":
                return answer.status, message
    raise AssertionError("the stream ended")


def wait_for_moves(server: Server, table: str, key: str, moves: int) -> bool:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        _, log = server.call("GET", f"/api/tables/{table}/log", key=key)
        if sum(each["kind"] == "move" for each in log["sights"][0]["happenings"]) >= moves:
            return True
        time.sleep(0.1)
    return False


POSIX_NAMES = re.compile(
    r"\b(signal\.(SIGKILL|SIGUSR1|SIGALRM|setitimer)|os\.(fork|killpg|setsid)|import (fcntl|resource))\b"
)


def test_posix_is_asked_for_in_few_places() -> None:
    """Everything else stays portable."""
    package = Path(ferrovia.__file__).parent
    found = {
        source.relative_to(package).as_posix()
        for source in package.rglob("*.py")
        if POSIX_NAMES.search(source.read_text("utf-8"))
    }
    assert found == {
        "core/descriptors.py",
        "core/file_lock.py",
        "processes/lifetime.py",
        "processes/line_server.py",
    }
