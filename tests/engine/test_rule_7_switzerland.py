"""Switzerland: countries, tickets with several destinations, ordinary locomotives (RULES 7.1–7.5, 7.9, 7.10)."""

from collections import Counter

import pytest

from ferrovia import Game
from tests.engine.table_builder import code, keeps, kinds, play, play_on, public, rules_of, table, texts

SWISS = "switzerland"
AUSTRIA = "austria--france+germany+italy"
BERN = "bern--austria+france+germany+italy"
LUGANO = "lugano--austria+france+germany+italy"


def score(place):
    """Seat 0's score as the table stands."""
    return place.game().scores()[0]


# 7.1


@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_players_with_forty_trains(players):
    """RULES 7.1: forty trains each, the 110 usual cards."""
    game = Game(SWISS, players, seed=1)
    assert public(game).trains[:players].tolist() == [40] * players
    assert game.rules.rule_set.card_total == 110


@pytest.mark.parametrize(("players", "usable"), [(2, False), (3, True)])
def test_both_routes_of_a_double_with_three_players(players, usable):
    """RULES 7.1, 3.6: with two players the second route of a double is closed."""
    game = table(SWISS, players).hand(0, red=4).own(1, "bern--luzern").game()
    assert ("claim bern--luzern:2 red:4" in texts(game)) is usable


def test_doubles_of_two_colours():
    """RULES 7.1, 3.5: Fribourg–Lausanne is red and pink; with three players one each for two of them."""
    game = table(SWISS, 3).hand(0, pink=3).hand(1, pink=3, red=3).own(2, "fribourg--lausanne").game()
    play(game, "claim fribourg--lausanne:2 pink:3")
    assert code(game, "claim fribourg--lausanne:2 pink:3") == ("route-taken", "3.2")


# 7.2 countries


def test_routes_into_the_neighbouring_countries():
    """RULES 7.2: 3 to Austria, 4 to France, 5 to Italy, 5 to Germany, each to a border point of its own."""
    rules = rules_of(SWISS)
    country = {city.id: city.country for city in rules.map.cities if city.country}
    ends = Counter(end for route in rules.map.routes for end in route.ends if end in country)
    assert set(ends.values()) == {1}
    assert Counter(country[end] for end in ends) == {"austria": 3, "france": 4, "italy": 5, "germany": 5}


def test_one_does_not_travel_through_a_country():
    """RULES 7.2 [ruling]: Brig–Italy and Italy–Lugano do not join Brig and Lugano."""
    way = ("bern--interlaken", "brig--interlaken", "brig--italy-brig", "lugano--italy-lugano")
    assert score(table(SWISS).own(0, *way).tickets(0, "bern--lugano")).completed == 0
    through = ("brig--locarno", "locarno--lugano")
    assert score(table(SWISS).own(0, *way, *through).tickets(0, "bern--lugano")).completed == 1


def test_a_path_does_not_go_through_a_country():
    """RULES 7.2, 7.10: two routes into Italy from different cities are two paths."""
    found = score(table(SWISS).own(0, "brig--italy-brig", "lugano--italy-lugano"))
    assert found.trail_length == 3


@pytest.mark.parametrize("players", [2, 3])
def test_kreuzlingens_two_routes_to_germany_are_no_double(players):
    """RULES 7.2 [ruling]: they may belong to one player, and both are open with two players."""
    east, west = "kreuzlingen--germany-kreuzlingen-east", "kreuzlingen--germany-kreuzlingen-west"
    game = table(SWISS, players).hand(0, orange=1).own(0, east).game()
    assert f"claim {west} orange:1" in texts(game)
    play(game, f"claim {west} orange:1")
    assert set(game.view(0).routes(0)) == {east, west}
    other = table(SWISS, players).hand(0, orange=1).own(1, east).game()
    assert f"claim {west} orange:1" in texts(other)


def test_vaduz_is_an_ordinary_city():
    """RULES 7.2: one travels through it."""
    found = score(
        table(SWISS)
        .own(0, "sargans--vaduz", "st-gallen--vaduz", "chur--sargans", "chur--davos", "brusio--davos")
        .tickets(0, "brusio--st-gallen")
    )
    assert (found.completed, found.trail_length) == (1, 1 + 2 + 1 + 2 + 4)


# 7.3 tickets with countries


def test_forty_six_tickets():
    """RULES 7.3: 34 city–city, 4 from a city and 8 from a country (4 twice) to one of several countries."""
    rules = rules_of(SWISS)
    plain = [ticket for ticket in rules.tickets if isinstance(ticket.to, str)]
    several = [ticket for ticket in rules.tickets if not isinstance(ticket.to, str)]
    assert (len(plain), len(several)) == (34, 12)
    abroad = Counter(ticket.start for ticket in several if ticket.start in ("austria", "france", "germany", "italy"))
    assert abroad == {"austria": 2, "france": 2, "germany": 2, "italy": 2}


