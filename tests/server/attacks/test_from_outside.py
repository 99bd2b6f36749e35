"""What once brought a server to its knees, attacked from outside again, every night. Each attack prints its figures
(`-rP`); on a busy machine they say little, so hardly any of them is asserted."""

import contextlib
import itertools
import mmap
import resource
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.attack_tools import (
    default_limits,
    log_of,
    move_request,
    process_of,
    seated,
    serving,
    started,
    wait_for,
)
from tests.server.server_process import Server

pytestmark = pytest.mark.slow
SECONDS = 12.0
ANSWER_SECONDS = 60.0
JUMP = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

/* The wall clock, with a jump that a file holds: a double, which may change at any time. */
int clock_gettime(clockid_t clock, struct timespec *found) {
    static int (*real)(clockid_t, struct timespec *);
    static double *jump;
    if (!real) {
        const char *name = getenv("PYTHON_WALL_CLOCK_JUMP");
        void *file = name ? mmap(0, 8, PROT_READ, MAP_SHARED, open(name, O_RDONLY), 0) : MAP_FAILED;
        jump = file == MAP_FAILED ? 0 : file;
        real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real(clock, found);
    if (clock == CLOCK_REALTIME && jump) found->tv_sec += (time_t)*jump;
    return result;
}
"""


def figures(name: str, times: list[float]) -> str:
    """Half of them, and the longest, in milliseconds."""
    return f"{name}: half {1000 * statistics.median(times):.0f} ms, longest {1000 * max(times):.0f} ms of {len(times)}"


class Mover:
    """A player at one seat or more of a table, who moves now and then, and how long that takes."""

    def __init__(self, server: Server, seats: str = "me me") -> None:
        self.key = server.key()
        self.table = started(server, seats, self.key, practice=True)["id"]
        self.wire = seated(server, self.table, self.key, x_forwarded_for="198.51.100.7")
        self.number = itertools.count()
        self.seen: dict[str, Any] = self.wire.heard[-1]

    def move(self) -> float:
        """Make a move; seconds until it was acknowledged. A game that is over is taken back."""
        began, request = time.monotonic(), f"m{next(self.number)}"
        if self.seen["table"]["status"] == "over":
            wish = {"message": "take-back", "id": request, "seq": self.seen["seq"], "seat": 0}
        else:
            wish = move_request(self.seen, request)
        answer = self.wire.say(wish).answer(request, ANSWER_SECONDS)
        assert answer["message"] == "accepted", answer
        taken = time.monotonic() - began
        while self.seen["seq"] < answer["seq"]:
            told = [each for each in self.wire.heard if each["message"] in ("snapshot", "update")]
            self.seen = told[-1] if told[-1]["seq"] >= answer["seq"] else self.wire.until("update")
        self.wire.heard.clear()
        return taken

    def moves(self, seconds: float, pause: float = 0.1) -> list[float]:
        """How long moves take for a while."""
        end, found = time.monotonic() + seconds, []
        while time.monotonic() < end:
            found.append(self.move())
            time.sleep(pause)
        return found


@contextlib.contextmanager
def attacked(attack: Callable[[], Any], count: int = 1) -> Iterator[list[Any]]:
    """While attackers do something again and again; what came of it."""
    over, found = threading.Event(), list[Any]()

    def work() -> None:
        while not over.is_set():
            with contextlib.suppress(OSError):
                found.append(attack())

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_whole_logs_do_not_hold_up_moves(tmp_path: Path) -> None:
    """The log of a long game, as often as the limits allow and more, from one address."""
    with serving(tmp_path, "--bots", "1", *default_limits()) as server:
        victim, mover = Mover(server), Mover(server)
        while victim.seen["seq"] < 120:
            victim.moves(0.1)  # no faster than the limits allow
        path, headers = f"/api/tables/{victim.table}/log", {"x-forwarded-for": "203.0.113.9"}
        before = mover.moves(SECONDS)
        with attacked(lambda: server.call("GET", path, key=victim.key, **headers)[0], 4) as answers:
            during = mover.moves(SECONDS)
        after = mover.moves(SECONDS / 2)
    codes = {code: answers.count(code) for code in sorted(set(answers))}
    print(f"{len(answers)} logs asked for, by status {codes}")
    print(*(figures(*each) for each in (("before", before), ("during", during), ("after", after))), sep="\n")
    assert 200 in codes
    assert set(codes) <= {200, 429}


def test_quick_bots_do_not_wait_behind_searches(tmp_path: Path) -> None:
    """Twenty tables of one address with bots that search, and one table of another with a quick bot."""
    with serving(tmp_path, "--bots", "2", "--bot", "thinker=search:worlds=16", *default_limits()) as server:
        greedy = {"x-forwarded-for": "203.0.113.9"}
        mover = Mover(server, "me driver")
        before = bot_answers(mover)
        seats = [{"kind": "bot", "bot": "thinker"}, {"kind": "bot", "bot": "thinker"}, {"kind": "me"}]
        keys = [server.call("POST", "/api/keys", **greedy)[1]["key"] for _ in range(20)]
        wish = {"rules": "switzerland", "seats": seats, "options": {}}
        opened = [server.call("POST", "/api/tables", wish, key, **greedy)[0] for key in keys]
        during = bot_answers(mover)
    print(f"{opened.count(201)} tables with searches;", figures("before", before), ";", figures("during", during))
    assert opened.count(201) > 5


def bot_answers(mover: Mover, moves: int = 25) -> list[float]:
    """Seconds from a player's move until a quick bot has moved, as long as it is asked."""
    found = []
    for _ in range(moves):
        mover.move()
        began = time.monotonic()
        while mover.seen["table"]["status"] == "playing" and not any(each["legal"] for each in mover.seen["sights"]):
            mover.seen = mover.wire.until("update", seconds=ANSWER_SECONDS)
            found.append(time.monotonic() - began)
    return found


def silent(server: Server) -> socket.socket:
    """A connection from another address of this machine, which is no proxy's, and on which nothing is said."""
    found = socket.socket()
    found.bind(("127.0.0.2", 0))
    found.settimeout(30)
    found.connect(("127.0.0.1", server.port))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second address of this machine")
def test_silent_connections_where_1024_descriptors_are_allowed(tmp_path: Path) -> None:
    with serving(tmp_path, *default_limits()) as server, contextlib.ExitStack() as lines:
        resource.prlimit(process_of(server).pid, resource.RLIMIT_NOFILE, (1024, 1024))
        waits, mover = [], Mover(server)
        for number in range(1500):
            lines.callback(silent(server).close)
            if number % 50 == 0:
                began = time.monotonic()
                assert server.call("GET", "/readyz")[0] == 200
                waits.append(time.monotonic() - began)
        moves = mover.moves(SECONDS)
        told = [line for line in server.log.read_text().splitlines() if "connection-closed" in line]
    print(figures("1,500 silent connections: readiness", waits), ";", figures("moves", moves), f"; {len(told)} lines")
    assert all("127.0.0.2" in line for line in told)
    assert told


def test_a_disk_that_is_full_fills_no_log(tmp_path: Path) -> None:
    """Nothing can be added to the store any more while players go on asking."""
    with serving(tmp_path, "--bots", "1") as server:
        movers = [Mover(server) for _ in range(8)]
        for mover in movers:
            for _ in range(8):
                mover.move()
        before, wal = server.log.stat().st_size, Path(f"{server.store}-wal").stat().st_size
        pid, number = process_of(server).pid, itertools.count()
        free = resource.prlimit(pid, resource.RLIMIT_FSIZE, (wal, resource.RLIM_INFINITY))
        wires = iter(movers)

        def asking() -> Callable[[], str]:
            mover = next(wires)

            def ask() -> str:
                request = f"full{next(number)}"
                answer = mover.wire.say(move_request(mover.seen, request)).answer(request, ANSWER_SECONDS)
                return str(answer.get("code", "accepted"))

            return ask

        with contextlib.ExitStack() as attackers:
            answers = [attackers.enter_context(attacked(asking())) for _ in movers]
            alive, ready = set(), set()
            for _ in range(10):
                time.sleep(SECONDS / 10)
                alive.add(server.call("GET", "/healthz")[0])
                ready.add(server.call("GET", "/readyz")[0])
        resource.prlimit(pid, resource.RLIMIT_FSIZE, free)
        assert wait_for(lambda: server.call("GET", "/readyz")[0] == 200, 60)
        grown = server.log.stat().st_size - before
        assert Mover(server).move() < ANSWER_SECONDS
    codes = [code for found in answers for code in found]
    counted = {code: codes.count(code) for code in sorted(set(codes))}
    print(f"{counted}; liveness {alive}, readiness {ready}; the log grew by {grown} bytes")
    assert alive == {200}
    assert 503 in ready
    assert grown < 20_000


def test_no_poll_of_a_log_loses_an_entry(tmp_path: Path) -> None:
    with serving(tmp_path, "--bots", "1") as server:
        mover = Mover(server)

        def poll() -> bool:
            found = log_of(server, mover.table, mover.key)
            told = [each["seq"] for each in found["sights"][0]["happenings"]]
            return told == list(range(1, found["seq"] + 1))

        with attacked(poll, 3) as polls:
            moves = mover.moves(SECONDS, pause=0.02)
    print(f"{len(polls)} polls while {len(moves)} moves were made: {polls.count(False)} without the last entry")
    assert all(polls)
    assert len(polls) > 10


class WallClock:
    """The wall clock of the processes that a test starts, which it can set."""

    def __init__(self, folder: Path) -> None:
        source, self.library, self.file = folder / "jump.c", folder / "jump.so", folder / "jump"
        source.write_text(JUMP)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(self.library), str(source), "-ldl"], check=True)
        self.file.write_bytes(bytes(mmap.PAGESIZE))

    def jump(self, seconds: float) -> None:
        with self.file.open("r+b") as file:
            file.write(struct.pack("d", seconds))


