"""The longest trail (RULES 6.3, 7.10) against brute force, against integer programming, and against itself."""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.trail.route import find_trail, trail_lengths
from ferrovia.rules.board import BOARD
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules

LOW = (1 << 64) - 1
ROOT = Path(__file__).parents[2]


def board_of(routes):
    """A board with nothing but routes: (city, city, length)."""
    board = np.zeros(1, BOARD)
    for number, (start, finish, length) in enumerate(routes):
        board[0].route_ends[number] = (start, finish)
        board[0].route_length[number] = length
    return board


def longest(routes, table=None):
    return trail_lengths(board_of(routes), [(1 << len(routes)) - 1], table)[0]


def by_walking(routes):
    """Every trail from every city: small networks only."""
    seen = set()
    best = 0
    stack = [(city, 0, 0) for route in routes for city in route[:2]]
    while stack:
        city, used, length = stack.pop()
        if (city, used) in seen:
            continue
        seen.add((city, used))
        best = max(best, length)
        for number, (start, finish, trains) in enumerate(routes):
            if city in (start, finish) and not used >> number & 1:
                stack.append((start + finish - city, used | 1 << number, length + trains))
    return best


def parts_of(routes):
    """The connected parts: sets of cities."""
    parts: list[Any] = []
    for start, finish, _ in routes:
        touched = [part for part in parts if part & {start, finish}]
        parts = [part for part in parts if part not in touched] + [set().union({start, finish}, *touched)]
    return parts


def by_programming(routes):
    """Integer programming: degrees are even but for two cities; parts that do not hang together are cut off."""
    cities = sorted({city for route in routes for city in route[:2]})
    count, size = len(routes), len(cities)
    degrees = np.zeros((size + 1, count + 2 * size))
    for number, (start, finish, _) in enumerate(routes):
        degrees[cities.index(start), number] = degrees[cities.index(finish), number] = 1
    for number in range(size):
        degrees[number, count + number] = -2
        degrees[number, count + size + number] = -1
    degrees[size, count + size :] = 1
    ends = np.zeros(size + 1)
    ends[size] = 2
    constraints = [scipy.optimize.LinearConstraint(degrees, np.zeros(size + 1), ends)]
    price = np.zeros(count + 2 * size)
    price[:count] = [-length for _, _, length in routes]
    upper = np.concatenate([np.ones(count), np.full(size, count), np.ones(size)])
    while True:
        found = scipy.optimize.milp(
            price, integrality=np.ones(len(price)), bounds=scipy.optimize.Bounds(0, upper), constraints=constraints
        )
        chosen = [number for number in range(count) if found.x[number] > 0.5]
        parts = parts_of([routes[number] for number in chosen])
        if len(parts) < 2:
            return round(-found.fun)
        for part in parts:
            inside = [number for number in chosen if routes[number][0] in part]
            outside = [number for number in chosen if routes[number][0] not in part]
            row = np.zeros(len(price))
            for number, (start, finish, _) in enumerate(routes):
                row[number] = -((start in part) != (finish in part))
            for one, other in itertools.product(inside[:2], outside[:2]):  # they need a route between the parts
                cut = row.copy()
                cut[one] = cut[other] = 1
                constraints.append(scipy.optimize.LinearConstraint(cut, -np.inf, 1))


def small_network(source):
    cities, longest_route = source.randint(2, 9), source.choice((1, 2, 6))
    return [(*source.sample(range(cities), 2), source.randint(1, longest_route)) for _ in range(source.randint(1, 9))]


def cubic_network(source, cities):
    while True:
        ends = [city for city in range(cities) for _ in range(3)]
        source.shuffle(ends)
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        if all(start != finish for start, finish in pairs):
            return [(start, finish, 1) for start, finish in pairs]


def hard_network(source, cities=30, count=50, longest_route=4):
    """Enough routes between random cities that the quick search gives up."""
    return [(*source.sample(range(cities), 2), source.randint(1, longest_route)) for _ in range(count)]


