"""Client requests over the WebSocket and in HTTP bodies: dataclasses that pydantic validates.

Validation is strict: unknown fields, wrong types and overlong texts are refused.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from ferrovia.protocol.options import CLOSED, STRICT, BotName, Name, Truth
from ferrovia.protocol.tables import Utterance

LARGEST: Final = 4096
"""Most bytes in a client message."""
CODE_LENGTH: Final = 6
LONGEST_TOKEN: Final = 64
LONGEST_LINE: Final = 200
LONGEST_RECORD: Final = 60_000
LONGEST_PROFILE: Final = 60_000

RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Token = Annotated[str, Field(min_length=16, max_length=LONGEST_TOKEN, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=4, strict=True)]
Sequence = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
Profile = Annotated[str, Field(max_length=LONGEST_PROFILE, pattern=r"^[A-Za-z0-9+/=]*$")]
"""What a page packed of its player's games."""
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
    """Make a move, in its text form. The `id` makes it safe to send again; `seq` is the last one the client has
    seen."""

    __pydantic_config__ = STRICT
    message: Literal["move"]
    id: RequestId
    seq: Sequence
    seat: SeatNumber
    move: MoveText


@dataclass(frozen=True)
class TakeBack:
    """Practice only: go back to the seat's last decision."""

    __pydantic_config__ = STRICT
    message: Literal["take-back"]
    id: RequestId
    seq: Sequence
    seat: SeatNumber


@dataclass(frozen=True)
class AskHint:
    """Practice only: ask what a strong bot would do here."""

    __pydantic_config__ = STRICT
    message: Literal["hint"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class Explain:
    """Ask why a seat may not make a move. A claim may leave out its payment. Without `seat`, as a spectator sees it."""

    __pydantic_config__ = STRICT
    message: Literal["explain"]
    id: RequestId
    move: MoveText
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class AskTyped:
    """Ask what a typed line means, without playing it. Without `seat`, as a spectator sees it."""

    __pydantic_config__ = STRICT
    message: Literal["typed"]
    id: RequestId
    line: Annotated[str, Field(max_length=LONGEST_LINE)]
    language: Literal["en", "it", "pt"] = "en"
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class ComeBack:
    """Take back a seat that a bot has been playing."""

    __pydantic_config__ = STRICT
    message: Literal["return"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class Autopilot:
    """Let a bot play this seat."""

    __pydantic_config__ = STRICT
    message: Literal["autopilot"]
    id: RequestId
    seat: SeatNumber


@dataclass(frozen=True)
class Say:
    """Say one of a few phrases to everybody at the table."""

    __pydantic_config__ = STRICT
    message: Literal["say"]
    id: RequestId
    seat: SeatNumber
    phrase: Utterance


@dataclass(frozen=True)
class Ping:
    """Check that the connection is alive."""

    __pydantic_config__ = STRICT
    message: Literal["ping"]


ClientMessage = Annotated[
    Hello | MakeMove | TakeBack | AskHint | AskTyped | Explain | ComeBack | Autopilot | Say | Ping,
    Field(discriminator="message"),
]
CLIENT_MESSAGE: Final[TypeAdapter[Any]] = TypeAdapter(ClientMessage)


# ── over HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TakeSeat:
    """Take a seat by the secret in its link."""

    __pydantic_config__ = CLOSED
    token: Token
    name: Name | None = None
    program: Truth = False


@dataclass(frozen=True)
class JoinByCode:
    """Take a free seat by a table's code. A person who already has a seat keeps it, unless they ask for `another`."""

    __pydantic_config__ = CLOSED
    code: Annotated[str, Field(min_length=CODE_LENGTH, max_length=CODE_LENGTH, pattern=r"^[A-Za-z]+$")]
    name: Name | None = None
    program: Truth = False
    another: Truth = False


@dataclass(frozen=True)
class FillSeat:
    """Give a seat to a bot."""

    __pydantic_config__ = CLOSED
    bot: BotName


@dataclass(frozen=True)
class PostMove:
    """Make a move for a program."""

    __pydantic_config__ = CLOSED
    id: RequestId
    seq: Sequence
    move: MoveText
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class ExplainMove:
    """Ask why a program may not make a move. A claim may leave out its payment."""

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
    """Show a record without storing it. With a `seat`, only what that seat knew."""

    __pydantic_config__ = CLOSED
    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]
    seat: SeatNumber | None = None


@dataclass(frozen=True)
class GiveProfile:
    """Hand a browser's profile over to another browser, which packs and reads it by itself."""

    __pydantic_config__ = CLOSED
    profile: Profile


@dataclass(frozen=True)
class TakeProfile:
    """By the secret of its link, once."""

    __pydantic_config__ = CLOSED
    token: Token


Endpoint = Annotated[str, Field(min_length=8, max_length=1000, pattern=r"^https?://[\x21-\x7e]+$")]
PushKey = Annotated[str, Field(min_length=16, max_length=120, pattern=r"^[A-Za-z0-9_-]+$")]


@dataclass(frozen=True)
class SubscribePush:
    """Tell this browser when it is the seat's turn, by its push service. The fields are those of its subscription."""

    __pydantic_config__ = CLOSED
    endpoint: Endpoint
    p256dh: PushKey
    auth: PushKey


@dataclass(frozen=True)
class UnsubscribePush:
    """No longer tell this browser."""

    __pydantic_config__ = CLOSED
    endpoint: Endpoint


@dataclass(frozen=True)
class OpenNetwork:
    """Let others in the local network in, or no longer."""

    __pydantic_config__ = CLOSED
    open: Truth
