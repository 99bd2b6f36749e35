"""Whole games as text: every move and every outcome of chance, so that no engine is needed to check them.

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

`seed`, `seat` and `rules-json` (for rules that are not built in) are optional. A game that is not over ends in
`stop 41`, the number of its moves: without either last line a record is cut short.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ferrovia.checks import check_players, check_seat, check_seed
from ferrovia.engine import journal
from ferrovia.errors import FerroviaError, MoveError, OtherRules, RecordError, TableError
from ferrovia.game import Game
from ferrovia.happenings import is_chance, outcome
from ferrovia.moves import Move, parse_move
from ferrovia.rules.limits import NONE
from ferrovia.rules.loading import built_in_rules, load_rules, rules_from_json
from ferrovia.rules.resolved import Rules

Value = TypeVar("Value")

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
    """One move of a record."""

    seat: int
    move: Move
    outcomes: tuple[str, ...]
    number: int = field(default=0, compare=False)
    """Where it stands in the text, for messages."""


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
    setup_line: int | None = field(default=None, compare=False)
    result_line: int | None = field(default=None, compare=False)
    """Where these stand in the text, for messages."""

    def __str__(self) -> str:
        head = [HEADER, f"rules {self.rules.id} {self.rules.hash}"]
        head += [] if self.rules.built_in else [f"rules-json {self.rules.to_json()}"]
        head += [f"players {self.players}"] + ([] if self.seed is None else [f"seed {self.seed}"])
        head += [f"seat {seat} {name}" for seat, name in self.names]
        body = [f"setup | {' '.join(self.setup)}"]
        body += [write_line(number, line) for number, line in enumerate(self.lines, 1)]
        return "\n".join([*head, *body, self.result, ""])

    def replay(self) -> Game:
        """Play the game again from its outcomes, check every move, the result and, where there is one, the seed."""
        from ferrovia.replay import replay

        return replay(self)

    def to_json(self) -> str:
        """For programs: the record with the breakdown of its result. It is replayed, so checked, for that."""
        from ferrovia.replay import as_json

        return json.dumps(as_json(self), ensure_ascii=False, indent=2)


def write_line(number: int, line: Line) -> str:
    """One move with what it brought."""
    return " ".join([str(number), str(line.seat), str(line.move), "|", *line.outcomes])


def record_game(game: Game, names: dict[int, str] | None = None) -> Record:
    """The record of a game; it must have been set up by us, not begun in the middle."""
    if game.setup_events is None:
        raise RecordError("a game that began in the middle has no record; keep its position instead (position_text)")
    lines = tuple(Line(turn.seat, turn.move, chance_text(game.rules, turn.events)) for turn in game.history)
    seated = {check_seat(seat, game.players): check_name(name) for seat, name in (names or {}).items()}
    checked = tuple(sorted(seated.items()))
    setup = chance_text(game.rules, game.setup_events)
    return Record(game.rules, game.players, setup, lines, result_text(game), game.seed, checked)


def check_name(name: str) -> str:
    """A name that fits on its line."""
    if (
        not isinstance(name, str)
        or not name.strip()
        or name != " ".join(name.split())
        or len(name) > 80
        or not name.isprintable()
    ):
        raise RecordError(
            f"{str(name)[:80]!r} cannot be a player's name: one line of printable text, at most 80 characters"
        )
    return name


def chance_text(rules: Rules, events: Any) -> tuple[str, ...]:
    """The outcomes of chance among events."""
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
    """Read a record; RecordError names the line that is wrong. Whether it follows the rules, `replay` finds out."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    return _Reader(text).read()


