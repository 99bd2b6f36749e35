"""Telling the connections of a table what happened, each as far as it may know. Made once for a row and forgotten with
it, so that what is the same for several is worked out once."""

import asyncio
import time
from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

import orjson

from ferrovia.game.game import SPECTATOR
from ferrovia.protocol.messages import PROTOCOL, Snapshot
from ferrovia.protocol.results import Result, result_values
from ferrovia.protocol.tables import Happening, PublicTableInfo, ReaderInfo, SeatInfo, Sight, TableInfo
from ferrovia.server.base.log import LogEntry, Seat
from ferrovia.server.live import clocks
from ferrovia.server.live.player_views import happenings, sight

if TYPE_CHECKING:
    from ferrovia.server.live.table import LiveTable, Subscriber


MOST_AT_ONCE: Final = 300
"""Entries that are told at once; more take so long that others would notice."""
frame = orjson.dumps
"""A message as it is sent."""


class Broadcaster:
    """Speaks for a table as it stands."""

    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.row = table.row
        self.told = table.presence

    @cached_property
    def result(self) -> Result | None:
        """How the game ended."""
        return result_values(self.table.game) if self.table.game else None

    def tell(self, entries: list[LogEntry]) -> None:
        """Everybody who is connected: these entries have been written."""
        if not self.table.subscribers:
            return
        sights: dict[int, bytes] = {}
        table = frame(self.common())
        for subscriber in list(self.table.subscribers):
            for seat in subscriber.seats or [SPECTATOR]:
                if seat not in sights:
                    told = happenings(self.table.rules, entries, seat, self.row.setup)
                    sights[seat] = frame(self.sight(seat, told))
            subscriber.send(self._update(subscriber, table, sights))

    def _update(self, subscriber: "Subscriber", table: bytes, sights: dict[int, bytes]) -> bytes:
        """A message put together from parts, most of which others get too."""
        own = frame(self.own(subscriber.seats, subscriber.host))
        seen = b",".join(sights[seat] for seat in subscriber.seats or [SPECTATOR])
        parts = (self.row.seq, table[:-1], own[1:], seen)
        return b'{"message":"update","seq":%d,"table":%s,%s,"sights":[%s]}' % parts

    def tell_if_changed(self) -> None:
        """Everybody who is connected: somebody came or went."""
        presence = self.table.presence
        if presence == self.told:
            return
        self.told = presence
        table = frame(self.common())
        for subscriber in list(self.table.subscribers):
            own = frame(self.own(subscriber.seats, subscriber.host))
            subscriber.send(b'{"message":"table","table":%s,%s}' % (table[:-1], own[1:]))

    async def happenings(self, seats: list[int], entries: Sequence[LogEntry]) -> dict[int, list[Happening]]:
        """What each seat, or a spectator, may know of entries. A long log is told in a thread: nobody else waits."""
        rules, setup = self.table.rules, self.row.setup
        told = {seat: partial(happenings, rules, entries, seat, setup) for seat in seats or [SPECTATOR]}
        if len(entries) > MOST_AT_ONCE:
            return {seat: await asyncio.to_thread(tell) for seat, tell in told.items()}
        return {seat: tell() for seat, tell in told.items()}

    def snapshot(self, seats: list[int], host: bool, told: dict[int, list[Happening]]) -> Snapshot:
        """All that a connection needs to go on, with what happened that it has not been told."""
        return {
            "message": "snapshot",
            "protocol": PROTOCOL,
            "seq": self.row.seq,
            "table": self.info(seats, host),
            "sights": [self.sight(seat, found) for seat, found in told.items()],
        }

    def sight(self, seat: int, told: list[Happening]) -> Sight:
        """The table from one seat."""
        found = sight(self.table.game, seat, told)
        return found if self.row.status != "ended" else {**found, "legal": None}

    def info(self, seats: list[int], host: bool) -> TableInfo:
        """The table as somebody may see it."""
        return {**self.common(), **self.own(seats, host)}

    def own(self, seats: list[int], host: bool) -> ReaderInfo:
        """What is not the same for all readers: the join code is for those at the table."""
        return {"code": self.row.code if seats or host else None, "host": host, "mine": seats}

    def common(self) -> PublicTableInfo:
        """The table as everybody may see it."""
        row, now, presence = self.row, time.time(), self.table.presence
        return {
            "id": row.id,
            "rules": {"id": row.rules, "name": self.table.rules.name, "hash": row.rules_hash},
            "players": row.players,
            "status": row.status,
            "options": self.table.options,
            "seats": [self.seat_info(seat, there, now) for seat, there in zip(row.seats, presence, strict=True)],
            "hosted_by": self.table.stored.host_seat,
            "asked": self.table.asked,
            "commitment": self.table.commitment,
            "secret": row.secret.hex() if self.table.game and self.table.game.over else None,
            "rematch": row.rematch,
            "result": self.result,
            "created_at": row.created_at,
            "changed_at": row.changed_at,
        }

    def seat_info(self, seat: Seat, there: bool, now: float) -> SeatInfo:
        """A seat as everybody may see it."""
        left = clocks.left_on(self.row.options.clock, seat, now)
        return {
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "away": seat.away,
            "present": seat.kind == "bot" or (seat.human and there),
            "clock": None if left is None else max(left, 0.0),
        }
