"""Rate limits: what an address may do, and how little is remembered of the many that come once."""

from types import SimpleNamespace

import pytest

from ferrovia.server.base import rate_limits
from ferrovia.server.base.rate_limits import ConcurrencyLimiter, RateLimiter
from ferrovia.server.base.refusals import RequestRefused

FEW = 10


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still unless it is set."""
    found = SimpleNamespace(now=100.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: found.now))
    monkeypatch.setattr(rate_limits, "MOST_KEYS", FEW)
    return found


def test_a_burst_and_then_the_rate(clock: SimpleNamespace) -> None:
    limiter = RateLimiter(rate=2.0, burst=3.0)
    for _ in range(3):
        limiter.check("ada")
    with pytest.raises(RequestRefused):
        limiter.check("ada")
    limiter.check("bo")
    clock.now += 0.5
    limiter.check("ada")
    with pytest.raises(RequestRefused):
        limiter.check("ada")


def test_what_is_charged_afterwards_has_to_be_earned_again(clock: SimpleNamespace) -> None:
    limiter = RateLimiter(rate=1.0, burst=5.0)
    limiter.charge("ada", 8.0)
    with pytest.raises(RequestRefused):
        limiter.check_credit("ada")
    clock.now += 3.0
    limiter.check_credit("ada")


def test_those_who_have_not_come_for_long_are_forgotten_first(clock: SimpleNamespace) -> None:
    limiter = RateLimiter(rate=1.0, burst=1.0)
    for number in range(FEW - 3):
        limiter.check(f"once {number}")
    clock.now += 1.0
    for name in ("ada", "bo", "cleo"):
        limiter.check(name)
    limiter.check("one more")
    assert list(limiter.buckets) == ["ada", "bo", "cleo", "one more"]


def test_many_who_keep_coming_are_forgotten_together(clock: SimpleNamespace) -> None:
    """If a few were dropped at a time, all of them would be looked through for nearly every newcomer."""
    limiter = RateLimiter(rate=1.0, burst=1.0)
    limiter.check("once")
    clock.now += 1.0
    for number in range(FEW - 1):
        limiter.check(f"again {number}")
    limiter.check("one more")
    assert list(limiter.buckets) == ["one more"]


def test_what_is_given_back_may_be_taken_again() -> None:
    limiter = ConcurrencyLimiter(2)
    limiter.take("ada", "too-many")
    limiter.take("ada", "too-many")
    with pytest.raises(RequestRefused) as caught:
        limiter.take("ada", "too-many")
    assert caught.value.code == "too-many"
    limiter.give_back("ada")
    limiter.take("ada", "too-many")
    assert limiter.total == 2
