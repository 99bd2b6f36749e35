"""A program at the other end of three pipes, asked and answering line by line.

It can neither block us nor fill our memory: everything is read and written in chunks, and only until a deadline.
"""

import os
import subprocess
import time
import weakref
from contextlib import suppress
from typing import ClassVar, Final

from ferrovia.processes.lifetime import group_options, kill_group, signal_name
from ferrovia.processes.pipes import open_pipes

LONGEST_LINE: Final = 1 << 16
"""Most bytes in an answer."""
GRACE: Final = 1.0
"""Seconds a program has to end after its input is closed."""
TAIL: Final = 2000
"""Characters of stderr that are kept."""


class ProgramFailed(Exception):
    """A program could not be started, ended, stalled or answered nonsense: `kind` is start, crash, stall or unreadable,
    and `tail` is the end of what it wrote to stderr."""

    def __init__(self, kind: str, sentence: str, tail: str = "") -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.tail = tail[-TAIL:]


class Program:
    """A running program, with what has not been sent to it or read from it yet."""

    failure: ClassVar[type[ProgramFailed]] = ProgramFailed

    def __init__(self, words: list[str], farewell: bytes = b"") -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **group_options())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise self.failure("start", f"the program {words[0][:100]!r} cannot be started: {reason}") from None
        self.pipes = open_pipes(self.process)
        self.unsent = b""
        self.unread = b""
        self.errors = b""
        self.end = weakref.finalize(self, end_process, self.process, os.getpid(), farewell)

    def send(self, line: bytes) -> None:
        """Send a line that needs no answer. What does not fit into the pipe goes out with the next one."""
        self.unsent += line
        self._pump(0)

    def ask(self, line: bytes, limit: float) -> bytes:
        """Send a line and return the one line the program answers within a time limit."""
        if self.chatters():
            raise self.failed("unreadable", f"it wrote a line that nobody had asked for: {shown(self.unread)}")
        self.unsent += line
        deadline = time.monotonic() + limit
        left = limit
        while b"\n" not in self.unread:
            if len(self.unread) > LONGEST_LINE:
                raise self.failed("unreadable", f"it wrote more than {LONGEST_LINE} bytes without ending the line")
            if left < 0 or not self._pump(left):  # this also stops a program that floods stderr
                raise self.failed("stall", f"it did not answer within {limit:g} s")
            left = deadline - time.monotonic()
        answer, _, self.unread = self.unread.partition(b"\n")
        return answer

    def chatters(self) -> bool:
        """Whether it has written a line without being asked."""
        if b"\n" not in self.unread:
            exchange = self.pipes.exchange(b"", 0)
            self.unread += exchange.output or b""
            self._note_errors(exchange.errors)
        return b"\n" in self.unread

    def _pump(self, seconds: float) -> bool:
        """Wait until something can be read or written, and do it; return whether there was anything."""
        exchange = self.pipes.exchange(self.unsent, seconds)
        self.unsent = self.unsent[exchange.sent :]
        self._note_errors(exchange.errors)
        if exchange.output == b"":
            raise self.failed("crash", f"its program {self._ending() or 'closed its output'}")
        self.unread += exchange.output or b""
        if exchange.deaf and b"\n" not in self.unread:
            raise self.failed("crash", f"its program {self._ending() or 'closed its input'}")
        return exchange.happened

    def _note_errors(self, piece: bytes) -> None:
        self.errors = (self.errors + piece)[-TAIL:]

    def _ending(self) -> str:
        """How the program ended; empty if it is still running."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE)
            return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal_name(-code)}"
        return ""

    def failed(self, kind: str, sentence: str) -> ProgramFailed:
        """The failure, with the end of stderr; kills the program."""
        self._note_errors(self.pipes.last_errors())
        self.kill()
        return self.failure(kind, sentence, self.errors.decode(errors="replace"))

    @property
    def alive(self) -> bool:
        """Whether it can answer more questions."""
        return self.end.alive and self.process.poll() is None

    def kill(self) -> None:
        if self.end.detach():
            end_process(self.process, os.getpid(), b"", 0)


def end_process(process: "subprocess.Popen[bytes]", owner: int, farewell: bytes, grace: float = GRACE) -> None:
    """Close its input, give it time to end, then kill it and everything it started. A forked copy of us leaves it
    alone."""
    if os.getpid() != owner:
        return
    if process.stdin:
        with suppress(OSError):
            process.stdin.write(farewell)
        with suppress(OSError):
            process.stdin.close()
    if grace:
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace)
    kill_group(process)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()


def shown(text: bytes) -> str:
    """The beginning of what a program wrote, for use in a sentence."""
    return repr(text.partition(b"\n")[0][:80].decode(errors="replace"))
