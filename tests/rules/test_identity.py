"""Hashes, ids and the JSON form: what changes them and what does not."""

import json
import pickle
import tomllib
from dataclasses import replace

import pytest

from ferrovia.errors import BrokenRules
from ferrovia.rules.files.complaint import Complaint
from ferrovia.rules.files.document import Document, Location
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.keys import keys_of
from ferrovia.rules.plain import plain, toml
from ferrovia.rules.resolved import Rules
from ferrovia.rules.schema import City, Layout, Map, Route, RuleSet, Ticket, TieBreak, Totals
from tests.rules.valley import changed, valley


def load(folder, text, name="valley.toml"):
    (folder / name).write_text(text, encoding="utf-8")
    return load_rules(folder / name)


RECORDS = (RuleSet, Map, City, Route, Ticket, Totals, Layout)
KEYS = {f"{record.__name__}.{name}": key for record in RECORDS for name, key in keys_of(record).items()}


@pytest.mark.parametrize(
    "key", [name for name, key in KEYS.items() if not key.required and key.default not in (None, "")]
)
def test_a_default_as_it_is_printed_reads_back(key):
    """docs/reference/data-files.md and `ferrovia rules` show it so."""
    declared = KEYS[key]
    complaints: list[Complaint] = []
    value = tomllib.loads(f"x = {toml(plain(declared.kind, declared.default))}")["x"]
    assert declared.kind.read(value, Location(Document("", "", {}, {}, None), (), complaints)) == declared.default
    assert complaints == []


SAME = {
    "comments and blank lines": ("routes = [", "# a comment\n\nroutes = [ # another\n\n"),
    "spaces": ('{ from = "mill", to = "pass", points = 6 }', '{from="mill",to="pass",points=6}'),
    "order of keys": ('from = "mill", to = "pass", points', 'to = "pass", from = "mill", points'),
    "a default written out": ("trains = 9", "trains = 9\nidle_turns = 40"),
    "the name of a city": ('"The Mill"', '"Il Mulino"'),
    "the name of the rules": ('extends = "north-america"\nname = "The Valley"', 'extends = "north-america"'),
    "vehicle": ("trains = 9", 'trains = 9\nvehicle = "taxi"'),
    "one target as a table": ('to = "pass", points = 6', "to = { pass = 6 }"),
    "totals": ("tunnels = 1\n", ""),
    "order of route points": ("[rules]", "[rules]\nroute_points = { 6=15, 5=10, 4=7, 3=4, 2=2, 1=1 }"),
}
OTHER = {
    "order of routes": ('"red"', '"other"', '"blue"', '"red"', '"other"', '"blue"'),
    "a length": ("length = 3", "length = 4"),
    "a colour": ('"green"', '"red"'),
    "a tunnel": (", tunnel = true", ""),
    "points of a ticket": ("points = 6", "points = 7"),
    "copies": ("copies = 2", "copies = 3"),
    "trains": ("trains = 9", "trains = 10"),
    "order of colours": ("red = 6, blue = 6", "blue = 6, red = 6"),
    "a behaviour": ("[rules]", '[rules]\nrefused_opening = "out"'),
    "an id": ('id = "pass"', 'id = "peak"'),
}


@pytest.mark.parametrize("change", SAME)
def test_what_leaves_the_hash_alone(change, tmp_path):
    assert load(tmp_path, changed(SAME[change])).hash == load(tmp_path, valley()).hash


@pytest.mark.parametrize("change", OTHER)
def test_what_changes_the_hash(change, tmp_path):
    words = OTHER[change]
    text = changed(*zip(words[::2], words[1::2], strict=True)).replace("tunnels = 1\n", "").replace("tickets = 5\n", "")
    text = text.replace('"pass"', '"peak"') if change == "an id" else text
    assert load(tmp_path, text).hash != load(tmp_path, valley()).hash


def test_an_attraction_changes_the_hash(tmp_path):
    bonus = ("[rules]", "[rules]\nattraction_points = 1")
    plain, famous = changed(bonus), changed(bonus, ('"The Mill"', '"The Mill", attraction = true'))
    assert load(tmp_path, plain).hash != load(tmp_path, famous).hash


def test_every_rule_is_hashed_or_says_that_it_is_not():
    left_out = {name for name, key in keys_of(RuleSet).items() if not key.hashed}
    where_from = {"map", "extends", "ticket_decks", "documents"}
    assert left_out == where_from | {"name", "vehicle", "route_points_counted"}
    rules = load_rules("north-america")
    for name, value in (("flush_limit", 11), ("tie_breaks", (TieBreak.TICKETS,)), ("locomotives", 13)):
        assert replace(rules, rule_set=replace(rules.rule_set, **{name: value})).hash != rules.hash


