"""Tables on the wire: seats, the current state, and the log entries as far as one seat may know them."""

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
Emote = Literal["smile", "laugh", "wow", "sad", "angry", "heart", "applause", "coffee"]
Utterance = Phrase | Emote
"""What a player can say: a phrase in words, or a picture."""
AwayReason = Literal["asked", "clock", "gone"]


class SeatInfo(TypedDict):
    """Who has a seat, as everybody sees it."""

    kind: SeatKind
    name: str
    bot: str | None
    away: bool
    present: bool
    clock: float | None
    """Seconds left at the time of sending."""
    livery: int
    """The number of its colour: that of the seat, in a rematch the one its player had before."""


class ClockInfo(TypedDict):
    """The clock of a table: all fields of `Clock`, defaults included."""

    kind: Literal["none", "fischer", "days"]
    start: int
    gain: int
    days: int


class OptionsInfo(TypedDict):
    """The options of a table: all fields of `Options`, defaults included."""

    clock: ClockInfo
    known_cards: bool
    spectators: bool
    practice: bool
    autopilot: bool
    lesson: str | None


class PublicTableInfo(TypedDict):
    """A table as everybody sees it."""

    id: str
    rules: RulesInfo
    players: int
    public: bool
    """Whether it is listed in the public lobby: once it has begun, its host cannot close it."""
    status: Status
    options: OptionsInfo
    seats: list[SeatInfo]
    asked: list[int]
    """The seats that have to decide now."""
    commitment: str
    """The hash of the secret behind all chance."""
    secret: str | None
    """The secret itself, once the game is over."""
    hosted_by: int | None
    """The first seat of the host; null if the host only watches."""
    rematch: str | None
    watching: int
    """Spectators connected when this was sent; nothing is sent because one comes or goes."""
    result: Result | None
    created_at: float
    changed_at: float


class ReaderInfo(TypedDict):
    """What a table tells one reader about themselves."""

    code: str | None
    """The join code while seats are free; only for people at the table."""
    host: bool
    """Whether the reader opened the table."""
    mine: list[int]
    """The reader's seats."""


class TableInfo(PublicTableInfo, ReaderInfo):
    """A table as its reader may see it."""


class EntryValues(TypedDict):
    """The contents of a log entry apart from its kind and its seat."""

    name: NotRequired[str]
    """`join`: the player's name."""
    bot: NotRequired[str]
    """`bot`: the bot that takes the seat; `leave`: the bot that plays on."""
    why: NotRequired[AwayReason]
    """`away`: the player asked for it, ran out of time, or was gone for too long."""
    phrase: NotRequired[Utterance]
    """`say`: what was said."""
    table: NotRequired[str]
    """`rematch`: the table where it is played."""


class Happening(TypedDict):
    """A log entry as far as one seat may know it."""

    seq: int
    kind: EntryKind
    seat: int | None
    number: int
    """The number of valid moves from then on: a take-back lowers it."""
    at: float
    values: EntryValues
    events: list[EventValues]


class Legal(TypedDict):
    """What a seat may do now. A claim is `claim ROUTE PAYMENT`; payments that save locomotives come first."""

    moves: list[str]
    claims: dict[str, list[str]]
    refused: NotRequired[dict[str, str]]
    """Face-up cards that may not be taken, as moves, with the codes of their refusals; left out if all may be taken."""


class Sight(TypedDict):
    """A table as one seat sees it; -1: a spectator."""

    seat: int
    view: SeenView | None
    """None in the lobby."""
    legal: Legal | None
    """None while the seat has nothing to decide."""
    happenings: list[Happening]
