"""History of a table: its log as far as some seats may know it, encoded, and the record of a finished game. Both are
expensive: they are read in a thread."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection

from ferrovia.game.game import SPECTATOR
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.table_log import TableRow
from ferrovia.server.live import referee
from ferrovia.server.live.player_views import happenings
from ferrovia.server.store import statements

FEW: Final = 60
"""A history of at most this many happenings, those of all its seats together, costs a request and nothing more."""


@dataclass(frozen=True, slots=True)
class History:
    """The log up to an entry; for each seat, what it may know of it as a JSON array."""

    seq: int
    happenings: dict[int, bytes]

    def followed_by(self, later: "History") -> "History":
        """Both, one after the other."""
        return History(
            later.seq, {seat: joined(events, later.happenings[seat]) for seat, events in self.happenings.items()}
        )


def joined(one: bytes, other: bytes) -> bytes:
    """Two JSON arrays as one."""
    inner = [array[1:-1] for array in (one, other) if array != b"[]"]
    return b"[%s]" % b",".join(inner)


def nothing_new(row: TableRow, seats: Sequence[int]) -> History:
    """The history of a reader who knows everything."""
    return History(row.seq, dict.fromkeys(seats or [SPECTATOR], b"[]"))


def read_history(connection: Connection, rules: Rules, row: TableRow, seats: Sequence[int], since: int) -> History:
    """The history of a table after an entry."""
    entries = [entry for entry in statements.entries(connection, row.id, since) if entry.seq <= row.seq]
    return History(row.seq, {seat: happenings(rules, entries, seat, row.setup) for seat in seats or [SPECTATOR]})


def is_short(row: TableRow, seats: Sequence[int], since: int) -> bool:
    """Whether a history costs so little that nobody is charged for it."""
    return (row.seq - since) * max(1, len(seats)) <= FEW


class FinishedRecord(NamedTuple):
    """The record of a finished game as text, and when its moves were made."""

    text: str
    times: tuple[float, ...]


def read_record(connection: Connection, rules: Rules, row: TableRow) -> FinishedRecord:
    """The record of a table whose game is over."""
    entries = [entry for entry in statements.entries(connection, row.id, 0) if entry.seq <= row.seq]
    times = tuple(round(entry.at, 1) for entry in referee.moves_that_count(entries))
    return FinishedRecord(str(referee.record_of(rules, row, entries)), times)
