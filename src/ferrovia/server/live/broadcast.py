"""Broadcast: sends the connections of a table what happened, each as far as it may know."""

from functools import lru_cache
from typing import Protocol

import numpy as np
import orjson

from ferrovia.engine.state import STATE
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.protocol.messages import PROTOCOL
from ferrovia.protocol.results import Result, result_values
from ferrovia.protocol.tables import OptionsInfo, PublicTableInfo, ReaderInfo, SeatInfo, TableInfo
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.table_log import LogEntry, StoredTable, TableRow, livery_of
from ferrovia.server.live import clocks
from ferrovia.server.live.history import History
from ferrovia.server.live.player_views import happenings, sight

frame = orjson.dumps
"""Encode a message."""


class Subscriber(Protocol):
    """A connection that watches a table."""

    caller: Identity
    address: str
    seats: list[int]
    host: bool

    def send(self, frame: bytes) -> None:
        """Queue a message."""

    def fits(self, seats: list[int]) -> bool:
        """Whether it may stay, now that its client holds these seats."""

    def lose(self) -> None:
        """Close it: its seats have changed hands."""

    def move_on(self) -> None:
        """Close it: another process serves the table."""


class PublishedTable(Protocol):
    """What is broadcast about a table."""

    rules: Rules
    stored: StoredTable
    row: TableRow
    game: Game | None
    asked: list[int]
    options: OptionsInfo
    commitment: str
    subscribers: set[Subscriber]

    @property
    def presence(self) -> list[bool]:
        """For each seat, whether its player is connected."""


@lru_cache(maxsize=1024)
def final_result(rules: Rules, state: bytes) -> Result | None:
    """The result of a finished game, which lists of tables show again and again."""
    return result_values(Game.from_state(rules, np.frombuffer(state, STATE)))


class Broadcaster:
    """Publishes one table to its subscribers. Parts that several of them share are built once."""

    def __init__(self, table: PublishedTable) -> None:
        self.table = table
        self.announced_presence = table.presence
        """The presence that subscribers know."""

    @property
    def row(self) -> TableRow:
        """The current state of the table."""
        return self.table.row

    @property
    def result(self) -> Result | None:
        """The result of the game; None before its end."""
        game = self.table.game
        return final_result(self.table.rules, self.row.state) if game and game.over else None

    def tell(self, entries: list[LogEntry]) -> None:
        """Send every subscriber an update: these entries have been written."""
        self.announced_presence = self.table.presence
        if not self.table.subscribers:
            return
        sights: dict[int, bytes] = {}
        table = frame(self.common())
        for subscriber in list(self.table.subscribers):
            for seat in subscriber.seats or [SPECTATOR]:
                if seat not in sights:
                    events = happenings(self.table.rules, entries, seat, self.row.setup)
                    sights[seat] = self.sight(seat, events)
            subscriber.send(self._update(subscriber, table, sights))

    def _update(self, subscriber: Subscriber, table: bytes, sights: dict[int, bytes]) -> bytes:
        """A message assembled from parts, most of which others receive too."""
        own = frame(self.own(subscriber.seats, subscriber.host))
        seen = b",".join(sights[seat] for seat in subscriber.seats or [SPECTATOR])
        parts = (self.row.seq, table[:-1], own[1:], seen)
        return b'{"message":"update","seq":%d,"table":%s,%s,"sights":[%s]}' % parts

    def tell_if_changed(self) -> None:
        """Send every subscriber the table if presence changed."""
        presence = self.table.presence
        if presence == self.announced_presence:
            return
        self.announced_presence = presence
        table = frame(self.common())
        for subscriber in list(self.table.subscribers):
            own = frame(self.own(subscriber.seats, subscriber.host))
            subscriber.send(b'{"message":"table","table":%s,%s}' % (table[:-1], own[1:]))

    def snapshot(self, seats: list[int], host: bool, history: History) -> bytes:
        """Everything a connection needs to continue, encoded; `history` has the entries it has not received, up to the
        latest."""
        assert history.seq == self.row.seq
        sights = b",".join(self.sight(seat, events) for seat, events in history.happenings.items())
        parts = (PROTOCOL, self.row.seq, frame(self.info(seats, host)), sights)
        return b'{"message":"snapshot","protocol":%d,"seq":%d,"table":%s,"sights":[%s]}' % parts

    def sight(self, seat: int, events: bytes) -> bytes:
        """The table from one seat, encoded, with the encoded log entries to send."""
        return sight(self.table.game, seat, events, decides=seat in self.table.asked)

    def info(self, seats: list[int], host: bool) -> TableInfo:
        """The table as one reader may see it."""
        return {**self.common(), **self.own(seats, host)}

    def own(self, seats: list[int], host: bool) -> ReaderInfo:
        """What differs between readers: the join code is for those at the table."""
        return {"code": self.row.code if seats or host else None, "host": host, "mine": seats}

    def common(self) -> PublicTableInfo:
        """The table as everybody may see it."""
        row, now, presence = self.row, server_time(), self.table.presence
        return {
            "id": row.id,
            "rules": {"id": row.rules, "name": self.table.rules.name, "hash": row.rules_hash},
            "players": row.players,
            "public": self.table.stored.public,
            "status": row.status,
            "options": self.table.options,
            "seats": [self.seat_info(number, there, now) for number, there in enumerate(presence)],
            "hosted_by": self.table.stored.host_seat,
            "asked": self.table.asked,
            "commitment": self.table.commitment,
            "secret": row.secret.hex() if self.table.game and self.table.game.over else None,
            "rematch": row.rematch,
            "watching": sum(not subscriber.seats for subscriber in self.table.subscribers),
            "result": self.result,
            "created_at": row.created_at,
            "changed_at": row.changed_at,
        }

    def seat_info(self, number: int, there: bool, now: float) -> SeatInfo:
        """A seat as everybody may see it."""
        seat = self.row.seats[number]
        left = clocks.left_on(self.row.options.clock, seat, now)
        return {
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "away": seat.away,
            "present": seat.kind == "bot" or (seat.human and there),
            "clock": None if left is None else max(left, 0.0),
            "livery": livery_of(seat, number),
        }
