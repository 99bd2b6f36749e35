"""A chunk: some games in a row at one table. What it holds depends on the plan alone, not on who plays it or where."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import new_outcomes
from ferrovia.arena.tables import Table, deal_seeds

LONGEST_LOG: Final = 2048
"""Decisions of a game that are written down; random play on the largest board takes a quarter of that."""


@dataclass(frozen=True)
class Job:
    """Games to be played: the numbers `first` to `last - 1` at a table of a run."""

    table: Table
    seed: int
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bot that failed in one of the games, and was replaced."""

    number: int
    seat: int
    bot: str
    sentence: str


@dataclass(frozen=True, eq=False)
class Chunk:
    """Games that were played."""

    outcomes: Any
    """Records of `outcome.OUTCOME`, in the order of their numbers."""
    actions: Any
    """What was done in each: an array (games, decisions), -1 where a game had fewer decisions."""
    troubles: tuple[Trouble, ...] = ()
    seconds: float = 0.0
    """How long it took."""


class Signals:
    """Between the one who runs a chunk and the one who waits for it: to stop, and how many games are done."""

    def __init__(self, stop: Any = None) -> None:
        self.stop = np.zeros(1, np.int8) if stop is None else stop
        self.done = np.zeros(1, np.int64)


def blank_games(job: Job) -> tuple[Any, Any]:
    """Outcomes and actions of a job, still to be filled in."""
    numbers = np.arange(job.first, job.last)
    seeds = deal_seeds(job.seed, job.table.deals(numbers))
    outcomes = new_outcomes(numbers, seeds, job.table.seated(numbers))
    return outcomes, np.full((len(job), LONGEST_LOG), -1, np.int16)


def finished_chunk(outcomes: Any, actions: Any, done: int, seconds: float, troubles: tuple[Trouble, ...] = ()) -> Chunk:
    """What was played of a job, in as little room as it needs."""
    played = outcomes[:done].copy()
    longest = int(played["decisions"].max(initial=0))
    return Chunk(played, actions[:done, :longest].copy(), troubles, seconds)


def play_chunk(job: Job, signals: Signals) -> Chunk:
    """Play a job: in the compiled loop if every bot can, else move by move."""
    if all(bot.compiled for bot in job.table.bots):
        from ferrovia.arena.compiled import play_compiled

        return play_compiled(job, signals)
    from ferrovia.arena.by_move import play_by_move

    return play_by_move(job, signals)
