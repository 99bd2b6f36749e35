"""Report sections about seats, the length of games, and how they end."""

from typing import Any, Final

import numpy as np

from ferrovia.arena.failures import failures_of
from ferrovia.arena.report.curves import ridges
from ferrovia.arena.report.html_parts import Cell, Row, section, table
from ferrovia.arena.report.intervals import Axis, estimates_table, interval_plot, share_mark
from ferrovia.arena.report.svg import figure
from ferrovia.arena.runner import Run
from ferrovia.arena.schedule import TableResult
from ferrovia.arena.statistics.estimates import estimate_share
from ferrovia.arena.statistics.rows import Rows, table_sizes
from ferrovia.arena.words import share_and_interval
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.game.text.record import ENDINGS
from ferrovia.language.numbers import UNKNOWN, counted, decimal, percent

ENDING_WORDS: Final = {
    "last-round": "last round played",
    "all-passed": "everybody passed",
    "nobody-gained": "nobody gained anything",
}
KINDS: Final = 20
"""Most kinds of failure that are listed."""


def seats(run: Run, rows: Rows) -> Markup:
    """The advantage of moving first."""
    sizes = table_sizes(run, rows)
    plots = [seat_plot(rows.of(sizes == players), players) for players in np.unique(sizes).tolist()]
    return section("seats", "Seats and length", element("div", *plots, lengths(rows, sizes), class_="plots"))


def lengths(rows: Rows, sizes: Any) -> Markup:
    """How long games are."""
    title = "Length of games"
    turns = {f"{players} players": rows.seats["turns"][sizes == players] for players in np.unique(sizes).tolist()}
    return figure(title, "Turns of each player, all games.", ridges(title, "own turns", turns))


def seat_plot(rows: Rows, players: int) -> Markup:
    """Win share of each seat at tables of one size."""
    estimates = [estimate_share(rows.won[rows.seat == seat], rows.deal[rows.seat == seat]) for seat in range(players)]
    marks = [share_mark(f"seat {seat}", estimate, 0) for seat, estimate in enumerate(estimates)]
    title = f"Seats, {players} players"
    description = " ".join(f"Seat {seat}: {share_and_interval(estimate)}." for seat, estimate in enumerate(estimates))
    axis = Axis("% of games won, with 95 % intervals", expected=100 / players, least_span=10, bounds=(0, 100))
    note = "Seat 0 moves first; the dashed line is an equal share. Every deal is played in every seating."
    return figure(title, note, interval_plot(title, description, marks, axis), estimates_table(title, marks, "seat"))


def games(run: Run) -> Markup:
    """The length of games and how they ended."""
    heads = ("table", "games", "turns a player", *(ENDING_WORDS.get(ending, ending) for ending in ENDINGS[1:]))
    rows = [table_row(run, result) for result in run.results]
    listed = table("Tables, how long games took and why they ended", heads, rows)
    return section("games", "Tables", listed, troubles(run))


def table_row(run: Run, result: TableResult) -> Row:
    outcomes, names = result.outcomes, [run.plan.labels[run.plan.bots.index(bot)] for bot in result.table.specs]
    return (
        " · ".join(names),
        Cell(f"{len(outcomes):,}", len(outcomes)),
        Cell(*turns_a_seat(outcomes, result.table.players)),
        *(Cell(*ending_share(outcomes, ending)) for ending in range(1, len(ENDINGS))),
    )


def troubles(run: Run) -> Markup | None:
    """Bots that failed."""
    kinds = failures_of(run)
    if not kinds:
        return None
    listed = element("ul", *(element("li", str(kind)) for kind in kinds[:KINDS]))
    return join(element("p", f"{counted(sum(kind.times for kind in kinds), 'failure')} of bots:"), listed)


def turns_a_seat(outcomes: Any, players: int) -> tuple[str, float | None]:
    """Mean turns of one player."""
    if not len(outcomes):
        return UNKNOWN, None
    mean = float(outcomes["turns"].mean()) / players
    return decimal(mean), mean


def ending_share(outcomes: Any, ending: int) -> tuple[str, float | None]:
    """How often games ended this way."""
    if not len(outcomes):
        return UNKNOWN, None
    share = float((outcomes["ending"] == ending).mean())
    return percent(share), share
