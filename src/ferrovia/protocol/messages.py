"""Every message between the server and its clients, and what is asked over HTTP; answers.py has what is answered there.
docs/protocol.md describes them; schema.py makes JSON Schema and TypeScript of them. Codes and parameters, never
sentences: each client speaks the language of its player.

What comes in is a dataclass, checked strictly: unknown fields, wrong types and overlong texts are refused. What goes
out is a dictionary of a declared shape.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from ferrovia.protocol.options import CLOSED, STRICT, BotName, Name, Truth
from ferrovia.server.base.log import Kind, SeatKind, Status
from ferrovia.server.base.tokens import CODE_LENGTH, LONGEST_TOKEN

PROTOCOL: Final = 1
LARGEST: Final = 4096
"""Bytes of the largest message a client may send."""

RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Token = Annotated[str, Field(min_length=16, max_length=LONGEST_TOKEN, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=4, strict=True)]
Sequence = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
MoveText = Annotated[str, Field(min_length=1, max_length=1000)]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "oops", "hurry", "moment", "again", "bye"]

# ── what clients send ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Hello:
    """The first message on a connection. `since`: the last `seq` the client has; 0 asks for everything."""

    __pydantic_config__ = STRICT
    message: Literal["hello"]
    since: Sequence = 0
    tokens: Annotated[list[Token], Field(max_length=5)] = field(default_factory=list)


@dataclass(frozen=True)
class MakeMove:
    """A move of a seat, in its text form. `id` makes it safe to send again; `seq` is what the client had seen."""

    __pydantic_config__ = STRICT
    message: Literal["move"]
    id: RequestId
    seq: Sequence
    seat: SeatNumber
    move: MoveText


@dataclass(frozen=True)
class TakeBack:
    """In practice: back to the seat's last decision."""

    __pydantic_config__ = STRICT
    message: Literal["take-back"]
    id: RequestId
    seq: Sequence
    seat: SeatNumber


