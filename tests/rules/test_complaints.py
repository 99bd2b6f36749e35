"""Each kind of complaint, provoked by one change to a valid map."""

from dataclasses import replace

import pytest

from ferrovia.errors import BrokenRules
from ferrovia.rules.checks.files import check_file
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules
from tests.rules.valley import PAGE, changed, complaints_of, valley

MILL_PASS = '{ from = "mill", to = "pass", points = 6 }'
LAST_ROUTE = '{ from = "market-town", to = "pass", length = 2, tunnel = true },'
THIRD = '{ from = "bridge", to = "market-town", length = 3 }'
CASES = {
    # keys and kinds of value
    "unknown-key": ('colour = "red"', 'color = "red"', "routes[0].color", "did you mean 'colour'?"),
    "unknown-key rules": ("trains = 9", "train = 9", "rules.train", "did you mean 'trains'?"),
    "unknown-key map": ('name = "The Valley"', 'naem = "x"', "naem", "did you mean 'name'?"),
    "unknown-key map in rules": ("trains = 9", 'map = "valley"', "rules.map", "remove 'map'"),
    "wrong-type": ("length = 3", 'length = "3"', "routes[2].length (bridge--market-town)", "whole number from 1 to 8"),
    "wrong-type flag": ("tunnel = true", "tunnel = 1", "routes[4].tunnel", "true or false"),
    "wrong-type whole": ("trains = 9", "trains = true", "rules.trains", "whole number"),
    "wrong-type list": ("[rules]", "[rules]\ntie_breaks = 'tickets'", "rules.tie_breaks", "a list"),
    "wrong-type entry": (MILL_PASS, '"mill"', "tickets[0]", "a table with the keys"),
    "missing-key": (", length = 3", "", "routes[2] (bridge--market-town)", "'length' is missing"),
    "missing-key points": (", points = 6", "", "tickets[0] (mill--pass)", "'points' is missing"),
    "out-of-range": ("trains = 9", "trains = 128", "rules.trains", "from 1 to 127"),
    "out-of-range length": ("length = 3", "length = 0", "routes[2].length", "from 1 to 8"),
    "out-of-range long": ("length = 3", "length = 9", "routes[2].length", "from 1 to 8"),
    "out-of-range seats": ("players_max = 2", "players_max = 6", "rules.players_max", "from 2 to 5"),
    "out-of-range alone": ("players_max = 2", "players_min = 1\nplayers_max = 2", "rules.players_min", "from 2"),
    "out-of-range offer": ("later_tickets = 2", "later_tickets = 6", "rules.later_tickets", "from 1 to 5"),
    "out-of-range market": ("[rules]", "[rules]\nmarket_size = 9", "rules.market_size", "from 1 to 8"),
    "unknown-choice": (
        "[rules]",
        '[rules]\nlocomotive_use = "tunel"',
        "rules.locomotive_use",
        "did you mean 'tunnels'",
    ),
    "bad-id": ('id = "mill"', 'id = "Mill"', "cities[0].id (Mill)", "small letters"),
    "bad-id hyphens": ('id = "mill"', 'id = "mi--ll"', "cities[0].id", "single hyphens"),
    "repeated": ("[rules]", '[rules]\ntie_breaks = ["tickets", "tickets"]', "rules.tie_breaks", "twice"),
    # cities and routes
    "duplicate-city": ('id = "bridge"', 'id = "mill"', "cities[1] (mill)", "give one of them another id"),
    "duplicate-city country": ('"The Pass"', '"The Pass", country = "mill"', "cities[3]", "rename one"),
    "lonely-city": ('{ id = "pass"', '{ id = "moor" },\n    { id = "pass"', "cities[3] (moor)", "add one"),
    "unknown-city": ('"market-town", to = "pass", l', '"markettown", to = "pass", l', "routes[4].from", "market-town"),
    "unknown-colour": ('"green"', '"grene"', "routes[3].colour", "did you mean 'green'?"),
    "loop": ('from = "bridge", to = "market-town", l', 'from = "bridge", to = "bridge", l', "routes[2]", "itself"),
    "too-many third": (THIRD, THIRD + ", " + THIRD + ", " + THIRD, "routes[4]", "third route"),
    "unequal-double": ('length = 2, colour = "blue"', 'length = 3, colour = "blue"', "routes[1].length", "length 2"),
    "no-points": ("[rules]", "[rules]\nroute_points = { 2 = 2, 3 = 4 }", "routes[3].length", "no points for length 4"),
    "too-long": ("trains = 9", "trains = 3", "routes[3].length", "raise trains"),
    "tunnel": ("[rules]", "[rules]\ntunnel_cards = 0", "routes[4] (market-town--pass)", "raise it"),
    "unpayable": (
        "green = 6 }\nlocomotives = 4",
        "green = 3 }\nlocomotives = 0",
        "routes[3].length (mill--market-town)",
        "at most 3 cards can pay for it, and it takes 4; shorten it or add cards",
    ),
    "unpayable plain": (
        "green = 6 }",
        'green = 3 }\nlocomotive_use = "tunnels"',
        "routes[3].length",
        "at most 3 cards",
    ),
    "unpayable gray": (
        "red = 6, blue = 6, green = 6 }\nlocomotives = 4",
        "a = 2, b = 2, c = 2, d = 2, e = 2, f = 2, red = 2, blue = 2 }\nlocomotives = 0",
        "routes[2].length (bridge--market-town)",
        "at most 2 cards",
    ),
    "attraction": ('"The Mill"', '"The Mill", attraction = true', "cities[0] (mill)", "attraction_points is 0"),
    "border-point": ('"Market Town"', '"Market Town", country = "far"', "routes[3]", "another point of 'far'"),
    # tickets
    "unknown-place": (MILL_PASS, '{ from = "mill", to = "pas", points = 6 }', "tickets[0].to (mill--pas)", "'pass'"),
    "unknown-place country": (MILL_PASS, '{ from = "mill", to = { far = 6 } }', "tickets[0].to (mill--far)", "country"),
    "loop ticket": (MILL_PASS, '{ from = "mill", to = "mill", points = 6 }', "tickets[0].to", "the same place"),
    "contradiction points": (MILL_PASS, '{ from = "mill", to = { pass = 6 }, points = 6 }', "tickets[0].points", "own"),
    "too-few targets": (MILL_PASS, '{ from = "mill", to = {} }', "tickets[0].to", "name 1 to 4"),
    "duplicate-ticket": (
        MILL_PASS,
        f'{MILL_PASS}, {{ from = "pass", to = "mill", points = 6 }}',
        "tickets[1]",
        "copies",
    ),
    "lonely-city route": (LAST_ROUTE, "", "cities[3] (pass)", "no route leads to 'pass'"),
    "too-few-tickets": ("players_max = 2", "players_max = 3", "tickets", "3 players are dealt 6"),
    "unknown-deck": ("[rules]", '[rules]\nticket_decks = ["short"]', "rules.ticket_decks[0]", "no deck"),
    "totals": ("cities = 4", "cities = 5", "totals.cities", "5 cities declared, 4 found"),
    "totals deck": ("tickets = 5", "decks = { short = 2 }", "totals.decks.short", "0 found"),
    "too-many tickets": ("copies = 2", "copies = 127", "tickets", "at most 128"),
    # rules
    "players": ("players_max = 2", "players_min = 3\nplayers_max = 2", "rules.players_min", "fewest come first"),
    "keep": ("opening_keep = 1", "opening_keep = 3", "rules.opening_keep", "lower opening_keep"),
    "keep later": ("later_tickets = 2", "later_tickets = 2\nlater_keep = 3", "rules.later_keep", "lower later_keep"),
    "too-few-cards": ("[rules]", "[rules]\nopening_hand = 9", "rules.opening_hand", "22 cards, but 2 players need 23"),
    "too-many cards": ("red = 6", "red = 112", "rules.cards", "128 cards"),
    "too-many answers": ("later_tickets = 2", "later_tickets = 5", "rules.later_tickets", "at most 256"),
    "reserved-colour": ("red = 6", "gray = 6, red = 6", "rules.cards.gray", "choose another name"),
    "contradiction": ("[rules]", "[rules]\nflush_at = 6", "rules.flush_at", "flush_at is 0"),
    "contradiction child": ("[rules]", "[rules]\nmarket_size = 2", "rules.market_size", "flush_at is 0"),
    "contradiction refused": ("[rules]", '[rules]\nrefused_later = "out"', "rules.refused_later", "or neither"),
    "contradiction tie": (
        "[rules]",
        "[rules]\nlongest_path_points = 0",
        "rules.longest_path_points",
        "decides nothing",
    ),
    "unknown-file": ('"north-america"', '"north-amercia"', "rules.extends", "did you mean 'north-america'?"),
    "unknown-file layout": ('"The Valley"\n\n', '"The Valley"\nlayout = "moon.toml"\n', "layout", "no file"),
    "cycle": ('"north-america"', '"loop.toml"', "extends", "break the circle"),
}

