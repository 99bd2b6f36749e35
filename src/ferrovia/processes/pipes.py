"""Non-blocking pipes to a child process: polled on POSIX, served by threads where pipes cannot be polled."""

import os
import queue
import select
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final, NamedTuple, Protocol

PIECE: Final = 1 << 16
MOST_PIECES: Final = 16
"""Chunks that threads read ahead; a program that floods its output then has to wait."""
LAST_SECONDS: Final = 0.2
"""Seconds that threads get to read what a program wrote to stderr before it failed."""


class Exchange(NamedTuple):
    """The outcome of one wait for the pipes."""

    happened: bool
    sent: int = 0
    output: bytes | None = None
    """A chunk of standard output; empty if it is closed."""
    errors: bytes = b""
    deaf: bool = False
    """Standard input is closed."""


class Pipes(Protocol):
    """The three pipes of a child process."""

    def exchange(self, unsent: bytes, seconds: float) -> Exchange:
        """Wait until something can be read or written, and do it."""

    def last_errors(self) -> bytes:
        """What is left to read on standard error."""


class PollingPipes:
    """Non-blocking pipes and `poll`."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        for pipe in self._open():
            os.set_blocking(pipe.fileno(), False)

    def _open(self) -> list[IO[bytes]]:
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        return [pipe for pipe in pipes if pipe and not pipe.closed]

    def exchange(self, unsent: bytes, seconds: float) -> Exchange:
        """Poll once; read what is available and write what fits."""
        poller = select.poll()
        for pipe in self._open():
            writing = pipe is self.process.stdin
            poller.register(pipe, (select.POLLOUT if unsent else 0) if writing else select.POLLIN)
        ready = dict(poller.poll(1000 * max(0.0, seconds)))
        output = self._read(self.process.stdout, ready)
        errors = self._read(self.process.stderr, ready)
        if errors == b"" and self.process.stderr:
            self.process.stderr.close()
        sent, deaf = self._write(unsent, ready)
        return Exchange(bool(ready), sent, output, errors or b"", deaf)

    def _read(self, pipe: IO[bytes] | None, ready: dict[int, int]) -> bytes | None:
        if pipe is None or pipe.closed or pipe.fileno() not in ready:
            return None
        with suppress(BlockingIOError):
            return os.read(pipe.fileno(), PIECE)
        return None

    def _write(self, unsent: bytes, ready: dict[int, int]) -> tuple[int, bool]:
        pipe = self.process.stdin
        event = ready.get(pipe.fileno()) if pipe and not pipe.closed else None
        if pipe is None or event is None:
            return 0, False
        if event & select.POLLERR:
            return 0, True
        try:
            return os.write(pipe.fileno(), unsent[:PIECE]), False
        except OSError:
            return 0, True

    def last_errors(self) -> bytes:
        """Read one more chunk, if there is one."""
        pipe = self.process.stderr
        if pipe and not pipe.closed:
            with suppress(BlockingIOError):
                return os.read(pipe.fileno(), PIECE)
        return b""


class ThreadedPipes:
    """One thread per pipe, each ending with the process at the other end."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.incoming: queue.Queue[Exchange] = queue.Queue(MOST_PIECES)
        self.outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for work in (self._read_output, self._read_errors, self._write_input):
            threading.Thread(target=work, daemon=True, name="pipe").start()

    def exchange(self, unsent: bytes, seconds: float) -> Exchange:
        """Hand over what is to be written, or wait for what was read."""
        if unsent:
            self.outgoing.put(unsent)
            return Exchange(True, len(unsent))
        try:
            return self.incoming.get(timeout=seconds) if seconds > 0 else self.incoming.get_nowait()
        except queue.Empty:
            return Exchange(False)

    def last_errors(self) -> bytes:
        """What the threads have read by now or read within a moment."""
        errors, end = b"", time.monotonic() + LAST_SECONDS  # a program may write endlessly
        with suppress(queue.Empty):
            while (left := end - time.monotonic()) > 0:
                errors += self.incoming.get(timeout=left).errors
        return errors

    def _read_output(self) -> None:
        self._read(self.process.stdout, lambda piece: Exchange(True, output=piece))
        self._put(Exchange(True, output=b""))

    def _read_errors(self) -> None:
        self._read(self.process.stderr, lambda piece: Exchange(True, errors=piece))

    def _read(self, pipe: IO[bytes] | None, note: Callable[[bytes], Exchange]) -> None:
        with suppress(OSError, ValueError):  # closed at this end
            while pipe and (piece := os.read(pipe.fileno(), PIECE)):
                self._put(note(piece))

    def _put(self, exchange: Exchange) -> None:
        while self.process.returncode is None:  # nobody reads from a process that is finished
            with suppress(queue.Full):
                return self.incoming.put(exchange, timeout=1)
        with suppress(queue.Full):
            self.incoming.put_nowait(exchange)
        return None

    def _write_input(self) -> None:
        pipe = self.process.stdin
        with suppress(ValueError):  # closed at this end
            while pipe and self.process.returncode is None:
                with suppress(queue.Empty):
                    self._write(pipe, self.outgoing.get(timeout=1))

    def _write(self, pipe: IO[bytes], left: bytes) -> None:
        try:
            while left:
                left = left[os.write(pipe.fileno(), left) :]
        except OSError:
            self._put(Exchange(True, deaf=True))


POLLING: Final = hasattr(select, "poll") and os.name == "posix"


def open_pipes(process: "subprocess.Popen[bytes]") -> Pipes:
    """The pipes of a process, of the kind this system supports."""
    return PollingPipes(process) if POLLING else ThreadedPipes(process)
