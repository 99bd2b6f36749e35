"""The shapes of a written game as it is shown: `ferrovia.protocol.story` and `ferrovia.game.tally` fill them."""

from typing import Annotated, NotRequired

from pydantic import Field
from pydantic.dataclasses import dataclass
from typing_extensions import TypedDict

from ferrovia.protocol.answers import Board, Drawing
from ferrovia.protocol.messages import EventValues, Result, RulesInfo, SeatNumber, TicketStatus
from ferrovia.protocol.options import CLOSED

LONGEST_RECORD = 60_000


@dataclass(frozen=True, config=CLOSED)
class ReadRecord:
    """A record to look at; it is not kept. `seat`: only what that seat knew."""

    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]
    seat: SeatNumber | None = None


class RetoldMove(TypedDict):
    """One move. In the opening its `turn` is 0."""

    number: int
    turn: int
    seat: int
    move: str | None
    """Its text form; null where it names tickets that are not shown."""
    events: list[EventValues]
    at: float | None
    """When it was made, where that is known."""


class FrameSeat(TypedDict):
    """What has changed at a seat: whole values."""

    routes: NotRequired[list[str]]
    trains: NotRequired[int]
    route_points: NotRequired[int]
    attraction_points: NotRequired[int]
    hand_size: NotRequired[int]
    known: NotRequired[dict[str, int]]
    ticket_count: NotRequired[int]
    hand: NotRequired[dict[str, int]]
    tickets: NotRequired[list[TicketStatus]]
    offer: NotRequired[list[TicketStatus]]
    points: NotRequired[int]
    """Of its routes and of the tickets it has completed."""


class Frame(TypedDict):
    """What is not as in the frame before: whole values, to be put over what was there; `seats` by number, likewise."""

    phase: NotRequired[str]
    asked: NotRequired[list[int]]
    market: NotRequired[dict[str, int]]
    discards: NotRequired[dict[str, int]]
    turned: NotRequired[dict[str, int]]
    deck_size: NotRequired[int]
    ticket_deck: NotRequired[int]
    last_turns: NotRequired[int | None]
    closed: NotRequired[list[str]]
    seats: NotRequired[dict[str, FrameSeat]]


class SeatStatistics(TypedDict):
    """What one seat did, and what it has from it."""

    turns: int
    flushes: int
    """Of the market, by its moves."""
    points: int
    points_routes: int
    points_tickets: int
    """Those of completed tickets less those of lost ones."""
    points_completed: int
    points_lost: int
    points_longest_path: int
    points_attractions: int
    cards_hidden: int
    """Drawn from the deck."""
    cards_visible: int
    """Taken from the market."""
    cards_visible_locomotives: int
    cards_paid: int
    locomotives_paid: int
    cards_left: int
    ticket_draws: int
    kept_at_opening: int
    kept_later: int
    tickets_completed: int
    tickets_lost: int
    routes: int
    trains: int
    trains_left: int
    average_route: float | None
    longest_route: int
    longest_path: int
    """0 where the rules do not ask for it."""
    attractions: int
    tunnels_tried: int
    tunnels_refused: int
    passes: int


class StatisticsSeries(TypedDict):
    """How everybody stood after so many `turns`: a row for each seat."""

    turns: list[int]
    points: list[list[int]]
    """Of routes and of completed tickets."""
    route_points: list[list[int]]
    trains: list[list[int]]
    cards: list[list[int]]


class Statistics(TypedDict):
    """A game in numbers."""

    moves: int
    turns: int
    seconds: int | None
    """From the first move to the last."""
    flushes: int
    renewals: int
    """Times the discards became the deck."""
    last_round_by: int | None
    seats: list[SeatStatistics]
    series: StatisticsSeries


class Replay(TypedDict):
    """A written game. `frames` has one more than `moves`: the position before the first, then that after each."""

    rules: RulesInfo
    players: int
    names: list[str]
    seat: int | None
    """Whose knowledge it is; null: everything is shown."""
    secret: str | None
    setup: list[EventValues]
    moves: list[RetoldMove]
    frames: list[Frame]
    result: Result | None
    statistics: Statistics
    board: Board | None
    """Only where its rules are none that the server offers, as the drawing."""
    drawing: Drawing | None