def test_the_highest_value_among_the_destinations_joined():
    """RULES 7.3: Bern with France (5) and Italy (8) joined earns 8; Austria, 11, is not joined."""
    way = (
        "bern--interlaken",
        "brig--interlaken",
        "brig--italy-brig",
        "bern--solothurn",
        "delemont--solothurn",
        "delemont--france-delemont",
    )
    found = score(table(SWISS).own(0, *way).tickets(0, BERN))
    assert (found.tickets, found.ticket_scores[0].target) == (8, "italy")


def test_one_destination_is_enough():
    """RULES 7.3: France alone earns its own value, 5."""
    way = ("bern--solothurn", "delemont--solothurn", "delemont--france-delemont")
    found = score(table(SWISS).own(0, *way).tickets(0, BERN))
    assert (found.tickets, found.completed, found.ticket_scores[0].target) == (5, 1, "france")


def test_the_lowest_value_is_lost():
    """RULES 7.3: Lugano's values are 13, 14, 12 and 2; joined to none, 2 are lost."""
    found = score(table(SWISS).own(0, "bellinzona--lugano").tickets(0, LUGANO))
    assert (found.tickets, found.completed, found.ticket_scores[0].target) == (-2, 0, None)


def test_the_lowest_value_of_a_country_ticket_is_lost():
    """RULES 7.3: Austria's are 14, 5 and 6."""
    assert score(table(SWISS).own(0, "davos--austria-davos").tickets(0, AUSTRIA)).tickets == -5


def test_both_ends_may_hang_on_the_same_city():
    """RULES 7.3 [ruling]: Davos–Austria and Davos–Italy complete Austria–Italy."""
    found = score(table(SWISS).own(0, "davos--austria-davos", "davos--italy-davos").tickets(0, AUSTRIA))
    assert (found.tickets, found.ticket_scores[0].target) == (6, "italy")


@pytest.mark.parametrize("border", ["st-gallen--austria-st-gallen", "vaduz--austria-vaduz"])
def test_any_border_point_reaches_the_country(border):
    """RULES 7.3 [ruling]: Austria from St. Gallen or from Vaduz."""
    way = ("st-gallen--vaduz", border, "st-gallen--germany-st-gallen")
    found = score(table(SWISS).own(0, *way).tickets(0, AUSTRIA))
    assert (found.tickets, found.ticket_scores[0].target) == (5, "germany")


def test_destinations_may_be_joined_in_different_parts():
    """RULES 7.3 [ruling]: Austria–Italy at Davos and Austria–Germany at St. Gallen: the higher counts."""
    place = table(SWISS).own(0, "davos--austria-davos", "davos--italy-davos")
    place.own(0, "st-gallen--austria-st-gallen", "st-gallen--germany-st-gallen").tickets(0, AUSTRIA)
    found = score(place)
    assert (found.tickets, found.completed) == (6, 1)


def test_origin_and_destination_must_be_in_one_part():
    """RULES 7.3: Austria here and Italy there, unconnected, are nothing."""
    place = table(SWISS).own(0, "davos--austria-davos", "lugano--italy-lugano").tickets(0, AUSTRIA)
    assert score(place).tickets == -5


def test_two_border_points_of_one_country_join_nothing():
    """RULES 7.2, 7.3: France reached at Genève and again at Martigny does not connect the two."""
    place = (
        table(SWISS)
        .own(0, "geneve--france-geneve", "martigny--france-martigny", "martigny--sion")
        .tickets(0, "geneve--sion")
    )
    assert score(place).completed == 0


def test_two_copies_both_score_or_both_lose():
    """RULES 7.3 [ruling]: two copies of a ticket are two tickets."""
    way = ("davos--austria-davos", "davos--italy-davos")
    copies = (AUSTRIA, f"{AUSTRIA}:2")
    assert score(table(SWISS).own(0, *way).tickets(0, *copies)).tickets == 12
    assert score(table(SWISS).tickets(0, *copies)).tickets == -10


def test_two_players_may_hold_the_copies():
    """RULES 7.3: each for himself."""
    place = (
        table(SWISS).own(0, "davos--austria-davos", "davos--italy-davos").tickets(0, AUSTRIA).tickets(1, f"{AUSTRIA}:2")
    )
    assert [each.tickets for each in place.game().scores()] == [6, -5]


def test_equal_values_are_no_riddle():
    """RULES 7.3: Zürich is worth 7 to Austria and to France; both joined earn 7."""
    ticket = "zurich--austria+france+germany+italy"
    values = dict(rules_of(SWISS).tickets[rules_of(SWISS).ticket_index[ticket]].targets)
    assert (values["austria"], values["france"]) == (7, 7)
    way = (
        "zurich--st-gallen",
        "st-gallen--austria-st-gallen",
        "olten--zurich",
        "olten--solothurn",
        "delemont--solothurn",
    )
    found = score(table(SWISS).own(0, *way, "delemont--france-delemont").tickets(0, ticket))
    assert (found.tickets, found.completed) == (7, 1)


