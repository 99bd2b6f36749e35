"""How much anybody may ask for: buckets that fill with time, in bounded memory."""

import time
from collections import Counter
from typing import Final

from ferrovia.server.base.refusals import Refusal

MOST_KEYS: Final = 50_000


class Bucket:
    """Holds `burst` drops at most and gains `rate` of them a second."""

    __slots__ = ("at", "burst", "drops", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.drops, self.at = rate, burst, burst, time.monotonic()

    def take(self, drops: float = 1.0) -> bool:
        """Whether there was enough."""
        now = time.monotonic()
        self.drops = min(self.burst, self.drops + (now - self.at) * self.rate)
        self.at = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True

    @property
    def full(self) -> bool:
        """Whether it would be full by now: then nothing is lost by forgetting it."""
        return self.drops + (time.monotonic() - self.at) * self.rate >= self.burst


class Buckets:
    """One for each address. When there are very many the full ones are forgotten, and if that does not help, all."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.found: dict[str, Bucket] = {}

    def check(self, key: str, code: str = "too-fast", drops: float = 1.0) -> None:
        """Take from a bucket; Refusal if it is empty."""
        if key not in self.found:
            self._make_room()
            self.found[key] = Bucket(self.rate, self.burst)
        if not self.found[key].take(drops):
            raise Refusal(code)

    def _make_room(self) -> None:
        if len(self.found) >= MOST_KEYS:
            self.found = {key: bucket for key, bucket in self.found.items() if not bucket.full}
        if len(self.found) >= MOST_KEYS:
            self.found.clear()


class Counts:
    """How many of something each address holds at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: Counter[str] = Counter()

    def take(self, key: str, code: str) -> None:
        """One more; Refusal if that is too many."""
        if self.held[key] >= self.most:
            raise Refusal(code)
        self.held[key] += 1

    def give_back(self, key: str) -> None:
        """One less."""
        self.held[key] -= 1
        if self.held[key] <= 0:
            del self.held[key]
