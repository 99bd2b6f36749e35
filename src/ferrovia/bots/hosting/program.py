"""A program of somebody else's at the other end of three pipes. It cannot make us wait, nor fill our memory.

Everything is read and written a piece at a time, only when the system says that it can be, and only until a deadline.
"""

import os
import select
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from typing import IO, Final

from ferrovia.bots.hosting.faults import TAIL, BotFailed

LONGEST_LINE: Final = 1 << 16
"""Bytes of the longest answer."""
PIECE: Final = 1 << 16
GRACE: Final = 1.0
"""Seconds a program has to end when it is told that nothing more will come."""


class Program:
    """A running program, asked and answering line by line."""

    def __init__(self, words: list[str], farewell: bytes = b"") -> None:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that what it starts itself can be ended with it
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BotFailed("start", f"the program {words[0][:100]!r} cannot be started: {reason}") from None
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)
        self.unsent = b""
        self.unread = b""
        self.errors = b""
        self.end = weakref.finalize(self, end_process, self.process, os.getpid(), farewell)

    def _pipes(self) -> list[IO[bytes]]:
        """Input first, then those of output and of errors that are still open."""
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        return [pipe for pipe in pipes if pipe and not pipe.closed]

    def send(self, line: bytes) -> None:
        """Send a line that is not answered. What does not fit into the pipe goes with the next one."""
        self.unsent += line
        self._pump(0)

    def ask(self, line: bytes, limit: float) -> bytes:
        """The one line that the program answers within so many seconds."""
        if self.chatters():
            raise self.failed("unreadable", f"it wrote a line that nobody had asked for: {shown(self.unread)}")
        self.unsent += line
        deadline = time.monotonic() + limit
        left = limit
        while b"\n" not in self.unread:
            if len(self.unread) > LONGEST_LINE:
                raise self.failed("unreadable", f"it wrote more than {LONGEST_LINE} bytes without ending the line")
            if left < 0 or not self._pump(left):  # whoever writes to stderr without end is stopped too
                raise self.failed("stall", f"it did not answer within {limit:g} s")
            left = deadline - time.monotonic()
        answer, _, self.unread = self.unread.partition(b"\n")
        return answer

    def chatters(self) -> bool:
        """Whether it has written a line though nothing was asked."""
        if b"\n" not in self.unread and self.process.stdout:
            with suppress(BlockingIOError):
                self.unread += os.read(self.process.stdout.fileno(), PIECE)
        return b"\n" in self.unread

    def _pump(self, seconds: float) -> bool:
        """Wait until something can be read or written, and do it; whether there was anything."""
        poller = select.poll()
        for pipe in self._pipes():
            writing = pipe is self.process.stdin
            poller.register(pipe, (select.POLLOUT if self.unsent else 0) if writing else select.POLLIN)
        ready = dict(poller.poll(1000 * max(0.0, seconds)))
        for pipe in self._pipes()[1:]:
            if pipe.fileno() in ready:
                self._read(pipe)
        if b"\n" not in self.unread and (event := ready.get(self._pipes()[0].fileno())):
            self._write(event)
        return bool(ready)

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            piece = os.read(pipe.fileno(), PIECE)
        except BlockingIOError:
            return
        if pipe is self.process.stderr:
            self.errors = (self.errors + piece)[-TAIL:]
            if not piece:
                pipe.close()
        elif piece:
            self.unread += piece
        else:
            raise self.failed("crash", f"its program {self._ending() or 'closed its output'}")

    def _write(self, event: int) -> None:
        try:
            sent = 0 if event & select.POLLERR else os.write(self._pipes()[0].fileno(), self.unsent[:PIECE])
        except OSError:
            event |= select.POLLERR
        if event & select.POLLERR:
            raise self.failed("crash", f"its program {self._ending() or 'closed its input'}")
        self.unsent = self.unsent[sent:]

    def _ending(self) -> str:
        """How the program ended; empty if it is still there."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE)
            return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal_name(-code)}"
        return ""

    def failed(self, kind: str, sentence: str) -> BotFailed:
        """The failure, with the last that is to be read of stderr; the program is ended."""
        pipe = self.process.stderr
        if pipe and not pipe.closed:
            with suppress(BlockingIOError):
                self.errors = (self.errors + os.read(pipe.fileno(), PIECE))[-TAIL:]
        self.kill()
        return BotFailed(kind, sentence, self.errors.decode(errors="replace"))

    @property
    def alive(self) -> bool:
        """Whether it can be asked again."""
        return self.end.alive and self.process.poll() is None

    def kill(self) -> None:
        """End it at once."""
        if self.end.detach():
            end_process(self.process, os.getpid(), b"", 0)


def end_process(process: "subprocess.Popen[bytes]", owner: int, farewell: bytes, grace: float = GRACE) -> None:
    """Close its input, give it time to end, and end it and all that it started. A copy of us leaves it alone."""
    if os.getpid() != owner:
        return
    if process.stdin:
        with suppress(OSError):
            process.stdin.write(farewell)
        process.stdin.close()
    if grace:
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()


def signal_name(number: int) -> str:
    """What a signal is called; those for real time have numbers only."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def shown(text: bytes) -> str:
    """The beginning of what a program wrote, for a sentence."""
    return repr(text.partition(b"\n")[0][:80].decode(errors="replace"))