def own_routes(board, trains, source):
    """What a player with this many trains may have built, short routes first."""
    routes = list(range(int(board[0].routes)))
    routes.sort(key=lambda route: int(board[0].route_length[route]) * source.random())
    own = []
    for route in routes:
        if board[0].route_length[route] <= trains:
            trains -= int(board[0].route_length[route])
            own.append(route)
    return own


def routes_of(board, own):
    return [(*map(int, board[0].route_ends[route]), int(board[0].route_length[route])) for route in own]


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ([], 0),
        ([(0, 1, 6)], 6),
        ([(63, 62, 8)], 8),
        ([(0, 1, 5), (1, 2, 1), (1, 3, 1), (1, 4, 1)], 6),  # in trains, not in routes
        ([(0, city, city) for city in range(1, 8)], 13),  # star
        ([(city, (city + 1) % 8, 2) for city in range(8)], 16),  # cycle
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (3, 4, 2), (4, 0, 2)], 9),  # two cycles sharing a city
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (3, 4, 2), (4, 5, 2), (5, 3, 2)], 6),  # two cycles apart
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 5), (3, 4, 2), (4, 5, 2), (5, 3, 2)], 14),  # joined by a bridge
        ([(0, 1, 3), (2, 3, 2), (3, 4, 2), (5, 6, 1)], 4),  # disconnected parts
        ([(0, 1, 1), (0, 1, 2)], 3),  # parallel routes
        ([(0, 1, 1), (0, 1, 2), (0, 1, 4)], 7),
        ([(0, 1, 1), (0, 1, 2), (1, 2, 1), (1, 2, 2), (2, 3, 3), (0, 4, 3), (1, 5, 2)], 10),
        ([(city, city + 1, 2) for city in range(63)], 126),  # long chain
        ([(city, city + 1, 1) for city in range(63)] + [(city, city + 1, 1) for city in range(63)], 126),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (1, 4, 3), (2, 5, 2)], 9),  # RULES 7.10: two countries at most
        ([(0, 1, 4), (0, 2, 3), (0, 3, 2)], 7),
    ],
)
def test_known_networks(routes, length):
    assert longest(routes) == length


def test_small_networks_against_walking():
    source = random.Random(1)
    for _ in range(4000):
        routes = small_network(source)
        assert longest(routes) == by_walking(routes), routes


@pytest.mark.thorough
def test_medium_networks_against_walking():
    source = random.Random(2)
    for _ in range(100):
        routes = hard_network(source, source.randint(4, 10), 13, source.choice((1, 3)))
        assert longest(routes) == by_walking(routes), routes


@pytest.mark.thorough
def test_large_networks_against_programming():
    source = random.Random(3)
    networks = [cubic_network(source, 20) for _ in range(25)]
    networks += [hard_network(source, 16, 28, 3) for _ in range(25)]
    networks += [hard_network(source, 24, 36, 3) for _ in range(25)]
    for routes in networks:
        assert longest(routes) == by_programming(routes), routes


@pytest.mark.parametrize("name", ["north-america-classic", "switzerland", "new-york"])
@pytest.mark.thorough
def test_boards_against_programming(name):
    rules: Rules = load_rules(name)
    source = random.Random(4)
    for _ in range(20):
        own = own_routes(rules.board, int(rules.board[0].trains), source)
        mask = sum(1 << route for route in own)
        assert trail_lengths(rules.board, [mask]) == [by_programming(routes_of(rules.board, own))], own


def test_swiss_countries_are_dead_ends():
    """RULES 7.10: "A country route counts its trains, but only as the first or last leg"."""
    board = load_rules("switzerland").board
    routes = range(int(board[0].routes))
    ends = [int(city) for route in routes for city in board[0].route_ends[route]]
    country = [route for route in routes if any(ends.count(int(city)) == 1 for city in board[0].route_ends[route])]
    assert len(country) == 17
    trail = find_trail(board, *words((1 << len(routes)) - 1))
    assert set(trail) & set(country) <= {trail[0], trail[-1]}


