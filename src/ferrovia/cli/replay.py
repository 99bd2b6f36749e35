"""`ferrovia replay`: verify a record and print its result."""

import argparse
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.game.game import Game
    from ferrovia.game.text.record import Record


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "replay",
        help="verify a record and print its result",
        description="Replay a record from its outcomes, compare it with its seed, and print the result.",
    )
    verb.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    verb.add_argument("--json", action="store_true", help="print the whole game and its result as JSON")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Verify one record."""
    from ferrovia.cli.record_files import read_text
    from ferrovia.errors import RecordError
    from ferrovia.game.text.record_parser import parse_record
    from ferrovia.rules.files.complaint import printable

    try:
        record = parse_record(read_text(arguments.file))
        print(in_ascii(record.to_json()) if arguments.json else describe(record))
    except RecordError as error:
        raise RecordError(f"{printable(arguments.file)}: {error}") from error
    return 0


def in_ascii(text: str) -> str:
    """JSON that no terminal encoding can garble: other characters occur only in strings, where they are escaped."""
    return "".join(letter if letter.isascii() else json.dumps(letter)[1:-1] for letter in text)


def describe(record: "Record") -> str:
    """The result of a valid record."""
    game = record.replay()
    names = dict(record.names)
    source = "seed" if record.seed is not None else "secret" if record.secret is not None else None
    checked = f"outcomes and {source} agree" if source else "no seed to compare with"
    lines = [f"{record.rules.name}, {record.players} players, {len(record.lines)} moves: in order ({checked})"]
    if not game.over:
        lines.append(f"not finished: seat {game.seat} is to move")
    return "\n".join([*lines, *score_lines(game, names)])


def score_lines(game: "Game", names: dict[int, str]) -> list[str]:
    """A line per seat, best first."""
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
        place = f"{score.place}. " if game.over else ""  # no places before the end
        lines.append(f"{place}{names.get(score.seat, f'seat {score.seat}')}: {score.total} = {' + '.join(parts)}")
    return lines
