"""The parts of a report, one function each: from numbers to words, drawings and tables."""

from typing import Any, Final

import numpy as np

from ferrovia.arena.rows import Rows
from ferrovia.arena.run import Run
from ferrovia.arena.statistics import Estimate, estimate_share
from ferrovia.arena.summary import BotSummary, Summary
from ferrovia.report.curves import ridges, turn_curves
from ferrovia.report.drawing import figure
from ferrovia.report.intervals import Axis, Mark, interval_plot
from ferrovia.report.markup import Markup, element, join
from ferrovia.report.sources import SOURCES, point_sources
from ferrovia.report.tables import Cell, Row, table
from ferrovia.report.words import decimal, percent, share_and_span, span

BOT_HEADS: Final = (
    *("bot", "games", "won", "95 %", "score", "margin", "tickets made", "lost"),
    *("longest path", "turns", "trains left", "ms a move"),
)


def section(name: str, title: str, *children: Markup | None) -> Markup:
    """A part with its title."""
    return element("section", element("h2", title), *children, id=name)


def result(run: Run, summary: Summary, rows: Rows) -> Markup:
    """Who won, for each size of table, and everything else about the bots."""
    sizes = players_of(run, rows)
    plots = [win_shares(run, rows.of(sizes == players), players) for players in np.unique(sizes).tolist()]
    sources = figure(*SOURCES, point_sources(run.plan.labels, rows))
    return section("result", "Result", element("div", *plots, sources, class_="plots"), bots_table(summary))


def players_of(run: Run, rows: Rows) -> Any:
    """How many sat at the table of each row."""
    return np.array([table.players for table in run.plan.tables])[rows.table]


def win_shares(run: Run, rows: Rows, players: int) -> Markup:
    """Win shares at tables of one size."""
    found = {
        number: estimate_share(rows.won[rows.bot == number], rows.deal[rows.bot == number])
        for number in np.unique(rows.bot).tolist()
    }
    marks = [share_mark(run.plan.labels[number], each, number) for number, each in found.items()]
    axis = Axis("% of games won, with 95 % intervals", expected=100 / players, least_span=20, bounds=(0, 100))
    title = f"Win shares, {players} players"
    description = " ".join(f"{run.plan.labels[number]}: {share_and_span(each)}." for number, each in found.items())
    note = f"Among equals everybody would have {percent(1 / players)}, the dashed line."
    return figure(title, note, interval_plot(title, description, marks, axis), estimates_table(title, marks, "bot"))


def share_mark(label: str, estimate: Estimate, colour: int) -> Mark:
    """A share as a row of a drawing, in percent."""
    mean = None if estimate.mean is None else 100 * estimate.mean
    interval = None if estimate.interval is None else (100 * estimate.interval[0], 100 * estimate.interval[1])
    return Mark(label, mean, interval, percent(estimate.mean), colour)


def estimates_table(caption: str, marks: list[Mark], what: str) -> Markup:
    """The same numbers as a drawing."""
    rows = [(mark.label, Cell(mark.text, mark.value), Cell(span(mark.interval, 1), None)) for mark in marks]
    return table(caption, (what, "value", "95 % interval"), rows)


def bots_table(summary: Summary) -> Markup:
    """All there is to know of the bots."""
    starred = any(not bot.repeatable for bot in summary.bots)
    note = element("p", "* would not play the same games again.", class_="note") if starred else None
    return join(table("The bots, over all their games", BOT_HEADS, map(bot_row, summary.bots)), note)


def bot_row(bot: BotSummary) -> Row:
    """One bot."""
    return (
        bot.bot if bot.repeatable else f"{bot.bot}*",
        Cell(f"{bot.games:,}", bot.games),
        Cell(percent(bot.win_share), bot.win_share),
        Cell(span(bot.interval), None),
        Cell(decimal(bot.mean_score), bot.mean_score),
        Cell(decimal(bot.margin, 1, "+"), bot.margin),
        Cell(decimal(bot.tickets_made), bot.tickets_made),
        Cell(decimal(bot.tickets_lost), bot.tickets_lost),
        Cell(percent(bot.longest_path_share, 0), bot.longest_path_share),
        Cell(decimal(bot.turns), bot.turns),
        Cell(decimal(bot.trains_left), bot.trains_left),
        Cell(decimal(bot.ms_per_move, 3), bot.ms_per_move),
    )


def scores(run: Run, rows: Rows) -> Markup:
    """How scores are spread and how they grow."""
    labels = run.plan.labels
    totals = {label: rows.seats["score"]["total"][rows.bot == number] for number, label in enumerate(labels)}
    title = "Scores at the end"
    spread = figure(title, "All games; the line is the mean.", ridges(title, "points at the end", totals))
    growth = figure(
        "Route points, turn by turn",
        "Median after each of a bot’s own turns (shaded: the middle half of games). Tickets and bonuses come on top.",
        turn_curves(labels, rows),
    )
    return section("scores", "Scores", element("div", spread, growth, class_="plots"))
