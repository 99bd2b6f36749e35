"""Elo and who beats whom, where there are more than two bots."""

from ferrovia.arena.matrix import share_table
from ferrovia.arena.report.intervals import Axis, Mark, interval_plot
from ferrovia.arena.report.sections import estimates_table, section
from ferrovia.arena.report.svg import figure
from ferrovia.arena.report.tables import Cell, Row, table
from ferrovia.arena.summary import BotSummary, Summary
from ferrovia.drawing.markup import Markup, element
from ferrovia.language.numbers import decimal, percent


def ratings(summary: Summary) -> Markup | None:
    """Elo and who beats whom, where there are more than two bots."""
    if len(summary.bots) < 3 or summary.bots[0].elo is None:
        return None
    order = sorted(range(len(summary.bots)), key=lambda number: -(summary.bots[number].elo or 0))
    marks = [elo_mark(summary.bots[number], number) for number in order]
    note = f"{summary.bots[0].bot} is 0; 95 % intervals of the difference to it. 100 Elo are 64 % of meetings."
    title = "Elo"
    description = " ".join(f"{mark.label}: {mark.text}." for mark in marks)
    plot = interval_plot(title, description, marks, Axis("Elo", least_span=50))
    both = (figure(title, note, plot, estimates_table(title, marks, "bot")), matrix(summary, order))
    return section("ratings", "Who beats whom", element("div", *both, class_="plots"))


def elo_mark(bot: BotSummary, number: int) -> Mark:
    """The rating of one bot."""
    return Mark(bot.bot, bot.elo, bot.elo_interval, decimal(bot.elo, 0, "+"), number)


def matrix(summary: Summary, order: list[int]) -> Markup:
    """Share of meetings the row wins against the column."""
    shares = share_table(summary)
    names = [summary.bots[number].bot for number in order]
    rows: list[Row] = [(summary.bots[one].bot, *(meeting_cell(shares, one, other) for other in order)) for one in order]
    filled = table("How often the row is ahead of the column", ("", *names), rows)
    return element("div", element("h3", "Meetings"), filled)


def meeting_cell(shares: dict[tuple[int, int], float], one: int, other: int) -> Cell:
    """One cell; a bot does not meet itself."""
    share = shares.get((one, other))
    return Cell("" if one == other else percent(share), share)