# 7.4 and 7.5 locomotives


def test_two_face_up_locomotives_in_a_turn():
    """RULES 7.4: drawn like any other card."""
    game = table(SWISS).market(locomotive=2, blue=3).game()
    play(game, "take locomotive", "red")
    assert game.phase == "second-card"
    play(game, "take locomotive", "red")
    assert (game.seat, game.view(0).hand) == (1, {"locomotive": 2})


def test_a_locomotive_as_second_card_and_as_replacement():
    """RULES 7.4: after any first card, even one that has just been turned up."""
    game = table(SWISS).market(blue=5).game()
    play(game, "take blue", "locomotive")
    play(game, "take locomotive", "red")
    assert game.view(0).hand == {"blue": 1, "locomotive": 1}


def test_three_face_up_locomotives_are_flushed_here_too():
    """RULES 7.4, 2.4: the rule of three still applies."""
    game = table(SWISS).market(locomotive=2, blue=3).game()
    events = play(game, "take blue", "locomotive", "red", "red", "pink", "pink", "green")
    assert kinds(events).count("flushed") == 1
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2}


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        ("bern--interlaken", "blue:2 locomotive:1"),
        ("bern--interlaken", "locomotive:3"),
        ("bern--luzern", "blue:3 locomotive:1"),
        ("bern--luzern", "locomotive:4"),
        ("geneve--france-geneve", "locomotive:1"),
    ],
)
def test_no_locomotive_on_an_ordinary_route(route, cards):
    """RULES 7.5: neither coloured nor gray, neither one nor all, nor on a country route that is no tunnel."""
    game = table(SWISS).hand(0, blue=4, yellow=1, locomotive=6).game()
    assert code(game, f"claim {route} {cards}") == ("no-locomotives-here", "7.5")
    assert not any("locomotive" in move for move in texts(game, f"claim {route} "))


def test_locomotives_on_tunnels_only():
    """RULES 7.5: with nothing but locomotives exactly the tunnels can be tried, each in one way."""
    game = table(SWISS).hand(0, locomotive=6).game()
    tunnels = {
        name: route.length
        for name, route in zip(game.rules.route_ids, game.rules.map.routes, strict=True)
        if route.tunnel
    }
    assert texts(game, "claim") == {f"claim {name} locomotive:{length}" for name, length in tunnels.items()}


def test_one_card_short_on_an_ordinary_route():
    """RULES 7.5: a locomotive does not help out."""
    game = table(SWISS).hand(0, blue=2, locomotive=5).game()
    assert not texts(game, "claim bern--interlaken ")
    assert code(game, "claim bern--interlaken blue:3") == ("too-few-cards", "3.1")


# 7.9 tickets


def test_five_opening_tickets_keep_two():
    """RULES 7.9: and all may be kept."""
    game = Game(SWISS, 2, seed=1)
    assert len(game.view(0).offer) == 5
    assert {len(move.tickets) for move in keeps(game, 0)} == {2, 3, 4, 5}
    assert len(game.legal_moves(0)) == 26


def test_three_later_keep_one():
    """RULES 7.9: in the order drawn, for order means nothing to what leaves the game."""
    game = table(SWISS).game()
    play_on(game, "tickets")
    assert len(game.view(0).offer) == 3
    assert len(game.legal_moves()) == 7


def test_out_of_the_game_is_out():
    """RULES 7.9, 10: the number is public, the tickets are not, and they never come back."""
    game = Game(SWISS, 2, seed=1)
    gone = set()
    for seat in range(2):
        offer = game.view(seat).offer
        gone |= set(offer[2:])
        game.keep(*offer[:2], seat=seat)
    seen = set()
    while int(public(game).ticket_deck):
        play_on(game, "tickets")
        seen |= set(game.view(game.seat).offer)
        play_on(game, f"keep {' '.join(game.view(game.seat).offer)}")
    assert len(seen) == 36
    assert not gone & seen


# 7.10 the longest path


def test_a_country_route_counts_its_trains():
    """RULES 7.10: as the first and as the last leg, at most two in a path."""
    found = score(table(SWISS).own(0, "davos--austria-davos", "davos--italy-davos"))
    assert (found.trail_length, found.longest_path) == (6, 10)
    three = score(
        table(SWISS).own(
            0,
            "st-gallen--austria-st-gallen",
            "st-gallen--germany-st-gallen",
            "st-gallen--vaduz",
            "vaduz--austria-vaduz",
        )
    )
    assert three.trail_length == 4 + 2 + 1
    assert len(three.trail) == 3


def test_a_tie_for_the_longest_path():
    """RULES 7.10, 6.3: both get ten."""
    game = table(SWISS).own(0, "davos--austria-davos").own(1, "bern--interlaken").game()
    assert [each.longest_path for each in game.scores()] == [10, 10]
