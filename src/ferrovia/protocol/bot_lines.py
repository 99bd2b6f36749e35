"""The JSON lines of bots in other languages (docs/bots.md): the same in the arena and over HTTP.

Keys are called like the attributes of `View`, `Event`, `TicketProgress` and `Score`; moves are their text forms.
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
"""Raised when a program that follows docs/bots.md would no longer be understood."""
EndOfStream = Literal["ended", "seat-lost", "restart"]


class BotHello(TypedDict):
    """The first line of a program's stream: what is played."""

    message: Literal["hello"]
    protocol: int
    rules: dict[str, object]
    """Everything the rules say, as one object."""
    hash: str
    board: BoardValues


class BotGame(TypedDict):
    """A game begins. Over HTTP its `seed` is 0: there is nothing to be learnt from it."""

    message: Literal["game"]
    players: int
    seat: int
    seed: int


class BotChoose(TypedDict):
    """The seat is to choose: the only line that is answered."""

    message: Literal["choose"]
    view: SeenView
    moves: list[str]
    undone: int
    """How many events sent before are taken back."""
    events: list[EventValues]
    seq: NotRequired[int]
    """Over HTTP: goes with the move."""


class BotOver(TypedDict):
    """The game is over; over HTTP the last line of the stream."""

    message: Literal["over"]
    scores: list[SeatResult]
    winners: list[int]


class BotBye(TypedDict):
    """The last line. Over HTTP it says why the stream ends before the game: the table was closed, the seat is another
    player's now, or the server stops and may be back in a moment."""

    message: Literal["bye"]
    why: NotRequired[EndOfStream]


BotLine = BotHello | BotGame | BotChoose | BotOver | BotBye


def line_of(message: BotLine) -> bytes:
    """A message as one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello_message(rules: Rules) -> BotHello:
    """The first message: what is played. `rules` is all there is to know, `board` the same with our names."""
    return {
        "message": "hello",
        "protocol": BOT_PROTOCOL,
        "rules": json.loads(rules.to_json()),
        "hash": rules.hash,
        "board": board_values(rules),
    }


def game_message(players: int, seat: int, seed: int) -> BotGame:
    """A new game begins."""
    return {"message": "game", "players": players, "seat": seat, "seed": seed}


def choose_message(view: View, moves: Sequence[Move], events: Iterable[Event], undone: int = 0) -> BotChoose:
    """The seat is to choose."""
    return {
        "message": "choose",
        "view": view_values(view),
        "moves": [str(move) for move in moves],
        "undone": undone,
        "events": events_values(events),
    }


def over_message(scores: Sequence[Score]) -> BotOver:
    """The game is over."""
    return {
        "message": "over",
        "scores": [score_values(score) for score in scores],
        "winners": [score.seat for score in scores if score.place == 1],
    }
