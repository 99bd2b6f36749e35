"""How far a ticket is, for people."""

from dataclasses import dataclass
from typing import Any

from ferrovia.rules.limits import NONE
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


def name_way(rules: Rules, ticket: int, way: Any) -> TicketProgress:
    """The kernel's answer with the names of the rules."""
    impossible = int(way.trains) == NONE
    targets = rules.tickets[ticket].targets
    target, points = targets[int(way.target)] if not impossible else (None, -int(rules.board[0].ticket_loss[ticket]))
    return TicketProgress(
        ticket=rules.ticket_ids[ticket],
        joined=bool(way.joined),
        impossible=impossible,
        target=target,
        points=int(points),
        trains=0 if impossible else int(way.trains),
        cards=0 if impossible else int(way.cards),
        routes=tuple(rules.route_ids[route] for route in way.routes[: int(way.count)].tolist()),
    )
