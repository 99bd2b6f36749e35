"""Rate limits by token bucket, and limits on what a client holds at a time; both in bounded memory."""

import time
from collections import Counter
from typing import Final

from ferrovia.server.base.refusals import RequestRefused

MOST_KEYS: Final = 50_000


class TokenBucket:
    """Token bucket: holds at most `burst` tokens and gains `rate` tokens per second."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.tokens, self.at = rate, burst, burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Pay the cost, if there are enough tokens."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Pay a cost that is known only afterwards: the bucket may go into debt."""
        self.take(0.0)
        self.tokens -= cost

    @property
    def full(self) -> bool:
        """Whether it has refilled by now, so that forgetting it loses nothing."""
        return self.tokens + (time.monotonic() - self.at) * self.rate >= self.burst


class RateLimiter:
    """Rate limiter with a token bucket per key, usually an address. With too many keys it forgets the full buckets and,
    if more than half are left then, all of them: to look through them all for a few is worth it only now and then."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: dict[str, TokenBucket] = {}

    def check(self, key: str, code: str = "too-fast", cost: float = 1.0) -> None:
        """Pay the cost from the key's bucket; RequestRefused if it holds less."""
        if not self._bucket(key).take(cost):
            raise RequestRefused(code)

    def check_credit(self, key: str, code: str = "too-fast") -> None:
        """RequestRefused if the key's bucket is in debt."""
        self.check(key, code, 0.0)

    def charge(self, key: str, cost: float) -> None:
        """Charge a cost that is known only afterwards."""
        self._bucket(key).charge(cost)

    def _bucket(self, key: str) -> TokenBucket:
        if key not in self.buckets:
            self._make_room()
            self.buckets[key] = TokenBucket(self.rate, self.burst)
        return self.buckets[key]

    def _make_room(self) -> None:
        if len(self.buckets) >= MOST_KEYS:
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if not bucket.full}
            if len(self.buckets) > MOST_KEYS // 2:
                self.buckets.clear()


class ConcurrencyLimiter:
    """Limits how many of something each key holds at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How many all keys hold together."""
        return self.held.total()

    def take(self, key: str, code: str) -> None:
        """Take one more; RequestRefused at the limit."""
        if self.held[key] >= self.most:
            raise RequestRefused(code)
        self.held[key] += 1

    def give_back(self, key: str) -> None:
        self.held[key] -= 1
        if self.held[key] <= 0:
            del self.held[key]
