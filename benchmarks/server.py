"""Load test of a real server: tables of scripted players over real WebSockets from other processes.

    python benchmarks/server.py                         500 tables, 2 seconds of thinking per move, for 60 seconds
    python benchmarks/server.py --tables 100 --thought 0.5 --rules switzerland
    python benchmarks/server.py --idle 5000             tables with every player connected and nobody moving
    python benchmarks/server.py --storm 500             all players of as many tables are cut off, and reconnect at once
    python benchmarks/server.py --tables 3000 --admission    with admission control: some tables are refused
    python benchmarks/server.py --tables 2000 --servers 2 --store postgresql://…    several servers, each with --peer

Prints moves per second, percentiles of the time from a move to its acknowledgement, processor time per move, and memory
per table. On a busy machine times say little: the last line shows how busy it was.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import websockets

MANY = "1000000"
REFUSED = 503
COUNTED = 0.6
"""The share of the time that counts, at the end."""
GENEROUS = [
    f"--{name}-per-{unit}" for name, unit in (("requests", "second"), ("messages", "second"), ("tables", "client"))
]


def start_server(folder: Path, arguments: argparse.Namespace) -> tuple[subprocess.Popen[bytes], int]:
    """Start a separate server with one bot; return its port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    limits = [word for option in GENEROUS for word in (option, MANY)] + [
        "--sockets-per-client",
        MANY,
        "--tries-per-minute",
        MANY,
        "--expensive-seconds",
        MANY,
        *(() if arguments.admission else ("--overload-lag", "3600")),
        *(("--peer", f"http://127.0.0.1:{port}") if arguments.servers > 1 else ()),
    ]
    store = arguments.store or str(folder / "tables.sqlite")
    command = [sys.executable, "-m", "ferrovia", "serve", "--store", store]
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen([*command, "--port", str(port), "--bots", "1", *limits], stderr=log, stdout=log)
    for _ in range(2000):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
            return process, port
        except OSError:
            time.sleep(0.05)
    raise SystemExit((folder / "log.txt").read_text())


def post(port: int, path: str, body: Any, key: str | None = None) -> Any:
    """A request to the server."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data=json.dumps(body).encode(), headers=headers, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Gates(NamedTuple):
    """Processes of players say that they are ready, and wait for the start."""

    ready: Any
    go: Any


class ClientResult(NamedTuple):
    """What a process of players measured: times in seconds, and how many tables were refused."""

    times: list[float]
    refused: int


class OpenedTable(NamedTuple):
    """A table, the port of the server at which its players arrive, and their keys."""

    port: int
    name: str
    keys: list[str]


class Player:
    """A connection that moves when it has to, after a while."""

    def __init__(self, table: OpenedTable, key: str, thought: float, seconds: float, times: list[float]) -> None:
        self.seconds, self.key, self.thought, self.times = seconds, key, thought, times
        self.address = f"ws://127.0.0.1:{table.port}/ws/{table.name}"
        self.sent: dict[str, float] = {}
        self.chance = random.Random(key)
        self.planned: asyncio.Task[None] | None = None
        self.counted_from = 0.0
        self.sight: Any = None
        self.seq = 0

    async def play(self, until: float) -> None:
        """Play until the time or the game is over. Nothing counts while everybody is connecting."""
        self.counted_from = until - COUNTED * self.seconds
        headers = {"authorization": f"Bearer {self.key}"}
        async with websockets.connect(
            self.address, additional_headers=headers, max_size=None, compression=None, open_timeout=120
        ) as socket:
            await socket.send('{"message":"hello"}')
            while (left := until - time.time()) > 0:
                try:
                    text = await asyncio.wait_for(socket.recv(), left)
                except TimeoutError:
                    return
                if not await self.take(socket, str(text)):
                    return

    async def take(self, socket: Any, text: str) -> bool:
        """Handle one message; return whether the game continues."""
        message = json.loads(text)
        if message["message"] == "accepted":
            taken = time.perf_counter() - self.sent.pop(message["id"])
            if time.time() > self.counted_from:
                self.times.append(taken)
        elif message["message"] == "refused":
            raise SystemExit(f"refused: {text}")
        elif "sights" in message:
            if message["table"]["status"] != "playing":
                return bool(message["table"]["status"] == "lobby")
            self.sight, self.seq = message["sights"][0], message["seq"]
        if self.sight and self.sight["legal"] and not self.sent:
            self.plan(socket, self.sight, self.seq)
        return True

    def plan(self, socket: Any, sight: Any, seq: int) -> None:
        """Think, then move; an update in the meantime restarts the thinking."""
        if self.planned:
            self.planned.cancel()
        self.planned = asyncio.get_running_loop().create_task(self.move(socket, sight, seq))

    async def move(self, socket: Any, sight: Any, seq: int) -> None:
        """Mostly draw, and claim now and then, like people."""
        await asyncio.sleep(self.chance.expovariate(1 / self.thought) if self.thought else 0)
        legal, name = sight["legal"], f"{self.chance.getrandbits(48):x}"
        claims = [f"claim {route} {payments[0]}" for route, payments in legal["claims"].items()]
        quiet = [move for move in legal["moves"] if move != "tickets"] or legal["moves"]
        move = self.chance.choice(claims if claims and self.chance.random() < 0.4 else quiet or claims)
        self.sent[name] = time.perf_counter()
        request = {"message": "move", "id": name, "seq": seq, "seat": sight["seat"], "move": move}
        with contextlib.suppress(websockets.ConnectionClosed):  # the time is over
            await socket.send(json.dumps(request))


def open_table(ports: list[int], rules: str) -> OpenedTable | None:
    """Open a table for two people; None if it was refused. A proxy would choose the server by the table's address."""
    port = random.choice(ports)
    keys = [post(port, "/api/keys", {})["key"] for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"rules": rules, "seats": seats, "options": {"autopilot": False}}
    try:
        table = post(port, "/api/tables", wish, keys[0])["table"]
    except urllib.error.HTTPError as error:
        if error.code != REFUSED:
            raise
        return None
    post(port, "/api/join", {"code": table["code"]}, keys[1])
    return OpenedTable(port, table["id"], keys)


