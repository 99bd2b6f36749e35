"""Telling the connections of a table what happened, each as far as it may know. Made once for a row and forgotten with
it, so that what is the same for several is worked out once."""

import json
import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ferrovia.game import SPECTATOR
from ferrovia.server import clocks
from ferrovia.server.entries import Entry, Seat
from ferrovia.server.messages import PROTOCOL, Result, SeatInfo, Sight, Snapshot, TableInfo
from ferrovia.server.sights import result, sight

if TYPE_CHECKING:
    from ferrovia.server.table import Table, Watcher


def frame(message: Any) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


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
        cache: dict[int, bytes] = {}
        for watcher in list(self.table.watchers):
            watcher.send(self._update(watcher, entries, cache))

    def _update(self, watcher: "Watcher", entries: list[Entry], cache: dict[int, bytes]) -> bytes:
        """A message put together from parts, most of which others get too."""
        for seat in watcher.seats or [SPECTATOR]:
            if seat not in cache:
                cache[seat] = frame(self.sight(seat, entries))
        sights = b",".join(cache[seat] for seat in watcher.seats or [SPECTATOR])
        table = frame(self.info(watcher.seats, watcher.host))
        return b'{"message":"update","seq":%d,"table":%s,"sights":[%s]}' % (self.row.seq, table, sights)

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
        """The table as everybody may see it, but for the join code, which those at the table see."""
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
            "code": row.code if seats or host else None,
            "host": host,
            "mine": seats,
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
