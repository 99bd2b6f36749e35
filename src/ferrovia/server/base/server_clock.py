"""The server's clock: right at the start, and monotonic from then on. Game clocks must not jump when an administrator
or NTP sets the wall clock."""

import time
from typing import Final

DAY: Final = 86_400.0


def ticks() -> float:
    """Seconds since some moment; those a computer sleeps count too, where the system can tell."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ServerClock:
    """Seconds since 1970, as they were known when the process began."""

    def __init__(self) -> None:
        self.offset = time.time() - ticks()

    def now(self) -> float:
        return self.offset + ticks()

    def start(self, right: float, last: float) -> None:
        """Set the clock once: to the right time, but not before the last time that was written, unless that is so far
        ahead that it was wrong."""
        self.offset = (last if right < last < right + DAY else right) - ticks()


clock: Final = ServerClock()
server_time: Final = clock.now
"""The time of this process."""