MORE_THAN_ONE = {
    "lonely-city": "another total",
    "lonely-city route": "other totals",
    "too-many third": "another total, and a fourth route",
    "border-point": "three routes meet there",
    "duplicate-city": "the routes and tickets still say `bridge`",
    "duplicate-ticket": "another total",
    "too-many tickets": "another total",
    "unpayable gray": "and no green cards",
}


def test_the_example_of_the_documentation_is_in_order(tmp_path):
    assert complaints_of(tmp_path, valley()) == []
    rules = load_rules(tmp_path / "valley.toml")
    assert (rules.id, rules.name, rules.built_in) == ("valley", "The Valley", False)
    assert rules.route_ids[1] == "mill--bridge:2"
    assert len(rules.tickets) == 5


@pytest.mark.parametrize("case", CASES)
def test_one_change_one_complaint(case, tmp_path):
    old, new, place, words = CASES[case]
    (tmp_path / "loop.toml").write_text('extends = "../' + tmp_path.name + '/loop.toml"\n', encoding="utf-8")
    found = complaints_of(tmp_path, changed((old, new)))
    same = [each for each in found if each.code == case.split()[0] and place in each.place and words in each.sentence]
    assert same, [str(each) for each in found]
    assert (found == same) == (case not in MORE_THAN_ONE), [str(each) for each in found]


