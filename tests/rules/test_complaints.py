"""Each kind of complaint, provoked by one change to a valid map."""

import pytest
from valley import PAGE, changed, complaints_of, valley

from ferrovia.errors import BrokenRules
from ferrovia.rules.check_files import check_built_in, check_file
from ferrovia.rules.loading import load_rules

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
    "border-point": ('"Market Town"', '"Market Town", country = "far"', "routes[3]", "another point of 'far'"),
    # tickets
    "unknown-place": (MILL_PASS, '{ from = "mill", to = "pas", points = 6 }', "tickets[0].to (mill--pas)", "'pass'"),
    "unknown-place country": (MILL_PASS, '{ from = "mill", to = { far = 6 } }', "tickets[0].to (mill--far)", "country"),
    "loop ticket": (MILL_PASS, '{ from = "mill", to = "mill", points = 6 }', "tickets[0].to", "itself"),
    "contradiction points": (MILL_PASS, '{ from = "mill", to = { pass = 6 }, points = 6 }', "tickets[0].points", "own"),
    "too-few targets": (MILL_PASS, '{ from = "mill", to = {} }', "tickets[0].to", "name 1 to 4"),
    "duplicate-ticket": (
        MILL_PASS,
        f'{MILL_PASS}, {{ from = "pass", to = "mill", points = 6 }}',
        "tickets[1]",
        "copies",
    ),
    "unreachable-ticket": (LAST_ROUTE, "", "tickets[0] (mill--pass)", "no routes join 'mill' and 'pass'"),
    "too-few-tickets": ("players_max = 2", "players_max = 3", "tickets", "3 players are dealt 6"),
    "unknown-deck": ("[rules]", '[rules]\nticket_decks = ["short"]', "rules.ticket_decks[0]", "no deck"),
    "totals": ("cities = 4", "cities = 5", "totals.cities", "5 cities declared, 4 found"),
    "totals deck": ("tickets = 5", "decks = { short = 2 }", "totals.decks.short", "0 found"),
    "too-many tickets": ("copies = 2", "copies = 127", "tickets", "at most 128"),
    # rules
    "players": ("players_max = 2", "players_min = 3\nplayers_max = 2", "rules.players_min", "fewest come first"),
    "keep": ("opening_keep = 1", "opening_keep = 3", "rules.opening_keep", "lower it"),
    "keep later": ("later_tickets = 2", "later_tickets = 2\nlater_keep = 3", "rules.later_keep", "lower it"),
    "too-few-cards": ("[rules]", "[rules]\nopening_hand = 9", "rules.opening_hand", "22 cards, but 2 players need 23"),
    "too-many cards": ("red = 6", "red = 112", "rules.cards", "128 cards"),
    "too-many answers": ("later_tickets = 2", "later_tickets = 5", "rules.later_tickets", "at most 256"),
    "reserved-colour": ("red = 6", "gray = 6, red = 6", "rules.cards.gray", "choose another name"),
    "contradiction": ("[rules]", "[rules]\nflush_at = 6", "rules.flush_at", "write 0"),
    "unknown-file": ('"north-america"', '"north-amercia"', "rules.extends", "did you mean 'north-america'?"),
    "unknown-file layout": ('"The Valley"\n\n', '"The Valley"\nlayout = "moon.toml"\n', "layout", "no file"),
    "cycle": ('"north-america"', '"loop.toml"', "extends", "break the circle"),
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


def test_complaints_name_the_line(tmp_path):
    """The sentence printed in docs/adding-a-map.md is the one that is printed."""
    text = changed(('from = "market-town", to = "pass", l', 'from = "markettown", to = "pass", l'))
    line = text.splitlines().index(next(each for each in text.splitlines() if "markettown" in each)) + 1
    found = [each for each in complaints_of(tmp_path, text) if each.code == "unknown-city"]
    assert [each.line for each in found] == [line]
    words = "routes[4].from (markettown--pass): there is no city 'markettown'; did you mean 'market-town'?"
    assert str(found[0]).endswith(f"valley.toml:{line}: {words}")
    assert f"valley.toml:{line}: {words}" in PAGE.read_text(encoding="utf-8")


def test_all_complaints_come_at_once(tmp_path):
    text = changed(
        ("length = 3", "length = 9"),
        ('"green"', '"grene"'),
        ("trains = 9", "trian = 9"),
        ("points = 5", 'points = "5"'),
    )
    codes = {each.code for each in complaints_of(tmp_path, text)}
    assert codes >= {"out-of-range", "unknown-colour", "unknown-key", "wrong-type"}
    with pytest.raises(BrokenRules) as caught:
        load_rules(tmp_path / "valley.toml")
    assert {each.code for each in caught.value.complaints} == codes
    assert all(str(each) in str(caught.value) for each in caught.value.complaints)


def test_one_mistake_in_a_city_is_not_a_mistake_in_its_routes(tmp_path):
    """A city whose name cannot be read is still a city."""
    found = complaints_of(tmp_path, changed(('name = "Old Bridge"', "name = 7")))
    assert [each.code for each in found] == ["wrong-type"]


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


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"name = ", "syntax", 1),
        (b'name = "x"\n\nroutes = [,]\n', "syntax", 3),
        (b'name = "x"\n# \xff\n', "not-utf8", 2),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "syntax", None),
        (b"a = " + b"9" * 5000, "syntax", 1),
        (b"routes = 0x" + b"f" * 9000, "wrong-type", 1),
        (b"# " + b"x" * 1_000_001, "too-large", None),
        (b"", "missing-key", None),
    ],
)
def test_unreadable_files_are_complaints(content, code, line, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    found = [each for each in check_file(str(path)) if each.code == code]
    assert found
    assert line in [each.line for each in found]
    with pytest.raises(BrokenRules):
        load_rules(path)


def test_a_directory_is_a_complaint(tmp_path):
    assert [each.code for each in check_file(str(tmp_path))] == ["is-a-directory"]
    with pytest.raises(BrokenRules, match="directory"):
        load_rules(tmp_path)


def test_layouts_are_checked_against_their_map(tmp_path):
    layout = (
        'projection = "mercator"\n[positions]\nmill = [0, 0]\nbridge = [1, 0]\npass = [2, 0]\nmarkettown = [1, 1]\n'
    )
    (tmp_path / "drawing.toml").write_text(layout, encoding="utf-8")
    text = changed(('"The Valley"\n', '"The Valley"\nlayout = "drawing.toml"\n'))
    found = {(each.code, each.line) for each in complaints_of(tmp_path, text)}
    assert found == {("layout-lacks", 2), ("unknown-city", 6)}
    assert check_file(str(tmp_path / "drawing.toml")) == []


def test_two_decks_may_not_hold_the_same_ticket(tmp_path):
    again = '{ from = "pass", to = "mill", points = 9, deck = "long" }'
    text = changed((MILL_PASS, f"{MILL_PASS}, {again}"))
    assert "duplicate-ticket" in {each.code for each in complaints_of(tmp_path, text)}


def test_the_built_in_files_are_in_order():
    assert check_built_in() == []
