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
moves; a record without either last line was cut short. A record has one canonical form: `str(parse_record(text)) ==
text`, except that the final newline may be missing. Lines end in a plain newline, and words are separated by single
spaces.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ferrovia.core.limits import NONE
from ferrovia.engine import journal
from ferrovia.errors import FerroviaError, RecordError
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
TICKET_LABELS = {"ticket", "mixed"}


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
    """A whole game in text form: `parse_record(str(record)) == record`."""

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
    """Line numbers of setup and result in the text, for messages."""

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
        """Replay the game from its outcomes, and check every move, the result and, if there is one, the seed."""
        return replay(self)

    def to_json(self) -> str:
        """The record and a breakdown of its result as plain values. Replays, and so checks, the record."""
        return json.dumps(as_json(self), ensure_ascii=False, indent=2)


def write_line(number: int, line: Line) -> str:
    """One move with its outcomes."""
    return " ".join([str(number), str(line.seat), str(line.move), "|", *line.outcomes])


def record_game(game: Game, names: Mapping[int, str] | None = None) -> Record:
    """The record of a game, with the players' names by seat. The game must have its complete history."""
    if not isinstance(game, Game):
        raise RecordError(f"record_game needs a Game, not {quoted(game)}")
    if names is not None and not isinstance(names, Mapping):
        raise RecordError(f"names must be given by seat, like {{0: 'Ada'}}, not {quoted(names)}")
    if game.setup_events is None:
        raise RecordError(
            "a game without its complete history has no record; store its position instead (position_text)"
        )
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


# --- replay ----------------------------------------------------------------------------------------------------------


def outcome_number(rules: Rules, text: str) -> int:
    """The number of an outcome's card or ticket; RecordError if its text is unknown."""
    label, _, name = text.partition(":")
    if label in TICKET_LABELS and name in rules.ticket_index:
        return rules.ticket_index[name]
    if label in LABELS.values() and label not in TICKET_LABELS and name and name in rules.card_names:
        return rules.card_names.index(name)
    raise RecordError(f"{quoted(text)} is not a chance outcome of this game")


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
        raise RecordError(f"setup: {source} deals different cards", record.setup_line)
    for number, line in enumerate(record.lines, 1):
        game.play(line.move, line.seat)
        if chance_text(record.rules, game.history[-1].events) != line.outcomes:
            raise RecordError(f"move {number}: {source} gives different outcomes", line.number or None)
    return game


def as_json(record: Record) -> dict[str, Any]:
    """The record and its checked result as plain values; before the end of a game no seat has a place."""
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
