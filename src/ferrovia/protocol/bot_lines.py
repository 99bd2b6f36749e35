"""The lines of a program's stream (docs/bots.md): `ferrovia.protocol.values` fills them."""

from typing import Any, Literal

from typing_extensions import TypedDict

from ferrovia.protocol.answers import Board
from ferrovia.protocol.messages import EventValues, SeatResult, SeenView


class BotHello(TypedDict):
    """The first line of a program's stream (docs/bots.md)."""

    message: Literal["hello"]
    protocol: int
    rules: dict[str, Any]
    hash: str
    board: Board


class BotGame(TypedDict):
    """The game a program plays. Its `seed` is 0: there is nothing to be learnt from it here."""

    message: Literal["game"]
    players: int
    seat: int
    seed: int


class BotChoose(TypedDict):
    """A program is to choose; `seq` goes with its move."""

    message: Literal["choose"]
    view: SeenView
    moves: list[str]
    undone: int
    events: list[EventValues]
    seq: int


class BotOver(TypedDict):
    """The last line of a stream when the game is over."""

    message: Literal["over"]
    scores: list[SeatResult]
    winners: list[int]


class BotBye(TypedDict):
    """The last line of a stream that ends before the game: the table was closed, the seat is somebody else's, or the
    server stops, and may be back in a moment."""

    message: Literal["bye"]
    why: Literal["ended", "seat-lost", "restart"]


BotLine = BotHello | BotGame | BotChoose | BotOver | BotBye
