"""Load test of a real server: tables of scripted players over real WebSockets from other processes.

    python benchmarks/server.py                         500 tables, 2 seconds of thinking per move, for 60 seconds
    python benchmarks/server.py --tables 100 --thought 0.5 --rules switzerland
    python benchmarks/server.py --idle 5000             tables with every player connected and nobody moving

Prints moves per second, percentiles of the time from a move to its acknowledgement, and memory per table. On a busy
machine the numbers say little: the last line shows how busy it was.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import websockets

MANY = "1000000"
COUNTED = 0.6
"""The share of the time that counts, at the end."""
GENEROUS = [
    f"--{name}-per-{unit}" for name, unit in (("requests", "second"), ("messages", "second"), ("tables", "client"))
]


def start_server(folder: Path, store: str, bots: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start a separate server; return its port."""
    import socket

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
        "--overload-lag",
        "3600",
    ]
    command = [sys.executable, "-m", "ferrovia", "serve", "--store", store or str(folder / "tables.sqlite")]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--bots", str(bots), *limits], stderr=log, stdout=log
        )
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


class Player:
    """A connection that moves when it has to, after a while."""

    def __init__(self, port: int, table: str, key: str, thought: float, seconds: float, times: list[float]) -> None:
        self.seconds = seconds
        self.address, self.key, self.thought, self.times = f"ws://127.0.0.1:{port}/ws/{table}", key, thought, times
        self.sent: dict[str, float] = {}
        self.chance = random.Random(f"{table}{key}")
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


def open_table(port: int, rules: str) -> tuple[str, list[str]]:
    """Open a table for two people; return its id and their keys."""
    keys = [post(port, "/api/keys", {})["key"] for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = post(port, "/api/tables", {"rules": rules, "seats": seats, "options": {"autopilot": False}}, keys[0])[
        "table"
    ]
    post(port, "/api/join", {"code": table["code"]}, keys[1])
    return table["id"], keys


async def play_tables(port: int, arguments: argparse.Namespace, tables: int, ready: Any, go: Any) -> list[float]:
    """Play this many tables in parallel, starting a new game whenever one ends; return the times of all moves. Tables
    are opened and tried out before the clock starts."""
    opened = [await asyncio.to_thread(open_table, port, arguments.rules) for _ in range(tables)]
    ready.release()
    await asyncio.to_thread(go.wait)
    until = time.time() + arguments.seconds
    times: list[float] = []

    async def one(table: str, keys: list[str]) -> None:
        while time.time() < until:
            await asyncio.gather(
                *(Player(port, table, key, arguments.thought, arguments.seconds, times).play(until) for key in keys)
            )
            if time.time() < until:
                table, keys = await asyncio.to_thread(open_table, port, arguments.rules)

    await asyncio.gather(*(one(*each) for each in opened))
    return times


async def sit(port: int, tables: int, rules: str, seconds: float) -> None:
    """Keep this many tables open with both players connected and nobody moving."""

    async def one() -> None:
        table, keys = await asyncio.to_thread(open_table, port, rules)
        for key in keys:
            sockets.append(
                await websockets.connect(
                    f"ws://127.0.0.1:{port}/ws/{table}",
                    additional_headers={"authorization": f"Bearer {key}"},
                    compression=None,
                    open_timeout=300,
                    ping_interval=None,
                )
            )
            await sockets[-1].send('{"message":"hello"}')
            await sockets[-1].recv()

    sockets: list[Any] = []
    waiting = asyncio.Semaphore(16)

    async def in_turn() -> None:
        async with waiting:
            await one()

    await asyncio.gather(*(in_turn() for _ in range(tables)))
    await asyncio.sleep(seconds)


def client(port: int, arguments: argparse.Namespace, tables: int, results: Any, ready: Any, go: Any) -> None:
    """A process with players."""
    if arguments.idle:
        ready.release()
        asyncio.run(sit(port, tables, arguments.rules, 20))
        results.put([])
    else:
        results.put(asyncio.run(play_tables(port, arguments, tables, ready, go)))


def memory_of(process: psutil.Process) -> float:
    """Megabytes of a process, without its bots."""
    return float(process.memory_info().rss) / 1e6


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
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(arguments, Path(folder))


def measure(arguments: argparse.Namespace, folder: Path) -> None:
    """One run."""
    process, port = start_server(folder, arguments.store, bots=1)
    server = psutil.Process(process.pid)
    time.sleep(8)  # the bots are starting
    before, busy = memory_of(server), psutil.cpu_times_percent(interval=1).idle
    tables = arguments.idle or arguments.tables
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    each = [tables // arguments.clients + (number < tables % arguments.clients) for number in range(arguments.clients)]
    ready, go = context.Semaphore(0), context.Event()
    clients = [context.Process(target=client, args=(port, arguments, count, results, ready, go)) for count in each]
    for one in clients:
        one.start()
    for _ in clients:
        ready.acquire()
    began, used, peak = time.time(), sum(server.cpu_times()[:2]), before
    go.set()
    while any(one.is_alive() for one in clients) and results.qsize() < len(clients):
        peak = max(peak, memory_of(server))
        time.sleep(0.2)
    times = sorted(t for _ in clients for t in results.get())
    seconds = time.time() - began
    for one in clients:
        one.join()
    cpu = (sum(server.cpu_times()[:2]) - used) / seconds
    process.terminate()
    process.wait(30)
    report(tables, times, seconds, before, peak, cpu, busy)


def report(
    tables: int, times: list[float], seconds: float, before: float, peak: float, cpu: float, idle: float
) -> None:
    """The numbers."""
    print(f"{tables} tables, {2 * tables} connections, {seconds:.0f} s")
    if times:
        steady = times
        marks = ", ".join(f"{share:g} % {1000 * at(steady, share / 100):.1f} ms" for share in (50, 90, 99, 99.9, 100))
        print(f"{len(times)} moves, {len(times) / (COUNTED * seconds):.0f} a second; acknowledged within: {marks}")
        print(f"server: {cpu:.2f} cores")
    print(f"memory: {before:.0f} MB before, {peak:.0f} MB at most, {1000 * (peak - before) / tables:.0f} kB a table")
    print(f"before the run {idle:.0f} % of this machine's {os.cpu_count()} cores were idle")


def at(times: list[float], share: float) -> float:
    """A percentile of sorted times."""
    return times[min(int(share * len(times)), len(times) - 1)]


if __name__ == "__main__":
    main()
