"""How far a ticket is, for people."""

from dataclasses import dataclass
from typing import Any, Final

from ferrovia.core.limits import NONE
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class TicketProgress:
    """One ticket of one's own: joined, the cheapest way to join it, or impossible."""

    ticket: str
    joined: bool
    impossible: bool
    target: str | None
    """The place reached or nearest; of several joined ones the most valuable."""
    points: int
    """What it is worth then, or, where it is impossible, what it costs (a negative number)."""
    trains: int
    """Trains the cheapest way takes; of several such ways one whose routes lack few cards."""
    cards: int
    """Fewest cards still missing for all routes of that way."""
    routes: tuple[str, ...]
    """The routes to claim for it."""


COLUMNS: Final = ("joined", "trains", "target", "cards", "count", "routes")


def name_ways(rules: Rules, tickets: list[int], ways: Any) -> list[TicketProgress]:
    """The kernel's answers, one for each ticket, with the names of the rules."""
    columns = (ways[name].tolist() for name in COLUMNS)  # whole columns at once: a server does this for every message
    return [name_way(rules, ticket, *way) for ticket, *way in zip(tickets, *columns, strict=True)]


def name_way(
    rules: Rules, ticket: int, joined: int, trains: int, target: int, cards: int, count: int, routes: list[int]
) -> TicketProgress:
    """One of them."""
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
