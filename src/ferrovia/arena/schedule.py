"""Schedule of a run: which games are played, which come next, and how many make a job."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ferrovia.arena.jobs import Job, PlayedGames, Trouble
from ferrovia.arena.outcome import OUTCOME
from ferrovia.arena.plan import ArenaTable, Plan

PIECE_SECONDS: Final = 1.0
"""Target duration of a job: short enough to lose little, long enough to be worth the overhead."""
LARGEST_PIECE: Final = 4096


@dataclass(frozen=True, eq=False)
class TableResult:
    """The finished games of one table."""

    table: ArenaTable
    outcomes: Any
    """Records of `outcome.OUTCOME`, in ascending order of game number; all of them, unless the run was stopped."""
    actions: Any
    """The actions of each game: an array (games, decisions), padded with -1."""
    troubles: tuple[Trouble, ...] = ()


@dataclass(eq=False)
class TableSchedule:
    """The schedule of one table: games left to play, and games played."""

    table: ArenaTable
    games: int
    gaps: list[tuple[int, int]] = field(default_factory=list)
    played: list[PlayedGames] = field(default_factory=list)
    taken: int = 0
    seconds: float = 0.0
    timed: int = 0

    @classmethod
    def of(cls, table: ArenaTable, games: int, stored: Iterable[PlayedGames]) -> "TableSchedule":
        """The schedule of a table, with the games stored by an earlier run."""
        schedule, present = cls(table, games), np.zeros(games, bool)
        for chunk in stored:
            numbers = chunk.outcomes["number"].astype(np.int64)
            fresh = numbers < games
            fresh[fresh] = ~present[numbers[fresh]]
            present[numbers[fresh]] = True
            schedule.played += [select(chunk, fresh)] if fresh.any() else []
        edges = np.flatnonzero(np.diff(np.concatenate([[True], present, [True]]).astype(np.int8))).tolist()
        schedule.gaps = list(zip(edges[::2], edges[1::2], strict=True))
        schedule.taken = int(present.sum())
        return schedule

    @property
    def done(self) -> int:
        """The number of games played."""
        return sum(len(chunk.outcomes) for chunk in self.played)

    @property
    def seconds_a_game(self) -> float | None:
        """Seconds per game and worker; None before one was timed."""
        return self.seconds / self.timed if self.timed else None

    def next_piece(self, workers: int) -> tuple[int, int]:
        """The next games to play: about one second's worth; fewer towards the end, so that no worker waits."""
        first, last = self.gaps[0]
        speed = self.timed / self.seconds if self.seconds else 0.0
        left = sum(end - start for start, end in self.gaps)
        size = int(min(speed * PIECE_SECONDS, LARGEST_PIECE, max(left / (2 * workers), speed * PIECE_SECONDS / 10)))
        cut = min(last, first + max(size, 1))
        self.gaps[:1] = [(cut, last)] if cut < last else []
        self.taken += cut - first
        return first, cut

    def give_back(self, job: Job) -> None:
        """Return a lost job to the schedule."""
        self.gaps.insert(0, (job.first, job.last))
        self.taken -= len(job)

    def add(self, chunk: PlayedGames) -> None:
        """Add a finished job."""
        self.played.append(chunk)
        self.seconds += chunk.seconds
        self.timed += len(chunk.outcomes)

    def result(self) -> TableResult:
        """Everything that was played, in order."""
        if not self.played:
            return TableResult(self.table, np.zeros(0, OUTCOME), np.zeros((0, 0), np.int16))
        outcomes = np.concatenate([chunk.outcomes for chunk in self.played]).view(OUTCOME)
        order = np.argsort(outcomes["number"])
        troubles = sorted(
            (trouble for chunk in self.played for trouble in chunk.troubles), key=lambda trouble: trouble.number
        )
        return TableResult(self.table, outcomes[order], join_actions(self.played)[order], tuple(troubles))


class Schedule:
    """The schedules of all tables."""

    def __init__(self, plan: Plan, stored: Iterable[Iterable[PlayedGames]]) -> None:
        self.plan = plan
        self.tables = [
            TableSchedule.of(table, table.whole_deals(plan.games), played)
            for table, played in zip(plan.tables, stored, strict=True)
        ]

    @property
    def done(self) -> int:
        """The number of games played."""
        return sum(table.done for table in self.tables)

    def seconds_left(self, workers: int) -> float | None:
        """Estimated seconds left: what is left at each table, at its own speed. A table without data gets the average
        speed."""
        known = [table.seconds_a_game for table in self.tables if table.seconds_a_game is not None]
        if not known:
            return None
        usual = sum(known) / len(known)
        return sum((table.games - table.done) * (table.seconds_a_game or usual) for table in self.tables) / workers

    def next_job(self, workers: int, urgent: Iterable[TableSchedule] = ()) -> tuple[TableSchedule, Job] | None:
        """The next job: at the table that is furthest behind, so that a stopped run has some games of each; but
        `urgent` tables come first."""
        waiting = [table for table in urgent if table.gaps] or [table for table in self.tables if table.gaps]
        if not waiting:
            return None
        table = min(waiting, key=lambda schedule: schedule.taken / schedule.games)
        first, last = table.next_piece(workers)
        return table, Job(table.table, self.plan.seed, first, last, self.plan.conduct)


def select(chunk: PlayedGames, chosen: Any) -> PlayedGames:
    """Some of the games of a chunk."""
    numbers = set(chunk.outcomes["number"][chosen].tolist())
    troubles = tuple(trouble for trouble in chunk.troubles if trouble.number in numbers)
    return PlayedGames(chunk.outcomes[chosen], chunk.actions[chosen], troubles)


def join_actions(played: list[PlayedGames]) -> Any:
    """The actions of several chunks in one array."""
    longest = max(chunk.actions.shape[1] for chunk in played)
    joined = np.full((sum(len(chunk.actions) for chunk in played), longest), -1, np.int16)
    row = 0
    for chunk in played:
        joined[row : row + len(chunk.actions), : chunk.actions.shape[1]] = chunk.actions
        row += len(chunk.actions)
    return joined
