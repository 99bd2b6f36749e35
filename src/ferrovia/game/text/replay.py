"""Replays a record and finds what is wrong with it."""

from typing import Any

from ferrovia.errors import FerroviaError, RecordError
from ferrovia.game.checks import quoted
from ferrovia.game.game import Game
from ferrovia.game.text.record import ENDINGS, LABELS, Line, Record, chance_text, result_text
from ferrovia.rules.resolved import Rules

TICKET_LABELS = {"ticket", "mixed"}


def outcome_number(rules: Rules, text: str) -> int:
    """The number of an outcome's card or ticket; RecordError if its text is unknown."""
    label, _, name = text.partition(":")
    if label in TICKET_LABELS and name in rules.ticket_index:
        return rules.ticket_index[name]
    if label in LABELS.values() and label not in TICKET_LABELS and name and name in rules.card_names:
        return rules.card_names.index(name)
    raise RecordError(f"{quoted(text)} is no outcome of chance in this game")


def replay(record: Record) -> Game:
    """Replay the game from its outcomes alone, then compare it with its seed or secret, if it has one."""
    game = _set_up(record)
    for number, line in enumerate(record.lines, 1):
        _play_line(game, line, number)
    if result_text(game) != record.result:
        sentence = f"the last line says {quoted(record.result)}, but the moves lead to {result_text(game)!r}"
        raise RecordError(sentence, record.result_line)
    return game if record.seed is None and record.secret is None else _check_chance(record)


def _set_up(record: Record) -> Game:
    try:
        numbers = [outcome_number(record.rules, text) for text in record.setup]
        game = Game.scripted(record.rules, record.players, numbers)
    except FerroviaError as error:
        raise RecordError(f"setup: {error}", record.setup_line) from error
    if chance_text(record.rules, game.setup_events) != record.setup:
        raise RecordError("setup: the outcomes are right but not what they are called", record.setup_line)
    return game


def _play_line(game: Game, line: Line, number: int) -> None:
    try:
        game.play_scripted(line.move, line.seat, [outcome_number(game.rules, text) for text in line.outcomes])
    except FerroviaError as error:
        raise RecordError(f"move {number}: {error}", line.number or None) from error
    if chance_text(game.rules, game.history[-1].events) != line.outcomes:
        raise RecordError(f"move {number}: the outcomes are right but not what they are called", line.number or None)


def _check_chance(record: Record) -> Game:
    """The game that its seed or secret and its moves produce, which must bring the recorded outcomes."""
    game = Game(record.rules, record.players, record.seed, secret=record.secret)
    source = "its secret" if record.secret else f"seed {record.seed}"
    if chance_text(record.rules, game.setup_events) != record.setup:
        raise RecordError(f"setup: {source} deals other cards", record.setup_line)
    for number, line in enumerate(record.lines, 1):
        game.play(line.move, line.seat)
        if chance_text(record.rules, game.history[-1].events) != line.outcomes:
            raise RecordError(f"move {number}: {source} brings something else", line.number or None)
    return game


def as_json(record: Record) -> dict[str, Any]:
    """The record and its checked result as plain values; before the end of a game no seat has a place."""
    from dataclasses import asdict

    game = replay(record)
    return {
        "rules": {"id": record.rules.id, "hash": record.rules.hash, "name": record.rules.name},
        "players": record.players,
        "seed": record.seed,
        "secret": None if record.secret is None else record.secret.hex(),
        "names": {str(seat): name for seat, name in record.names},
        "setup": list(record.setup),
        "moves": [
            {"number": number, "seat": line.seat, "move": str(line.move), "outcomes": list(line.outcomes)}
            for number, line in enumerate(record.lines, 1)
        ],
        "over": game.over,
        "ending": ENDINGS[int(game.states[0].public.ending)],
        "winners": list(game.winners),
        "scores": [asdict(score) | ({} if game.over else {"place": None}) for score in game.scores()],
    }
