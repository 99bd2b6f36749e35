"""Benchmark of the longest trail in the worst case: networks found by hill climbing, next to typical ones.

    python benchmarks/worst_trails.py [seconds for each climb]

Times are the best of several runs of compiled code on one core, and the same in loops of plain arithmetic measured in
the same run (`baseline`), so that different machines, or a quiet and a busy one, are comparable.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ferrovia.core.compile import entry
from ferrovia.core.fields import Array
from ferrovia.engine.trail.longest import TRAIL_SPACE, trail_table
from ferrovia.engine.trail.route import measure_trails
from ferrovia.rules.board import BOARD
from ferrovia.rules.files.loading import load_rules

Route = tuple[int, int, int]
Cost = Callable[[Any], float]
STUCK = 150  # tries without a worse network before a climb restarts
STEPS = 1000
NO_TABLE = trail_table(0)


@entry
def baseline(numbers: Any, steps: int) -> None:
    """A loop of plain arithmetic: each step waits for the one before."""
    number = numbers[0]
    for _ in range(steps):
        number ^= number << np.uint64(13)
        number ^= number >> np.uint64(7)
        number ^= number << np.uint64(17)
    numbers[0] = number


def fastest(work: Callable[[], None], runs: int) -> float:
    """Nanoseconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter_ns()
        work()
        best = min(best, time.perf_counter_ns() - begun)
    return best


class Clock:
    """Measures networks with one table."""

    def __init__(self, table: Array) -> None:
        self.table = table
        self.spaces = np.zeros(1, TRAIL_SPACE)

    def nanoseconds(self, board: Array, networks: list[list[int]], runs: int = 3) -> float:
        """Time for one network, the mean of a list."""
        masks = [sum(1 << route for route in network) for network in networks]
        sets = np.array([[mask & (1 << 64) - 1, mask >> 64] for mask in masks], np.uint64)
        lengths = np.zeros(len(sets), np.int64)
        return fastest(lambda: measure_trails(board, sets, self.spaces, self.table, lengths), runs) / len(sets)


def fill(board: Array, own: list[int], trains: int, source: random.Random) -> list[int]:
    """Add routes while there are trains, mostly short ones: they make the hardest networks."""
    lengths = board[0].route_length.tolist()
    own = own[:]
    trains -= sum(lengths[route] for route in own)
    routes = [route for route in range(int(board[0].routes)) if route not in own]
    for route in sorted(routes, key=lambda route: lengths[route] * source.random()):
        if lengths[route] <= trains:
            trains -= lengths[route]
            own.append(route)
    return own


def climb(
    begin: Callable[[], Any], change: Callable[[Any], Any], cost: Callable[[Any], float], seconds: float
) -> float:
    """Hill climbing with restarts: the highest cost found."""
    worst: Any = begin()
    worst_cost = cost(worst)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        current = begin()
        current_cost = cost(current)
        stuck = 0
        while stuck < STUCK and time.monotonic() < until:
            tried = change(current)
            tried_cost = cost(tried)
            stuck = 0 if tried_cost > current_cost else stuck + 1
            if tried_cost > current_cost:
                current, current_cost = tried, tried_cost
        if current_cost > worst_cost:
            worst, worst_cost = current, current_cost
    return min(cost(worst) for _ in range(5))  # a pause of the machine is not a hard network


def climb_on_board(board: Array, clock: Clock, seconds: float, source: random.Random) -> float:
    """The worst network of one player."""
    trains = int(board[0].trains)

    def change(own: list[int]) -> list[int]:
        kept = source.sample(own, max(0, len(own) - source.randint(1, 3)))
        return fill(board, kept, trains, source)

    return climb(lambda: fill(board, [], trains, source), change, lambda own: clock.nanoseconds(board, [own]), seconds)


def cubic(cities: int, source: random.Random) -> list[Route]:
    """Random routes of length 1, three at each city."""
    while True:
        ends = [city for city in range(cities) for _ in range(3)]
        source.shuffle(ends)
        if all(ends[place] != ends[place + 1] for place in range(0, len(ends), 2)):
            return [(ends[place], ends[place + 1], 1) for place in range(0, len(ends), 2)]


