"""Several server processes on one database, for tests: two of them in parallel, and what everybody received."""

import asyncio
import json
import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import websockets

import ferrovia
from ferrovia.rules.files.loading import load_rules
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import LogEntry, TableRow
from ferrovia.server.live.player_views import happening
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.server.server_process import Server
from tests.server.websocket_players import Person

PAYLOAD = re.compile(r"[A-Za-z0-9]{11} \d+")
GONE = (OSError, websockets.WebSocketException, TimeoutError)
SLEEPY = """
import time
import ferrovia

class Sleepy(ferrovia.Bot):
    def choose(self, view, moves):
        time.sleep(600)
"""


class Pair:
    """Two server processes, `first` and `second`, that share a database. A bot called `sleepy` never answers at the
    first one; at the second one it is a quick one."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        bot = folder / "sleepy.py"
        bot.write_text(SLEEPY)
        patient = ("--bots", "1", "--bot-seconds", "600")
        self.first = Server(url, folder / "first.txt", *patient, "--bot", f"sleepy={bot}")
        self.second = Server(url, folder / "second.txt", *patient, "--bot", "sleepy=random")

    def start(self) -> None:
        """Both at the same time, on a database with nothing in it."""
        for server in (self.first, self.second):
            server.start(wait=False)
        for server in (self.first, self.second):
            server.wait_until_ready()

    def open(self, rules: str, players: int, bots: str = "") -> tuple[str, list[str]]:
        """A table that is opened at the first process; the others join at the second. Its id, and everybody's key."""
        keys = [self.first.key() for _ in range(players)]
        table = self.first.open(rules, f"me {'open ' * (players - 1)}{bots}", keys[0])
        for key in keys[1:]:
            assert self.second.call("POST", "/api/join", {"code": table["code"]}, key)[0] == 200
        return str(table["id"]), keys

    def log(self, table: str) -> tuple[TableRow, list[LogEntry]]:
        """What the database holds of a table."""
        return log_of(self.url, table)

    def logs(self) -> str:
        """What both said."""
        return "".join((self.folder / name).read_text() for name in ("first.txt", "second.txt"))


def log_of(url: str, table: str) -> tuple[TableRow, list[LogEntry]]:
    """What a database holds of a table."""
    engine = open_engine(Settings(store=url).url)
    try:
        with engine.connect() as connection:
            stored = statements.load(connection, table)
            assert stored is not None
            return stored.row, statements.entries(connection, table, 0)
    finally:
        engine.dispose()


def messages(person: Person, *kinds: str) -> list[dict[str, Any]]:
    """The frames of these kinds."""
    return [found for found in map(json.loads, person.frames) if found["message"] in kinds]


def check_story(row: TableRow, entries: list[LogEntry], person: Person) -> None:
    """A person received every entry of the log once, in order, as its seat may know it; and acknowledged requests are
    in it."""
    assert [entry.seq for entry in entries] == list(range(1, row.seq + 1))
    updates = messages(person, "snapshot", "update")
    seats = {sight["seat"] for message in updates for sight in message["sights"]}
    rules = load_rules(row.rules)
    for seat in seats:
        sights = [sight for message in updates for sight in message["sights"] if sight["seat"] == seat]
        told = [each for sight in sights for each in sight["happenings"]]
        kept = [json.loads(happening(rules, entry, seat, row.setup)) for entry in entries]
        assert told == json.loads(json.dumps(kept))
    by_seq = {entry.seq: entry for entry in entries}
    for request, seq, move in person.acknowledged:
        entry = by_seq[seq]
        assert (entry.request or "").endswith(f":move:{request}")
        assert entry.text == str(ferrovia.parse_move(move))
    requests = [entry.request for entry in entries if entry.request]
    assert len(requests) == len(set(requests)), "a request was carried out twice"


def public(table: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on who looks and when."""
    info = {name: value for name, value in table.items() if name not in ("mine", "host", "code", "watching")}
    hidden = ("present", "clock")
    seats = [{name: value for name, value in seat.items() if name not in hidden} for seat in info["seats"]]
    return {**info, "seats": seats}


def check_same_sights(people: list[Person]) -> None:
    """On any process: the table is the same after the same entry, and so is a seat's view of it."""
    tables: dict[int, Any] = {}
    views: dict[tuple[int, int], Any] = {}
    compared = 0
    for person in people:
        for message in messages(person, "snapshot", "update"):
            compared += message["seq"] in tables
            assert tables.setdefault(message["seq"], public(message["table"])) == public(message["table"])
            for sight in message["sights"]:
                seen = (sight["view"], sight["legal"])
                assert views.setdefault((message["seq"], sight["seat"]), seen) == seen
    assert compared > len(tables) / 2


def check_end(pair: Pair, table: str, people: list[Person]) -> None:
    """After a game: everybody saw the end, and both processes tell the same of it."""
    row, entries = pair.log(table)
    assert row.status == "over"
    for person in people:
        assert person.over
        check_story(row, entries, person)
    check_same_sights(people)
    records = [server.call("GET", f"/api/tables/{table}/record") for server in (pair.first, pair.second)]
    assert records[0] == records[1]
    status, text = records[0]
    assert status == 200
    game = ferrovia.parse_record(text).replay()
    assert game.over
    assert game.states.tobytes() == row.state


async def finished(playing: list[Awaitable[None]]) -> None:
    """Wait for the end of a game, with a time limit."""
    async with asyncio.timeout(300):
        await asyncio.gather(*playing)


async def reach(person: Person, seq: int) -> None:
    """Wait until a person has seen this many entries."""
    async with asyncio.timeout(120):
        while person.seq < seq:
            await asyncio.sleep(0.01)


async def go_on(person: Person, others: list[Server]) -> None:
    """Play to the end; where the process is gone, at another one. What was not answered is asked again."""
    while not person.over:
        try:
            await person.play()
        except GONE:
            person.server = others[(others.index(person.server) + 1) % len(others)]
            await asyncio.sleep(0.05)
