"""The stored form of a table: its log, which is the source of truth, and the row with its current state."""

import json
from dataclasses import dataclass, field, replace
from typing import Final

from ferrovia.game.game import Game
from ferrovia.protocol.options import Options
from ferrovia.protocol.tables import EntryKind, EntryValues, SeatKind, Status

# What can happen at a table. Everything except moves is public.
OPEN: Final = "open"
JOIN: Final = "join"
LINK: Final = "link"
LEAVE: Final = "leave"
BOT: Final = "bot"
START: Final = "start"
MOVE: Final = "move"
TAKE_BACK: Final = "take-back"
AWAY: Final = "away"
RETURN: Final = "return"
SAY: Final = "say"
END: Final = "end"
REMATCH: Final = "rematch"

SEATING: Final = frozenset((JOIN, LINK, LEAVE, BOT))
"""Entries that change who may play, or see, which seat."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A log entry. `text` is a move, or other contents as JSON; `events` are the engine's own."""

    seq: int
    kind: EntryKind
    seat: int | None
    text: str
    number: int
    """The number of valid moves after this entry."""
    at: float
    events: bytes = b""
    request: str | None = None
    """The client's id of the request, which identifies a repeated one."""

    @property
    def values(self) -> EntryValues:
        """The contents of an entry other than a move."""
        values: EntryValues = json.loads(self.text) if self.text and self.kind != MOVE else {}
        return values


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table and its player."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None
    token: str | None = None
    """The digest of its secret link."""
    invitation: str | None = None
    """The digest of the link its player sat down with."""
    clock: float | None = None
    """Seconds left."""
    asked_at: float | None = None
    """Since when it has had to decide."""
    away: bool = False
    """Whether a bot plays for it."""
    stood_in: bool = False
    """Whether that bot has made a move."""
    livery: int | None = None
    """The colour its player had in the game before; None: that of its number."""

    @property
    def human(self) -> bool:
        """Whether a person or a third-party program decides here."""
        return self.kind in ("person", "program")


def livery_of(seat: Seat, number: int) -> int:
    """The colour of a seat."""
    return number if seat.livery is None else seat.livery


@dataclass(frozen=True, slots=True)
class TableRow:
    """The current state of a table. `seq` numbers its last entry; the writer of the next one must have seen it."""

    id: str
    rules: str
    rules_hash: str
    options: Options
    secret: bytes
    host: str
    """The digest of the host's key."""
    created_at: float
    changed_at: float
    seats: tuple[Seat, ...]
    status: Status = "lobby"
    code: str | None = None
    seq: int = 0
    moves: int = 0
    moved: int = 0
    """The entry of the last move or take-back."""
    state: bytes = b""
    setup: bytes = b""
    due_at: float | None = None
    """When the server has to act on its own: a bot's move, a clock."""
    rematch: str | None = None
    engine: str = ""
    """The version of Ferrovia it was started with."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.seats)

    def with_seat(self, number: int, seat: Seat) -> "TableRow":
        """A copy with one seat replaced."""
        seats = list(self.seats)
        seats[number] = seat
        return replace(self, seats=tuple(seats))


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who may play a seat: the digest of a browser's or a program's key."""

    client: str
    seat: int
    own: bool = True
    """Whether it is the player who sat down there. Others came by the seat's link: they play it, no more."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry, the state of the table after it, and who holds its seats from then on."""

    entry: LogEntry
    row: TableRow
    holders: tuple[SeatHolder, ...] | None = None
    """None: unchanged."""
    game: Game | None = field(default=None, compare=False, repr=False)
    """The game after it, so that it need not be rebuilt; None: unchanged."""
    asked: list[int] = field(default_factory=list, compare=False)
    """The seats that have to decide in that game."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything stored about a table except its log."""

    row: TableRow
    holders: tuple[SeatHolder, ...] = ()
    seen: dict[int, float] = field(default_factory=dict)
    """When each seat was last seen."""
    gone: set[int] = field(default_factory=set)
    """The seats whose players were last seen leaving."""
    public: bool = False
    """Whether it is listed in the public lobby."""

    @property
    def host_seat(self) -> int | None:
        """The first seat of the host."""
        return min((holder.seat for holder in self.holders if holder.client == self.row.host), default=None)
