"""`ferrovia replay`: verify a record and print its result."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.game import Game
    from ferrovia.record import Record


def add_parser(verbs: Any) -> None:
    """The verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "replay",
        help="verify a record and print its result",
        description="Play a record again from its outcomes, compare it with its seed, and print the result.",
    )
    verb.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    verb.add_argument("--json", action="store_true", help="the whole game and its result, for programs")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Verify one record."""
    from ferrovia.errors import RecordError
    from ferrovia.record import parse_record

    try:
        record = parse_record(read_text(arguments.file))
        print(record.to_json() if arguments.json else describe(record))
    except RecordError as error:
        raise RecordError(f"{arguments.file}: {error}") from error
    return 0


def read_text(name: str) -> str:
    """The text of a file; RecordError where it cannot be read."""
    from ferrovia.errors import RecordError

    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"is not text: byte {error.start} is not UTF-8") from error


def describe(record: "Record") -> str:
    """The result of a record that holds."""
    game = record.replay()
    names = dict(record.names)
    checked = "outcomes and seed agree" if record.seed is not None else "no seed to compare with"
    lines = [f"{record.rules.name}, {record.players} players, {len(record.lines)} moves: in order ({checked})"]
    if not game.over:
        lines.append(f"not finished: seat {game.seat} is to move")
    return "\n".join([*lines, *score_lines(game, names)])


def score_lines(game: "Game", names: dict[int, str]) -> list[str]:
    """A line for each seat, the best first."""
    lines = []
    for score in sorted(game.scores(), key=lambda score: score.place):
        parts = [
            f"routes {score.routes}",
            f"tickets {score.tickets} ({score.completed} of {len(score.ticket_scores)} made)",
        ]
        if game.rules.rule_set.longest_path_points:
            parts.append(f"longest path {score.longest_path} ({score.trail_length} trains)")
        if game.rules.rule_set.attraction_points:
            parts.append(f"attractions {score.attractions}")
        lines.append(
            f"{score.place}. {names.get(score.seat, f'seat {score.seat}')}: {score.total} = {' + '.join(parts)}"
        )
    return lines
