"""Jobs of the arena: some games in a row at one table, and what was played of them.

What a job brings depends on the plan alone, not on which worker plays it or where.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import new_outcomes
from ferrovia.arena.plan import ArenaTable, deal_seeds
from ferrovia.bots.hosting.faults import one_line

LONGEST_LOG: Final = 2048
"""Decisions of a game that are written down; random play on the largest board takes a quarter of that."""


@dataclass(frozen=True)
class Job:
    """Games to be played: the numbers `first` to `last - 1` at a table of a run."""

    table: ArenaTable
    seed: int
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bot that failed in one of the games: what `bots.faults.Fault` says of it, and in which game."""

    number: int
    seat: int
    bot: str
    sentence: str
    kind: str
    move: int | None = None
    """Which of its own moves it was, from 1; 0: before the first. None: not noted."""
    tail: str = ""
    """The end of its traceback, or of what it wrote to stderr."""
    replaced: bool = True
    """Whether another bot played on in its place; False if the game was over already."""

    def __str__(self) -> str:
        move = f", move {self.move}" if self.move else ""
        when = move if self.replaced else ", after the end"
        return f"{self.bot}, game {self.number}, seat {self.seat}{when}: {with_last_words(self.sentence, self.tail)}"


def with_last_words(sentence: str, tail: str) -> str:
    """A sentence, and the last line a bot wrote: that is mostly where it says why. A traceback ends with what the
    sentence says already."""
    lines = [line for line in tail.splitlines() if line.strip()]
    last = one_line(lines[-1]) if lines else ""
    return sentence if last in sentence else f"{sentence} (its last words: {last})"


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """The games of a job that were played."""

    outcomes: Any
    """Records of `outcome.OUTCOME`, in the order of their numbers."""
    actions: Any
    """What was done in each: an array (games, decisions), -1 where a game had fewer decisions."""
    troubles: tuple[Trouble, ...] = ()
    seconds: float = 0.0
    """How long it took."""


class Signals:
    """Shared memory of a worker and its supervisor: whether to stop, and how many games are done."""

    def __init__(self, stop: Any = None) -> None:
        self.stop = np.zeros(1, np.int8) if stop is None else stop
        self.done = np.zeros(1, np.int64)


def blank_games(job: Job) -> tuple[Any, Any]:
    """Outcomes and actions of a job, still to be filled in."""
    numbers = np.arange(job.first, job.last)
    seeds = deal_seeds(job.seed, job.table.deals(numbers))
    outcomes = new_outcomes(numbers, seeds, job.table.seated(numbers))
    return outcomes, np.full((len(job), LONGEST_LOG), -1, np.int16)


def finished_games(
    outcomes: Any, actions: Any, done: int, seconds: float, troubles: tuple[Trouble, ...] = ()
) -> PlayedGames:
    """What was played of a job, in as little room as it needs."""
    played = outcomes[:done].copy()
    longest = int(played["decisions"].max(initial=0))
    return PlayedGames(played, actions[:done, :longest].copy(), troubles, seconds)