@pytest.mark.skipif(not shutil.which("cc") or sys.platform != "linux", reason="needs a C compiler and Linux")
def test_no_player_loses_time_when_the_wall_clock_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = WallClock(tmp_path)
    monkeypatch.setenv("PYTHON_WALL_CLOCK_JUMP", str(clock.file))  # "PYTHON…": not from the fork server
    monkeypatch.setenv("LD_PRELOAD", str(clock.library))
    clock.jump(86_400.0)
    asked = [sys.executable, "-c", "import time; print(time.time())"]
    said = float(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)
    assert said - time.time() > 80_000, "the clock can be set"
    clock.jump(0.0)
    start = 1000
    options = {"clock": {"kind": "fischer", "start": start, "gain": 0}}
    with serving(tmp_path, "--bots", "1") as server:
        key = server.key()
        table = started(server, "me me", key, **options)["id"]
        with seated(server, table, key) as wire:
            seen, began = wire.heard[-1], time.monotonic()
            for number, jump in enumerate((86_400.0, -86_400.0, 0.0, 3600.0, -1e6)):
                clock.jump(jump)
                assert wire.say(move_request(seen, f"r{number}")).answer(f"r{number}")["message"] == "accepted"
                told = [each for each in wire.heard if each["message"] == "update"]
                seen = told[-1] if told else wire.until("update")
            passed = time.monotonic() - began
            left = [seat["clock"] for seat in seen["table"]["seats"]]
            away = [seat["away"] for seat in seen["table"]["seats"]]
    print(f"five jumps of up to 11 days in {passed:.1f} s of play: of {start} s each, {left} s are left")
    assert not any(away)
    assert all(start - passed - 1 <= each <= start for each in left)
