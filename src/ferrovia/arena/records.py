"""Records of a run: a run stores seeds and actions; here the games are replayed and written as text."""

import multiprocessing
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.plan import ArenaTable
from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult
from ferrovia.core.limits import NONE
from ferrovia.engine import batch
from ferrovia.engine.actions import TAKE
from ferrovia.engine.journal import recording_journal
from ferrovia.engine.state import STATE
from ferrovia.errors import ArenaError
from ferrovia.game.game import Game, written_events
from ferrovia.game.moves import Move
from ferrovia.game.text.record import Line, Record, chance_text, result_text
from ferrovia.game.translate import describe, describe_claim

GAMES_A_RANGE: Final = 50
LONGEST_NAME: Final = 60


@dataclass(frozen=True)
class GameRange:
    """A range of games of a table, to be written to a folder."""

    table: ArenaTable
    outcomes: Any
    actions: Any
    folder: Path


def write_records(run: Run, folder: Path, processes: int, watch: Callable[[int], None] = lambda done: None) -> None:
    """Write one folder per table and one file per game, named by its number."""
    work = [games for number, result in enumerate(run.results) for games in game_ranges(number, result, folder)]
    context, done = multiprocessing.get_context("spawn"), 0
    if len(work) < 2 or processes == 1:
        for games in work:
            done += write_range(games)
            watch(done)
        return
    with ProcessPoolExecutor(min(processes, len(work)), context) as pool:
        for count in pool.map(write_range, work):
            done += count
            watch(done)


def game_ranges(number: int, result: TableResult, folder: Path) -> Iterator[GameRange]:
    """The games of a table in ranges of a bounded number."""
    place = folder / table_name(number, result.table)
    for first in range(0, len(result.outcomes), GAMES_A_RANGE):
        some = slice(first, first + GAMES_A_RANGE)
        yield GameRange(result.table, result.outcomes[some], result.actions[some], place)


def table_name(number: int, table: ArenaTable) -> str:
    """A folder name that says who plays. The number comes first, because two bots' shortened names may be equal."""
    words = "-".join(re.sub(r"[^a-z0-9]+", "-", bot.name.lower()).strip("-") or "bot" for bot in table.specs)
    return f"{number:03}-{words[:LONGEST_NAME].strip('-')}"


def write_range(games: GameRange) -> int:
    """Write the records of a range of games; return their number."""
    games.folder.mkdir(parents=True, exist_ok=True)
    for outcome, actions in zip(games.outcomes, games.actions, strict=True):
        path = games.folder / f"{int(outcome['number']):07}.record"
        path.write_text(record_text(games.table, outcome, actions.tolist()), "utf-8")
    return len(games.outcomes)


def record_text(table: ArenaTable, outcome: Any, actions: list[int]) -> str:
    number, seed, decisions = (int(outcome[name]) for name in ("number", "seed", "decisions"))
    if decisions > len(actions):
        raise ArenaError(f"game {number} is too long for a record: {decisions} decisions")
    replay = Replay(table, seed)
    setup, waiting = replay.outcomes(), iter(actions[:decisions])
    lines = tuple(replay.line(action, waiting) for action in waiting)
    names = {seat: seat_name(table.bots[outcome["bot"][seat]].name) for seat in range(table.players)}
    result = result_text(Game.from_state(table.rules, replay.states))
    return str(Record(table.rules, table.players, setup, lines, result, seed, tuple(names.items())))


class Replay:
    """A game replayed from its actions. `Game` would check the legality of every move; these were legal, and checking
    takes longer than playing."""

    def __init__(self, table: ArenaTable, seed: int) -> None:
        self.rules, self.board = table.rules, table.rules.board
        self.states, self.journal = np.zeros(1, STATE), recording_journal()
        batch.new_at(self.board, self.states, 0, table.players, np.uint64(seed), self.journal)

    def outcomes(self) -> tuple[str, ...]:
        """The chance outcomes since the last call."""
        events = written_events(self.journal)
        self.journal["count"] = 0
        return chance_text(self.rules, events)

    def line(self, action: int, following: Iterator[int]) -> Line:
        """Play the move that starts with an action; a claim takes the next one as its payment."""
        seat = int(batch.mover_at(self.states, 0))
        parts = [action, next(following)] if action < TAKE else [action]
        move = self.move(seat, parts)
        for part in parts:
            batch.advance_at(self.board, self.states, 0, part, self.journal)
        return Line(seat, move, self.outcomes())

    def move(self, seat: int, parts: list[int]) -> Move:
        """One or two actions as a move."""
        if len(parts) == 2:
            return describe_claim(self.rules, *parts)
        offer = self.states[0]["private"][seat]["offer"].tolist()
        return describe(self.rules, parts[0], self.states[0].public, [ticket for ticket in offer if ticket != NONE])


def seat_name(name: str) -> str:
    """A bot's name as a record allows it."""
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return words[:80].strip() or "bot"
