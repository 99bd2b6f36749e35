"""A run as a table of columns: one row for each seat of each game. Statistics and reports begin here.

>>> from ferrovia.arena.plan import plan_pairs
>>> from ferrovia.arena.run import Runner
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

from ferrovia.arena.run import Run
from ferrovia.arena.schedule import TableResult


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of equal length."""

    bot: Any
    """Which of the plan's bots."""
    table: Any
    """Which of the plan's tables."""
    game: Any
    """Number of the game at its table."""
    deal: Any
    """Number of the deal, the same at all tables."""
    seat: Any
    won: Any
    """1 for a win, a half for one that two share, and so on."""
    margin: Any
    """Points more than the best of the others."""
    seats: Any
    """The records (`outcome.SeatOutcome`) all else is in."""

    def of(self, chosen: Any) -> "Rows":
        """Some of the rows."""
        return Rows(**{column.name: getattr(self, column.name)[chosen] for column in fields(self)})

    def games(self) -> tuple[Any, Any]:
        """The games these rows are of: a row of each, and for each row which of them it is of."""
        _, first, index = np.unique(np.stack([self.table, self.game]), axis=1, return_index=True, return_inverse=True)
        return first, index


def rows_of(run: Run) -> Rows:
    """The rows of all tables, one game after the other."""
    parts = [table_columns(run, number, result) for number, result in enumerate(run.results)]
    return Rows(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def against_others(run: Run, rows: Rows) -> Rows:
    """The rows of tables where different bots meet; all of them where there is no such table. A bot against itself wins
    its equal share, whatever it can do."""
    mixed = np.array([len(table.bots) > 1 for table in run.plan.tables])[rows.table]
    return rows.of(mixed) if mixed.any() else rows


def table_columns(run: Run, number: int, result: TableResult) -> dict[str, Any]:
    """The columns of one table."""
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
    """Points more than the best of the others."""
    best = np.empty_like(totals)
    for seat in range(totals.shape[1]):
        best[:, seat] = np.delete(totals, seat, axis=1).max(axis=1, initial=-(1 << 30))
    return totals - best