@pytest.mark.parametrize("header", ["rules", "totals"])
def test_a_table_above_the_lists_is_one_complaint(header, tmp_path):
    """TOML takes everything below `[rules]` for a part of it; the remedy is to move it to the end."""
    text = valley()
    table = text[text.index(f"[{header}]") :].split("\n\n")[0]
    moved = text.replace(table, "").replace("cities = [", f"{table.rstrip()}\n\ncities = [", 1)
    if header == "totals":
        moved = moved.replace("cities = 4\nroutes = 5\n", "").replace("tickets = 5\n", "")
    (complaint,) = complaints_of(tmp_path, moved)
    assert (complaint.code, complaint.place) == ("below-header", f"{header}.cities")
    assert complaint.line == moved.splitlines().index("cities = [") + 1
    assert f"move [{header}] to the end of the file" in complaint.sentence
    (tmp_path / "rules.toml").write_text('map = "valley.toml"\n', encoding="utf-8")
    assert [each.code for each in check_file(str(tmp_path / "rules.toml"))] == ["below-header"]


def test_rules_of_earlier_games_may_have_what_files_may_not(tmp_path):
    """Records and stores embed rules: a check that files came to know later must not make them unreadable."""
    rules = load_rules("new-york")
    idle = replace(rules, rule_set=replace(rules.rule_set, attraction_points=0), id="idle")
    assert Rules.from_json(idle.to_json()).rule_set.attraction_points == 0


