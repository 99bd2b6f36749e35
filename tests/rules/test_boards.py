"""The built-in boards and rule sets against RULES and against themselves."""

import heapq
from collections import Counter

import pytest

from ferrovia.rules.differences import counts, differences
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.keys import keys_of
from ferrovia.rules.schema import GRAY, RuleSet

NUMBERS: tuple[str, ...] = (
    "players_min",
    "players_max",
    "trains",
    "opening_hand",
    "opening_tickets",
    "opening_keep",
    "later_tickets",
)
NUMBERS = (*NUMBERS, "later_keep", "doubles_closed_up_to", "longest_path_points", "attraction_points")
SIDE_BY_SIDE = {
    "north-america": ((2, 5, 45, 4, 4, 2, 3, 1, 3, 10, 0), 8 * 12 + 14, 33),
    "north-america-classic": ((2, 5, 45, 4, 3, 2, 3, 1, 3, 10, 0), 8 * 12 + 14, 30),
    "switzerland": ((2, 3, 40, 4, 5, 2, 3, 1, 2, 10, 0), 8 * 12 + 14, 46),
    "new-york": ((2, 4, 15, 2, 2, 1, 2, 1, 2, 0, 1), 6 * 6 + 8, 18),
}
NAMED = ("refused_opening", "refused_later", "face_up_locomotive", "locomotive_use", "route_points_counted")
BEHAVIOURS = {
    "north-america": ("under_mixed", "under_in_chosen_order", "ends_drawing", "anywhere", "at_once"),
    "north-america-classic": ("under_mixed", "under_in_drawn_order", "ends_drawing", "anywhere", "at_once"),
    "switzerland": ("out", "out", "ordinary", "tunnels", "at_once"),
    "new-york": ("under_mixed", "under_in_drawn_order", "ends_drawing", "anywhere", "at_end"),
}


def test_numbers_side_by_side(rules):
    """RULES 9."""
    numbers, cards, tickets = SIDE_BY_SIDE[rules.id]
    assert tuple(getattr(rules.rule_set, name) for name in NUMBERS) == numbers
    assert (rules.rule_set.card_total, len(rules.tickets)) == (cards, tickets)
    assert tuple(getattr(rules.rule_set, name) for name in NAMED) == BEHAVIOURS[rules.id]
    breaks = ("tickets",) if rules.id == "new-york" else ("tickets", "longest_path")
    assert rules.rule_set.tie_breaks == breaks


def test_what_all_have_in_common(rules):
    """RULES 1.4, 2.4, 2.8, 3.4, 5.1, 5.3."""
    found = rules.rule_set
    common = (found.market_size, found.flush_at, found.flush_limit, found.last_round_trains, found.idle_turns)
    assert common == (5, 3, 10, 2, 40)
    printed = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert dict(found.route_points) == {length: printed[length] for length in dict(found.route_points)}


def test_the_root_states_every_key_and_the_defaults_are_its_own():
    root = load_rules("north-america").rule_set
    for name, key in keys_of(RuleSet).items():
        if name not in ("map", "name", "documents", "ticket_decks"):
            assert getattr(root, name) == key.default


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("north-america", {"cities": 36, "routes": 100, "doubles": 22, "tunnels": 0}),
        ("switzerland", {"cities": 51, "routes": 88, "border_points": 17}),
        ("new-york", {"cities": 15, "routes": 41, "attractions": 9}),
    ],
)
def test_counts_of_the_boards(name, expected):
    """RULES 6.4, 7.2 and the published figures."""
    assert counts(load_rules(name)).items() >= expected.items()


def test_both_routes_of_a_double_are_neighbours(rules):
    first: dict[tuple[str, str], int] = {}
    for number, route in enumerate(rules.map.routes):
        assert number - first.setdefault(route.ends, number) <= 1


def test_every_colour_of_north_america_is_worth_the_same():
    """27 spaces of each colour, one route of six among them."""
    routes = load_rules("north-america").map.routes
    spaces: Counter[str] = Counter()
    for route in routes:
        spaces[route.colour] += route.length
    del spaces[GRAY]
    assert set(spaces.values()) == {27}
    sixes = Counter(route.colour for route in routes if route.length == 6 and route.colour != GRAY)
    assert sixes == dict.fromkeys(load_rules("north-america").colours, 1)


def distances(rules, start: str) -> dict[str, int]:
    """Fewest trains to every city, border points being dead ends (RULES 7.2)."""
    closed = {city.id for city in rules.map.cities if city.country}
    found, waiting = {}, [(0, start)]
    while waiting:
        distance, city = heapq.heappop(waiting)
        if city in found:
            continue
        found[city] = distance
        for route in rules.map.routes if city not in closed or city == start else ():
            if city in (route.start, route.end):
                other = route.end if city == route.start else route.start
                heapq.heappush(waiting, (distance + route.length, other))
    return found


def test_swiss_city_tickets_are_worth_the_shortest_path():
    """RULES 7.2: 34 of 34."""
    rules = load_rules("switzerland")
    plain = [ticket for ticket in rules.tickets if isinstance(ticket.to, str)]
    assert len(plain) == 34
    for ticket in plain:
        assert distances(rules, ticket.start)[str(ticket.to)] == ticket.points


def test_swiss_countries():
    """RULES 7.2, 7.3."""
    rules = load_rules("switzerland")
    borders = Counter(city.country for city in rules.map.cities if city.country)
    assert borders == {"austria": 3, "france": 4, "italy": 5, "germany": 5}
    several = [ticket for ticket in rules.tickets if not isinstance(ticket.to, str)]
    assert [len(ticket.targets) for ticket in several] == [4] * 4 + [3] * 8
    assert [ticket.start in borders for ticket in several] == [False] * 4 + [True] * 8


def test_north_american_tickets():
    """RULES 6.6 and 11: the classic thirty are among the 33, and two of the others are marked as a choice."""
    current, classic = load_rules("north-america"), load_rules("north-america-classic")
    points = {name: ticket.points for name, ticket in zip(current.ticket_ids, current.tickets, strict=True)}
    assert set(classic.ticket_ids) < set(points)
    assert (points["montreal--atlanta"], points["new-york--atlanta"]) == (9, 6)
    assert (points["sault-ste-marie--nashville"], points["atlanta--washington"]) == (8, 4)
    assert Counter(t.provenance for t in current.tickets) == {"classic": 27, "rulebook": 4, "choice": 2}


def test_where_other_boards_are_wrong():
    """RULES 12.14."""
    rules = load_rules("north-america")
    routes = dict(zip(rules.route_ids, rules.map.routes, strict=True))
    pair = {routes["denver--salt-lake-city"].colour, routes["denver--salt-lake-city:2"].colour}
    assert pair == {"red", "yellow"}
    assert routes["salt-lake-city--san-francisco"].length == 5


def test_new_york_has_six_colours():
    """RULES 1.3, 8.1; the locomotive has the same number on every board."""
    names = load_rules("new-york").card_names
    assert names == ("blue", "green", "black", "pink", "red", "orange", "", "", "locomotive")


def test_differences_are_for_people():
    found = differences(load_rules("north-america"), load_rules("north-america-classic"))
    assert {(each.key, each.one, each.other) for each in found} == {
        ("opening_tickets", "4", "3"),
        ("refused_later", '"under_in_chosen_order"', '"under_in_drawn_order"'),
        ("tickets", "33", "30"),
    }
    assert differences(load_rules("switzerland"), load_rules("switzerland")) == ()
