"""Progress on stderr: a bar, animated on a terminal, an occasional line elsewhere; and warnings."""

import sys
import time
from collections.abc import Callable
from typing import IO, Final

BAR: Final = 24
REDRAW: Final = 0.1
LINE: Final = 30.0
"""Seconds between two lines without a terminal."""


class Progress:
    """Counts games; `kept` of them were played in an earlier run and say nothing about speed. `left` estimates the
    remaining seconds better than the speed so far, where games differ."""

    def __init__(
        self,
        total: int,
        kept: int = 0,
        what: str = "games",
        stream: IO[str] | None = None,
        left: Callable[[], float | None] = lambda: None,
    ) -> None:
        self.total, self.kept, self.what, self.left = total, kept, what, left
        self.running = False
        self.stream = sys.stderr if stream is None else stream
        self.terminal = self.stream.isatty()
        self.started = self.shown = time.monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        """Show the number of finished games; most calls print nothing."""
        now = time.monotonic()
        if not self.running:  # processes are still starting and loading compiled code
            self.running = done > self.kept
            self.started, self.kept = now, done
        if now - self.shown < (REDRAW if self.terminal else LINE):
            return
        self.shown = now
        text = self.text(done, now - self.started)
        self.width = max(self.width, len(text))
        print(f"\r{text:<{self.width}}" if self.terminal else text, end="" if self.terminal else "\n", file=self.stream)
        self.stream.flush()

    def text(self, done: int, seconds: float) -> str:
        """`[####----]  4,210 of 10,000 games  1,930/s  3 s left`."""
        speed = (done - self.kept) / seconds if seconds > 0 else 0.0
        filled = BAR * done // max(self.total, 1)
        bar = f"[{'#' * filled}{'-' * (BAR - filled)}]  " if self.terminal else ""
        seconds_left = self.left() or ((self.total - done) / speed if speed > 0 else None)
        left = "…" if seconds_left is None else f"{duration(seconds_left)} left"
        return f"{bar}{done:,} of {self.total:,} {self.what}  {speed:,.{0 if speed >= 10 else 2}f}/s  {left}"

    def close(self) -> None:
        """Erase the bar."""
        if self.terminal and self.width:
            print(f"\r{'':{self.width}}\r", end="", file=self.stream, flush=True)


def duration(seconds: float) -> str:
    """A duration for people: `12 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def warn(sentence: str) -> None:
    """Print one line to stderr."""
    print(f"ferrovia: {sentence}", file=sys.stderr, flush=True)