def test_complaints_name_the_line(tmp_path):
    """The sentence printed in docs/adding-a-map.md is the one that is printed."""
    text = changed(('from = "market-town", to = "pass", l', 'from = "markettown", to = "pass", l'))
    line = text.splitlines().index(next(each for each in text.splitlines() if "markettown" in each)) + 1
    found = complaints_of(tmp_path, text)
    assert [each.line for each in found] == [line]
    words = "routes[4].from (markettown--pass): there is no city 'markettown'; did you mean 'market-town'?"
    assert str(found[0]).endswith(f"valley.toml:{line}: {words}")
    assert f"valley.toml:{line}: {words}" in PAGE.read_text(encoding="utf-8")


def codes_and_places(folder, text):
    """The set of complaints; none may stand there twice."""
    found = [(each.code, each.place) for each in complaints_of(folder, text)]
    assert len(found) == len(set(found)), found
    return set(found)


BROKEN = """
cities = [
    { id = "a" },
    { id = "b", atraction = true },
    { id = "a", name = 7 },
    { id = "d", country = "b" },
    { id = "e", country = "far" },
    { id = "f", attraction = 1 },
    { id = "lone" },
]
routes = [
    { from = "b", to = "zz", length = 99 },
    { from = "a", to = "b", length = 2, colour = "purple", tunnel = "no" },
    { from = "b", to = "a", length = 3, colour = 5 },
    { from = "a", to = "b" },
    { from = "d", to = "d", colour = "mauve" },
    { from = "e", to = "a", lenght = 2 },
    { from = "e", to = "b", length = 7 },
    { to = "yy", length = 1, colour = "teal" },
    "b--f",
]
tickets = [
    { from = "a", to = "q", points = 500 },
    { from = "a", to = "b", points = 5, copies = 0 },
    { from = "b", to = "a", points = "5" },
    { from = "a", to = { far = 5, near = 500 } },
    { from = "w", points = 3 },
    { from = "f", to = { far = 5 }, points = 3 },
    { from = "b", to = "b", value = 3, deck = "Short" },
    7,
]
[totals]
cities = 8
routes = 10
doubles = 9
tunnels = 9
spaces = 900
tickets = "many"
attractions = 5
border_points = 3
[rules]
player_max = 2
trains = 6
cards = { red = 6, blue = "six", gray = 2 }
ticket_decks = ["long", "long", 7]
refused_later = "out"
longest_path_points = 0
tie_breaks = ["longest_path", "luck"]
opening_tickets = 1
later_tickets = 6
"""


