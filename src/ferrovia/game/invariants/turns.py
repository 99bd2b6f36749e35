"""Invariants of routes, trains and turns: ownership, the seat to move, and the end of the game."""

from collections.abc import Iterator
from typing import Any

from ferrovia.core.limits import LOCOMOTIVE, NONE
from ferrovia.engine.state import (
    ALL_PASSED,
    LAST_ROUND_PLAYED,
    NOBODY_GAINED,
    OPENING,
    OVER,
    RUNNING,
    SECOND_CARD,
    TURN,
)
from ferrovia.game.translate import members
from ferrovia.rules.resolved import Rules


def _trains(rules: Rules, state: Any) -> Iterator[str]:
    """Trains and points follow from the routes."""
    board, public = rules.board[0], state.public
    for seat in range(int(public.players)):
        lengths = [int(board.route_length[route]) for route in members(public.own[seat])]
        if int(public.trains[seat]) != int(board.trains) - sum(lengths) or int(public.trains[seat]) < 0:
            yield f"public.trains: seat {seat} cannot have {int(public.trains[seat])} left"
        if int(public.score[seat]) != sum(int(board.route_points[length]) for length in lengths):
            yield f"public.score: seat {seat} cannot have {int(public.score[seat])} points for its routes"


def _routes(rules: Rules, state: Any) -> Iterator[str]:
    """Every route has at most one owner, and is open to those whom the rules for doubles allow."""
    board, players = rules.board[0], int(state.public.players)
    twins = board.route_twin.tolist()
    owner: dict[int, int] = {}
    for seat in range(players):
        for route in members(state.public.own[seat]):
            if owner.setdefault(route, seat) != seat:
                yield f"public.own: route {route} cannot belong to seats {owner[route]} and {seat}"
    shared = players > int(board.doubles_closed_up_to)
    for seat in range(players):
        closed = {twins[route] for route, by in owner.items() if by == seat or not shared}
        expected = set(range(int(board.routes))) - set(owner) - closed
        if set(members(state.public.open[seat])) != expected:
            yield f"public.open: the routes open to seat {seat} do not follow from the routes claimed"
        if any(owner.get(twins[route]) == by == seat for route, by in owner.items()):
            yield f"public.own: seat {seat} owns both routes of a double (rule 3.5)"


def _opening(rules: Rules, state: Any) -> Iterator[str]:
    """In the opening no seat has done anything yet."""
    public, board = state.public, rules.board[0]
    if int(public.phase) != OPENING:
        return
    for name in ("own", "score", "tickets", "turns", "known", "passes", "idle"):
        if public[name].any():
            yield f"public.{name} must be empty in the opening"
    if (public.hand_size[: int(public.players)] != board.opening_hand).any():
        yield f"public.hand_size is not {int(board.opening_hand)} in the opening"


def _mover(rules: Rules, state: Any) -> Iterator[str]:
    """A seat is to move, and has a legal move."""
    public, board = state.public, rules.board[0]
    phase, seat = int(public.phase), int(public.seat)
    if (seat == NONE) != (phase in (OPENING, OVER)):
        yield f"public.phase {phase} does not fit public.seat {seat}"
    barred = int(public.market[LOCOMOTIVE]) if int(board.locomotive_ends_drawing) else 0
    if phase == SECOND_CARD and int(public.deck_size) == 0 and int(public.shown) <= barred:
        yield "public.phase: there is no second card to draw"


def _ending(rules: Rules, state: Any) -> Iterator[str]:
    """RULES 5.1–5.3: the game is over for the first reason that applies, and for no other."""
    public = state.public
    reason = RUNNING
    if int(public.last_turns) == 0:
        reason = LAST_ROUND_PLAYED
    elif int(public.passes) >= int(public.players):
        reason = ALL_PASSED
    elif int(public.idle) >= int(rules.board[0].idle_turns):
        reason = NOBODY_GAINED
    if int(public.ending) != reason or (int(public.phase) == OVER) != (reason != RUNNING):
        yield f"public.ending {int(public.ending)} does not fit public.phase, last_turns, passes and idle"


def _last_round(rules: Rules, state: Any) -> Iterator[str]:
    """RULES 5.1: the last round begins when a seat runs low."""
    public, players = state.public, int(state.public.players)
    low = (public.trains[:players] <= rules.board[0].last_round_trains).any()
    if int(public.last_turns) != NONE and (not low or int(public.phase) == OPENING):
        yield f"public.last_turns is {int(public.last_turns)} although no seat has run low on trains"


def _passes(rules: Rules, state: Any) -> Iterator[str]:
    """RULES 5.2: a pass is a turn without gain, and the last resort."""
    public = state.public
    if int(public.passes) > int(public.idle):
        yield f"public.passes is {int(public.passes)}, but public.idle only {int(public.idle)}"
    drawable = int(public.deck_size) or int(public.ticket_deck)
    if int(public.passes) and (drawable or int(public.phase) not in (TURN, OVER)):
        yield f"public.passes is {int(public.passes)} although there is something else to do"


def _chosen_route(rules: Rules, state: Any) -> Iterator[str]:
    """The chosen route belongs to the seat to move, and the seat can pay for it."""
    public = state.public
    for seat, own in enumerate(state.private):
        chosen = int(own.route) != NONE
        if chosen and not (int(public.phase) == TURN and seat == int(public.seat) and _can_pay(rules, public, own)):
            yield f"private.{seat}.route: the seat cannot have chosen this route now"


def _can_pay(rules: Rules, public: Any, own: Any) -> bool:
    """Whether the chosen route is open, short enough and affordable."""
    board, seat = rules.board[0], int(public.seat)
    route, hand = int(own.route), own.hand.tolist()
    length, colour = int(board.route_length[route]), int(board.route_colour[route])
    most = max(hand[:LOCOMOTIVE]) if colour < 0 else hand[colour]
    enough = most + (hand[LOCOMOTIVE] if int(board.route_wild[route]) else 0) >= length
    return enough and length <= int(public.trains[seat]) and route in members(public.open[seat])


CHECKS = (_trains, _routes, _opening, _mover, _ending, _last_round, _passes, _chosen_route)
