"""Report sections about the bots: who won, scores, ratings."""

from typing import Final

import numpy as np

from ferrovia.arena.failures import marks, meaning
from ferrovia.arena.report.curves import ridges, turn_curves
from ferrovia.arena.report.html_parts import Cell, Row, section, table
from ferrovia.arena.report.intervals import Axis, Mark, estimates_table, interval_plot, share_mark
from ferrovia.arena.report.sources import SOURCES, point_sources
from ferrovia.arena.report.svg import figure
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import estimate_share
from ferrovia.arena.statistics.rows import Rows, against_others, table_sizes
from ferrovia.arena.statistics.summary import BotSummary, Summary, share_table
from ferrovia.arena.words import adding_up, share_and_interval
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.language.numbers import decimal, interval, percent

BOT_HEADS: Final = (
    *("bot", "games", "won", "95 %", "score", "margin", "tickets made", "lost"),
    *("longest path", "turns", "trains left", "ms a move"),
)


LEFT_OUT: Final = "Tables of one bot against itself are left out here."


def result(run: Run, summary: Summary, rows: Rows) -> Markup:
    """Who won, for each table size, and everything else about the bots."""
    sizes = table_sizes(run, rows)
    plots = [win_shares(run, rows.of(sizes == players), players) for players in np.unique(sizes).tolist()]
    sources = figure(*SOURCES, point_sources(run.plan.labels, rows))
    listed = bots_table(summary, meaning(run), leaves_out(run))
    return section("result", "Result", element("div", *plots, sources, class_="plots"), listed)


def leaves_out(run: Run) -> bool:
    """Whether there are tables of one bot against itself besides others: they say nothing about who wins."""
    return len({len(table.bots) > 1 for table in run.plan.tables}) > 1


def win_shares(run: Run, rows: Rows, players: int) -> Markup:
    """Win shares at tables of one size."""
    own = {number: against_others(run, rows.of(rows.bot == number)) for number in np.unique(rows.bot).tolist()}
    estimates = {number: estimate_share(games.won, games.deal) for number, games in own.items()}
    shares = adding_up([estimate.mean for estimate in estimates.values()])
    marks = [
        share_mark(run.plan.labels[number], estimate, number, share)
        for (number, estimate), share in zip(estimates.items(), shares, strict=True)
    ]
    axis = Axis("% of games won, with 95 % intervals", expected=100 / players, least_span=20, bounds=(0, 100))
    title = f"Win shares, {players} players"
    description = " ".join(
        f"{run.plan.labels[number]}: {share_and_interval(estimate)}." for number, estimate in estimates.items()
    )
    note = f"Among equal bots each would have {percent(1 / players)}, the dashed line."
    note += f" {LEFT_OUT}" * leaves_out(run)
    return figure(title, note, interval_plot(title, description, marks, axis), estimates_table(title, marks, "bot"))


def bots_table(summary: Summary, failed: str, left_out: bool) -> Markup:
    """All numbers of the bots; `failed` says what the mark of failures means."""
    notes = {
        "* is not repeatable: the same seed may give different games.": any(not bot.repeatable for bot in summary.bots),
        f"{failed}.": any(bot.faults for bot in summary.bots),
        LEFT_OUT: left_out,
    }
    shares = adding_up([bot.win_share for bot in summary.bots])
    rows = [bot_row(bot, share) for bot, share in zip(summary.bots, shares, strict=True)]
    caption = f"The bots, over all their games{' against others' * left_out}"
    paragraphs = [element("p", note, class_="note") for note, needed in notes.items() if needed]
    return join(table(caption, BOT_HEADS, rows), *paragraphs)


def bot_row(bot: BotSummary, share: float | None) -> Row:
    return (
        bot.bot + marks(bot),
        Cell(f"{bot.games:,}", bot.games),
        Cell(percent(share), bot.win_share),
        Cell(interval(bot.interval), None),
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
    """The distribution of scores, and scores by turn."""
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


def ratings(summary: Summary) -> Markup | None:
    """Elo and the cross table, if there are more than two bots."""
    if len(summary.bots) < 3 or summary.bots[0].elo is None:
        return None
    order = sorted(range(len(summary.bots)), key=lambda number: -(summary.bots[number].elo or 0))
    marks = [elo_mark(summary.bots[number], number) for number in order]
    note = (
        f"{summary.bots[0].bot} is 0; 95 % intervals of the difference from it. 100 Elo means winning 64 % of meetings."
    )
    title = "Elo"
    description = " ".join(f"{mark.label}: {mark.text}." for mark in marks)
    plot = interval_plot(title, description, marks, Axis("Elo", least_span=50))
    both = (figure(title, note, plot, estimates_table(title, marks, "bot")), matrix(summary, order))
    return section("ratings", "Who beats whom", element("div", *both, class_="plots"))


def elo_mark(bot: BotSummary, number: int) -> Mark:
    return Mark(bot.bot, bot.elo, bot.elo_interval, decimal(bot.elo, 0, "+"), number)


def matrix(summary: Summary, order: list[int]) -> Markup:
    """Share of meetings that the row wins against the column."""
    shares = share_table(summary)
    names = [summary.bots[number].bot for number in order]
    rows: list[Row] = [(summary.bots[one].bot, *(meeting_cell(shares, one, other) for other in order)) for one in order]
    filled = table("How often the row is ahead of the column", ("", *names), rows)
    return element("div", element("h3", "Meetings"), filled)


def meeting_cell(shares: dict[tuple[int, int], float], one: int, other: int) -> Cell:
    """One cell; empty on the diagonal."""
    share = shares.get((one, other))
    return Cell("" if one == other else percent(share), share)
