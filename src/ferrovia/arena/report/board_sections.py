"""Report sections about the board and its tickets."""

from ferrovia.arena.report.board import board_map, tone
from ferrovia.arena.report.html_parts import Cell, section, table
from ferrovia.arena.report.svg import figure
from ferrovia.arena.statistics.estimates import Estimate
from ferrovia.arena.statistics.usage import RouteUse, TicketUse, Usage
from ferrovia.arena.words import ticket_points
from ferrovia.drawing.markup import Markup, element
from ferrovia.language.names import route_name, ticket_name
from ferrovia.language.numbers import decimal, interval, percent, percentage_points
from ferrovia.rules.ids import ticket_id


def board(usage: Usage) -> Markup:
    """The map, and the same as a table."""
    busiest = sorted(usage.routes, key=lambda use: -use.claimed)[:5]
    most = ", ".join(
        f"{route_name(usage.rules, usage.rules.route_ids[use.route])} {percent(use.claimed, 0)}" for use in busiest
    )
    description = (
        f"Each route by how often it was claimed and by whom. Claimed most: {most}. The table has all of them."
    )
    note = (
        "Width: in how many games the route was claimed. Colour: whether its owner won more often than that bot usually"
        " does, where that is beyond chance (95 %). Hover over a route to see its numbers."
    )
    picture = board_map(usage.rules, usage.routes, description)
    drawn = figure("Routes claimed and games won", note, picture, routes_table(usage), wide=True)
    return section("board", "The board", drawn)


def routes_table(usage: Usage) -> Markup:
    heads = ("route", "length", "colour", "claimed", "owner won", "against usual", "95 %")
    rows = [route_row(usage, use) for use in sorted(usage.routes, key=lambda use: -use.claimed)]
    return table("Routes, most claimed first", heads, rows, sortable=True)


def route_row(usage: Usage, use: RouteUse) -> tuple[str | Cell, ...]:
    route = usage.rules.map.routes[use.route]
    return (
        route_name(usage.rules, usage.rules.route_ids[use.route]),
        Cell(str(route.length), route.length),
        f"{route.colour}{', tunnel' * route.tunnel}",
        Cell(percent(use.claimed), use.claimed),
        Cell(percent(use.won.mean), use.won.mean),
        lift_cell(use.lift),
        Cell(interval(use.lift.interval), None),
    )


def tickets(usage: Usage) -> Markup:
    heads = ("ticket", "points", "dealt", "kept", "completed", "worth", "holder won", "against usual", "95 %")
    rows = [ticket_row(usage, use) for use in sorted(usage.tickets, key=lambda use: -(use.lift.mean or 0))]
    note = (
        "Kept: of those it was offered to. Completed: of those who kept it. Worth: the points it brought its holder,"
        " lost ones included. Against usual: how much more often its holder won than that bot usually does, in points"
        " of percent; bold where that is beyond chance (95 %)."
    )
    listed = table("Tickets, those whose holders win most first", heads, rows, sortable=True)
    return section("tickets", "Tickets", element("p", note, class_="note"), listed)


def lift_cell(lift: Estimate) -> Cell:
    """A difference in win share; bold if significant."""
    sure = tone(lift) != "noise"
    return Cell(percentage_points(lift.mean), lift.mean, "sure" if sure else None)


def ticket_row(usage: Usage, use: TicketUse) -> tuple[str | Cell, ...]:
    return (
        ticket_name(usage.rules, ticket_id(use.ticket)),
        Cell(ticket_points(use.ticket), max(points for _, points in use.ticket.targets)),
        Cell(f"{use.dealt:,}", use.dealt),
        Cell(percent(use.kept_share, 0), use.kept_share),
        Cell(percent(use.completed_share, 0), use.completed_share),
        Cell(decimal(use.value, 1, "+"), use.value),
        Cell(percent(use.won.mean), use.won.mean),
        lift_cell(use.lift),
        Cell(interval(use.lift.interval), None),
    )
