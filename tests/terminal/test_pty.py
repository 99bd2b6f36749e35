"""The game at a real terminal: colours, Tab, Ctrl-C and the end of input."""

import os
import pty
import select
import sys
import time

import pytest

PATIENCE = 240.0  # all bots may have to be compiled first
ESCAPE = b"\x1b[48;5;"


class Terminal:
    """A program at the other end of a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color"} | environment)
            os.execv(sys.executable, [sys.executable, "-m", "ferrovia", "play", "--terminal", *arguments])
        self.seen = b""

    def until(self, wanted: bytes) -> bytes:
        """What is shown up to this."""
        deadline = time.monotonic() + PATIENCE
        while wanted not in self.seen:
            assert time.monotonic() < deadline, self.seen.decode()
            if select.select([self.fd], [], [], 0.2)[0]:
                self.seen += os.read(self.fd, 1 << 16)
        before, _, self.seen = self.seen.partition(wanted)
        return before

    def type(self, keys: bytes) -> None:
        """Keys as they are pressed."""
        os.write(self.fd, keys)

    def end(self) -> int:
        """The exit code, once everything is read."""
        try:
            while os.read(self.fd, 1 << 16):
                pass
        except OSError:  # how a pseudo-terminal says that nobody is there any more
            pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        return code


@pytest.fixture
def terminal() -> type[Terminal]:
    return Terminal


def test_a_person_at_the_keyboard(terminal):
    screen = terminal("--terminal", "--seed", "3", "--bots", "random")
    assert ESCAPE in screen.until(b"keep all) > ")
    screen.type(b"keep 1 2\n")
    screen.until(b"Your turn > ")
    screen.type(b"dr\t\n")
    assert b"draw" in screen.until(b"Your second card > ")
    screen.type(b"ta")
    screen.until(b"ta")
    time.sleep(0.3)  # a signal that comes while Python's readline is busy with a key waits for the next key
    screen.type(b"\x03")
    screen.until(b"Goodbye.")
    assert screen.end() == 130


def test_no_colour_and_the_end_of_input(terminal):
    screen = terminal("--rules", "new-york", "--bots", "random", NO_COLOR="1")
    assert b"\x1b[48" not in screen.until(b"keep all) > ")
    screen.type(b"\x04")
    screen.until(b"Goodbye. The game was not saved")
    assert screen.end() == 0
