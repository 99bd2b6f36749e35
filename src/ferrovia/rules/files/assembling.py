"""Resolution of files to rules: follows `extends`, reads the map and the layout, and validates everything."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ferrovia.rules.checks.map import MapDraft, draft_of
from ferrovia.rules.checks.rule_set import RuleSetDraft, check_rule_set
from ferrovia.rules.checks.together import check_files, check_layout, check_together
from ferrovia.rules.files import locate
from ferrovia.rules.files.complaint import Complaint
from ferrovia.rules.files.document import Document, Location
from ferrovia.rules.ids import in_play
from ferrovia.rules.keys import keys_of, meant, read_all, read_keys
from ferrovia.rules.kinds import UNREADABLE, Slug, is_readable, show
from ferrovia.rules.schema import Layout, Map, RuleSet, Totals

Check = Callable[[RuleSetDraft, MapDraft], None]

FORMAT = 1
"""The version of the JSON form."""

DEFAULT_PARENT = "north-america"
"""The rules of a map that is loaded alone and names no others."""

MOST_ANCESTORS = 10
"""Longest chain of rule sets that extend one another."""

LISTS = ("cities", "routes", "tickets")
BESIDE = ("rules",)
"""Keys in the file of a map that are not part of the map."""


class Assembled(NamedTuple):
    """The parts of `ferrovia.Rules`: valid, and complete."""

    id: str
    rule_set: RuleSet
    map: Map
    layout: Layout | None


@dataclass(slots=True)
class Chain:
    """The values of a rule set while its ancestors are merged into it; `locations` says which file stated each key.

    `bad` holds the keys whose value is not completely known.
    """

    values: dict[str, Any] = field(default_factory=dict)
    locations: dict[str, Location] = field(default_factory=dict)
    bad: set[str] = field(default_factory=set)

    def lay_over(self, table: dict[str, Any], location: Location, *, another_map: bool) -> None:
        """Override a parent's values with what a child states. A parent's name and books are not inherited."""
        for own in ("name", "documents"):
            self.values.pop(own, None)
        if another_map:  # decks belong to one map and mean nothing on another
            self.values.pop("ticket_decks", None)
            self.bad.discard("ticket_decks")
        for name, value in read_keys(RuleSet, table, location).items():
            if name in table:
                self.locations[name] = location.at(name)
            self.bad.discard(name)
            if not is_readable(value):
                self.bad.add(name)
            if value is not UNREADABLE:
                self.values[name] = value


def assemble(document: Document, name: str, complaints: list[Complaint]) -> Assembled | None:
    """The rules in a rule set or a map; None if there are complaints."""
    location = Location(document, (), complaints)
    if has_lists_below_a_table(location):
        return None
    if locate.kind_of(document) == locate.MAPS:
        chain = chain_of_map(location)
        return finish_file(name, chain, location, location.at("rules"))
    chain = follow(document.table, location, ())
    if "map" not in chain.locations and "map" not in chain.bad:
        location.complain("missing-key", f"the key 'map' is missing ({keys_of(RuleSet)['map'].meaning})")
    elif "map" not in chain.bad:
        map_document = locate.read_reference(chain.values["map"], locate.MAPS, chain.locations["map"])
        map_location = map_document and Location(map_document, (), complaints)
        if map_location and not has_lists_below_a_table(map_location):
            return finish_file(name, chain, map_location, location)
    check_rule_set(rule_set_draft(chain, location))
    return None


def has_lists_below_a_table(location: Location) -> bool:
    """Whether `[rules]` or `[totals]` stands above the lists of a map, which TOML then reads as part of that table."""
    for header in ("rules", "totals"):
        table = location.document.table.get(header)
        lists = [name for name in LISTS if isinstance(table, dict) and isinstance(table.get(name), list)]
        if lists:
            listed = " and ".join(map(repr, lists))
            sentence = f"{listed} below [{header}] would be a part of it; move [{header}] to the end of the file"
            location.at(header, lists[0]).complain("below-header", sentence)
            return True
    return False


def chain_of_map(location: Location) -> Chain:
    """The rules of a map loaded alone: its `rules` table, on top of what that extends."""
    table = location.document.table.get("rules", {})
    rules = location.at("rules")
    if not isinstance(table, dict):
        rules.complain("wrong-type", f"this must be a table of rules, not {show(table)}")
    if not isinstance(table, dict) or "rules" in meant(Map, location.document.table, BESIDE):
        return Chain(bad=set(keys_of(RuleSet)))
    if "map" in table:
        rules.at("map").complain("unknown-key", "a map plays on itself; remove 'map'")
        table = {name: value for name, value in table.items() if name != "map"}
    if "extends" not in meant(RuleSet, table):
        table = {"extends": DEFAULT_PARENT} | table
    chain = follow(table, rules, (), another_map=True)
    chain.values["map"] = ""
    return chain


def follow(table: dict[str, Any], location: Location, below: tuple[str, ...], *, another_map: bool = False) -> Chain:
    """The rule set in this table, merged over the one it extends, recursively."""
    parent = table.get("extends", UNREADABLE if "extends" in meant(RuleSet, table) else "")
    chain = Chain()
    if parent != "":  # until the parent is found, the values of unstated keys are unknown
        chain.bad |= keys_of(RuleSet).keys()
    if isinstance(parent, str) and parent:
        parent_document = locate.read_reference(parent, locate.RULE_SETS, location.at("extends"))
        trail = (*below, location.document.identity)
        if parent_document and parent_document.identity in trail:
            location.at("extends").complain("cycle", f"{show(parent)} leads back to this file; break the circle")
        elif len(trail) > MOST_ANCESTORS:
            sentence = f"the last of more than {MOST_ANCESTORS} rule sets that extend one another; extend another"
            location.at("extends").complain("too-many", sentence)
        elif parent_document and locate.kind_of(parent_document) != locate.RULE_SETS:
            location.at("extends").complain("wrong-file", f"{show(parent)} is not a rule set; name a rule set")
        elif parent_document:
            chain = follow(parent_document.table, Location(parent_document, (), location.complaints), trail)
    chain.lay_over(table, location, another_map=another_map or "map" in table)
    return chain


def rule_set_draft(chain: Chain, location: Location) -> RuleSetDraft:
    """The rule set with defaults for unstated keys, for the checks."""
    rule_set = RuleSet(**{"map": "", **chain.values})
    return RuleSetDraft(rule_set, chain.locations, chain.bad, location)


def finish_file(name: str, chain: Chain, map_location: Location, location: Location) -> Assembled | None:
    """Rules from files. Files written today may face stricter checks than records and stores of earlier games."""
    return finish(name, chain, map_location, location, None, check=check_files)


def finish(
    name: str,
    chain: Chain,
    map_location: Location,
    location: Location,
    layout: Location | None,
    check: Check = check_together,
) -> Assembled | None:
    """Read map and layout, check everything, and assemble the rules if there are no complaints."""
    rules = rule_set_draft(chain, location)
    values = read_all(Map, map_location.table(), map_location, also=BESIDE)
    draft = draft_of(values, map_location)
    check(rules, draft)
    drawing = read_layout(values.get("layout"), draft, layout)
    if location.complaints:
        return None
    board = Map(**values)
    tickets = in_play(board.tickets, rules.rule_set.ticket_decks)
    return Assembled(name, rules.rule_set, replace(board, tickets=tickets, totals=Totals()), drawing)


def read_layout(reference: Any, draft: MapDraft, embedded: Location | None) -> Layout | None:
    """The layout a map refers to, checked against the cities of the map."""
    location = embedded
    if location is None and reference and isinstance(reference, str):
        document = locate.read_reference(reference, locate.LAYOUTS, draft.location.at("layout"))
        location = Location(document, (), draft.location.complaints) if document else None
    if location is None:
        return None
    layout = layout_at(location)
    check_layout(layout, draft, location)
    return layout


def layout_at(location: Location) -> Layout:
    """The layout at a location; parts of it are UNREADABLE after complaints."""
    return Layout(**read_all(Layout, location.table(), location))


def assemble_json(document: Document, complaints: list[Complaint]) -> Assembled | None:
    """The rules in the JSON that `Rules.to_json` writes."""
    location = Location(document, (), complaints)
    name = read_envelope(location)
    if complaints:
        return None
    chain = Chain()
    chain.lay_over(location.at("rules").table(), location.at("rules"), another_map=False)
    layout = location.at("layout") if "layout" in document.table else None
    return finish(name, chain, location.at("map"), location.at("rules"), layout)


def read_envelope(location: Location) -> str:
    """The id in the outermost table of the JSON, whose other keys must be those `to_json` writes."""
    table = location.document.table
    if table.get("format") != FORMAT:
        location.complain("wrong-format", f"this is format {show(table.get('format'))}; here format {FORMAT} is read")
    for name in ("rules", "map", *(["layout"] if "layout" in table else [])):
        if not isinstance(table.get(name), dict):
            location.at(name).complain("wrong-type", "this must be a table")
    for name in table.keys() - {"format", "id", "rules", "map", "layout"}:
        location.at(name).complain("unknown-key", f"there is no key {show(name)}; remove it")
    return str(Slug().read(table.get("id"), location.at("id")))
