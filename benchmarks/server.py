"""Load test of real servers: tables of scripted players over real WebSockets from other processes.

    python benchmarks/server.py                         500 tables, 2 seconds of thinking per move, for 60 seconds
    python benchmarks/server.py --tables 100 --thought 0.5 --rules switzerland
    python benchmarks/server.py --idle 5000             tables with every player connected and nobody moving
    python benchmarks/server.py --storm 500             all players of as many tables are cut off, and reconnect at once
    python benchmarks/server.py --tables 3000 --admission    with admission control: some tables are refused
    python benchmarks/server.py --arriving 20           with it: after a third of the time, 20 tables and 20 spectators
                                                        more come every second, while games go on
    python benchmarks/server.py --tables 2000 --servers 2 --postgres --clients 2    several servers, each with --peer

Prints moves per second, percentiles of the time from a move to its acknowledgement, processor time per move, and memory
per table. On a busy machine times say little: the last lines show how busy it was, and how late the players were.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import queue
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from load_players import Acknowledged, OpenedTable, Player, TableRefused, connected, open_table, watch
from load_servers import Fleet

COUNTED = 0.6
"""The share of the time that counts, at the end."""
BEFORE = 1 / 3
"""The share of the time before more tables arrive."""
SETTLED = 0.1
"""The share of the time, at its start, in which everybody begins."""
BEAT = 0.1
PARTS = 10
ARRIVALS_TOGETHER = 64


class Gates(NamedTuple):
    """Processes of players say that they are ready, and wait for the start; tables to be watched go through a queue."""

    ready: Any
    go: Any
    tables: Any


class ClientResult(NamedTuple):
    """What a process of players measured: moves, what became of those who arrived later, and how late it was
    itself."""

    moves: list[Acknowledged]
    arrivals: Counter[str]
    late: list[float]


async def measure_lateness(late: list[float]) -> None:
    """How late the event loop of these players is: their delays are no delays of the server."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(BEAT)
        late.append(time.perf_counter() - began - BEAT)


def players_of(table: OpenedTable, ports: list[int], arguments: argparse.Namespace) -> list[Player]:
    """The players of a table."""
    places = [table, table._replace(port=random.choice(ports)) if arguments.relayed else table]
    return [Player(place, key, arguments.thought) for place, key in zip(places, table.keys, strict=True)]


async def play_at(
    players: list[Player], ports: list[int], arguments: argparse.Namespace, until: float
) -> list[Acknowledged]:
    """Play at a table until the time is over, starting a new game whenever one ends, if there is room for it."""
    moves: list[Acknowledged] = []
    while time.time() < until:
        await asyncio.gather(*(player.play(until) for player in players))
        moves += [move for player in players for move in player.moves]
        if time.time() < until:
            try:
                players = players_of(await asyncio.to_thread(open_table, ports, arguments.rules), ports, arguments)
            except TableRefused:
                break
    return moves


