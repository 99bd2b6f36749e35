"""What each ticket brought each holder. Where a ticket names several places, the dearest one reached counts."""

from typing import Any

import numpy as np

from ferrovia.rules.names import countries
from ferrovia.rules.resolved import Rules


def ticket_values(rules: Rules, kept: Any, completed: Any, owned: Any) -> Any:
    """Points of each ticket (rows, tickets): won, lost, or 0 where it was not kept."""
    size, board = kept.shape[1], rules.board[0]
    points, loss = board["ticket_points"][:size].astype(np.int64), board["ticket_loss"][:size].astype(np.int64)
    values = np.where(completed, points[:, 0], 0) - np.where(kept & ~completed, loss, 0)
    several = [number for number in range(size) if board["ticket_targets"][number] > 1]
    if several and len(kept):
        parts = connected_parts(rules, owned)
        for number in several:
            values[:, number] = np.where(completed[:, number], best_points(rules, number, parts), values[:, number])
    return values


def connected_parts(rules: Rules, owned: Any) -> Any:
    """For each row and city, a number that all cities joined by the row's routes have in common."""
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


def best_points(rules: Rules, number: int, parts: Any) -> Any:
    """The points of the dearest place each row reached; 0 where it reached none."""
    ticket, best = rules.tickets[number], np.zeros(len(parts), np.int64)
    origins = cities_of(rules, ticket.start)
    for place, points in ticket.targets:
        goals = cities_of(rules, place)
        reached = (parts[:, origins][:, :, None] == parts[:, goals][:, None, :]).any(axis=(1, 2))
        best = np.maximum(best, np.where(reached, points, 0))
    return best


def cities_of(rules: Rules, place: str) -> list[int]:
    """The cities a city or a country is."""
    return countries(rules.map).get(place) or [rules.city_ids.index(place)]
