"""Which TCP connections are admitted, and which silent ones make room."""

import logging
import time

import pytest

from ferrovia.server.sockets.connection_limits import RESERVE, ConnectionGate

ROOM = 200
SILENT = 5


class Transport:
    """A connection that may be aborted."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def gate() -> ConnectionGate:
    return ConnectionGate(SILENT, lambda: ROOM + RESERVE)


def filled(gate: ConnectionGate, count: int, address: str, proxy: bool = False) -> list[Transport]:
    found = [Transport() for _ in range(count)]
    assert all(gate.admit(each, address, proxy) for each in found)
    return found


def test_an_address_has_a_few_silent_connections(gate: ConnectionGate, clock: list[float]) -> None:
    first, *others = filled(gate, SILENT, "a")
    assert not gate.admit(Transport(), "a"), "all of them may be about to speak"
    filled(gate, 1, "b")
    clock[0] += 2
    assert gate.admit(Transport(), "a")
    assert first.aborted
    assert not any(each.aborted for each in others)


def test_connections_that_have_spoken_are_never_closed(gate: ConnectionGate, clock: list[float]) -> None:
    spoken = filled(gate, SILENT, "a")
    for each in spoken:
        gate.spoke(each)
    clock[0] += 2
    filled(gate, SILENT, "a")
    assert not any(each.aborted for each in spoken)


def test_there_is_room_below_the_descriptors(
    gate: ConnectionGate, clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(ROOM):
        (each,) = filled(gate, 1, f"10.0.0.{number}")
        gate.spoke(each)
    with caplog.at_level(logging.WARNING):
        assert not gate.admit(Transport(), "late")
    assert caplog.records[0].why == "full"  # type: ignore[attr-defined]
    gate.forget(next(iter(gate.connections)))
    filled(gate, 1, "late")


def test_the_silent_make_room_for_everybody(gate: ConnectionGate, clock: list[float]) -> None:
    (silent,) = filled(gate, 1, "quiet")
    clock[0] += 2
    for number in range(ROOM):
        (each,) = filled(gate, 1, f"10.0.0.{number}")
        gate.spoke(each)
    assert silent.aborted


def test_a_proxy_stands_for_many(gate: ConnectionGate, clock: list[float]) -> None:
    filled(gate, ROOM // 2, "127.0.0.1", proxy=True)
    assert not gate.admit(Transport(), "127.0.0.1", proxy=True)


def test_what_is_closed_leaves_nothing_behind(gate: ConnectionGate, clock: list[float]) -> None:
    some = filled(gate, SILENT, "a")
    for each in some:
        gate.forget(each)
        gate.forget(each)
    assert not gate.connections
    assert not gate.waiting
    assert not gate.silent_of
