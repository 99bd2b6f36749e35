"""A run as a columnar table: one row for each seat of each game. Statistics and reports start from it.

>>> from ferrovia.arena.plan import plan_pairs
>>> from ferrovia.arena.runner import Runner
>>> from ferrovia.arena.workers import Threads
>>> from ferrovia.bots.specs import parse_specs
>>> from ferrovia.rules.files.loading import load_rules
>>> workers = Threads(1)
>>> plan = plan_pairs(load_rules("new-york"), tuple(parse_specs("random,greedy")), 10, seed=1)
>>> rows = rows_of(Runner(plan, workers).run())
>>> workers.close()
>>> len(rows.bot), float(rows.won.sum())
(20, 10.0)
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of equal length."""

    bot: Any
    """Index of the bot in the plan."""
    table: Any
    """Index of the table in the plan."""
    game: Any
    """Number of the game at its table."""
    deal: Any
    """Number of the deal, the same at all tables."""
    seat: Any
    won: Any
    """1 for a win, one half for a win shared by two, and so on."""
    margin: Any
    """Lead over the best of the others in points."""
    seats: Any
    """The records (`outcome.SeatOutcome`) with everything else."""

    def of(self, chosen: Any) -> "Rows":
        """A selection of rows."""
        return Rows(**{column.name: getattr(self, column.name)[chosen] for column in fields(self)})

    def games(self) -> tuple[Any, Any]:
        """The games of these rows: one row of each, and the index of each row's game."""
        _, first, index = np.unique(np.stack([self.table, self.game]), axis=1, return_index=True, return_inverse=True)
        return first, index


def rows_of(run: Run) -> Rows:
    """The rows of all tables, game by game."""
    parts = [table_columns(run, number, result) for number, result in enumerate(run.results)]
    return Rows(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def against_others(run: Run, rows: Rows) -> Rows:
    """The rows of tables where different bots meet, or all rows if there is no such table. A bot against itself wins
    its equal share, however strong it is."""
    mixed = np.array([len(table.bots) > 1 for table in run.plan.tables])[rows.table]
    return rows.of(mixed) if mixed.any() else rows


def table_sizes(run: Run, rows: Rows) -> Any:
    """The number of players at the table of each row."""
    return np.array([table.players for table in run.plan.tables])[rows.table]


def table_columns(run: Run, number: int, result: TableResult) -> dict[str, Any]:
    table, outcomes = result.table, result.outcomes
    games, players = outcomes["number"].astype(np.int64), table.players
    seats = outcomes["seats"][:, :players]
    bots = np.array([run.plan.bots.index(bot) for bot in table.bots])[outcomes["bot"][:, :players]]
    columns = {
        "bot": bots,
        "table": np.full((len(games), players), number),
        "game": np.repeat(games, players),
        "deal": np.repeat(table.deals(games), players),
        "seat": np.tile(np.arange(players), len(games)),
        "won": shares_of_win(seats["score"]["place"]),
        "margin": margins(seats["score"]["total"].astype(np.int64)),
        "seats": seats,
    }
    return {name: column.reshape(-1) for name, column in columns.items()}


def shares_of_win(places: Any) -> Any:
    """Winners share one win."""
    winners = places == 1
    return winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)


def margins(totals: Any) -> Any:
    """Lead over the best of the others in points."""
    best = np.empty_like(totals)
    for seat in range(totals.shape[1]):
        best[:, seat] = np.delete(totals, seat, axis=1).max(axis=1, initial=-(1 << 30))
    return totals - best