def test_many_mistakes_at_once(tmp_path):
    """Half-readable entries are checked as far as they can be read, and nothing is said that is not so."""
    expected = {
        ("unknown-key", "cities[1].atraction (b)"),
        ("wrong-type", "cities[2].name (a)"),
        ("duplicate-city", "cities[2] (a)"),
        ("duplicate-city", "cities[3] (d)"),
        ("wrong-type", "cities[5].attraction (f)"),
        ("out-of-range", "routes[0].length (b--zz)"),
        ("unknown-city", "routes[0].to (b--zz)"),
        ("unknown-colour", "routes[1].colour (a--b)"),
        ("wrong-type", "routes[1].tunnel (a--b)"),
        ("wrong-type", "routes[2].colour (b--a)"),
        ("unequal-double", "routes[2].length (b--a)"),
        ("missing-key", "routes[3] (a--b)"),
        ("too-many", "routes[3] (a--b)"),
        ("loop", "routes[4] (d--d)"),
        ("missing-key", "routes[4] (d--d)"),
        ("unknown-colour", "routes[4].colour (d--d)"),
        ("unknown-key", "routes[5].lenght (e--a)"),
        ("border-point", "routes[6] (e--b)"),
        ("no-points", "routes[6].length (e--b)"),
        ("too-long", "routes[6].length (e--b)"),
        ("missing-key", "routes[7]"),
        ("unknown-city", "routes[7].to"),
        ("unknown-colour", "routes[7].colour"),
        ("wrong-type", "routes[8]"),
        ("unknown-place", "tickets[0].to (a--q)"),
        ("out-of-range", "tickets[0].points (a--q)"),
        ("out-of-range", "tickets[1].copies (a--b)"),
        ("wrong-type", "tickets[2].points (b--a)"),
        ("duplicate-ticket", "tickets[2] (b--a)"),
        ("out-of-range", "tickets[3].to.near (a--far+near)"),
        ("unknown-place", "tickets[3].to (a--far+near)"),
        ("missing-key", "tickets[4]"),
        ("unknown-place", "tickets[4].from"),
        ("contradiction", "tickets[5].points (f--far)"),
        ("unknown-key", "tickets[6].value (b--b)"),
        ("missing-key", "tickets[6] (b--b)"),
        ("bad-id", "tickets[6].deck (b--b)"),
        ("loop", "tickets[6].to (b--b)"),
        ("wrong-type", "tickets[7]"),
        ("totals", "totals.cities"),
        ("totals", "totals.routes"),
        ("totals", "totals.border_points"),
        ("wrong-type", "totals.tickets"),
        ("unknown-key", "rules.player_max"),
        ("wrong-type", "rules.cards.blue"),
        ("reserved-colour", "rules.cards.gray"),
        ("repeated", "rules.ticket_decks"),
        ("wrong-type", "rules.ticket_decks[2]"),
        ("contradiction", "rules.refused_later"),
        ("unknown-choice", "rules.tie_breaks[1]"),
        ("contradiction", "rules.tie_breaks"),
        ("out-of-range", "rules.later_tickets"),
        ("keep", "rules.opening_tickets"),
    }
    assert codes_and_places(tmp_path, BROKEN) == expected
    with pytest.raises(BrokenRules) as caught:
        load_rules(tmp_path / "valley.toml")
    assert {(each.code, each.place) for each in caught.value.complaints} == expected
    assert all(str(each) in str(caught.value) for each in caught.value.complaints)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (('name = "Old Bridge"', "name = 7"), "cities[1].name (bridge)"),
        (('id = "bridge"', 'id = "Bridge"'), "cities[1].id (Bridge)"),
        (('id = "bridge", ', ""), "cities[1]"),
        (('id = "bridge"', 'ident = "bridge"'), "cities[1].ident"),
        (('{ id = "bridge", name = "Old Bridge" }', '"bridge"'), "cities[1]"),
        (("cities = [", "towns = ["), "cities"),
        (("cities = [", "cites = ["), "cites"),
        (("routes = [", "rutes = ["), "rutes"),
        (("tickets = [", "tikets = ["), "tikets"),
        (("length = 4", "lenght = 4"), "routes[3].lenght (mill--market-town)"),
        (("tunnel = true", "tunel = true"), "routes[4].tunel (market-town--pass)"),
        (("tunnel = true", 'tunnel = "yes"'), "routes[4].tunnel (market-town--pass)"),
        (
            ('"bridge", length = 2, colour = "blue"', '"brigde", length = 2, colour = "blue"'),
            "routes[1].to (mill--brigde)",
        ),
        (("copies = 2", "copys = 2"), "tickets[3].copys (mill--market-town)"),
        (("points = 6", "point = 6"), "tickets[0].point (mill--pass)"),
        (("players_max", "player_max"), "rules.player_max"),
        (("opening_keep", "opening_kept"), "rules.opening_kept"),
        (("red = 6", 'red = "6"'), "rules.cards.red"),
        (("red = 6", "Red = 6"), "rules.cards.Red"),
        (("[rules]", "[rulse]"), "rulse"),
        (("[rules]", '[rules]\nticket_decks = ["short"]'), "rules.ticket_decks[0]"),
        (('extends = "north-america"', 'extends = "new-yrok"'), "rules.extends"),
        (('extends = "north-america"', 'extend = "new-york"'), "rules.extend"),
        (('extends = "north-america"', "extends = 7"), "rules.extends"),
    ],
)
def test_what_follows_from_a_mistake_is_not_complained_of(change, place, tmp_path):
    found = codes_and_places(tmp_path, changed(change))
    if change[1] == "towns = [":
        assert found == {("unknown-key", "towns"), ("missing-key", "")}
    else:
        assert {each for _, each in found} == {place}


