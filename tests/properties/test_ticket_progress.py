"""Ticket progress: completed, a number of trains away, or out of reach; checked against a plain search."""

import heapq
from itertools import product
from typing import Any

import numpy as np
import pytest

from ferrovia.core.limits import NONE, TICKETS
from ferrovia.engine import batch
from ferrovia.engine.scoring import score_space
from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
from ferrovia.errors import BrokenRules
from ferrovia.game.game import Game
from ferrovia.game.view import View
from tests.properties import sample_boards as boards
from tests.properties.sample_tables import TINY, Table, every_table, members, new_states, view_of
from tests.properties.sweeps import sampled_states

NEVER = 10**9


def road_map(table: Table, state: Any, seat: int) -> dict[int, list[tuple[int, int]]]:
    """What it costs to go from city to city: nothing on one's own routes, the length of an open one."""
    board = table.board[0]
    own, open_ = (set(members(routes[seat])) for routes in (state.public.own, state.public.open))
    roads: dict[int, list[tuple[int, int]]] = {}
    for route in own | open_:
        first, second = board.route_ends[route].tolist()
        cost = 0 if route in own else int(board.route_length[route])
        roads.setdefault(first, []).append((second, cost))
        roads.setdefault(second, []).append((first, cost))
    return roads


def distances(roads: dict[int, list[tuple[int, int]]], starts: list[int]) -> dict[int, int]:
    """Trains to every city that can be reached."""
    known: dict[int, int] = {}
    heap = [(0, city) for city in starts]
    while heap:
        cost, city = heapq.heappop(heap)
        if city not in known:
            known[city] = cost
            for other, more in roads.get(city, []):
                heapq.heappush(heap, (cost + more, other))
    return known


def nearest(table: Table, roads: dict[int, list[tuple[int, int]]], ticket: int) -> list[int]:
    """Trains to each target of a ticket."""
    board = table.board[0]
    known = distances(roads, members(board.ticket_origin[ticket : ticket + 1]))
    return [
        min(known.get(city, NEVER) for city in members(board.ticket_target[ticket, target : target + 1]))
        for target in range(int(board.ticket_targets[ticket]))
    ]


def ways(table: Table, states: Any, seat: int) -> Any:
    """The kernel's answers for all tickets of the board."""
    count = len(table.rules.tickets)
    found = np.zeros(count, WAY)
    batch.ways_in(table.board, view_of(states, seat), 0, np.arange(count), found, np.zeros(1, WAY_SPACE))
    return found


def values(table: Table, states: Any, seat: int) -> tuple[Any, Any]:
    points, targets = np.zeros(TICKETS, np.int64), np.zeros(TICKETS, np.int64)
    batch.ticket_values_at(table.board, states, 0, seat, points, targets, score_space())
    return points, targets


def check(table: Table, states: Any, seat: int) -> None:
    board, state = table.board[0], states[0]
    points, targets = values(table, states, seat)
    roads = road_map(table, state, seat)
    for ticket, way in enumerate(ways(table, states, seat)):
        trains = nearest(table, roads, ticket)
        least = min(trains)
        assert bool(way.joined) == (int(targets[ticket]) != NONE), f"{table}: ticket {ticket}"
        if least > int(state.public.trains[seat]):
            assert (int(way.trains), int(way.target), int(way.count)) == (NONE, NONE, 0)
            continue
        assert int(way.trains) == least
        assert trains[int(way.target)] == least
        if way.joined:
            assert int(board.ticket_points[ticket, int(way.target)]) == int(points[ticket])
        routes = way.routes[: int(way.count)].tolist()
        assert sum(int(board.route_length[route]) for route in routes) == least
        claim_and_join(table, states, seat, ticket, routes)


def claim_and_join(table: Table, states: Any, seat: int, ticket: int, routes: list[int]) -> None:
    """With the listed routes the ticket is completed; each of them may be claimed."""
    after = states.copy()
    for route in routes:
        assert route in members(states[0].public.open[seat])
        after[0].public.own[seat, route >> 6] |= np.uint64(1 << (route & 63))
    assert values(table, after, seat)[1][ticket] != NONE


