"""Records: whole games as text, with every move and every chance outcome, so that they can be checked without an
engine.

    ferrovia record 1
    rules north-america-classic 3b0f…
    players 2
    seed 7
    seat 0 Ada
    setup | dealt:red dealt:blue … market:green … ticket:denver--el-paso …
    1 0 keep denver--el-paso boston--miami return chicago--santa-fe |
    2 1 keep … | mixed:chicago--santa-fe
    3 0 draw | drew:red
    …
    end last-round 0:112:1 1:97:2

`seed`, `seat` and `rules-json` (for rules that are not built in) are optional. Instead of a seed there may be the
`secret` of a provably fair shuffle (`ferrovia.game.shuffle`). An unfinished game ends in `stop 41`, the number of its
moves: a record without either last line is cut short. A record has one canonical form: `str(parse_record(text)) ==
text`, except that the final newline may be missing. Lines end in a plain newline, and words are separated by single
spaces.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferrovia.core.limits import NONE
from ferrovia.engine import journal
from ferrovia.errors import RecordError
from ferrovia.game.checks import check_seat, quoted
from ferrovia.game.events import is_chance, outcome
from ferrovia.game.game import Game
from ferrovia.game.moves import Move
from ferrovia.game.player_names import can_be_shown
from ferrovia.rules.resolved import Rules

HEADER = "ferrovia record 1"
ENDINGS = ("unfinished", "last-round", "all-passed", "nobody-gained")
LABELS = {
    journal.DEALT: "dealt",
    journal.FILLED: "market",
    journal.DREW: "drew",
    journal.OFFERED: "ticket",
    journal.MIXED: "mixed",
    journal.TURNED: "turned",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A move in a record."""

    seat: int
    move: Move
    outcomes: tuple[str, ...]
    number: int = field(default=0, compare=False)
    """Its line number in the text, for messages."""


@dataclass(frozen=True, slots=True)
class Record:
    """A written game. `parse_record(str(record)) == record`."""

    rules: Rules
    players: int
    setup: tuple[str, ...]
    lines: tuple[Line, ...]
    result: str
    seed: int | None = None
    names: tuple[tuple[int, str], ...] = ()
    secret: bytes | None = None
    setup_line: int | None = field(default=None, compare=False)
    result_line: int | None = field(default=None, compare=False)
    """Its line number in the text, for messages."""

    def __str__(self) -> str:
        head = [HEADER, f"rules {self.rules.id} {self.rules.hash}"]
        head += [] if self.rules.built_in else [f"rules-json {self.rules.to_json()}"]
        head += [f"players {self.players}"] + ([] if self.seed is None else [f"seed {self.seed}"])
        head += [] if self.secret is None else [f"secret {self.secret.hex()}"]
        head += [f"seat {seat} {name}" for seat, name in self.names]
        body = [" ".join(["setup |", *self.setup])]
        body += [write_line(number, line) for number, line in enumerate(self.lines, 1)]
        return "\n".join([*head, *body, self.result, ""])

    def replay(self) -> Game:
        """Replay the game from its outcomes; check every move, the result and, if there is one, the seed."""
        from ferrovia.game.text.replay import replay

        return replay(self)

    def to_json(self) -> str:
        """The record with the breakdown of its result, for programs. It is replayed, and so checked, for that."""
        from ferrovia.game.text.replay import as_json

        return json.dumps(as_json(self), ensure_ascii=False, indent=2)


def write_line(number: int, line: Line) -> str:
    """One move with its outcomes."""
    return " ".join([str(number), str(line.seat), str(line.move), "|", *line.outcomes])


def record_game(game: Game, names: Mapping[int, str] | None = None) -> Record:
    """The record of a game, with the players' names by seat. The game must have its complete history."""
    if not isinstance(game, Game):
        raise RecordError(f"a game is recorded, not {quoted(game)}")
    if names is not None and not isinstance(names, Mapping):
        raise RecordError(f"names are given by seat, like {{0: 'Ada'}}, not {quoted(names)}")
    if game.setup_events is None:
        raise RecordError("a game that began in the middle has no record; keep its position instead (position_text)")
    lines = tuple(Line(turn.seat, turn.move, chance_text(game.rules, turn.events)) for turn in game.history)
    seated = {check_seat(seat, game.players): check_name(name) for seat, name in (names or {}).items()}
    checked = tuple(sorted(seated.items()))
    setup = chance_text(game.rules, game.setup_events)
    return Record(game.rules, game.players, setup, lines, result_text(game), game.seed, checked, game.secret)


def check_name(name: str) -> str:
    """Check that a name fits on its line."""
    if (
        not isinstance(name, str)
        or not name.strip()
        or name != " ".join(name.split())
        or len(name) > 80
        or not can_be_shown(name)
    ):
        raise RecordError(
            f"{quoted(name)} cannot be a player's name: one line of printable text, at most 80 characters"
        )
    return name


def chance_text(rules: Rules, events: Any) -> tuple[str, ...]:
    """The chance outcomes among events."""
    return tuple(label_outcome(rules, event) for event in events if is_chance(event))


def label_outcome(rules: Rules, event: Any) -> str:
    """`drew:red`, `ticket:denver--el-paso`."""
    name = rules.card_names[outcome(event)] if int(event["card"]) != NONE else rules.ticket_ids[outcome(event)]
    return f"{LABELS[int(event['kind'])]}:{name}"


def result_text(game: Game) -> str:
    """The last line: the result, or where the record stops."""
    if not game.over:
        return f"stop {len(game.history)}"
    places = " ".join(f"{score.seat}:{score.total}:{score.place}" for score in game.scores())
    return f"end {ENDINGS[int(game.states[0].public.ending)]} {places}"


def parse_record(text: str) -> Record:
    """Parse a record; RecordError names the offending line. Whether it follows the rules is checked by `replay`."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    from ferrovia.game.text.record_parser import read_record

    return read_record(text)
