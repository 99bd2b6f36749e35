"""Moves of stored games: the engine's own, with the table's secret. Every decision is made by `ferrovia.Game`."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ferrovia.engine.journal import EVENT
from ferrovia.engine.state import STATE
from ferrovia.errors import FerroviaError, IllegalMove, MoveError, ServerError
from ferrovia.game.arrays import from_bytes
from ferrovia.game.game import Game
from ferrovia.game.moves import parse_move
from ferrovia.game.text.record import Line, Record, chance_text, result_text
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import MOVE, TAKE_BACK, LogEntry, TableRow


class BrokenLog(ServerError):
    """A log that breaks the rules or does not match its secret. The sentence is for `ferrovia verify`, because it may
    name tickets; logs get the entry and the code."""

    def __init__(self, table: str, code: str, sentence: str, entry: int | None = None) -> None:
        place = f"table {table}" if entry is None else f"table {table}, entry {entry}"
        super().__init__(f"{place}: {sentence}")
        self.details = {"table": table, "entry": entry, "code": code}


class PlayedMove(NamedTuple):
    """A move and the game after it."""

    game: Game
    events: bytes
    move: str


def game_of(rules: Rules, row: TableRow) -> Game:
    """The current game of a table."""
    return Game.from_state(rules, np.frombuffer(row.state, STATE), secret=row.secret, moves=row.moves)


def play(game: Game, seat: int, move: str) -> PlayedMove:
    """A seat's move in a copy of a game; RequestRefused if the rules refuse it."""
    after = game.without_history()
    try:
        turn = after.advance(move, seat)
    except IllegalMove as error:
        raise RequestRefused(error.refusal.code, error.refusal.rule, **error.refusal.parameters) from None
    except MoveError:
        raise RequestRefused("unreadable-move") from None
    return PlayedMove(after, turn.events.tobytes(), str(turn.move))


def read_events(events: bytes) -> Any:
    """The engine's events, decoded."""
    return from_bytes(events, EVENT)


def moves_that_count(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The moves of a log without those that were taken back."""
    moves: list[LogEntry] = []
    for entry in entries:
        if entry.kind == MOVE:
            moves.append(entry)
        elif entry.kind == TAKE_BACK:
            del moves[entry.number :]
    return moves


def play_again(rules: Rules, row: TableRow, entries: Iterable[LogEntry]) -> Game:
    """Replay a log from the table's secret; BrokenLog names the entry that does not fit."""
    game = Game(rules, row.players, secret=row.secret)
    if game.setup_events.tobytes() != row.setup:
        raise BrokenLog(row.id, "setup", "the setup is not the one its secret brings")
    for entry in moves_that_count(entries):
        try:
            game.play(entry.text, entry.seat)
        except FerroviaError as error:
            raise BrokenLog(row.id, "move", str(error), entry.seq) from error
        if game.history[-1].events.tobytes() != entry.events:
            raise BrokenLog(row.id, "chance", "the secret gives different outcomes", entry.seq)
    return game


def record_of(rules: Rules, row: TableRow, entries: Iterable[LogEntry]) -> Record:
    """The record of a table's game, with its secret, which must not be revealed before the game is over."""
    moves = moves_that_count(entries)
    game = game_of(rules, row)
    return Record(
        rules,
        row.players,
        chance_text(rules, read_events(row.setup)),
        tuple(line_of(rules, entry) for entry in moves),
        result_text(game) if game.over else f"stop {len(moves)}",
        names=tuple((number, seat.name) for number, seat in enumerate(row.seats) if seat.name),
        secret=row.secret,
    )


def line_of(rules: Rules, entry: LogEntry) -> Line:
    """A move of a log as a line of a record."""
    assert entry.seat is not None
    return Line(entry.seat, parse_move(entry.text), chance_text(rules, read_events(entry.events)))