@every_table
def test_ways_are_what_a_plain_search_finds(table):
    """Joined if and only if the score says so; else fewest trains, or impossible if none are enough."""
    states = sampled_states(table, 10, seed=71)
    for index in range(len(states)):
        check(table, states[index : index + 1], table.seats[index % table.players])


@pytest.mark.slow
@every_table
def test_ways_are_what_a_plain_search_finds_in_many_states(table):
    states = sampled_states(table, 400, seed=72)
    for index in range(len(states)):
        check(table, states[index : index + 1], table.seats[index % table.players])


def fewest_missing(table: Table, hand: list[int], routes: list[int], most: int) -> int | None:
    """Cards missing for some routes, by trying every colour for every gray one; None where that takes too long."""
    board = table.board[0]
    colours = range(int(board.colours))
    choices = [[int(board.route_colour[route])] if board.route_colour[route] >= 0 else colours for route in routes]
    if np.prod([float(len(choice)) for choice in choices]) > most:
        return None
    best = NEVER
    for colouring in product(*choices):
        plain, wild = [0] * len(colours), [0] * len(colours)
        for route, colour in zip(routes, colouring, strict=True):
            (wild if board.route_wild[route] else plain)[colour] += int(board.route_length[route])
        missing = sum(max(0, plain[colour] - hand[colour]) for colour in colours)
        short = sum(max(0, wild[colour] - max(0, hand[colour] - plain[colour])) for colour in colours)
        best = min(best, missing + max(0, short - hand[-1]))
    return best


def check_missing(table: Table, count: int, seed: int, most: int) -> None:
    states = sampled_states(table, count, seed)
    for index in range(len(states)):
        one, seat = states[index : index + 1], table.seats[index % table.players]
        hand = one[0].private[seat].hand.tolist()
        for ticket, way in enumerate(ways(table, one, seat)):
            routes = way.routes[: int(way.count)].tolist()
            fewest = fewest_missing(table, hand, routes, most)
            if fewest is not None and way.trains != NONE:
                assert int(way.cards) == fewest, f"{table}: hand {hand}, ticket {ticket}, routes {routes}"


@every_table
def test_missing_cards_are_as_few_as_can_be(table):
    """`TicketProgress.cards`: the hand used as well as possible, which is found here by trying everything."""
    check_missing(table, 40 if table in TINY else 6, seed=73, most=64)


@pytest.mark.slow
@every_table
def test_missing_cards_are_as_few_as_can_be_in_many_states(table):
    check_missing(table, 60, seed=75, most=5000)


@every_table
def test_progress_speaks_of_the_seats_own_tickets(table):
    """The friendly face says what the kernel says, in words, for the tickets the seat holds."""
    states = sampled_states(table, 4, seed=74)
    for index in range(len(states)):
        one = states[index : index + 1]
        for seat in table.seats:
            found = ways(table, one, seat)
            game = Game.from_state(table.rules, one)
            progress = game.tickets(seat)
            assert progress == View(table.rules, view_of(one, seat)).ticket_progress()
            assert [p.ticket for p in progress] == [
                table.rules.ticket_ids[t] for t in members(one[0].private[seat].tickets)
            ]
            for said in progress:
                way = found[table.rules.ticket_index[said.ticket]]
                assert said.impossible == (int(way.trains) == NONE)
                assert said.joined == bool(way.joined)
                assert said.trains == max(0, int(way.trains))
                assert (
                    sum(table.rules.map.routes[table.rules.route_index[r]].length for r in said.routes) == said.trains
                )
                score = next(s for s in game.scores()[seat].ticket_scores if s.ticket == said.ticket)
                assert score.completed == said.joined
                if said.joined or said.impossible:
                    assert (said.target, said.points) == (score.target, score.points)


def test_a_ticket_between_a_country_and_its_own_border_point():
    """Nothing is joined without a route: such a ticket is refused when it is loaded, or it is not joined yet."""
    tickets = [{"from": "xland", "to": "x1", "points": 4}, *boards.TINY_TICKETS]
    text = boards.map_text("Odd", boards.TINY_CITIES, boards.TINY_ROUTES, tickets, boards.TINY_RULES)
    try:
        table = Table(boards.load_text("odd", text), 2)
    except BrokenRules:
        return
    states = new_states(table, 1)
    assert bool(ways(table, states, 0)[0].joined) == (int(values(table, states, 0)[1][0]) != NONE)
