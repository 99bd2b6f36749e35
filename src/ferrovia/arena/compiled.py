"""Playing a chunk in the compiled loop."""

import threading
import time
from typing import Any

import numpy as np

from ferrovia.arena.chunk import Chunk, Job, Signals, Trouble, blank_games, finished_chunk
from ferrovia.arena.kernels import DESK, play_games
from ferrovia.arena.plan import Table

ILLEGAL = "its move was not legal; the first legal one was made instead"

_own = threading.local()


def own_desk() -> Any:
    """The desk of this thread: it is large, and every game begins with whatever lies on it."""
    if not hasattr(_own, "desk"):
        _own.desk = np.zeros(1, DESK)
    return _own.desk


def play_compiled(job: Job, signals: Signals) -> Chunk:
    """All games of a job, or as many as there is time for."""
    outcomes, actions = blank_games(job)
    minds = np.concatenate([bot.mind(job.table.rules) for bot in job.table.bots])
    board, desk = job.table.rules.board, own_desk()
    play_games(board, minds, outcomes[:0], actions[:0], desk, signals.stop, signals.done)  # compiling is no thinking
    start, worked = time.perf_counter(), time.thread_time_ns()
    ticks = play_games(board, minds, outcomes, actions, desk, signals.stop, signals.done)
    seconds, worked = time.perf_counter() - start, time.thread_time_ns() - worked
    # Ticks run on while others have the processor. Scaled to the time this thread had it, they say what a bot costs.
    outcomes["seats"]["nanoseconds"] *= worked / ticks if ticks > 0 else 0.0
    done = int(signals.done[0])
    return finished_chunk(outcomes, actions, done, seconds, troubles_in(job.table, outcomes[:done]))


def troubles_in(table: Table, outcomes: Any) -> tuple[Trouble, ...]:
    """Games in which a compiled bot wanted what it may not do: a defect of ours, to be told and not to be hidden."""
    games, seats = np.nonzero(outcomes["seats"]["fault"])
    return tuple(
        Trouble(int(row["number"]), seat, table.bots[row["bot"][seat]].name, ILLEGAL, "illegal")
        for row, seat in zip(outcomes[games], seats.tolist(), strict=True)
    )
