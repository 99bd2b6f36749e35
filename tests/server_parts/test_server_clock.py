"""The server's clock: it goes on whatever becomes of the wall clock, and does not go back when a server is started
again."""

import time

import pytest

from ferrovia.server.base import server_clock
from ferrovia.server.base.server_clock import DAY, ServerClock


@pytest.fixture
def walls(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The wall clock and the ticks, which a test sets."""
    found = {"wall": 1_000_000.0, "ticks": 50.0}
    monkeypatch.setattr(time, "time", lambda: found["wall"])
    monkeypatch.setattr(server_clock, "ticks", lambda: found["ticks"])
    return found


@pytest.mark.parametrize("jump", [-7200.0, 7200.0])
def test_a_jump_of_the_wall_clock_does_not_count(walls: dict[str, float], jump: float) -> None:
    clock = ServerClock()
    before = clock.now()
    walls["wall"] += jump
    walls["ticks"] += 10
    assert clock.now() == before + 10


@pytest.mark.parametrize(
    ("last", "begins"), [(0.0, 1_000_000.0), (1_000_500.0, 1_000_500.0), (1_000_000.0 + 2 * DAY, 1_000_000.0)]
)
def test_it_does_not_go_back_when_the_server_is_started_again(
    walls: dict[str, float], last: float, begins: float
) -> None:
    clock = ServerClock()
    clock.start(walls["wall"], last)
    assert clock.now() == begins
