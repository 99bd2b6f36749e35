"""Compiler from a rule set and a map to the board record: everything the kernels look up, computed once."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ferrovia.core import limits
from ferrovia.rules.answers import all_answers, legal_later, legal_opening
from ferrovia.rules.board import BOARD
from ferrovia.rules.ids import cards_of, countries
from ferrovia.rules.schema import (
    GRAY,
    FaceUpLocomotive,
    Map,
    RefusedLater,
    RefusedOpening,
    Route,
    RuleSet,
    TieBreak,
)

_WORD = 64
_SAME_NAME = (
    *("trains", "opening_hand", "market_size", "flush_at", "flush_limit"),
    *("opening_tickets", "opening_keep", "later_tickets", "later_keep", "doubles_closed_up_to", "last_round_trains"),
    *("tunnel_cards", "idle_turns", "longest_path_points", "attraction_points"),
)
_TIE_BREAKS = {TieBreak.TICKETS: 1, TieBreak.LONGEST_PATH: 2}  # 0 means nothing


def compile_board(rule_set: RuleSet, played_map: Map) -> Any:
    """The board of a rule set and a map: one read-only record in an array of shape (1,)."""
    array = np.zeros(1, BOARD)
    board: Any = array.view(np.recarray)[0]
    _rule_set(board, rule_set)
    _routes(board, rule_set, played_map)
    _payments(board, rule_set, played_map.routes)
    _cities(board, played_map)
    _tickets(board, played_map)
    _answers(board, rule_set)
    array.flags.writeable = False
    return array


def mask(numbers: Iterable[int], words: int) -> Any:
    """A set of numbers as bits in 64-bit words."""
    bits = sum(1 << number for number in set(numbers))
    return np.array([bits >> _WORD * word & (1 << _WORD) - 1 for word in range(words)], np.uint64)


def _rule_set(board: Any, rule_set: RuleSet) -> None:
    for name in _SAME_NAME:
        board[name] = getattr(rule_set, name)
    board.colours = len(rule_set.cards)
    board.cards[: len(rule_set.cards)] = [count for _, count in rule_set.cards]
    board.cards[limits.LOCOMOTIVE] = rule_set.locomotives
    for length, points in rule_set.route_points:
        board.route_points[length] = points
    board.locomotive_ends_drawing = rule_set.face_up_locomotive is FaceUpLocomotive.ENDS_DRAWING
    board.opening_out = rule_set.refused_opening is RefusedOpening.OUT
    board.later_out = rule_set.refused_later is RefusedLater.OUT
    board.tie_breaks[: len(rule_set.tie_breaks)] = [_TIE_BREAKS[tie_break] for tie_break in rule_set.tie_breaks]


def _routes(board: Any, rule_set: RuleSet, played_map: Map) -> None:
    cities, routes = [city.id for city in played_map.cities], played_map.routes
    for unused in (board.route_ends, board.route_twin):
        unused[:] = limits.NONE
    board.routes = len(routes)
    board.all_routes[:] = mask(range(len(routes)), limits.WORDS)
    first: dict[tuple[str, str], int] = {}
    for number, route in enumerate(routes):
        board.route_ends[number] = [cities.index(route.start), cities.index(route.end)]
        board.route_length[number] = route.length
        board.route_colour[number] = limits.GRAY if route.colour == GRAY else rule_set.colours.index(route.colour)
        board.route_tunnel[number] = route.tunnel
        board.route_wild[number] = rule_set.takes_locomotives(route)
        twin = first.setdefault(route.ends, number)
        if twin != number:
            board.route_twin[number], board.route_twin[twin] = twin, number


def _payments(board: Any, rule_set: RuleSet, routes: tuple[Route, ...]) -> None:
    """Which routes a number of cards of one colour can pay for, with and without locomotives."""
    board.any_plain = not board.route_wild[: len(routes)].all()
    for count in range(limits.LENGTH + 1):
        short = [number for number, route in enumerate(routes) if route.length <= count]
        board.shorter[count] = mask(short, limits.WORDS)
        for colour, name in enumerate(rule_set.colours):
            payable = [number for number in short if routes[number].colour in (name, GRAY)]
            wild = [number for number in payable if board.route_wild[number]]
            board.afford_wild[colour, count] = mask(wild, limits.WORDS)
            board.afford_plain[colour, count] = mask(set(payable) - set(wild), limits.WORDS)


def _cities(board: Any, played_map: Map) -> None:
    board.cities = len(played_map.cities)
    board.attractions = mask((n for n, city in enumerate(played_map.cities) if city.attraction), 1)[0]
    board.city_route[:] = limits.NONE
    filled = 0
    for city in range(limits.CITIES):
        board.city_first[city] = filled
        for number in np.flatnonzero((board.route_ends == city).any(axis=1)):
            board.city_route[filled] = number
            board.city_neighbour[filled] = board.route_ends[number].sum() - city
            filled += 1
    board.city_first[limits.CITIES] = filled


def _tickets(board: Any, played_map: Map) -> None:
    places = countries(played_map) | {city.id: [number] for number, city in enumerate(played_map.cities)}
    tickets = cards_of(played_map.tickets)
    board.tickets = len(tickets)
    board.all_tickets[:] = mask(range(len(tickets)), limits.WORDS)
    for number, ticket in enumerate(tickets):
        board.ticket_origin[number] = mask(places[ticket.start], 1)[0]
        board.ticket_targets[number] = len(ticket.targets)
        for target, (place, points) in enumerate(ticket.targets):
            board.ticket_target[number, target] = mask(places[place], 1)[0]
            board.ticket_points[number, target] = points
        board.ticket_loss[number] = min(points for _, points in ticket.targets)


def _answers(board: Any, rule_set: RuleSet) -> None:
    answers = all_answers(rule_set)
    board.keep_returned[:] = limits.NONE
    for number, answer in enumerate(answers):
        board.keep_size[number] = len(answer)
        board.keep_returned[number, : len(answer)] = answer
    opening = (number for number, answer in enumerate(answers) if legal_opening(rule_set, answer))
    board.keep_opening[:] = mask(opening, limits.KEEP_WORDS)
    for offered in range(limits.OFFER + 1):
        later = (number for number, answer in enumerate(answers) if legal_later(rule_set, answer, offered))
        board.keep_later[offered] = mask(later, limits.KEEP_WORDS)