async def play_tables(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Play this many tables in parallel, starting a new game whenever one ends. Tables are opened before the clock
    starts."""
    found = [await asyncio.to_thread(open_table, ports, arguments.rules) for _ in range(tables)]
    opened = [table for table in found if table]
    gates.ready.release()
    await asyncio.to_thread(gates.go.wait)
    until = time.time() + arguments.seconds
    times: list[float] = []

    async def one(table: OpenedTable | None) -> None:
        while table and time.time() < until:
            places = [table, table._replace(port=random.choice(ports)) if arguments.relayed else table]
            pairs = zip(places, table.keys, strict=True)
            players = [Player(place, key, arguments.thought, arguments.seconds, times) for place, key in pairs]
            await asyncio.gather(*(player.play(until) for player in players))
            if time.time() < until:
                table = await asyncio.to_thread(open_table, ports, arguments.rules)

    await asyncio.gather(*(one(table) for table in opened))
    return ClientResult(times, len(found) - len(opened))


async def connected(table: OpenedTable, key: str) -> Any:
    """A connection that has its snapshot."""
    connection = await websockets.connect(
        f"ws://127.0.0.1:{table.port}/ws/{table.name}",
        additional_headers={"authorization": f"Bearer {key}"},
        compression=None,
        max_size=None,
        open_timeout=300,
        ping_interval=None,
    )
    await connection.send('{"message":"hello"}')
    await connection.recv()
    return connection


async def sit(ports: list[int], tables: int, rules: str) -> list[tuple[OpenedTable, str, Any]]:
    """Open this many tables, with both players connected and nobody moving."""
    waiting = asyncio.Semaphore(16)

    async def one() -> list[tuple[OpenedTable, str, Any]]:
        async with waiting:
            table = await asyncio.to_thread(open_table, ports, rules)
            return [(table, key, await connected(table, key)) for key in table.keys] if table else []

    return [place for places in await asyncio.gather(*(one() for _ in range(tables))) for place in places]


async def storm(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Cut off everybody, and let all reconnect at once; the times are those until each has its snapshot."""
    places = await sit(ports, tables, arguments.rules)
    for _, _, connection in places:
        connection.transport.abort()
    await asyncio.sleep(3)
    gates.ready.release()
    await asyncio.to_thread(gates.go.wait)
    began = time.perf_counter()
    times: list[float] = []

    async def again(table: OpenedTable, key: str) -> None:
        await connected(table, key)
        times.append(time.perf_counter() - began)

    await asyncio.gather(*(again(table, key) for table, key, _ in places))
    return ClientResult(times, 0)


async def idle(ports: list[int], arguments: argparse.Namespace, tables: int, gates: Gates) -> ClientResult:
    """Keep players connected for a while."""
    gates.ready.release()
    await sit(ports, tables, arguments.rules)
    await asyncio.sleep(20)
    return ClientResult([], 0)


def client(ports: list[int], arguments: argparse.Namespace, tables: int, results: Any, gates: Gates) -> None:
    """A process with players."""
    gc.disable()  # a pause of the players is no delay of the server
    work = idle if arguments.idle else storm if arguments.storm else play_tables
    results.put(asyncio.run(work(ports, arguments, tables, gates)))


def memory_of(servers: list[psutil.Process]) -> float:
    """Megabytes of all servers, without their bots."""
    return sum(float(server.memory_info().rss) for server in servers) / 1e6


def used_by(servers: list[psutil.Process]) -> float:
    """Seconds of processor time of all servers."""
    return sum(sum(server.cpu_times()[:2]) for server in servers)


def main() -> None:
    """Start everything, wait, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--thought", type=float, default=2.0, help="seconds a player thinks, on the average")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rules", default="north-america-classic")
    parser.add_argument("--clients", type=int, default=1, help="processes of players")
    parser.add_argument("--store", default="", help="as for `ferrovia serve`; default: a fresh SQLite database")
    parser.add_argument("--idle", type=int, default=0, help="this many tables with nobody moving, instead")
    parser.add_argument("--storm", type=int, default=0, help="players of this many tables reconnect at once, instead")
    parser.add_argument("--servers", type=int, default=1, help="servers on one PostgreSQL, each with --peer")
    parser.add_argument("--relayed", action="store_true", help="the second player of a table arrives at any server")
    parser.add_argument("--admission", action="store_true", help="let the server refuse tables beyond its capacity")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(arguments, Path(folder))


def measure(arguments: argparse.Namespace, folder: Path) -> None:
    """One run."""
    started = [start_server(folder, arguments) for _ in range(arguments.servers)]
    servers, ports = [psutil.Process(process.pid) for process, _ in started], [port for _, port in started]
    time.sleep(8)  # the bots are starting
    before, free = memory_of(servers), psutil.cpu_times_percent(interval=1).idle
    tables = arguments.idle or arguments.storm or arguments.tables
    context = multiprocessing.get_context("spawn")
    results, gates = context.Queue(), Gates(context.Semaphore(0), context.Event())
    each = [tables // arguments.clients + (number < tables % arguments.clients) for number in range(arguments.clients)]
    clients = [context.Process(target=client, args=(ports, arguments, count, results, gates)) for count in each]
    for one in clients:
        one.start()
    for _ in clients:
        gates.ready.acquire()
    run = Run(tables, arguments, time.time(), before, free)
    gates.go.set()
    run.watch(servers, lambda: results.qsize() == len(clients) or not any(one.is_alive() for one in clients))
    run.report([results.get() for _ in clients])
    for one in clients:
        one.join()
    for process, _ in started:
        process.terminate()
    for process, _ in started:
        process.wait(30)


class Run:
    """What is measured while players play. Nothing counts while everybody is connecting."""

    def __init__(self, tables: int, arguments: argparse.Namespace, began: float, memory: float, free: float) -> None:
        self.tables, self.arguments, self.began, self.before, self.free = tables, arguments, began, memory, free
        self.used = self.seconds = 0.0
        self.peak = memory

    def watch(self, servers: list[psutil.Process], over: Callable[[], bool]) -> None:
        """Follow the servers until it is over."""
        first: tuple[float, float] | None = None
        end = self.began + self.arguments.seconds
        while not over():
            self.peak = max(self.peak, memory_of(servers))
            if first is None and time.time() >= end - COUNTED * self.arguments.seconds:
                first = time.time(), used_by(servers)
            if first and time.time() <= end:
                self.seconds, self.used = time.time() - first[0], used_by(servers) - first[1]
            time.sleep(0.1)

    def report(self, results: list[ClientResult]) -> None:
        """Print the numbers."""
        times = sorted(found for result in results for found in result.times)
        print(f"{self.tables} tables, {2 * self.tables} connections, {self.arguments.servers} servers")
        if refused := sum(result.refused for result in results):
            print(f"{refused} tables refused")
        shares = (50, 90, 99, 99.9, 100)
        marks = ", ".join(f"{share:g} % {1000 * at(times, share / 100):.1f} ms" for share in shares) if times else ""
        if self.arguments.storm:
            print(f"{len(times)} snapshots after reconnecting at once, within: {marks}")
        elif times:
            print(f"{len(times)} moves, {len(times) / self.seconds:.0f} a second; acknowledged within: {marks}")
            cpu = f"{self.used / self.seconds:.2f} cores, {1000 * self.used / len(times):.2f} ms of CPU a move"
            print(f"server: {cpu}")
        grown = 1000 * (self.peak - self.before) / self.tables
        print(f"memory: {self.before:.0f} MB before, {self.peak:.0f} MB at most, {grown:.0f} kB a table")
        print(f"before the run {self.free:.0f} % of this machine's {os.cpu_count()} cores were idle")


def at(times: list[float], share: float) -> float:
    """A percentile of sorted times."""
    return times[min(int(share * len(times)), len(times) - 1)]


if __name__ == "__main__":
    main()
