"""The outcome of a game: one fixed-size record, so that a million games are an array (docs/arena.md)."""

from typing import Any, Final

import numpy as np

from ferrovia.core.fields import Array, dtype_of, float64, int8, int16, part, parts, uint64
from ferrovia.core.limits import SEATS, WORDS
from ferrovia.engine.scoring import ScoreRecord

TURNS: Final = 80  # turns per seat whose points are kept; random play on the largest board takes about this many

REPLACED, AFTER_THE_END = 1, 2
"""When a bot failed: during the game, or when it was told that the game is over."""

MEASURED: Final = ("nanoseconds",)
"""Fields that differ when the same games are played again."""


class SeatOutcome:
    """The outcome for one seat."""

    score: ScoreRecord = part(ScoreRecord, "its score, by where the points come from")
    tickets: Array = uint64("tickets it kept", WORDS, of="tickets")
    completed: Array = uint64("of these, the ones it completed", WORDS, of="tickets")
    opening: Array = uint64("tickets offered to it in the opening", WORDS, of="tickets")
    later: Array = uint64("tickets offered to it later", WORDS, of="tickets")
    routes: Array = uint64("routes it owned at the end", WORDS, of="routes")
    nanoseconds: float = float64("total thinking time of its bot")
    points: Array = int16("route points after each of its own turns; -1 after the last of them", TURNS)
    turns: int = int16("its own turns")
    moves: int = int16("moves it made: a claim and its payment are one")
    decisions: int = int16("decisions it made: a claim and its payment are two")
    trains: int = int8("trains left")
    cards: int = int8("cards left in the hand")
    fault: int = int8("1: its bot failed and was replaced; 2: it failed when the game was over")
    spare: Array


class Outcome:
    """The outcome of one game."""

    number: int = uint64("number of the game at its table, from 0")
    seed: int = uint64("seed of the deal: `ferrovia.Game(rules, players, seed)` deals the same cards")
    seats: Array = parts(SeatOutcome, "the outcome of each seat", SEATS)
    turns: int = int16("turns of all seats")
    decisions: int = int16("decisions of all seats")
    bot: Array = int8("which of the table's bots sat at each seat; -1: nobody", SEATS, of="seats")
    players: int = int8("seats at the table")
    ending: int = int8("why it ended: 1 the last round was played, 2 all passed, 3 nobody gained anything")
    spare: Array


OUTCOME: Final[np.dtype[Any]] = dtype_of(Outcome)


def new_outcomes(numbers: Any, seeds: Any, seatings: Any) -> Array:
    """Records of games still to be played; `seatings` holds the bot of each seat."""
    outcomes = np.zeros(len(numbers), OUTCOME)
    players = seatings.shape[1]
    outcomes["number"], outcomes["seed"], outcomes["players"] = numbers, seeds, players
    outcomes["bot"] = -1
    outcomes["bot"][:, :players] = seatings
    outcomes["seats"]["points"] = -1
    return outcomes


def without_times(outcomes: Any) -> Array:
    """The same outcomes without measured times: equal games are then equal bytes."""
    plain: Array = outcomes.copy()
    for field in MEASURED:
        plain["seats"][field] = 0
    return plain
