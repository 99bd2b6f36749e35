"""Measuring how fast the processor's clock ticks, on a machine that halts us now and then."""

import pytest

from ferrovia.bots.kernels import tick_rate

RATE = 1000.0
STEP = 0.001


class Machine:
    """A clock that advances a little at every reading, and a lot at one of them."""

    def __init__(self, halted: int) -> None:
        self.now, self.looks, self.halted = 0.0, 0, halted

    def look(self) -> float:
        self.looks += 1
        self.now += 10.0 if self.looks == self.halted else STEP
        return self.now


@pytest.mark.parametrize("halted", range(1, 12))
def test_being_halted_once_spoils_nothing(halted, monkeypatch):
    machine = Machine(halted)
    monkeypatch.setattr("ferrovia.bots.kernels.tick_rate.time.perf_counter", machine.look)
    monkeypatch.setattr(tick_rate, "read_ticks", lambda: machine.look() * RATE)
    assert tick_rate.ticks_per_second.__wrapped__() == pytest.approx(RATE)
