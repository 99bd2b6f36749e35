"""Queries about tickets and answers to offers that several bots use."""

from typing import Any

from ferrovia.core.compile import kernel
from ferrovia.rules.board import Board


@kernel
def goal(board: Board, ticket: int) -> Any:
    """All cities that complete a ticket."""
    cities = board.ticket_target[ticket, 0]
    for target in range(1, board.ticket_targets[ticket]):
        cities |= board.ticket_target[ticket, target]
    return cities


@kernel
def returns_in_order(board: Board, answer: int) -> bool:
    """Whether an answer returns its tickets in the order they were offered: of answers that differ only in that order,
    one is enough to consider."""
    ordered = True
    for number in range(1, board.keep_size[answer]):
        ordered &= board.keep_returned[answer, number] > board.keep_returned[answer, number - 1]
    return bool(ordered)