async def play_tables(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Play this many tables in parallel. They are opened, and everybody is connected, before the clock starts."""
    opened, arrivals, late = [], Counter[str](), list[float]()
    for _ in range(tables):
        try:
            opened.append(await asyncio.to_thread(open_table, ports, arguments.rules))
        except TableRefused as refusal:
            arrivals[f"tables refused: {refusal}"] += 1
    seated = [players_of(table, ports, arguments) for table in opened]
    for players in seated:
        await asyncio.gather(*(player.connect() for player in players))
    gates.tables.put(opened[:100] if arguments.arriving else [])
    gates.ready.release()
    await asyncio.to_thread(gates.go.wait)
    lateness = asyncio.create_task(measure_lateness(late))
    until = time.time() + arguments.seconds
    moves_of_tables = await asyncio.gather(*(play_at(players, ports, arguments, until) for players in seated))
    lateness.cancel()
    return ClientResult([move for moves in moves_of_tables for move in moves], arrivals, late)


async def arrive(ports: list[int], arguments: argparse.Namespace, gates: Gates) -> ClientResult:
    """Those who come while the games of others go on, every second as many as it is said, whether they are let in or
    not."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(ARRIVALS_TOGETHER))
    gates.ready.release()
    await asyncio.to_thread(gates.go.wait)
    until = time.time() + arguments.seconds
    watched = await asyncio.to_thread(all_of, gates.tables, arguments.clients)
    await asyncio.sleep(BEFORE * arguments.seconds)
    arrivals, moves = Counter[str](), list[Acknowledged]()

    async def one_table() -> None:
        try:
            table = await asyncio.to_thread(open_table, ports, arguments.rules)
        except TableRefused as refusal:
            arrivals[f"tables refused: {refusal}"] += 1
            return
        except OSError as error:
            arrivals[f"tables lost: {type(error).__name__}"] += 1
            return
        arrivals["tables admitted"] += 1
        moves.extend(await play_at(players_of(table, ports, arguments), ports, arguments, until))

    async def one_spectator() -> None:
        arrivals[f"spectators {await watch(random.choice(watched), until)}"] += 1

    work = []
    while time.time() < until - 1:
        work += [asyncio.create_task(one_table()), asyncio.create_task(one_spectator())]
        await asyncio.sleep(1 / arguments.arriving)
    await asyncio.wait(work, timeout=30)
    return ClientResult(moves, arrivals, [])


def all_of(tables: Any, processes: int) -> list[OpenedTable]:
    """The tables that some processes put into a queue."""
    return [table for _ in range(processes) for table in tables.get()]


async def sit(ports: list[int], tables: int, rules: str) -> list[tuple[OpenedTable, str, Any]]:
    """Open this many tables, with both players connected and nobody moving."""
    waiting = asyncio.Semaphore(16)

    async def one() -> list[tuple[OpenedTable, str, Any]]:
        async with waiting:
            table = await asyncio.to_thread(open_table, ports, rules)
            return [(table, key, await with_snapshot(table, key)) for key in table.keys]

    return [place for places in await asyncio.gather(*(one() for _ in range(tables))) for place in places]


async def with_snapshot(table: OpenedTable, key: str) -> Any:
    """A connection that has its snapshot."""
    connection = await connected(table, key)
    await connection.recv()
    return connection


async def storm(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Cut off everybody, and let all reconnect at once; the times are those until each has its snapshot."""
    places = await sit(ports, tables, arguments.rules)
    for _, _, connection in places:
        connection.transport.abort()
    await asyncio.sleep(3)
    gates.ready.release()
    await asyncio.to_thread(gates.go.wait)
    began = time.perf_counter()
    moves: list[Acknowledged] = []

    async def again(table: OpenedTable, key: str) -> None:
        await with_snapshot(table, key)
        moves.append(Acknowledged(time.time(), time.perf_counter() - began))

    await asyncio.gather(*(again(table, key) for table, key, _ in places))
    return ClientResult(moves, Counter(), [])


async def idle(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Keep players connected for a while."""
    gates.ready.release()
    await sit(ports, tables, arguments.rules)
    await asyncio.sleep(20)
    return ClientResult([], Counter(), [])


def client(ports: list[int], arguments: argparse.Namespace, tables: int, results: Any, gates: Gates) -> None:
    """A process with players; that of those who arrive later has no tables to begin with."""
    gc.disable()  # a pause of the players is no delay of the server
    if not tables:
        results.put((True, asyncio.run(arrive(ports, arguments, gates))))
        return
    work = idle if arguments.idle else storm if arguments.storm else play_tables
    results.put((False, asyncio.run(work(ports, arguments, tables, gates))))


def main() -> None:
    """Start everything, wait, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--thought", type=float, default=2.0, help="seconds a player thinks, on the average")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rules", default="north-america-classic")
    parser.add_argument("--clients", type=int, default=1, help="processes of players")
    parser.add_argument("--store", default="", help="as for `ferrovia serve`; default: a fresh SQLite database")
    parser.add_argument("--postgres", action="store_true", help="a fresh PostgreSQL instead, as in the tests")
    parser.add_argument("--idle", type=int, default=0, help="this many tables with nobody moving, instead")
    parser.add_argument("--storm", type=int, default=0, help="players of this many tables reconnect at once, instead")
    parser.add_argument("--servers", type=int, default=1, help="servers on one PostgreSQL, each with --peer")
    parser.add_argument("--relayed", action="store_true", help="the second player of a table arrives at any server")
    parser.add_argument("--admission", action="store_true", help="let the server refuse tables beyond its capacity")
    parser.add_argument("--arriving", type=float, default=0, help="tables and spectators a second, while games go on")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fleet = Fleet(arguments, Path(folder))
        try:
            fleet.start()
            measure(arguments, fleet)
        finally:
            fleet.stop()


def measure(arguments: argparse.Namespace, fleet: Fleet) -> None:
    """One run."""
    time.sleep(8)  # the bots are starting
    memory, free = fleet.memory, psutil.cpu_times_percent(interval=1).idle
    tables = arguments.idle or arguments.storm or arguments.tables
    context = multiprocessing.get_context("spawn")
    results, gates = context.Queue(), Gates(context.Semaphore(0), context.Event(), context.Queue())
    each = [tables // arguments.clients + (number < tables % arguments.clients) for number in range(arguments.clients)]
    each += [0] if arguments.arriving else []
    clients = [context.Process(target=client, args=(fleet.ports, arguments, count, results, gates)) for count in each]
    for one in clients:
        one.start()
    for _ in clients:
        gates.ready.acquire()
    run = Run(tables, arguments, time.time(), memory, free)
    gates.go.set()
    received: list[tuple[bool, ClientResult]] = []

    def over() -> bool:
        try:
            received.append(results.get(timeout=0.1))
        except queue.Empty:
            return not any(one.is_alive() for one in clients)
        return len(received) == len(clients)

    run.watch(fleet, over)
    run.report([result for late, result in received if not late], [result for late, result in received if late])
    for line in fleet.said("overloaded", "relieved"):
        print(f"log: {line}")
    for one in clients:
        one.join()


class Run:
    """What is measured while players play. Nothing counts while everybody is connecting."""

    def __init__(self, tables: int, arguments: argparse.Namespace, began: float, memory: float, free: float) -> None:
        self.tables, self.arguments, self.began, self.before, self.free = tables, arguments, began, memory, free
        self.used, self.all_used, self.database, self.seconds = 0.0, 0.0, 0.0, 0.0
        self.peak = memory

    @property
    def end(self) -> float:
        """When everybody stops."""
        return float(self.began + self.arguments.seconds)

    @property
    def counted_from(self) -> float:
        """From when on it counts."""
        return float(self.end - COUNTED * self.arguments.seconds)

    def watch(self, fleet: Fleet, over: Callable[[], bool]) -> None:
        """Follow the servers until it is over."""
        first: tuple[float, tuple[float, float]] | None = None
        before = fleet.used[0]
        while not over():
            self.all_used = fleet.used[0] - before
            self.peak = max(self.peak, fleet.memory)
            if first is None and time.time() >= self.counted_from:
                first = time.time(), fleet.used
            if first and time.time() <= self.end:
                self.seconds, (server, database) = time.time() - first[0], fleet.used
                self.used, self.database = server - first[1][0], database - first[1][1]

    def report(self, results: list[ClientResult], later: list[ClientResult]) -> None:
        """Print the numbers."""
        moves = [move for result in results for move in result.moves]
        print(f"{self.tables} tables, {2 * self.tables} connections, {self.arguments.servers} servers")
        for what, count in sorted(sum((result.arrivals for result in [*results, *later]), Counter[str]()).items()):
            print(f"{count} {what}")
        if self.arguments.storm:
            print(f"{len(moves)} snapshots after reconnecting at once; {percentiles(moves)}")
            print(f"server: {1000 * self.all_used / len(moves):.2f} ms of CPU a snapshot")
        elif later:
            self.report_phases(moves, [move for result in later for move in result.moves])
        elif moves:
            counted = [move for move in moves if move.at > self.counted_from]
            print(f"{len(counted)} moves, {len(counted) / self.seconds:.0f} a second; {percentiles(counted)}")
            self.report_cost(len(counted))
        grown = 1000 * (self.peak - self.before) / self.tables
        print(f"memory: {self.before:.0f} MB before, {self.peak:.0f} MB at most, {grown:.0f} kB a table")
        print(f"before the run {self.free:.0f} % of this machine's {os.cpu_count()} cores were idle")
        if late := sorted(each for result in results for each in result.late):
            marks = ", ".join(f"{share} % {1000 * at(late, share / 100):.1f} ms" for share in (50, 99))
            print(f"the players themselves were late by: {marks}")

    def report_phases(self, moves: list[Acknowledged], newcomers: list[Acknowledged]) -> None:
        """The games that went on before more tables arrived, and while they did."""
        whole, arrival = self.arguments.seconds, self.began + BEFORE * self.arguments.seconds
        phases = {
            "before": (self.began + SETTLED * whole, arrival),
            "while more arrive": (arrival, self.end),
            "of these, the last third": (self.end - whole / 3, self.end),
        }
        for name, (since, until) in phases.items():
            during = [move for move in moves if since < move.at <= until]
            print(f"{name}: {len(during) / (until - since):.0f} moves a second; {percentiles(during)}")
        part = whole / PARTS
        counts = Counter(int((move.at - self.began) / part) for move in [*moves, *newcomers])
        each = " ".join(f"{counts[number] / part:.0f}" for number in range(PARTS))
        print(f"moves a second of all, in tenths of the time: {each}")
        self.report_cost(sum(move.at > self.counted_from for move in [*moves, *newcomers]))

    def report_cost(self, moves: int) -> None:
        """Processor time of a move."""
        server = f"{self.used / self.seconds:.2f} cores, {1000 * self.used / moves:.2f} ms of CPU a move"
        database = f"; database: {1000 * self.database / moves:.2f} ms" if self.arguments.postgres else ""
        print(f"server: {server}{database}")


def percentiles(moves: Sequence[Acknowledged]) -> str:
    """Within which time moves were acknowledged."""
    times, shares = sorted(move.took for move in moves), (50, 90, 99, 99.9, 100)
    marks = (f"{share:g} % {1000 * at(times, share / 100):.1f} ms" for share in shares)
    return "acknowledged within: " + ", ".join(marks) if times else "nothing acknowledged"


def at(times: list[float], share: float) -> float:
    """A percentile of sorted times."""
    return times[min(int(share * len(times)), len(times) - 1)]


if __name__ == "__main__":
    main()
