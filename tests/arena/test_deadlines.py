"""Workers past their deadline are killed; healthy ones never are."""

import time
from typing import Any

import numpy as np
import pytest

from ferrovia.arena.workers import Processes

PID = 4711


class EndsAfterOneRead(np.ndarray):
    """Shared memory of a worker whose call ends right after the first look at it."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [np.array(each) if isinstance(each, np.ndarray) else each for each in inputs]
        self[...] = [[PID, 0.0]] if self.ndim == 2 else 0.0
        return getattr(ufunc, method)(*plain, **options)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """One worker, and the list of those that were killed."""
    pool, killed = Processes(1), list[int]()
    monkeypatch.setattr(pool, "kill", lambda numbers: killed.extend(numbers))
    yield pool, killed
    pool.close()


def test_a_call_that_ends_while_we_look_is_not_late(processes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, killed = processes
    memory = np.array([PID, time.monotonic() + 60.0]).view(EndsAfterOneRead)
    monkeypatch.setattr("ferrovia.arena.workers.np.frombuffer", lambda *_: memory)
    assert pool.end_stalled() == 0
    assert not killed


def test_a_worker_past_its_deadline_is_killed_once(processes: Any) -> None:
    pool, killed = processes
    np.frombuffer(pool.deadlines, np.float64)[:] = PID, time.monotonic() - pool.margin - 1.0
    assert pool.end_stalled() == 1
    assert pool.end_stalled() == 0
    assert killed == [PID]


def test_a_worker_within_the_margin_may_still_answer(processes: Any) -> None:
    pool, killed = processes
    np.frombuffer(pool.deadlines, np.float64)[:] = PID, time.monotonic() - 0.5 * pool.margin
    assert pool.end_stalled() == 0
    assert not killed