class _Reader:
    """Reads the lines of a record one by one and knows where it is."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0

    def fail(self, sentence: str) -> RecordError:
        return RecordError(sentence, max(self.at, 1))

    def next(self, wanted: str) -> str:
        if self.at >= len(self.lines):
            self.at += 1
            raise self.fail(f"the record is cut short: {wanted} was expected here")
        self.at += 1
        return self.lines[self.at - 1].strip()

    def read(self) -> Record:
        if self.next("the header") != HEADER:
            raise self.fail(f"this is no record: its first line is not {HEADER!r}")
        rules = self.read_rules()
        players = self.checked(check_players, rules, self.number("players", self.next("'players N'")))
        seed, names, setup = self.read_options(players)
        setup_line = self.at
        lines, result = self.read_moves()
        result_line = self.at
        if any(line.strip() for line in self.lines[self.at :]):
            self.at += 1
            raise self.fail("there is something after the last line of the record")
        return Record(
            rules, players, setup, tuple(lines), result, seed, tuple(sorted(names.items())), setup_line, result_line
        )

    def checked(self, check: Callable[..., Value], *values: Any) -> Value:
        """What a check makes of values, or its complaint with the line it is about."""
        try:
            return check(*values)
        except (TableError, RecordError) as error:
            raise self.fail(str(error)) from error

    def number(self, key: str, line: str) -> int:
        word, _, value = line.partition(" ")
        if word != key or not value.isascii() or not value.isdigit() or len(value) > 20:
            raise self.fail(f"'{key} NUMBER' was expected, not {line[:60]!r}")
        return int(value)

    def read_rules(self) -> Rules:
        words = self.next("'rules ID HASH'").split()
        if len(words) != 3 or words[0] != "rules":
            raise self.fail("'rules ID HASH' was expected")
        embedded = self.at < len(self.lines) and self.lines[self.at].startswith("rules-json ")
        rules = self.embedded_rules() if embedded else self.known_rules(words[1])
        if rules.id != words[1]:
            raise self.fail(f"the record names the rules {words[1][:80]!r} but embeds {rules.id!r}")
        if rules.hash != words[2]:
            at = 2
            raise OtherRules(
                f"played by rules {words[1]} {words[2][:16]}…, but here {rules.id} is {rules.hash[:16]}…", at
            )
        return rules

    def embedded_rules(self) -> Rules:
        try:
            return rules_from_json(self.next("rules").removeprefix("rules-json "), "embedded rules")
        except FerroviaError as error:
            raise self.fail(f"the embedded rules are broken: {error}") from error

    def known_rules(self, name: str) -> Rules:
        if name not in built_in_rules():  # never a file: whoever wrote the record must not choose what is opened here
            raise self.fail(f"the rules {name[:80]!r} are neither built in nor embedded in the record (rules-json)")
        return load_rules(name)

    def read_options(self, players: int) -> tuple[int | None, dict[int, str], tuple[str, ...]]:
        seed: int | None = None
        names: dict[int, str] = {}
        while True:
            line = self.next("'setup | …'")
            if line.startswith("setup |"):
                return seed, names, tuple(line.removeprefix("setup |").split())
            if line.startswith("seed ") and seed is None:
                seed = self.checked(check_seed, self.number("seed", line))
            elif line.startswith("seat "):
                seat, name = self.read_name(line, players)
                if seat in names:
                    raise self.fail(f"seat {seat} has a name already")
                names[seat] = name
            else:
                raise self.fail(f"'seed', 'seat' or 'setup' was expected, not {line[:60]!r}")

    def read_name(self, line: str, players: int) -> tuple[int, str]:
        seat, _, name = line.removeprefix("seat ").partition(" ")
        number = self.checked(check_seat, self.number("seat", f"seat {seat}"), players)
        return number, self.checked(check_name, name)

    def read_moves(self) -> tuple[list[Line], str]:
        lines: list[Line] = []
        while True:
            line = self.next("a move, 'end …' or 'stop …'")
            if line.startswith(("end ", "stop ")):
                return lines, line
            lines.append(self.read_move(line, len(lines) + 1))

    def read_move(self, line: str, expected: int) -> Line:
        said, bar, outcomes = line.partition("|")
        words = said.split()
        if not bar or len(words) < 3 or words[0] != str(expected):
            raise self.fail(f"move {expected} was expected: '{expected} SEAT MOVE | OUTCOMES', not {line[:60]!r}")
        if not (words[1].isascii() and words[1].isdigit() and len(words[1]) < 4):
            raise self.fail(f"{words[1][:20]!r} is not a seat")
        try:
            return Line(int(words[1]), parse_move(" ".join(words[2:])), tuple(outcomes.split()), self.at)
        except (MoveError, TableError) as error:
            raise self.fail(str(error)) from error