def words(routes):
    return routes & LOW, routes >> 64


@pytest.mark.parametrize("capacity", [0, 1, 5, 64])
def test_any_table_gives_the_same_lengths(capacity):
    """Without a table the search is plain branch and bound; with one it is dynamic programming."""
    source = random.Random(5)
    used = False
    for number in range(40):
        routes = cubic_network(source, 24) if number % 4 == 0 else hard_network(source, 22, 40)
        large, small = trail_table(), trail_table(capacity)
        assert longest(routes, small) == longest(routes, large), routes
        used |= bool(large.any())
    assert used


def test_a_table_without_columns():
    routes = hard_network(random.Random(6))
    assert longest(routes, np.zeros((8, 0), np.uint64)) == longest(routes)


def test_an_old_table_does_no_harm():
    """What one network left in the table must not speak for another."""
    source = random.Random(7)
    table = trail_table(256)
    for _ in range(40):
        routes = hard_network(source, 24, 40)
        assert longest(routes, table) == longest(routes), routes


def test_dense_networks_lose_what_they_must():
    """Nearly all of a dense network is one trail: with unit lengths only half the odd cities but two lose a route."""
    source = random.Random(8)
    for _ in range(50):
        routes = hard_network(source, 16, 127, 1)
        odd = sum(sum(city in route[:2] for route in routes) % 2 for city in range(16))
        assert longest(routes) == 127 - max(0, odd - 2) // 2


def test_all_routes_of_a_board_at_once():
    """More than any player has: the limits of the engine are 128 routes, whatever their length."""
    assert longest([(city, city + 1, 8) for city in range(63)] + [(city + 1, city, 8) for city in range(63)]) == 1008


def test_hard_cubic_networks_end():
    source = random.Random(9)
    assert all(longest(cubic_network(source, 30)) >= 28 for _ in range(200))


def test_found_trail_is_a_trail():
    source = random.Random(10)
    for number in range(120):
        routes = hard_network(source, 14, 20) if number % 10 == 0 else small_network(source)
        board = board_of(routes)
        trail = find_trail(board, *words((1 << len(routes)) - 1))
        assert len(set(trail)) == len(trail)
        assert sum(routes[route][2] for route in trail) == longest(routes)
        assert any(is_walk([routes[route] for route in trail], city) for city in routes[trail[0]][:2]), routes
        assert trail == find_trail(board, *words((1 << len(routes)) - 1))


def is_walk(routes, city):
    """Whether routes can be walked in this order from a city."""
    for start, finish, _ in routes:
        if city not in (start, finish):
            return False
        city = start + finish - city
    return True


def test_no_routes_no_trail():
    assert find_trail(board_of([(0, 1, 1)]), 0, 0) == []


def sample():
    """Networks of every kind, few enough to be searched in plain Python."""
    source = random.Random(11)
    networks = [small_network(source) for _ in range(150)]
    networks += [hard_network(source, 12, 20) for _ in range(10)]
    networks += [hard_network(source, 16, 127, 1), cubic_network(source, 12), cubic_network(source, 18)]
    return networks


@pytest.mark.parametrize("patience", ["as it is", "none"])
@pytest.mark.thorough
def test_interpreted_equals_compiled(patience):
    """In plain Python the patience of the quick search can be taken away: then the table does all the work."""
    program = "from tests.engine import test_trail\nimport ferrovia.engine.trail.parts as parts\n"
    if patience == "none":
        program += "parts.PATIENCE = 1\n"
    program += "print([test_trail.longest(routes) for routes in test_trail.sample()])"
    environment = {**os.environ, "FERROVIA_INTERPRETED": "1"}
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == str([longest(routes) for routes in sample()])
