"""Record parser: reads line by line, each as `Record` writes it; an error names the line."""

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

from ferrovia.errors import BrokenRules, MoveError, OtherRules, RecordError, TableError
from ferrovia.game.checks import check_players, check_seat, check_seed, difference, quoted
from ferrovia.game.moves import parse_move
from ferrovia.game.shuffle import SECRET_BYTES
from ferrovia.game.text.record import HEADER, Line, Record, check_name
from ferrovia.rules.files.document import LARGEST_FILE
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules

Value = TypeVar("Value")


def parse_record(text: str) -> Record:
    """Parse a record; raises RecordError with the line number. `Record.replay` checks whether it follows the rules.

    Only the canonical form is accepted; the final newline may be missing.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record must be text, not {type(text).__name__}")
    record = RecordParser(text).read()
    written = str(record)
    if text not in (written, written.removesuffix("\n")):
        for number, (line, should) in enumerate(zip_longest(text.split("\n"), written.split("\n"), fillvalue=""), 1):
            if line != should:
                raise RecordError(difference(line, should), number)
    return record


class ChanceSource(NamedTuple):
    """The source of a game's chance, if the record states it."""

    seed: int | None = None
    secret: bytes | None = None


class RecordParser:
    """Parser of the lines of a record, which keeps track of the position. `parse_record` compares their spacing."""

    def __init__(self, text: str) -> None:
        self.lines = text.removesuffix("\n").split("\n") if text else []
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
            raise self.fail(f"this is not a record: its first line is not {HEADER!r}")
        rules = self.read_rules()
        players = self.checked(check_players, rules, self.number("players", self.next("'players N'")))
        chance, names, setup = self.read_options(players)
        setup_line = self.at
        lines, result = self.read_moves()
        result_line = self.at
        if self.at < len(self.lines):
            self.at += 1
            raise self.fail("there is something after the last line of the record")
        named = tuple(sorted(names.items()))
        return Record(
            rules,
            players,
            setup,
            tuple(lines),
            result,
            chance.seed,
            named,
            chance.secret,
            setup_line,
            result_line,
        )

    def checked(self, check: Callable[..., Value], *values: Any) -> Value:
        """The result of a check, or its complaint with the line number."""
        try:
            return check(*values)
        except (TableError, RecordError) as error:
            raise self.fail(str(error)) from error

    def number(self, key: str, line: str) -> int:
        word, _, value = line.partition(" ")
        if word != key or not value.isascii() or not value.isdigit() or len(value) > 20:
            raise self.fail(f"'{key} NUMBER' was expected, not {quoted(line)}")
        return int(value)

    def read_rules(self) -> Rules:
        words = self.next("'rules ID HASH'").split()
        if len(words) != 3 or words[0] != "rules":
            raise self.fail("'rules ID HASH' was expected")
        embedded = self.at < len(self.lines) and self.lines[self.at].startswith("rules-json ")
        rules = self.embedded_rules() if embedded else self.known_rules(words[1])
        if rules.id != words[1]:
            raise self.fail(f"the record names the rules {quoted(words[1])} but embeds {rules.id!r}")
        if rules.hash != words[2]:
            at = 2
            raise OtherRules(
                f"played by rules {words[1]} {quoted(words[2][:16])}, but here {rules.id} is {rules.hash[:16]}…", at
            )
        return rules

    def embedded_rules(self) -> Rules:
        text = self.next("rules").removeprefix("rules-json ")
        if len(text) > LARGEST_FILE:
            raise self.fail(f"the embedded rules are longer than {LARGEST_FILE} characters; no board is that big")
        try:
            return Rules.from_json(text)
        except BrokenRules as error:
            count, first = len(error.complaints), str(error.complaints[0])[:200]
            raise self.fail(f"the embedded rules are broken, {count} complaint(s), the first: {first}") from error

    def known_rules(self, name: str) -> Rules:
        if name not in built_in_rules():  # never a file: a record must not choose what is opened
            raise self.fail(f"the rules {quoted(name)} are neither built in nor embedded in the record (rules-json)")
        return load_rules(name)

    def read_options(self, players: int) -> tuple[ChanceSource, dict[int, str], tuple[str, ...]]:
        chance = ChanceSource()
        names: dict[int, str] = {}
        while True:
            line = self.next("'setup | …'")
            if line.startswith("setup |"):
                return chance, names, tuple(line.removeprefix("setup |").split())
            if line.startswith("seed ") and chance == ChanceSource():
                chance = ChanceSource(seed=self.checked(check_seed, self.number("seed", line)))
            elif line.startswith("secret ") and chance == ChanceSource():
                chance = ChanceSource(secret=self.read_secret(line))
            elif line.startswith("seat "):
                seat, name = self.read_name(line, players)
                if seat in names:
                    raise self.fail(f"seat {seat} already has a name")
                names[seat] = name
            else:
                raise self.fail(f"'seed', 'secret', 'seat' or 'setup' was expected, not {quoted(line)}")

    def read_secret(self, line: str) -> bytes:
        digits = line.removeprefix("secret ")
        if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", digits):
            raise self.fail(f"'secret' and {2 * SECRET_BYTES} of the digits 0 to f was expected, not {quoted(line)}")
        return bytes.fromhex(digits)

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
        action, bar, outcomes = line.partition("|")
        words = action.split()
        if not bar or len(words) < 3 or words[0] != str(expected):
            raise self.fail(f"move {expected} was expected: '{expected} SEAT MOVE | OUTCOMES', not {quoted(line)}")
        if not (words[1].isascii() and words[1].isdigit() and len(words[1]) < 4):
            raise self.fail(f"{quoted(words[1])} is not a seat")
        try:
            return Line(int(words[1]), parse_move(" ".join(words[2:])), tuple(outcomes.split()), self.at)
        except (MoveError, TableError) as error:
            raise self.fail(str(error)) from error
