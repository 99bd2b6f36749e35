"""HTTP responses about tables, seats, bots and lessons."""

from typing import Literal

from ferrovia.protocol.messages import RefusalValues
from ferrovia.protocol.tables import TableInfo
from ferrovia.protocol.typed_dict import TypedDict


class Opened(TypedDict):
    """The response to every request that creates or changes a table."""

    table: TableInfo
    seat: int | None
    """The seat that was taken."""


class Link(TypedDict):
    """A seat's secret link, shown once, and the same as a QR code (SVG)."""

    seat: int
    token: str
    link: str
    qr: str


class ProfileLink(TypedDict):
    """A secret link that takes a profile to another browser, and the same as a QR code (SVG)."""

    link: str
    qr: str
    minutes: int
    """How long it works."""


class ProfileTaken(TypedDict):
    """A profile from another browser, as that one packed it."""

    profile: str
    tables: int
    """Running games whose seats came along."""


class PushOffer(TypedDict):
    """What a browser subscribes with at its push service."""

    key: str
    """The server's public key, in base64url."""


class PushChanged(TypedDict):
    """Whether this browser is told of the seat's turns from now on."""

    subscribed: bool


class NetworkInfo(TypedDict):
    """Whether others in the local network are let in."""

    offered: bool
    """Whether the reader may change it: at the computer that serves, if it was started to be played at."""
    address: str | None
    """Where others find this computer, while they are let in."""
    qr: str | None
    """The same as a QR code (SVG)."""


class BotOffer(TypedDict):
    """A bot that can take a seat here."""

    name: str
    level: bool
    """Whether it is one of the difficulty levels."""
    elo: dict[str, float]
    """Measured strength by rule set."""


class NewKey(TypedDict):
    """API key of a program."""

    key: str


class Moved(TypedDict):
    """A program's move was made, now or earlier, as this log entry."""

    seq: int


class Explanation(TypedDict):
    """Why a program may not make a move, as of this log entry; null if it may."""

    seq: int
    refusal: RefusalValues | None


class StepUntil(TypedDict):
    """What a step waits for. `events`: this many of each kind, counted from the event that ended the previous step;
    `phase`: a phase of the game; `joined`: tickets completed. If none is set, it waits until the text has been read."""

    events: list[str]
    count: int
    by: Literal["me", "anybody"]
    phase: str | None
    joined: int


class StepShown(TypedDict):
    """One step of a lesson."""

    id: str
    text: str
    """The key of its text."""
    needs: str | None
    """Condition of that text: `market:CARD` lies face up, or `claim:ROUTE` is legal."""
    otherwise: str | None
    """The key of the text used when the condition fails."""
    begun: str | None
    """The key of the text used once some, but not all, of the awaited events have happened."""
    until: StepUntil
    point: list[str]
    """Parts of the screen to highlight (board, offer, market, deck, hand, tickets, ticket-deck, seats, claimable,
    tunnel, scores, hint, rules), or `route:ID`, `city:ID`."""
    names: dict[str, str]
    """Ids of routes, tickets and cities for the placeholders in its text."""


class LessonShown(TypedDict):
    """A guided game."""

    id: str
    order: int
    rules: str
    minutes: int
    opponents: list[str]
    steps: list[StepShown]


class WarmUpInfo(TypedDict):
    """Whether the server can start games yet. On its first start on a machine it compiles its kernels."""

    ready: bool
    share: float
    """The share of that work that is done, 0 to 1."""
