"""Rules: a rule set and a map that passed every check, with their names, hash and board."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any

from ferrovia.core import limits
from ferrovia.errors import BrokenRules
from ferrovia.rules import ids
from ferrovia.rules.files import locate
from ferrovia.rules.files.assembling import FORMAT, assemble, assemble_json
from ferrovia.rules.files.complaint import Complaint, collect, printable
from ferrovia.rules.files.document import read_json
from ferrovia.rules.plain import as_table, hashed_table
from ferrovia.rules.schema import LOCOMOTIVE, Layout, Map, RuleSet, Ticket

NUMBERING = 1
"""Part of every hash. Raised when the numbers of actions, answers, routes or tickets change their meaning."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a game. Two are equal if their `id` and `hash` are equal: same name and same play, regardless of
    rule books, display names and drawings. Immutable and hashable.

    >>> from ferrovia.rules.files.loading import load_rules
    >>> rules = load_rules("new-york")
    >>> rules.route_ids[0], rules.route_index["central-park--lincoln-center"]
    ('lincoln-center--central-park', 0)
    """

    id: str
    rule_set: RuleSet
    map: Map  # with only the tickets in play, and without the totals in the file
    layout: Layout | None = None
    built_in: bool = False

    def __eq__(self, other: object) -> bool:
        return (self.id, self.hash) == (other.id, other.hash) if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.id, self.hash))

    @property
    def name(self) -> str:
        """The display name."""
        return self.rule_set.name or self.map.name or self.id

    @cached_property
    def hash(self) -> str:
        """SHA-256 of everything that affects a game, but not of names, drawings or how the files are written."""
        board = hashed_table(self.map)
        for table, ticket in zip(board["tickets"], self.map.tickets, strict=True):
            table["to"], table["points"] = [list(target) for target in ticket.targets], None
        content = {"numbering": NUMBERING, "rules": hashed_table(self.rule_set), "map": board}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @cached_property
    def board(self) -> Any:
        """The board: one read-only record of dtype BOARD, in an array of shape (1,)."""
        from ferrovia.rules.compiling import compile_board  # only a board needs NumPy

        return compile_board(self.rule_set, self.map)

    @property
    def colours(self) -> tuple[str, ...]:
        """Card colours, in the order of their numbers."""
        return self.rule_set.colours

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The name of each kind of card; "" for numbers this rule set does not use."""
        return (*self.colours, *[""] * (limits.COLOURS - len(self.colours)), LOCOMOTIVE)

    @cached_property
    def city_ids(self) -> tuple[str, ...]:
        return tuple(city.id for city in self.map.cities)

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        """Route ids: `denver--omaha`, and `denver--kansas-city:2` for the second of a double."""
        return ids.route_ids(self.map.routes)

    @cached_property
    def route_index(self) -> Mapping[str, int]:
        """The number of each route by id, with its cities in either order."""
        return ids.index_of(self.route_ids)

    @cached_property
    def tickets(self) -> tuple[Ticket, ...]:
        """One entry per ticket card in play, copies included."""
        return ids.cards_of(self.map.tickets)

    @cached_property
    def ticket_ids(self) -> tuple[str, ...]:
        """Ticket ids: `denver--el-paso`, `bern--austria+france+germany+italy`, and `:2` for a second copy."""
        return ids.ticket_ids(self.tickets)

    @cached_property
    def ticket_index(self) -> Mapping[str, int]:
        """The number of each ticket by id; a ticket with one target is found in either order."""
        return ids.index_of(self.ticket_ids)

    def to_json(self) -> str:
        """Everything about these rules, names and drawing included, on one line."""
        content: dict[str, Any] = {"format": FORMAT, "id": self.id, "rules": as_table(self.rule_set)}
        content["map"] = as_table(self.map, defaults=False)
        if self.layout:
            content["layout"] = as_table(self.layout)
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, *, label: str = "embedded rules") -> "Rules":
        """The rules written by `to_json`, checked as thoroughly as a file. `label` names their source in complaints."""
        return unless_broken(label, lambda complaints: _from_json(text, label, complaints))

    def __getstate__(self) -> dict[str, Any]:
        """Drop the board when pickling: the other process compiles its own, because a pickled array loses its write
        protection."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@cache
def built_in(name: str) -> Rules:
    """Built-in rules by id."""
    return unless_broken(name, lambda complaints: _from_built_in(name, complaints))


def _from_built_in(name: str, complaints: list[Complaint]) -> Rules | None:
    document = locate.read_built_in(locate.RULE_SETS, name, complaints)
    assembled = None if document is None else assemble(document, name, complaints)
    return None if assembled is None else Rules(*assembled, built_in=True)


def _from_json(text: str, label: str, complaints: list[Complaint]) -> Rules | None:
    document = read_json(text, label, complaints)
    assembled = None if document is None else assemble_json(document, complaints)
    rules = None if assembled is None else Rules(*assembled)
    if rules and rules.id in locate.built_in_ids(locate.RULE_SETS) and rules != built_in(rules.id):
        sentence = f"{rules.id!r} is built in and plays otherwise (another hash); give these rules another id"
        complaints.append(Complaint(label, None, "id", "built-in-id", sentence))
    return rules


def unless_broken(name: str, attempt: Callable[[list[Complaint]], Rules | None]) -> Rules:
    """The rules that an attempt finds; BrokenRules with all complaints if there are any."""
    rules, complaints = collect(attempt)
    if rules is not None and not complaints:
        return rules
    count = f"{len(complaints)} complaints" if len(complaints) > 1 else "1 complaint"
    listed = "\n".join(map(str, complaints))
    raise BrokenRules(f"{printable(name)} cannot be used, {count}:\n{listed}", complaints)