def scattered(cities: int, routes: int, length: int, source: random.Random) -> list[Route]:
    """Routes between random cities."""
    ends = [source.sample(range(cities), 2) for _ in range(routes)]
    return [(start, finish, source.randint(1, length)) for start, finish in ends]


def swap(routes: list[Route], source: random.Random) -> list[Route]:
    """Swap an end of two routes: all degrees stay."""
    changed = routes[:]
    while changed == routes:
        one, other = source.sample(range(len(routes)), 2)
        (start, finish, length), (begin, end, trains) = routes[one], routes[other]
        if start != end and begin != finish:
            changed[one], changed[other] = (start, end, length), (begin, finish, trains)
    return changed


def board_of(routes: list[Route]) -> Array:
    """A board with nothing but routes."""
    board = np.zeros(1, BOARD)
    for number, (start, finish, length) in enumerate(routes):
        board[0].route_ends[number] = (start, finish)
        board[0].route_length[number] = length
    return board


def graph_cost(clock: Clock, runs: int = 2) -> Cost:
    """Nanoseconds of a whole graph."""
    return lambda routes: clock.nanoseconds(board_of(routes), [list(range(len(routes)))], runs)


def random_play(board: Array, players: int, source: random.Random) -> list[list[int]]:
    """The networks of players who claim any route in turn until one has two trains left."""
    lengths = board[0].route_length.tolist()
    free = list(range(int(board[0].routes)))
    source.shuffle(free)
    left = [int(board[0].trains)] * players
    own: list[list[int]] = [[] for _ in range(players)]
    seat = 0
    while min(left) > 2:
        route = next((route for route in free if lengths[route] <= left[seat]), None)
        if route is None:
            break
        free.remove(route)
        left[seat] -= lengths[route]
        own[seat].append(route)
        seat = (seat + 1) % players
    return own


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    source = random.Random(1)
    clock, bare = Clock(trail_table()), Clock(NO_TABLE)
    numbers = np.ones(1, np.uint64)
    baseline(numbers, 1)
    unit = fastest(lambda: baseline(numbers, STEPS), 1000)
    print(f"baseline: {STEPS} steps in {unit:.0f} ns\n")
    print(f"{'network':58} {'µs':>10} {'baselines':>10}")

    def show(name: str, nanoseconds: float) -> None:
        print(f"{name:58} {nanoseconds / 1000:10.2f} {nanoseconds / unit:10.2f}", flush=True)

    for name in ("north-america-classic", "switzerland", "new-york"):
        board = load_rules(name).board
        for players in (2, 4):
            networks = [own for _ in range(1000) for own in random_play(board, players, source)]
            show(f"{name}, random play, {players} players, mean", clock.nanoseconds(board, networks))
        show(f"{name}, worst found", climb_on_board(board, clock, seconds, source))
        show(f"{name}, worst found without a table", climb_on_board(board, bare, seconds, source))
    costs = sorted(graph_cost(clock)(cubic(30, source)) for _ in range(200))
    show("45 routes of 1, 30 cities of degree 3: median of 200", costs[100])
    show("45 routes of 1, 30 cities of degree 3: most of 200", costs[-1])
    for name, used in (("", clock), (" without a table", bare)):
        worst = climb(lambda: cubic(30, source), lambda routes: swap(routes, source), graph_cost(used), seconds)
        show(f"45 routes of 1, 30 cities of degree 3: worst found{name}", worst)
    for cities, routes, length in ((16, 127, 1), (16, 60, 2), (30, 50, 4), (50, 100, 1)):
        costs = sorted(graph_cost(clock)(scattered(cities, routes, length, source)) for _ in range(50))
        show(f"{routes} routes of 1 to {length} between {cities} cities: median of 50", costs[25])
        show(f"{routes} routes of 1 to {length} between {cities} cities: most of 50", costs[-1])


if __name__ == "__main__":
    main()
