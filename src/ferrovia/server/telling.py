"""Telling the connections of a table what happened, each as far as it may know. Made once for a row and forgotten with
it, so that what is the same for several is worked out once."""

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import orjson

from ferrovia.game import SPECTATOR
from ferrovia.server import clocks
from ferrovia.server.entries import Entry, Seat
from ferrovia.server.messages import PROTOCOL, Result, SeatInfo, Sight, Snapshot, TableInfo
from ferrovia.server.sights import result, sight

if TYPE_CHECKING:
    from ferrovia.server.table import Table, Watcher


frame = orjson.dumps
"""A message as it is sent."""


class Teller:
    """Speaks for a table as it stands."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.row = table.row
        self.told = table.presence

    @cached_property
    def result(self) -> Result | None:
        """How the game ended."""
        return result(self.table.game) if self.table.game else None

    def tell(self, entries: list[Entry]) -> None:
        """Everybody who is connected: these entries have been written."""
        if not self.table.watchers:
            return
        sights: dict[int, bytes] = {}
        table = frame(self.common())
        for watcher in list(self.table.watchers):
            for seat in watcher.seats or [SPECTATOR]:
                if seat not in sights:
                    sights[seat] = frame(self.sight(seat, entries))
            watcher.send(self._update(watcher, table, sights))

    def _update(self, watcher: "Watcher", table: bytes, sights: dict[int, bytes]) -> bytes:
        """A message put together from parts, most of which others get too."""
        own = frame(self.own(watcher.seats, watcher.host))
        seen = b",".join(sights[seat] for seat in watcher.seats or [SPECTATOR])
        parts = (self.row.seq, table[:-1], own[1:], seen)
        return b'{"message":"update","seq":%d,"table":%s,%s,"sights":[%s]}' % parts

    def tell_presence(self) -> None:
        """Everybody who is connected: somebody came or went."""
        self.told = self.table.presence
        for watcher in list(self.table.watchers):
            watcher.send(frame({"message": "table", "table": self.info(watcher.seats, watcher.host)}))

    def snapshot(self, seats: list[int], host: bool, entries: Sequence[Entry]) -> Snapshot:
        """All that a connection needs to go on, with the entries it has not seen."""
        return {
            "message": "snapshot",
            "protocol": PROTOCOL,
            "seq": self.row.seq,
            "table": self.info(seats, host),
            "sights": [self.sight(seat, entries) for seat in seats or [SPECTATOR]],
        }

    def sight(self, seat: int, entries: Sequence[Entry]) -> Sight:
        """The table from one seat."""
        found = sight(self.table.game, seat, self.table.rules, entries, self.row.setup)
        return found if self.row.status != "ended" else {**found, "legal": None}

    def info(self, seats: list[int], host: bool) -> TableInfo:
        """The table as somebody may see it."""
        return cast(TableInfo, {**self.common(), **self.own(seats, host)})

    def own(self, seats: list[int], host: bool) -> dict[str, Any]:
        """What is not the same for all readers: the join code is for those at the table."""
        return {"code": self.row.code if seats or host else None, "host": host, "mine": seats}

    def common(self) -> dict[str, Any]:
        """The table as everybody may see it."""
        row = self.row
        now = time.time()
        return {
            "id": row.id,
            "rules": {"id": row.rules, "name": self.table.rules.name, "hash": row.rules_hash},
            "players": row.players,
            "status": row.status,
            "options": self.table.options,
            "seats": [self.seat_info(number, seat, now) for number, seat in enumerate(row.seats)],
            "asked": self.table.asked,
            "commitment": self.table.commitment,
            "secret": row.secret.hex() if row.status == "over" else None,
            "rematch": row.rematch,
            "result": self.result,
            "created_at": row.created_at,
            "changed_at": row.changed_at,
        }

    def seat_info(self, number: int, seat: Seat, now: float) -> SeatInfo:
        """A seat as everybody may see it."""
        left = clocks.left_on(self.row.options.clock, seat, now)
        return {
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "away": seat.away,
            "present": seat.kind == "bot" or (seat.human and self.table.present(number)),
            "clock": None if left is None else max(left, 0.0),
        }