def test_the_layout_is_no_part_of_the_rules(rules):
    moved = replace(rules.layout, rotation=12.0)
    assert replace(rules, layout=moved).hash == rules.hash
    assert {city for city, _ in rules.layout.positions} == set(rules.city_ids)


def test_the_other_deck_is_no_part_of_the_rules():
    """A correction of the current edition's tickets must not touch records of the classic edition."""
    assert {ticket.deck for ticket in load_rules("north-america-classic").tickets} == {"classic"}


def test_json_round_trip(rules):
    again = Rules.from_json(rules.to_json())
    assert again == rules
    assert (again.hash, again.layout, again.name) == (rules.hash, rules.layout, rules.name)
    assert again.to_json() == rules.to_json()
    assert again.board.tobytes() == rules.board.tobytes()
    assert not again.built_in


def test_json_of_a_map_by_itself(tmp_path):
    rules = load(tmp_path, valley())
    assert Rules.from_json(rules.to_json()) == rules
    assert str(tmp_path) not in rules.to_json()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda table: table["map"]["routes"][2].update(length=0), "map.routes[2].length (bridge--market-town)"),
        (lambda table: table["rules"].update(trains="9"), "rules.trains"),
        (lambda table: table.update(format=2), ""),
        (lambda table: table.update(map=[]), "map"),
        (lambda table: table.update(id="../x"), "id"),
        (lambda table: table.update(more=1), "more"),
        (lambda table: table.pop("rules"), "rules"),
        (lambda table: table["map"].update(layout="/etc/passwd"), "map.layout"),
    ],
)
def test_json_is_checked_like_a_file(change, place, tmp_path):
    table = json.loads(load(tmp_path, valley()).to_json())
    change(table)
    with pytest.raises(BrokenRules) as caught:
        Rules.from_json(json.dumps(table), label="record")
    assert (place, "record") in {(each.place, each.file) for each in caught.value.complaints}


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"format": 1}', "9" * 5000])
def test_json_that_is_none(text):
    with pytest.raises(BrokenRules):
        Rules.from_json(text)


def test_equal_rules_are_called_the_same_and_play_the_same(rules):
    other_books = replace(rules, rule_set=replace(rules.rule_set, documents=("x",), name="y"), layout=None)
    assert other_books == rules
    assert len({other_books, rules, pickle.loads(pickle.dumps(rules))}) == 1
    assert replace(rules, id="another") != rules
    assert replace(rules, rule_set=replace(rules.rule_set, idle_turns=41)) != rules
    assert rules != rules.id


def test_embedded_rules_cannot_pass_for_built_in_ones():
    table = json.loads(load_rules("new-york").to_json())
    table["rules"]["documents"] = []
    assert Rules.from_json(json.dumps(table)) == load_rules("new-york")
    table["rules"]["trains"] = 14
    with pytest.raises(BrokenRules, match="'new-york' is built in and plays otherwise"):
        Rules.from_json(json.dumps(table))
    table["id"] = "new-york-14"
    assert Rules.from_json(json.dumps(table)).rule_set.trains == 14


def test_a_file_cannot_pass_for_built_in_rules(tmp_path):
    rules = load(tmp_path, valley(), "North America.toml")
    assert (rules.id, rules.built_in) == ("north-america-file", False)
    assert Rules.from_json(rules.to_json()) == rules
    long = load(tmp_path, valley(), "x" * 39 + "-" + "y" * 39 + ".toml")
    assert long.id == "x" * 39
    assert Rules.from_json(long.to_json()) == long


def test_ids_in_both_orders(rules):
    for number, name in enumerate(rules.route_ids):
        assert rules.route_index[name] == number
        ends, colon, second = name.partition(":")
        start, end = ends.split("--")
        assert rules.route_index[f"{end}--{start}{colon}{second}"] == number
    assert [rules.ticket_index[name] for name in rules.ticket_ids] == list(range(len(rules.tickets)))
    assert len(set(rules.route_ids)) == len(rules.map.routes)


def test_ids_of_tickets():
    swiss, american = load_rules("switzerland"), load_rules("north-america")
    assert "bern--austria+france+germany+italy" in swiss.ticket_ids
    assert {"austria--france+germany+italy", "austria--france+germany+italy:2"} < set(swiss.ticket_ids)
    assert american.ticket_index["el-paso--denver"] == american.ticket_index["denver--el-paso"]


def test_second_of_a_double_written_the_other_way(tmp_path):
    turned = changed(('from = "mill", to = "bridge", length = 2, c', 'from = "bridge", to = "mill", length = 2, c'))
    assert load(tmp_path, turned).route_ids[:2] == ("bridge--mill", "bridge--mill:2")


def test_rules_travel_to_another_process(rules):
    rules.board  # noqa: B018 (compiled before it travels)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert not again.board.flags.writeable
