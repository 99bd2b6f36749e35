"""What the server answers over HTTP, beside tables (messages.py) and written games (retold.py)."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from ferrovia.protocol.messages import TableInfo


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


class Failure(TypedDict):
    """Why a request over HTTP was not carried out."""

    code: str
    rule: str | None
    parameters: dict[str, Any]


class RulesOffer(TypedDict):
    """Rules that can be played here."""

    id: str
    name: str
    hash: str
    players: list[int]
    """The fewest and the most."""
    vehicle: Literal["train", "taxi"]
    """What is put on the board, and what a locomotive looks like."""
    trains: int
    """Of each player."""
    built_in: bool
    counts: dict[str, int]
    """How much there is on the board: cities, border_points, attractions, routes, doubles, tunnels, spaces, tickets."""


class BoardCity(TypedDict):
    """A city: its id, and how it is written."""

    id: str
    name: str


BoardRoute = TypedDict(
    "BoardRoute",
    {
        "id": str,
        "from": str,
        "to": str,
        "length": int,
        "colour": str,
        "tunnel": bool,
        "points": int,
        "twin": str | None,
    },
)
BoardTicket = TypedDict("BoardTicket", {"id": str, "from": str, "to": dict[str, int]})


class Board(TypedDict):
    """A board under the names that moves and views use. `twin`: the other of a double; `to`: places and points."""

    cards: list[str]
    cities: list[BoardCity]
    routes: list[BoardRoute]
    tickets: list[BoardTicket]


class RulesShown(RulesOffer):
    """One set of rules with its board."""

    board: Board
    rules: dict[str, Any]
    """Its numbers and named behaviours, as its file has them (docs/reference/data-files.md)."""


class RuleFact(TypedDict):
    """Something to know of rules: `rules.summary.CODE` and `rules.differences.CODE` put it into words."""

    code: str
    parameters: dict[str, int | str]


class DrawnPoint(TypedDict):
    """A point of the board."""

    x: float
    y: float


class DrawnSpace(DrawnPoint):
    """A car space: its middle, and how it is turned."""

    angle: float


class DrawnLabel(DrawnPoint):
    """A city's name: where its first line stands."""

    anchor: Literal["start", "middle", "end"]
    lines: list[str]


class DrawnCity(DrawnPoint):
    """Where a city is drawn."""

    kind: Literal["city", "country", "attraction"]
    label: DrawnLabel


class DrawnRoute(TypedDict):
    """Where a route is drawn; `space`: length and width of its spaces."""

    path: str
    spaces: list[DrawnSpace]
    space: list[float]
    middle: DrawnPoint


class DrawnName(DrawnPoint):
    """The name of a water or a land."""

    text: str
    angle: float
    size: float


class DrawnLand(TypedDict):
    """Something under the board; kinds may be added."""

    kind: str
    path: str
    country: NotRequired[str]
    label: NotRequired[DrawnName]


class DrawnSizes(TypedDict):
    """How large things are."""

    city: float
    letter: float
    line: float


class Drawing(TypedDict):
    """Where everything of a board is drawn (docs/drawing.md)."""

    width: float
    height: float
    sizes: DrawnSizes
    land: list[DrawnLand]
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]


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