@dataclass(frozen=True)
class AskHint:
    """In practice: what would a strong bot do here?"""

    __pydantic_config__ = STRICT
    message: Literal["hint"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class ComeBack:
    """Play a seat again that a bot has been playing."""

    __pydantic_config__ = STRICT
    message: Literal["return"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class HandOver:
    """Let a bot play on for this seat."""

    __pydantic_config__ = STRICT
    message: Literal["autopilot"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class Say:
    """One of a few phrases, for everybody at the table."""

    __pydantic_config__ = STRICT
    message: Literal["say"]
    id: RequestId
    seat: SeatNumber
    phrase: Phrase


@dataclass(frozen=True)
class Ping:
    """Are you there?"""

    __pydantic_config__ = STRICT
    message: Literal["ping"]


ClientMessage = Annotated[
    Hello | MakeMove | TakeBack | AskHint | ComeBack | HandOver | Say | Ping, Field(discriminator="message")
]
CLIENT_MESSAGE: Final[TypeAdapter[Any]] = TypeAdapter(ClientMessage)


# ── what is asked over HTTP ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TakeSeat:
    """By the secret of a seat's link."""

    __pydantic_config__ = CLOSED
    token: Token
    name: Name | None = None
    program: Truth = False


@dataclass(frozen=True)
class JoinByCode:
    """By a table's code: a seat that is free. Whoever sits there already stays there, unless it is to be `another`."""

    __pydantic_config__ = CLOSED
    code: Annotated[str, Field(min_length=CODE_LENGTH, max_length=CODE_LENGTH, pattern=r"^[A-Za-z]+$")]
    name: Name | None = None
    program: Truth = False
    another: Truth = False


@dataclass(frozen=True)
class FillSeat:
    """With a bot."""

    __pydantic_config__ = CLOSED
    bot: BotName


@dataclass(frozen=True)
class PostMove:
    """A program's move."""

    __pydantic_config__ = CLOSED
    id: RequestId
    seq: Sequence
    move: MoveText
    seat: SeatNumber | None = None


# ── what the server sends ─────────────────────────────────────────────────────────────────────────────────────────────


class SeatInfo(TypedDict):
    """Who sits where, for everybody."""

    kind: SeatKind
    name: str
    bot: str | None
    away: bool
    present: bool
    clock: float | None
    """Seconds left, when the message was sent."""


class RulesInfo(TypedDict):
    """Which rules are played."""

    id: str
    name: str
    hash: str


class TicketResult(TypedDict):
    """What one ticket brought."""

    ticket: str
    completed: bool
    target: str | None
    points: int


class SeatResult(TypedDict):
    """What one seat has in the end, and why."""

    seat: int
    place: int
    total: int
    routes: int
    tickets: int
    longest_path: int
    attractions: int
    completed: int
    ticket_scores: list[TicketResult]
    trail_length: int
    trail: list[str]
    attraction_cities: list[str]


class Result(TypedDict):
    """How a game ended."""

    ending: str
    winners: list[int]
    scores: list[SeatResult]


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


class TableInfo(TypedDict):
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
    code: str | None
    """The join code, while seats are free; only for those who sit at the table."""
    host: bool
    """Whether whoever reads this opened the table."""
    hosted_by: int | None
    """The seat of whoever opened the table, the first of several; null if they only look on."""
    mine: list[int]
    """The seats the reader holds."""
    rematch: str | None
    result: Result | None
    created_at: float
    changed_at: float


class TicketStatus(TypedDict):
    """How far a ticket is: `ferrovia.TicketProgress`."""

    ticket: str
    joined: bool
    impossible: bool
    target: str | None
    points: int
    trains: int
    cards: int
    routes: list[str]


class SeatView(TypedDict):
    """What everybody may know of a seat."""

    routes: list[str]
    trains: int
    route_points: int
    attraction_points: int
    """Of the attractions its routes touch so far; 0 where the rules give none."""
    hand_size: int
    known: dict[str, int]
    ticket_count: int


class SeenView(TypedDict):
    """All that a seat may know; -1: a spectator."""

    phase: Literal["opening", "turn", "second-card", "tunnel", "tickets", "over"]
    seat: int
    hand: dict[str, int]
    tickets: list[TicketStatus]
    offer: list[TicketStatus]
    market: dict[str, int]
    discards: dict[str, int]
    turned: dict[str, int]
    deck_size: int
    ticket_deck: int
    last_turns: int | None
    last_turn_of: list[int]
    """The seats that still have a turn in the last round, whoever is on turn first; none before it."""
    closed: list[str]
    """The free routes that nobody may claim any more, since their twin is taken."""
    seats: list[SeatView]


class EventValues(TypedDict):
    """One thing that happened (docs/reference/events.md); what it does not concern is left out."""

    kind: str
    seat: NotRequired[int]
    card: NotRequired[str]
    ticket: NotRequired[str]
    route: NotRequired[str]
    count: NotRequired[int]
    costs: NotRequired[bool]
    """`turned`: true for a card that costs one more."""


class EntryValues(TypedDict):
    """What an entry says beside its kind and its seat."""

    name: NotRequired[str]
    """`join`: what the player is called."""
    bot: NotRequired[str]
    """`bot`: which one sits down; `leave`: which one plays on."""
    why: NotRequired[Literal["asked", "clock", "gone"]]
    """`away`: the player wished it, had no time left, or was gone for too long."""
    phrase: NotRequired[Phrase]
    """`say`: what was said."""
    table: NotRequired[str]
    """`rematch`: where it is played."""


class Happening(TypedDict):
    """An entry of the log, as far as one seat may know of it."""

    seq: int
    kind: Kind
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


class Sight(TypedDict):
    """A table from one seat; -1: a spectator's."""

    seat: int
    view: SeenView | None
    """None in the lobby."""
    legal: Legal | None
    """None while the seat has nothing to decide."""
    happenings: list[Happening]


class Snapshot(TypedDict):
    """The answer to `hello`: where the table stands, and what happened since."""

    message: Literal["snapshot"]
    protocol: int
    seq: int
    table: TableInfo
    sights: list[Sight]


class Update(TypedDict):
    """Something happened."""

    message: Literal["update"]
    seq: int
    table: TableInfo
    sights: list[Sight]


class TableChanged(TypedDict):
    """Who is there has changed; nothing happened in the game."""

    message: Literal["table"]
    table: TableInfo


class Accepted(TypedDict):
    """A request was carried out, now or earlier, as this entry."""

    message: Literal["accepted"]
    id: str
    seq: int


class Refused(TypedDict):
    """A request was not carried out."""

    message: Literal["refused"]
    id: str | None
    code: str
    rule: str | None
    """The number of the rule of the game that refuses it."""
    parameters: dict[str, Any]


class ReasonValues(TypedDict):
    """Why a bot would do it: a code and what it is about; `said`: a bot of others, in its own words."""

    code: str
    route: NotRequired[str]
    card: NotRequired[str]
    ticket: NotRequired[str]
    points: NotRequired[int]
    words: NotRequired[str]


class HintGiven(TypedDict):
    """What a strong bot would do, and why (docs/bots.md has the codes)."""

    message: Literal["hint"]
    id: str
    seat: int
    seq: int
    move: str
    reason: ReasonValues


class Pong(TypedDict):
    """Here."""

    message: Literal["pong"]


ServerMessage = Snapshot | Update | TableChanged | Accepted | Refused | HintGiven | Pong
