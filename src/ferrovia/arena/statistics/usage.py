"""Use of every route and every ticket, and its association with winning.

An owner is compared with itself: a bot that wins 90 % of its games also wins 90 % of those with this route, if the
route has no effect. The difference is the `lift`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.estimates import Estimate, estimate_mean, estimate_share
from ferrovia.arena.statistics.rows import Rows, rows_of
from ferrovia.rules.ids import countries, ticket_id
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import Ticket


@dataclass(frozen=True, eq=False)
class RouteUse:
    """The use of one route in all games."""

    route: int
    claimed: float
    """Share of the games of these rows in which one of them owned it at the end."""
    claims: int
    won: Estimate
    """How often its owner won."""
    lift: Estimate
    """That minus the owner's usual share."""


@dataclass(frozen=True, eq=False)
class Share:
    """A share and its number of distinct deals: the offers of one deal are the same cards in all its seatings."""

    estimate: Estimate
    deals: int


@dataclass(frozen=True, eq=False)
class TicketUse:
    """The use of one ticket, all copies together, in all games."""

    ticket: Ticket
    dealt: int
    """How often it was offered."""
    kept: int
    completed: int
    won: Estimate
    """How often its holder won."""
    lift: Estimate
    value: float | None
    """Mean points for its holder; negative where it was lost."""
    keeping: Share
    """The share of those it was offered to who kept it."""
    completing: Share
    """The share of those who kept it who completed it."""

    @property
    def kept_share(self) -> float | None:
        """The mean of `keeping`."""
        return self.keeping.estimate.mean

    @property
    def completed_share(self) -> float | None:
        """The mean of `completing`."""
        return self.completing.estimate.mean


class Usage:
    """The use of all routes and tickets in some rows."""

    def __init__(self, rules: Rules, rows: Rows) -> None:
        self.rules, self.rows = rules, rows
        self.games = len(rows.games()[0])
        self.surplus = rows.won - usual_shares(rows)

    @cached_property
    def owned(self) -> Any:
        """Which rows own which routes."""
        return unpack(self.rows.seats["routes"], len(self.rules.map.routes))

    @cached_property
    def routes(self) -> tuple[RouteUse, ...]:
        """Every route, in map order."""
        return tuple(self.route(number) for number in range(self.owned.shape[1]))

    def route(self, number: int) -> RouteUse:
        rows = self.owned[:, number]
        claims = int(rows.sum())
        return RouteUse(number, claims / max(self.games, 1), claims, *self.winning(rows))

    def winning(self, rows: Any) -> tuple[Estimate, Estimate]:
        """How often these rows won, and how much more often than usual."""
        deals = self.rows.deal[rows]
        return estimate_share(self.rows.won[rows], deals), estimate_mean(self.surplus[rows], deals)

    def share(self, asked: Any, done: Any) -> Share:
        """How many of those true in `asked` (rows, cards) are also true in `done`."""
        deals = self.rows.deal[np.nonzero(asked)[0]]
        return Share(estimate_share(done[asked].astype(float), deals), len(np.unique(deals)))

    @cached_property
    def tickets(self) -> tuple[TicketUse, ...]:
        """Every ticket, in map order."""
        seats, size = self.rows.seats, len(self.rules.tickets)
        opening, later, kept, completed = (
            unpack(seats[field], size) for field in ("opening", "later", "tickets", "completed")
        )
        values = ticket_values(self.rules, kept, completed, self.owned)
        return tuple(self.ticket(cards, opening | later, kept, completed, values) for cards in copies_of(self.rules))

    def ticket(self, cards: list[int], dealt: Any, kept: Any, completed: Any, values: Any) -> TicketUse:
        """One ticket, all its copies together."""
        held = kept[:, cards]
        holders = int(held.sum())
        return TicketUse(
            self.rules.tickets[cards[0]],
            int(dealt[:, cards].sum()),
            holders,
            int(completed[:, cards].sum()),
            *self.winning(held.any(axis=1)),
            float(values[:, cards].sum()) / holders if holders else None,
            self.share(dealt[:, cards], held),
            self.share(held, completed[:, cards]),
        )


def usage_of(run: Run) -> Usage:
    """The usage in all games of a run."""
    return Usage(run.plan.rules, rows_of(run))


def usual_shares(rows: Rows) -> Any:
    """For each row, how often its bot wins at that table."""
    _, group = np.unique(np.stack([rows.table, rows.bot]), axis=1, return_inverse=True)
    return (np.bincount(group, rows.won) / np.maximum(np.bincount(group), 1))[group]


def unpack(masks: Any, size: int) -> Any:
    """Bit masks (rows, words) as booleans (rows, size)."""
    octets = np.ascontiguousarray(masks.astype("<u8")).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little")[:, :size].astype(bool)


def copies_of(rules: Rules) -> list[list[int]]:
    """The numbers of the cards that are copies of the same ticket."""
    copies: dict[str, list[int]] = {}
    for number, ticket in enumerate(rules.tickets):
        copies.setdefault(ticket_id(ticket), []).append(number)
    return list(copies.values())


def ticket_values(rules: Rules, kept: Any, completed: Any, owned: Any) -> Any:
    """Points of each ticket (rows, tickets): positive, negative, or 0 if it was not kept. With several targets, the
    most valuable one reached counts."""
    size, board = kept.shape[1], rules.board[0]
    points, loss = board["ticket_points"][:size].astype(np.int64), board["ticket_loss"][:size].astype(np.int64)
    values = np.where(completed, points[:, 0], 0) - np.where(kept & ~completed, loss, 0)
    several = [number for number in range(size) if board["ticket_targets"][number] > 1]
    if several and len(kept):
        parts = connected_parts(rules, owned)
        for number in several:
            values[:, number] = np.where(completed[:, number], points_reached(rules, number, parts), values[:, number])
    return values


def connected_parts(rules: Rules, owned: Any) -> Any:
    """For each row and city, a component number that all cities connected by the row's routes share."""
    cities = {city: number for number, city in enumerate(rules.city_ids)}
    ends = [(cities[route.start], cities[route.end]) for route in rules.map.routes]
    parts = np.tile(np.arange(len(cities), dtype=np.int8), (len(owned), 1))
    changed = True
    while changed:
        changed = False
        for route, (start, end) in enumerate(ends):
            rows = np.flatnonzero(owned[:, route] & (parts[:, start] != parts[:, end]))
            parts[rows, start] = parts[rows, end] = np.minimum(parts[rows, start], parts[rows, end])
            changed |= bool(len(rows))
    return parts


def points_reached(rules: Rules, number: int, parts: Any) -> Any:
    """The points of the most valuable target each row reached; 0 if it reached none."""
    ticket, best = rules.tickets[number], np.zeros(len(parts), np.int64)
    origins = cities_of(rules, ticket.start)
    for place, points in ticket.targets:
        goals = cities_of(rules, place)
        reached = (parts[:, origins][:, :, None] == parts[:, goals][:, None, :]).any(axis=(1, 2))
        best = np.maximum(best, np.where(reached, points, 0))
    return best


def cities_of(rules: Rules, place: str) -> list[int]:
    """The cities that a place on a ticket stands for: a city itself, or the border points of a country."""
    return countries(rules.map).get(place) or [rules.city_ids.index(place)]
