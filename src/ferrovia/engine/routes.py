"""Ends of routes."""

from typing import Any

from ferrovia.core.bits import bit
from ferrovia.core.compile import inlined
from ferrovia.rules.board import Board


@inlined
def other_end(board: Board, route: int, city: int) -> int:
    """The city at the other end of a route."""
    return int(board.route_ends[route, 0]) + int(board.route_ends[route, 1]) - city


@inlined
def ends_of(board: Board, route: int) -> Any:
    """Both cities of a route, as a set."""
    return bit(int(board.route_ends[route, 0])) | bit(int(board.route_ends[route, 1]))
