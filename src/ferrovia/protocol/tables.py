"""Tables on the wire: who sits where, what stands, and the entries of the log as far as one seat may know."""

from typing import Literal, NotRequired

from ferrovia.protocol.boards import RulesInfo
from ferrovia.protocol.events import EventValues
from ferrovia.protocol.results import Result
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.protocol.views import SeenView

EntryKind = Literal[
    "open", "join", "link", "leave", "bot", "start", "move", "take-back", "away", "return", "say", "end", "rematch"
]
Status = Literal["lobby", "playing", "over", "ended"]
SeatKind = Literal["open", "person", "program", "bot"]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "oops", "hurry", "moment", "again", "bye"]
AwayReason = Literal["asked", "clock", "gone"]


class SeatInfo(TypedDict):
    """Who sits where, for everybody."""

    kind: SeatKind
    name: str
    bot: str | None
    away: bool
    present: bool
    clock: float | None
    """Seconds left, when the message was sent."""


class ClockInfo(TypedDict):
    """The clock of a table: all of `Clock`, whether it was asked for or not."""

    kind: Literal["none", "fischer", "days"]
    start: int
    gain: int
    days: int


class OptionsInfo(TypedDict):
    """The options of a table: all of `Options`, whether they were asked for or not."""

    clock: ClockInfo
    known_cards: bool
    spectators: bool
    practice: bool
    autopilot: bool
    lesson: str | None


class PublicTableInfo(TypedDict):
    """A table as everybody may see it."""

    id: str
    rules: RulesInfo
    players: int
    status: Status
    options: OptionsInfo
    seats: list[SeatInfo]
    asked: list[int]
    """The seats that have to decide now."""
    commitment: str
    """The hash of the secret all chance comes from."""
    secret: str | None
    """That secret, once the game is over."""
    hosted_by: int | None
    """The seat of the host, the first of several; null if the host only watches."""
    rematch: str | None
    result: Result | None
    created_at: float
    changed_at: float


class ReaderInfo(TypedDict):
    """What a table tells one reader about themselves."""

    code: str | None
    """The join code, while seats are free; only for those who sit at the table."""
    host: bool
    """Whether the reader opened the table."""
    mine: list[int]
    """The seats the reader holds."""


class TableInfo(PublicTableInfo, ReaderInfo):
    """A table as its reader may see it."""


class EntryValues(TypedDict):
    """What an entry says beside its kind and its seat."""

    name: NotRequired[str]
    """`join`: what the player is called."""
    bot: NotRequired[str]
    """`bot`: which one sits down; `leave`: which one plays on."""
    why: NotRequired[AwayReason]
    """`away`: the player wished it, had no time left, or was gone for too long."""
    phrase: NotRequired[Phrase]
    """`say`: what was said."""
    table: NotRequired[str]
    """`rematch`: where it is played."""


class Happening(TypedDict):
    """An entry of the log, as far as one seat may know of it."""

    seq: int
    kind: EntryKind
    seat: int | None
    number: int
    """Moves that count from then on: a take-back makes it smaller."""
    at: float
    values: EntryValues
    events: list[EventValues]


class Legal(TypedDict):
    """What a seat may do now. A claim is `claim ROUTE PAYMENT`; payments that save locomotives come first."""

    moves: list[str]
    claims: dict[str, list[str]]
    refused: NotRequired[dict[str, str]]
    """Cards face up that may not be taken, as moves, with the codes of their refusals; left out where all may be."""


class Sight(TypedDict):
    """A table from one seat; -1: a spectator's."""

    seat: int
    view: SeenView | None
    """None in the lobby."""
    legal: Legal | None
    """None while the seat has nothing to decide."""
    happenings: list[Happening]
