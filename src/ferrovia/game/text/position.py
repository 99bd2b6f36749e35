"""A position as one line of text: every field of the state by name, with cards, routes and tickets by their ids.

    ferrovia-position 1 rules=new-york hash=2f… public.players=2 public.market=red:2,locomotive:1 private.0.hand=…

Fields that are 0, empty or -1 ("none"), as in a new record, are left out. `parse_position(position_text(game))` is the
same game with the same generator, but without history; rules that are not built in must be passed to it. A position has
one canonical form: the parser accepts only what `position_text` writes, character by character.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from ferrovia.core.fields import Field, fields_of
from ferrovia.core.limits import CARD_KINDS, NONE, SEATS
from ferrovia.engine.state import STATE, Private, Public, Secret
from ferrovia.errors import PositionError, UnreadableMove
from ferrovia.game.checks import check_rules, difference, quoted
from ferrovia.game.game import Game
from ferrovia.game.invariants.state import broken_invariants
from ferrovia.game.translate import card_number, members, route_number, ticket_number
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules

HEADER = "ferrovia-position 1"


def position_text(game: Game) -> str:
    """The position of a game as one line."""
    if not isinstance(game, Game):
        raise PositionError(f"position_text needs a Game, not {quoted(game)}")
    return " ".join(_words(game.rules, game.states))


def parse_position(text: str, rules: Rules | None = None) -> Game:
    """The game that a position describes. Pass `rules` if they are not built in. Raises PositionError."""
    if not isinstance(text, str):
        raise PositionError(f"a position must be text, not {type(text).__name__}")
    words = text.split(" ")
    if " ".join(words[:2]) != HEADER:
        raise PositionError(f"a position must begin with {HEADER!r}")
    values = _values(words[2:])
    resolved = _rules(values, rules)
    states = _read_all(resolved, values)
    for read, written in zip_longest(words, _words(resolved, states), fillvalue=""):
        if read != written:
            raise PositionError(f"the position is not in canonical form: {difference(read, written)}")
    broken = broken_invariants(resolved, states[0])
    if broken:
        raise PositionError("this position is impossible: " + "; ".join(broken))
    return Game.from_state(resolved, states)


def _blank() -> Any:
    """A state in which every field that refers to something refers to nothing."""
    states = np.zeros(1, STATE)
    for _, field, value in _slots(states):
        value[...] = field.blank
    return states


def _slots(states: Any) -> Iterator[tuple[str, Field, Any]]:
    """Every field of the single state in an array: path, declaration, value as a writable array."""
    parts = [("public", Public, states["public"]), ("secret", Secret, states["secret"])]
    parts += [(f"private.{seat}", Private, states["private"][:, seat]) for seat in range(SEATS)]
    for prefix, record, values in parts:
        for name, field in fields_of(record).items():
            yield f"{prefix}.{name}", field, values[name]


def _words(rules: Rules, states: Any) -> list[str]:
    """The words of a position, in order."""
    words = [*HEADER.split(" "), f"rules={rules.id}", f"hash={rules.hash}"]
    for (path, field, value), (_, _, blank) in zip(_slots(states), _slots(_blank()), strict=True):
        if not np.array_equal(value, blank):
            words.append(f"{path}={_write(rules, field, value)}")
    return words


def _write(rules: Rules, field: Field, value: Any) -> str:
    """An array: rows separated by `/`, entries of a row by `,`."""
    if field.of in ("routes", "tickets") and field.code == "u8":
        names = rules.route_ids if field.of == "routes" else rules.ticket_ids
        return "/".join(
            ",".join(names[member] for member in members(row)) for row in value.reshape(-1, value.shape[-1])
        )
    if field.of == "cards":
        rows = value.reshape(-1, CARD_KINDS).tolist()
        return "/".join(
            ",".join(f"{name}:{n}" for name, n in zip(rules.card_names, row, strict=True) if n) for row in rows
        )
    numbers = value.reshape(-1).tolist()
    if field.of == "ticket":
        return ",".join(rules.ticket_ids[number] if number != NONE else "" for number in numbers).rstrip(",")
    return ",".join(map(str, numbers))


def _values(words: list[str]) -> dict[str, str]:
    """The text of each field by its path."""
    values: dict[str, str] = {}
    for word in words:
        path, equals, value = word.partition("=")
        if not equals:
            raise PositionError(f"{quoted(word)} is not of the form field=value; fields are separated by one space")
        if path in values:
            raise PositionError(f"{quoted(path)} is given twice")
        values[path] = value
    return values


def _rules(values: dict[str, str], rules: Rules | None) -> Rules:
    """The rules a position names, verified by the hash it names."""
    name, digest = values.pop("rules", ""), values.pop("hash", "")
    if rules is None and name not in built_in_rules():  # never a file: the text must not choose what is opened
        raise PositionError(f"the position's rules {quoted(name)} are not built in; pass them as `rules`")
    resolved = load_rules(name) if rules is None else check_rules(rules)
    if (resolved.id, resolved.hash) != (name, digest):
        read = f"{quoted(name)} {quoted(digest[:16])}"
        raise PositionError(
            f"the position was reached by rules {read}, but here {resolved.id} is {resolved.hash[:16]}…"
        )
    return resolved


def _read_all(rules: Rules, values: dict[str, str]) -> Any:
    """The state that these fields describe, sound or not."""
    states = _blank()
    slots = {path: (field, value) for path, field, value in _slots(states)}
    for path, text in values.items():
        if path not in slots:
            raise PositionError(f"{quoted(path)} is not a field of a position")
        _read(rules, path, *slots[path], text)
    return states


def _read(rules: Rules, path: str, field: Field, slot: Any, text: str) -> None:
    """Write the parsed text of a field into its slot."""
    try:
        numbers = _numbers(rules, field, slot, text)
    except (UnreadableMove, ValueError) as error:  # a name with a number in it
        raise PositionError(f"{path}: {error}") from error
    limits = np.iinfo(slot.dtype)
    if len(numbers) != slot.size or any(not limits.min <= number <= limits.max for number in numbers):
        raise PositionError(f"{path}: {quoted(text)} has too many, too few or too large values")
    slot.reshape(-1)[:] = np.array(numbers, slot.dtype)


def _numbers(rules: Rules, field: Field, slot: Any, text: str) -> list[int]:
    if field.of in ("routes", "tickets") and field.code == "u8":
        number = route_number if field.of == "routes" else ticket_number
        rows = [[number(rules, name) for name in row.split(",") if name] for row in text.split("/")]
        return [word for row in rows for word in _mask(row, slot.shape[-1])]
    if field.of == "cards":
        return [count for row in text.split("/") for count in _counts(rules, row)]
    if field.of == "ticket":
        named = [ticket_number(rules, name) if name else NONE for name in text.split(",")]
        return named + [NONE] * (slot.size - len(named))
    return [_number(number) for number in text.split(",")]


def _number(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,20}", text):
        raise ValueError(f"{quoted(text)} is not a number")
    return int(text)


def _mask(numbers: list[int], words: int) -> list[int]:
    whole = sum(1 << number for number in set(numbers))
    return [whole >> (64 * word) & ((1 << 64) - 1) for word in range(words)]


def _counts(rules: Rules, row: str) -> list[int]:
    counts = [0] * CARD_KINDS
    for entry in filter(None, row.split(",")):
        name, _, count = entry.partition(":")
        counts[card_number(rules, name)] = _number(count)
    return counts
