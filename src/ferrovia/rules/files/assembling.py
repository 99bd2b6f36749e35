"""From files to rules: following `extends`, reading the map and the layout, and having everything checked."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ferrovia.rules.checks.map import Draft, draft_of
from ferrovia.rules.checks.rule_set import Given, check_rule_set
from ferrovia.rules.checks.together import check_files, check_layout, check_together
from ferrovia.rules.files import locate
from ferrovia.rules.files.complaint import Complaint
from ferrovia.rules.files.document import Document, Location
from ferrovia.rules.keys import keys_of, meant, read_all, read_keys
from ferrovia.rules.kinds import UNREADABLE, Slug, show, whole
from ferrovia.rules.names import in_play
from ferrovia.rules.resolved import FORMAT, Rules
from ferrovia.rules.schema import Layout, Map, RuleSet, Totals

Check = Callable[[Given, Draft], None]

DEFAULT_PARENT = "north-america"
"""The rules of a map that is loaded by itself and says nothing about them."""

MOST_ANCESTORS = 10
"""Rule sets that extend one another."""

LISTS = ("cities", "routes", "tickets")
BESIDE = ("rules",)
"""What stands in the file of a map and is no part of the map."""


@dataclass(slots=True)
class Chain:
    """The values of a rule set while its ancestors are merged into it; `spots` says which file stated each key.

    In `bad` are the keys whose value is not known, or not all of it.
    """

    values: dict[str, Any] = field(default_factory=dict)
    spots: dict[str, Location] = field(default_factory=dict)
    bad: set[str] = field(default_factory=set)

    def lay_over(self, table: dict[str, Any], spot: Location, *, another_map: bool) -> None:
        """What a child states replaces what its parent said; a parent's name and books are its own."""
        for own in ("name", "documents"):
            self.values.pop(own, None)
        if another_map:  # the decks of one map mean nothing on another
            self.values.pop("ticket_decks", None)
            self.bad.discard("ticket_decks")
        for name, value in read_keys(RuleSet, table, spot).items():
            if name in table:
                self.spots[name] = spot.at(name)
            self.bad.discard(name)
            if not whole(value):
                self.bad.add(name)
            if value is not UNREADABLE:
                self.values[name] = value


def assemble(document: Document, name: str, complaints: list[Complaint]) -> Rules | None:
    """The rules in a rule set or in a map; None where there are complaints."""
    spot = Location(document, (), complaints)
    if has_lists_below_a_table(spot):
        return None
    if locate.kind_of(document) == locate.MAPS:
        chain = chain_of_map(spot)
        return finish_file(name, chain, spot, spot.at("rules"))
    chain = follow(document.table, spot, ())
    if "map" not in chain.spots and "map" not in chain.bad:
        spot.complain("missing-key", f"the key 'map' is missing ({keys_of(RuleSet)['map'].meaning})")
    elif "map" not in chain.bad:
        found = locate.read_reference(chain.values["map"], locate.MAPS, chain.spots["map"])
        map_spot = found and Location(found, (), complaints)
        if map_spot and not has_lists_below_a_table(map_spot):
            return finish_file(name, chain, map_spot, spot)
    check_rule_set(given(chain, spot))
    return None


def has_lists_below_a_table(spot: Location) -> bool:
    """Whether `[rules]` or `[totals]` stands above the lists of a map, which TOML then takes for a part of it."""
    for header in ("rules", "totals"):
        table = spot.document.table.get(header)
        lists = [name for name in LISTS if isinstance(table, dict) and isinstance(table.get(name), list)]
        if lists:
            listed = " and ".join(map(repr, lists))
            sentence = f"{listed} below [{header}] would be a part of it; move [{header}] to the end of the file"
            spot.at(header, lists[0]).complain("below-header", sentence)
            return True
    return False


def chain_of_map(spot: Location) -> Chain:
    """The rules of a map loaded by itself: its `rules` table, on top of what that extends."""
    table = spot.document.table.get("rules", {})
    rules = spot.at("rules")
    if not isinstance(table, dict):
        rules.complain("wrong-type", f"this must be a table of rules, not {show(table)}")
    if not isinstance(table, dict) or "rules" in meant(Map, spot.document.table, BESIDE):
        return Chain(bad=set(keys_of(RuleSet)))
    if "map" in table:
        rules.at("map").complain("unknown-key", "a map plays on itself; remove 'map'")
        table = {name: value for name, value in table.items() if name != "map"}
    if "extends" not in meant(RuleSet, table):
        table = {"extends": DEFAULT_PARENT} | table
    chain = follow(table, rules, (), another_map=True)
    chain.values["map"] = ""
    return chain


