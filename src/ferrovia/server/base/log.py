"""What is kept of a table: its log, which is the truth, and the row that says where it stands."""

import json
from dataclasses import dataclass, field, replace
from typing import Final

from ferrovia.game.game import Game
from ferrovia.protocol.options import Options
from ferrovia.protocol.tables import EntryKind, EntryValues, SeatKind, Status

# What can happen at a table. All but moves are known to everybody.
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
"""What changes who may play, or see, which seat."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log. `text` is a move, or what else there is to say as JSON; `events` are the engine's own."""

    seq: int
    kind: EntryKind
    seat: int | None
    text: str
    number: int
    """Moves that count once this has happened."""
    at: float
    events: bytes = b""
    request: str | None = None
    """What the client called it: a repeated one is recognised by it."""

    @property
    def values(self) -> EntryValues:
        """What an entry that is no move says."""
        found: EntryValues = json.loads(self.text) if self.text and self.kind != MOVE else {}
        return found


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table and who sits there."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None
    token: str | None = None
    """The digest of its secret link."""
    invitation: str | None = None
    """The digest of the link by which its player sat down."""
    clock: float | None = None
    """Seconds left."""
    asked_at: float | None = None
    """Since when it has had to decide."""
    away: bool = False
    """A bot plays for it."""
    stood_in: bool = False
    """And has made a move."""

    @property
    def human(self) -> bool:
        """Whether a person or a foreign program decides here."""
        return self.kind in ("person", "program")


@dataclass(frozen=True, slots=True)
class TableRow:
    """Where a table stands. `seq` numbers its last entry; the writer of the next one must have seen it."""

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
    """When the server has to do something by itself: a bot's move, a clock."""
    rematch: str | None = None
    engine: str = ""
    """The version of Ferrovia it was begun with."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.seats)

    def with_seat(self, number: int, seat: Seat) -> "TableRow":
        """The same with another seat."""
        seats = list(self.seats)
        seats[number] = seat
        return replace(self, seats=tuple(seats))


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who may play a seat: the digest of a browser's or a program's key."""

    client: str
    seat: int


@dataclass(frozen=True, slots=True)
class Step:
    """An entry, where the table stands after it, and who holds its seats from then on."""

    entry: LogEntry
    row: TableRow
    holders: tuple[SeatHolder, ...] | None = None
    """None: as before."""
    game: Game | None = field(default=None, compare=False, repr=False)
    """The game after it, so that nobody has to build it again; None: as before."""
    asked: list[int] = field(default_factory=list, compare=False)
    """The seats that have to decide in that game."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that is kept of a table but its log."""

    row: TableRow
    holders: tuple[SeatHolder, ...] = ()
    seen: dict[int, float] = field(default_factory=dict)
    """When each seat was last seen."""
    gone: set[int] = field(default_factory=set)
    """The seats whose players were last seen leaving."""

    @property
    def host_seat(self) -> int | None:
        """The first seat of the host."""
        return min((holder.seat for holder in self.holders if holder.client == self.row.host), default=None)
