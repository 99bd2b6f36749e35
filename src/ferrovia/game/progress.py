"""Ticket progress, with the names of the rules."""

from dataclasses import dataclass
from typing import Any, Final

from ferrovia.core.limits import NONE
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class TicketProgress:
    """Progress of one of the seat's tickets: completed, the cheapest path to complete it, or impossible."""

    ticket: str
    joined: bool
    impossible: bool
    target: str | None
    """The target reached or nearest; if several are connected, the most valuable one."""
    points: int
    """The value of that target or, if the ticket is impossible, its cost (a negative number)."""
    trains: int
    """Trains needed for the cheapest path; among equal paths, one that lacks few cards."""
    cards: int
    """The minimum number of cards still missing for all routes of that path."""
    routes: tuple[str, ...]
    """The routes to claim for that path."""


COLUMNS: Final = ("joined", "trains", "target", "cards", "count", "routes")


def name_ways(rules: Rules, tickets: list[int], ways: Any) -> list[TicketProgress]:
    """The kernel's results, one per ticket, with the names of the rules."""
    columns = (ways[name].tolist() for name in COLUMNS)  # read whole: a server does this for every message
    return [name_way(rules, ticket, *way) for ticket, *way in zip(tickets, *columns, strict=True)]


def name_way(
    rules: Rules, ticket: int, joined: int, trains: int, target: int, cards: int, count: int, routes: list[int]
) -> TicketProgress:
    impossible = trains == NONE
    reached, points = (
        (None, -int(rules.board["ticket_loss"][0, ticket])) if impossible else rules.tickets[ticket].targets[target]
    )
    return TicketProgress(
        ticket=rules.ticket_ids[ticket],
        joined=bool(joined),
        impossible=impossible,
        target=reached,
        points=int(points),
        trains=0 if impossible else trains,
        cards=0 if impossible else cards,
        routes=tuple(rules.route_ids[route] for route in routes[:count]),
    )
