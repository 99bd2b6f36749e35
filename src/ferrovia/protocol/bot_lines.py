"""JSON lines for bots in other languages (docs/bots.md): the same in the arena and over HTTP.

Keys are named after the attributes of `View`, `Event`, `TicketProgress` and `Score`; moves are in their text form.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NotRequired

from ferrovia.game.events import Event
from ferrovia.game.moves import Move
from ferrovia.game.scores import Score
from ferrovia.game.view import View
from ferrovia.protocol.boards import BoardValues, board_values
from ferrovia.protocol.events import EventValues, events_values
from ferrovia.protocol.results import SeatResult, score_values
from ferrovia.protocol.typed_dict import TypedDict
from ferrovia.protocol.views import SeenView, view_values
from ferrovia.rules.resolved import Rules

BOT_PROTOCOL: Final = 1
"""Raised when programs that follow docs/bots.md would no longer understand the messages."""
EndOfStream = Literal["ended", "seat-lost", "restart"]


class BotHello(TypedDict):
    """The first line of a program's stream: the rules and the board."""

    message: Literal["hello"]
    protocol: int
    rules: dict[str, object]
    """The complete rules, as one object."""
    hash: str
    board: BoardValues


class BotGame(TypedDict):
    """A game begins. Over HTTP its `seed` is 0, because a seed would reveal the game."""

    message: Literal["game"]
    players: int
    seat: int
    seed: int


class BotChoose(TypedDict):
    """The seat has to choose: the only line that needs an answer."""

    message: Literal["choose"]
    view: SeenView
    moves: list[str]
    undone: int
    """How many earlier events are undone."""
    events: list[EventValues]
    seq: NotRequired[int]
    """Over HTTP only: send it with the move."""


class BotOver(TypedDict):
    """The game is over; over HTTP the last line of the stream."""

    message: Literal["over"]
    scores: list[SeatResult]
    winners: list[int]


class BotBye(TypedDict):
    """The last line. Over HTTP it says why the stream ends before the game does: the table was closed, another player
    has the seat now, or the server is stopping and may be back in a moment."""

    message: Literal["bye"]
    why: NotRequired[EndOfStream]


BotLine = BotHello | BotGame | BotChoose | BotOver | BotBye


def line_of(message: BotLine) -> bytes:
    """Encode a message as one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello_message(rules: Rules) -> BotHello:
    """The first message. `rules` is complete; `board` is the same information with our names."""
    return {
        "message": "hello",
        "protocol": BOT_PROTOCOL,
        "rules": json.loads(rules.to_json()),
        "hash": rules.hash,
        "board": board_values(rules),
    }


def game_message(players: int, seat: int, seed: int) -> BotGame:
    return {"message": "game", "players": players, "seat": seat, "seed": seed}


def choose_message(view: View, moves: Sequence[Move], events: Iterable[Event], undone: int = 0) -> BotChoose:
    return {
        "message": "choose",
        "view": view_values(view),
        "moves": [str(move) for move in moves],
        "undone": undone,
        "events": events_values(events),
    }


def over_message(scores: Sequence[Score]) -> BotOver:
    return {
        "message": "over",
        "scores": [score_values(score) for score in scores],
        "winners": [score.seat for score in scores if score.place == 1],
    }
