"""A program at the other end of pipes, polled or served by threads: what it says, and all the ways it fails."""

import shutil
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from ferrovia.processes import pipes
from ferrovia.processes.program import Program, ProgramFailed

ECHO = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"


@pytest.fixture(params=[True, False], ids=["polled", "threads"], autouse=True)
def polling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pipes, "POLLING", request.param)
    yield
    end = time.monotonic() + 10
    while any(thread.name == "pipe" for thread in threading.enumerate()):
        assert time.monotonic() < end, "a thread outlives its program"
        time.sleep(0.05)


def program(code: str) -> Program:
    return Program([sys.executable, "-c", code], farewell=b"bye\n")


def test_questions_and_answers() -> None:
    found = program(ECHO)
    assert [found.ask(line, 20) for line in (b"one\n", b"two\n")] == [b"ONE", b"TWO"]
    assert found.ask(b"x" * 40_000 + b"\n", 20) == b"X" * 40_000
    assert found.alive
    found.end()
    assert not found.alive


FAILURES = {
    "ends": ("raise SystemExit(3)", "crash", "ended with exit code 3"),
    "stalls": ("import time; time.sleep(60)", "stall", "did not answer within 0.5 s"),
    "floods": ("while True: print('x' * 100000, end='')", "unreadable", "more than 65536 bytes"),
    "floods stderr": ("import sys\nwhile True: print('x' * 1000, file=sys.stderr)", "stall", "did not answer"),
    "closes its output": ("import os, time; os.close(1); time.sleep(60)", "crash", "closed its output"),
    "answers twice": (
        "import sys\nfor line in sys.stdin: print('a\\nb', flush=True)",
        "unreadable",
        "a line that nobody had asked for: 'b'",
    ),
}


def ask_thrice(found: Program, limit: float) -> None:
    for _ in range(3):
        found.ask(b"question\n", limit)
        time.sleep(0.3)


@pytest.mark.parametrize("how", FAILURES)
def test_failures(how: str) -> None:
    code, kind, sentence = FAILURES[how]
    found = program(code)
    with pytest.raises(ProgramFailed, match=sentence) as failed:
        ask_thrice(found, 0.5 if kind == "stall" else 20)
    assert failed.value.kind == kind
    assert not found.alive


def test_the_end_of_its_errors_is_kept() -> None:
    found = program("import sys; sys.exit('no licence')")
    with pytest.raises(ProgramFailed) as failed:
        found.ask(b"question\n", 20)
    assert failed.value.tail.strip() == "no licence"


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ProgramFailed, match="'no-such-program' cannot be started") as failed:
        Program(["no-such-program"])
    assert failed.value.kind == "start"


@pytest.mark.skipif(shutil.which("sleep") is None, reason="needs a program that sleeps")
def test_what_it_started_ends_with_it() -> None:
    import psutil

    code = "import subprocess\nprint(subprocess.Popen(['sleep', '86421']).pid, flush=True)\nwhile True: input()"
    found = program(code)
    child = psutil.Process(int(found.ask(b"\n", 20)))
    found.kill()
    child.wait(10)
    assert not child.is_running()