def test_a_misspelt_map_or_parent_of_a_rule_set_is_one_complaint(tmp_path):
    assert codes_and_places(tmp_path, 'extends = "new-yrok"\n') == {("unknown-file", "extends")}
    assert codes_and_places(tmp_path, 'mapp = "new-york"\n') == {("unknown-key", "mapp")}
    assert codes_and_places(tmp_path, "trains = 9\n") == {("missing-key", "")}


def test_places_that_no_routes_join(tmp_path):
    text = changed(
        ("cities = [", 'cities = [{ id = "isle" }, { id = "holm" },'),
        ("routes = [", 'routes = [{ from = "isle", to = "holm", length = 9 },'),
        ("tickets = [", 'tickets = [{ from = "mill", to = "isle", points = "9" },'),
    )
    assert codes_and_places(tmp_path, text.partition("[totals]")[0] + "[rules]" + text.partition("[rules]")[2]) == {
        ("out-of-range", "routes[0].length (isle--holm)"),
        ("wrong-type", "tickets[0].points (mill--isle)"),
        ("unreachable-ticket", "tickets[0] (mill--isle)"),
    }


def test_tie_breaks_and_refused_tickets_that_are_in_order(tmp_path):
    for stated in (
        'refused_opening = "out"',
        'refused_opening = "out"\nrefused_later = "out"',
        'longest_path_points = 0\ntie_breaks = ["tickets"]',
        "longest_path_points = 0\ntie_breaks = []",
        'tie_breaks = ["longest_path", "tickets"]',
    ):
        assert complaints_of(tmp_path, changed(("[rules]", f"[rules]\n{stated}"))) == []


def test_totals_of_the_largest_map(tmp_path):
    """128 routes of 8 spaces."""
    text = changed(("[totals]", "[totals]\nspaces = 1024"))
    (found,) = complaints_of(tmp_path, text)
    assert found.sentence.startswith("1024 spaces declared, 13 found")


def test_too_many_of_everything(tmp_path):
    cities = ", ".join(f'{{ id = "c{n}" }}' for n in range(65))
    routes = ", ".join(f'{{ from = "c{n % 65}", to = "c{(n * 7 + 1) % 65}", length = 1 }}' for n in range(129))
    text = f"cities = [{cities}]\nroutes = [{routes}]\ntickets = []\n"
    colours = ", ".join(f"k{n} = 1" for n in range(9))
    text += f"[rules]\ncards = {{ {colours} }}\n"
    sentences = {each.sentence for each in complaints_of(tmp_path, text) if each.code == "too-many"}
    assert {"65 cities; at most 64 fit", "129 routes; at most 128 fit", "9 colours; name 1 to 8"} <= sentences


def test_five_places_on_a_ticket_are_too_many(tmp_path):
    many = '{ from = "mill", to = { pass = 1, bridge = 2, market-town = 3, mill = 4, moor = 5 } }'
    found = complaints_of(tmp_path, changed((MILL_PASS, many)))
    assert any(each.code == "too-many" and "5 places" in each.sentence for each in found)


def test_complaints_are_in_the_order_of_their_lines(tmp_path):
    lines = [each.line for each in complaints_of(tmp_path, BROKEN)]
    assert lines == sorted(lines, key=lambda line: line or 0)


def test_two_decks_may_not_hold_the_same_ticket(tmp_path):
    again = '{ from = "pass", to = "mill", points = 9, deck = "long" }'
    text = changed((MILL_PASS, f"{MILL_PASS}, {again}"))
    assert "duplicate-ticket" in {each.code for each in complaints_of(tmp_path, text)}
