"""A siege: people play at several tables while the servers are killed again and again. What they were told is compared
with the log then."""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence

import websockets

import ferrovia
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.base.table_log import MOVE, LogEntry
from ferrovia.server.live.audit import complaints
from ferrovia.server.store import statements
from ferrovia.server.store.opening import open_engine
from tests.server.server_process import Server
from tests.server.websocket_players import Person

LONGEST_MOMENT = 0.1
"""Seconds a server lives on after its last move that was waited for: more moves are under way then."""


class Siege:
    """Tables of people only, at one or more servers of one store. Players who lose a server go to the next. Where there
    are several, each table has a spectator who begins at another server than its player: one of them is forwarded."""

    def __init__(self, servers: Sequence[Server], tables: int = 6, seed: int = 7) -> None:
        self.servers, self.chance = list(servers), random.Random(seed)
        self.people = [self.open_table(number) for number in range(tables)]
        self.finished: list[Person] = []
        self.watchers: list[Person] = []
        self.playing: list[asyncio.Task[None]] = []
        self.stop = asyncio.Event()

    def open_table(self, number: int) -> Person:
        server = self.servers[number % len(self.servers)]
        key = server.key()
        rules, seats = (("switzerland", "me me me"), ("new-york", "me me"))[number // len(self.servers) % 2]
        return Person(server, server.open(rules, seats, key)["id"], key, seed=number)

    async def keep_playing(self, person: Person) -> None:
        """Reconnect whenever the server is gone, and go on; what was asked and not answered is asked again."""
        while not self.stop.is_set() and not person.over:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                await person.play()
            person.server = self.servers[(self.servers.index(person.server) + 1) % len(self.servers)]
            await asyncio.sleep(0.01)

    def begin(self, person: Person) -> None:
        """One plays, and one watches."""
        others = [server for server in self.servers if server is not person.server]
        watchers = [Person(server, person.table, None) for server in others]
        self.watchers += watchers
        self.playing += [asyncio.create_task(self.keep_playing(each)) for each in (person, *watchers)]

    async def until_moved(self, moves: int) -> None:
        """Wait until some more moves have been acknowledged: a busy machine may take long for it."""
        wanted = moves + self.acknowledged
        for _ in range(6000):
            if self.acknowledged >= wanted:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("no move in 60 s")

    @property
    def everybody(self) -> list[Person]:
        return self.finished + self.people + self.watchers

    @property
    def acknowledged(self) -> int:
        return sum(len(person.acknowledged) for person in self.everybody)

    async def run(self, kills: int) -> None:
        """Kill a server of these, as many times in all; it is started again at once."""
        for person in self.people:
            self.begin(person)
        for _ in range(kills):
            if self.chance.random() < 0.9:  # now and then before it is even ready
                await self.until_moved(self.chance.randrange(6))
            await asyncio.sleep(self.chance.uniform(0.0, LONGEST_MOMENT))
            server = self.chance.choice(self.servers)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start, wait=False)
            await self.replace_finished()
        self.stop.set()
        await asyncio.sleep(0)
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)

    async def replace_finished(self) -> None:
        """Another game takes the place of one that is over, so that there is always something to lose."""
        for place, person in enumerate(self.people):
            if person.over:
                for server in self.servers:
                    await asyncio.to_thread(server.wait_until_ready)
                self.finished.append(person)
                self.people[place] = await asyncio.to_thread(self.open_table, len(self.finished))
                self.begin(self.people[place])

    def check(self, kills: int) -> None:
        """With all servers gone: nothing that was acknowledged is lost, nothing was done twice."""
        assert self.acknowledged > kills, f"only {self.acknowledged} moves in {kills} lives: the test shows nothing"
        assert not [refusal for person in self.everybody for refusal in person.refused]
        engine = open_engine(Settings(store=self.servers[0].store).url)
        try:
            assert [complaint for _, complaint in complaints(RulesLibrary(), engine) if complaint] == []
            with engine.connect() as connection:
                for person in self.everybody:
                    compare(person, statements.entries(connection, person.table, 0))
        finally:
            engine.dispose()
        games, frames = len(self.finished + self.people), sum(len(person.frames) for person in self.everybody)
        print(f"{kills} kills, {games} games, {frames} frames, {self.acknowledged} moves acknowledged: all there, once")


def compare(person: Person, entries: list[LogEntry]) -> None:
    """Everything that a client received is in the log, once; and its requests made one entry each."""
    by_seq = {entry.seq: entry for entry in entries}
    assert list(by_seq) == list(range(1, len(entries) + 1))
    for request, seq, move in person.acknowledged:
        assert (by_seq[seq].request or "").endswith(f":move:{request}")
        assert by_seq[seq].text == str(ferrovia.parse_move(move))
    requests = [entry.request for entry in entries if entry.kind == MOVE]
    assert len(requests) == len(set(requests)), "a move was made twice"
    told: dict[int, str] = {}
    for frame in person.frames:
        message = json.loads(frame)
        for sight in message.get("sights", [])[:1]:
            for happening in sight["happenings"]:
                text = json.dumps(happening)
                assert told.setdefault(happening["seq"], text) == text, "two stories of one entry"
                assert (by_seq[happening["seq"]].kind, by_seq[happening["seq"]].seat) == (
                    happening["kind"],
                    happening["seat"],
                )
