"""What the server answers over HTTP about tables, seats, bots and lessons."""

from typing import Literal

from ferrovia.protocol.messages import RefusalValues
from ferrovia.protocol.tables import TableInfo
from ferrovia.protocol.typed_dict import TypedDict


class Opened(TypedDict):
    """The answer to everything that makes or changes a table."""

    table: TableInfo
    seat: int | None
    """The seat that was taken."""


class Link(TypedDict):
    """A seat's secret link, shown once, and the same as a QR code (SVG)."""

    seat: int
    token: str
    link: str
    qr: str


class BotOffer(TypedDict):
    """A bot that can be seated here."""

    name: str
    level: bool
    """Whether it is one of the levels for people."""
    elo: dict[str, float]
    """Its measured strength, by rules."""


class NewKey(TypedDict):
    """A program's key."""

    key: str


class Moved(TypedDict):
    """A program's move was made, now or earlier, as this entry."""

    seq: int


class Explanation(TypedDict):
    """Why a program may not make a move, as of this entry; null if it may."""

    seq: int
    refusal: RefusalValues | None


class StepUntil(TypedDict):
    """What a step waits for. `events`: so many of these kinds, counted on from the event that ended the step before;
    `phase`: of the game; `joined`: tickets completed. Nothing of these: that it has been read."""

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
    """What must be there for that text: `market:CARD` lies face up, or `claim:ROUTE` is legal."""
    otherwise: str | None
    """The key of the text for when it is not."""
    begun: str | None
    """The key of the text for when some of the events it waits for have happened, but not all."""
    until: StepUntil
    point: list[str]
    """Parts of the screen (board, offer, market, deck, hand, tickets, ticket-deck, seats, claimable, tunnel, scores,
    hint, rules), `route:ID`, `city:ID`."""
    names: dict[str, str]
    """Ids of routes, tickets and cities for the places in its text."""


class LessonShown(TypedDict):
    """A guided game."""

    id: str
    order: int
    rules: str
    minutes: int
    opponents: list[str]
    steps: list[StepShown]
