"""What clients ask for, over the WebSocket and in the bodies of HTTP requests: dataclasses that pydantic validates.

Validation is strict: unknown fields, wrong types and overlong texts are refused.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from ferrovia.protocol.options import CLOSED, STRICT, BotName, Name, Truth
from ferrovia.protocol.tables import Phrase

LARGEST: Final = 4096
"""Bytes of the largest message a client may send."""
CODE_LENGTH: Final = 6
LONGEST_TOKEN: Final = 64
LONGEST_LINE: Final = 200
LONGEST_RECORD: Final = 60_000

RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Token = Annotated[str, Field(min_length=16, max_length=LONGEST_TOKEN, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=4, strict=True)]
Sequence = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
MoveText = Annotated[str, Field(min_length=1, max_length=1000)]

# ── over the WebSocket ────────────────────────────────────────────────────────────────────────────────────────────────


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
class Explain:
    """Why may a seat not make a move? A claim may leave its payment out. Without `seat`: as a spectator sees it."""

    __pydantic_config__ = STRICT
    message: Literal["explain"]
    id: RequestId
    move: MoveText
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class AskTyped:
    """What does this typed line mean? Nothing is played. Without `seat`: as a spectator sees it."""

    __pydantic_config__ = STRICT
    message: Literal["typed"]
    id: RequestId
    line: Annotated[str, Field(max_length=LONGEST_LINE)]
    language: Literal["en", "it", "pt"] = "en"
    seat: SeatNumber | None = None


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
    Hello | MakeMove | TakeBack | AskHint | AskTyped | Explain | ComeBack | HandOver | Say | Ping,
    Field(discriminator="message"),
]
CLIENT_MESSAGE: Final[TypeAdapter[Any]] = TypeAdapter(ClientMessage)


# ── over HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────


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


@dataclass(frozen=True)
class ExplainMove:
    """A program's question why it may not make a move. A claim may leave its payment out."""

    __pydantic_config__ = CLOSED
    move: MoveText
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class BeginLesson:
    """Open a table for a lesson."""

    __pydantic_config__ = CLOSED
    name: Name | None = None


@dataclass(frozen=True)
class ReadRecord:
    """Show a record, which is not kept. `seat`: only what that seat knew."""

    __pydantic_config__ = CLOSED
    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]
    seat: SeatNumber | None = None