def follow(table: dict[str, Any], spot: Location, below: tuple[str, ...], *, another_map: bool = False) -> Chain:
    """The rule set in this table, laid over the one it extends, and so on."""
    parent = table.get("extends", UNREADABLE if "extends" in meant(RuleSet, table) else "")
    chain = Chain()
    if parent != "":  # until the parent is found, nothing is known of what this table does not state
        chain.bad |= keys_of(RuleSet).keys()
    if isinstance(parent, str) and parent:
        found = locate.read_reference(parent, locate.RULE_SETS, spot.at("extends"))
        trail = (*below, spot.document.identity)
        if found and found.identity in trail:
            spot.at("extends").complain("cycle", f"{show(parent)} leads back to this file; break the circle")
        elif len(trail) > MOST_ANCESTORS:
            sentence = f"the last of more than {MOST_ANCESTORS} rule sets that extend one another; extend another"
            spot.at("extends").complain("too-many", sentence)
        elif found and locate.kind_of(found) != locate.RULE_SETS:
            spot.at("extends").complain("wrong-file", f"{show(parent)} is not a rule set; name a rule set")
        elif found:
            chain = follow(found.table, Location(found, (), spot.complaints), trail)
    chain.lay_over(table, spot, another_map=another_map or "map" in table)
    return chain


def given(chain: Chain, spot: Location) -> Given:
    """The rule set with defaults for what is not stated, for the checks."""
    rule_set = RuleSet(**{"map": "", **chain.values})
    return Given(rule_set, chain.spots, chain.bad, spot)


def finish_file(name: str, chain: Chain, map_spot: Location, spot: Location) -> Rules | None:
    """Rules from files. What is written today may be asked more than records and stores of earlier games."""
    return finish(name, chain, map_spot, spot, None, check=check_files)


def finish(
    name: str, chain: Chain, map_spot: Location, spot: Location, layout: Location | None, check: Check = check_together
) -> Rules | None:
    """Reads map and layout, has all of it checked, and puts it together if nothing was found."""
    rules = given(chain, spot)
    found = read_all(Map, map_spot.table(), map_spot, also=BESIDE)
    draft = draft_of(found, map_spot)
    check(rules, draft)
    drawing = read_layout(found.get("layout"), draft, layout)
    if spot.complaints:
        return None
    board = Map(**found)
    tickets = in_play(board.tickets, rules.rule_set.ticket_decks)
    return Rules(name, rules.rule_set, replace(board, tickets=tickets, totals=Totals()), drawing)


def read_layout(reference: Any, draft: Draft, embedded: Location | None) -> Layout | None:
    """The layout a map names, checked against the cities of the map."""
    spot = embedded
    if spot is None and reference and isinstance(reference, str):
        document = locate.read_reference(reference, locate.LAYOUTS, draft.spot.at("layout"))
        spot = Location(document, (), draft.spot.complaints) if document else None
    if spot is None:
        return None
    layout = layout_at(spot)
    check_layout(layout, draft, spot)
    return layout


def layout_at(spot: Location) -> Layout:
    """The layout at a spot; after complaints, one that is not whole."""
    return Layout(**read_all(Layout, spot.table(), spot))


def assemble_json(document: Document, complaints: list[Complaint]) -> Rules | None:
    """The rules in the JSON that `Rules.to_json` writes."""
    spot = Location(document, (), complaints)
    name = read_envelope(spot)
    if complaints:
        return None
    chain = Chain()
    chain.lay_over(spot.at("rules").table(), spot.at("rules"), another_map=False)
    layout = spot.at("layout") if "layout" in document.table else None
    return finish(name, chain, spot.at("map"), spot.at("rules"), layout)


def read_envelope(spot: Location) -> str:
    """The id in the outermost table of the JSON, whose other keys must be as `to_json` writes them."""
    table = spot.document.table
    if table.get("format") != FORMAT:
        spot.complain("wrong-format", f"this is format {show(table.get('format'))}; here format {FORMAT} is read")
    for name in ("rules", "map", *(["layout"] if "layout" in table else [])):
        if not isinstance(table.get(name), dict):
            spot.at(name).complain("wrong-type", "this must be a table")
    for name in table.keys() - {"format", "id", "rules", "map", "layout"}:
        spot.at(name).complain("unknown-key", f"there is no key {show(name)}; remove it")
    return str(Slug().read(table.get("id"), spot.at("id")))
