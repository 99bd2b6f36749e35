"""Claiming routes: payments, trains, points, doubles (RULES 3)."""

import pytest

from tests.engine.table_builder import (
    BUILT_IN,
    PLAYERS,
    code,
    kinds,
    lane,
    play,
    play_on,
    public,
    refused,
    rules_of,
    table,
    texts,
)

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
CLOSED_UP_TO = {"north-america": 3, "north-america-classic": 3, "switzerland": 2, "new-york": 2}


# 3.1 payments


@pytest.mark.parametrize(
    ("name", "route"),
    [
        ("new-york", "wall-street--brooklyn"),
        ("north-america", "montreal--new-york"),
        ("north-america-classic", "montreal--new-york"),
    ],
)
def test_a_blue_route_of_three_is_paid_in_exactly_four_ways(name, route):
    """RULES 3.1, 12.12: 3 blue, 2 blue + 1 wild, 1 blue + 2 wild, 3 wild (the rule books' own examples)."""
    game = table(name).hand(0, blue=4, locomotive=5, red=3).game()
    assert texts(game, f"claim {route} ") == {
        f"claim {route} blue:3",
        f"claim {route} blue:2 locomotive:1",
        f"claim {route} blue:1 locomotive:2",
        f"claim {route} locomotive:3",
    }


def test_a_gray_route_is_paid_in_any_single_colour_and_once_in_locomotives():
    """RULES 3.1, 12.12: an all-locomotive payment of a gray route is one option, without a colour."""
    game = table("north-america").hand(0, red=2, pink=1, locomotive=2).game()
    assert texts(game, "claim pittsburgh--toronto ") == {
        "claim pittsburgh--toronto red:2",
        "claim pittsburgh--toronto red:1 locomotive:1",
        "claim pittsburgh--toronto pink:1 locomotive:1",
        "claim pittsburgh--toronto locomotive:2",
    }


def test_a_gray_route_takes_any_colour():
    """RULES 3.1: Montréal–Toronto with any set of one kind (002, example 2)."""
    for colour in rules_of("north-america-classic").colours:
        game = table("north-america-classic").hand(0, **{colour: 3}).game()
        assert texts(game, "claim montreal--toronto ") == {f"claim montreal--toronto {colour}:3"}


def test_every_payment_can_be_played_and_is_discarded():
    """RULES 3.1, 3.4: what was named leaves the hand and lies in the discards, nothing else."""
    ways = texts(table("north-america").hand(0, blue=3, locomotive=3).game(), "claim montreal--new-york")
    assert len(ways) == 4
    for move in ways:
        game = table("north-america").hand(0, blue=3, locomotive=3).game()
        play(game, move)
        played = dict(part.split(":") for part in move.split()[2:])
        assert game.view(-1).discards == {card: int(count) for card, count in played.items()}
        assert sum(game.view(0).hand.values()) == 3


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("red:3", "wrong-colour"),
        ("red:2 locomotive:1", "wrong-colour"),
        ("blue:2", "wrong-number"),
        ("blue:4", "wrong-number"),
        ("locomotive:2", "wrong-number"),
        ("blue:3 locomotive:1", "wrong-number"),
        ("blue:2 red:1", "wrong-number"),
        ("blue:1 red:1 locomotive:1", "wrong-number"),
        ("locomotive:3", "too-few-cards"),
        ("blue:1 locomotive:2", "too-few-cards"),
    ],
)
def test_payments_that_are_refused(cards, why):
    """RULES 3.1: exactly as many cards as spaces, of the route's colour or locomotives, out of the hand."""
    game = table("north-america").hand(0, blue=5, red=5, locomotive=1).game()
    assert code(game, f"claim montreal--new-york {cards}") == (why, "3.1")


def test_a_gray_route_takes_one_colour_only():
    """RULES 3.1: any single colour."""
    game = table("north-america").hand(0, blue=1, red=1).game()
    assert code(game, "claim pittsburgh--toronto blue:1 red:1") == ("wrong-number", "3.1")
    assert not texts(game, "claim pittsburgh--toronto ")


def test_an_empty_hand_claims_nothing():
    """RULES 3.1: the cards are missing."""
    game = table("north-america").game()
    assert not texts(game, "claim")
    assert code(game, "claim atlanta--nashville red:1") == ("too-few-cards", "3.1")


def test_locomotives_alone_pay_for_every_route():
    """RULES 3.1: all of them included; six locomotives are enough for every route, once each."""
    game = table("north-america").hand(0, locomotive=6).game()
    ways = texts(game, "claim")
    assert ways == {
        f"claim {route} locomotive:{spaces.length}"
        for route, spaces in zip(game.rules.route_ids, game.rules.map.routes, strict=True)
    }


# 3.2 one route, anywhere


def test_a_route_need_not_touch_ones_own():
    """RULES 3.2: anywhere on the board."""
    game = table("north-america").hand(0, red=1, pink=6).own(0, "seattle--vancouver").game()
    assert "claim duluth--toronto pink:6" in texts(game)
    play(game, "claim duluth--toronto pink:6")
    assert set(game.view(0).routes(0)) == {"seattle--vancouver", "duluth--toronto"}


def test_one_route_a_turn():
    """RULES 3.2: after a claim it is the next player's turn."""
    game = table("north-america").hand(0, red=4).game()
    play(game, "claim atlanta--nashville red:1")
    assert game.seat == 1
    assert code(game, "claim dallas--houston red:1", 0) == ("not-your-turn", "1.6")


def test_a_route_has_one_owner():
    """RULES 3.2: only a free route can be claimed, by nobody a second time."""
    game = table("north-america").hand(0, red=4).own(0, "atlanta--nashville").own(1, "denver--santa-fe").game()
    assert code(game, "claim atlanta--nashville red:1") == ("route-taken", "3.2")
    refusal = refused(game, "claim denver--santa-fe red:2")
    assert (refusal.code, refusal.parameters["owner"]) == ("route-taken", 1)


# 3.3 trains


def test_a_route_longer_than_the_supply_cannot_be_claimed():
    """RULES 3.3: five trains do not fill six spaces, though the cards are there."""
    game = table("north-america").hand(0, pink=6).trains(0, 5, "duluth--toronto", "denver--omaha").game()
    assert code(game, "claim duluth--toronto pink:6") == ("too-few-trains", "3.3")
    assert "claim denver--omaha pink:4" in texts(game)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_last_trains_can_be_used_exactly(name):
    """RULES 3.3, 12.6: a route as long as the supply is allowed, one train fewer is not."""
    route, card = {"switzerland": ("geneve--yverdon", "red"), "new-york": ("chelsea--soho", "pink")}.get(
        name, ("duluth--toronto", "pink")
    )
    length = rules_of(name).map.routes[rules_of(name).route_index[route]].length
    move = f"claim {route} {card}:{length}"
    game = table(name).hand(0, **{card: length}).trains(0, length, route).game()
    assert int(public(game).trains[0]) == length
    play(game, move)
    assert int(public(game).trains[0]) == 0
    short = table(name).hand(0, **{card: length}).trains(0, length - 1, route).game()
    assert code(short, move) == ("too-few-trains", "3.3")


def test_without_trains_nothing_can_be_claimed(tmp_path):
    """RULES 3.3: not even a route of one."""
    rules = lane(tmp_path, trains=3, last_round_trains=0)
    game = table(rules).hand(0, red=2).own(0, "cedar--dale").with_(last_turns=2).game()
    assert not texts(game, "claim")
    assert code(game, "claim ash--birch red:1") == ("too-few-trains", "3.3")


# 3.4 points


@pytest.mark.parametrize(
    ("route", "card"),
    [
        ("atlanta--nashville", "red"),
        ("denver--santa-fe", "red"),
        ("montreal--new-york", "blue"),
        ("denver--omaha", "pink"),
        ("helena--omaha", "red"),
        ("duluth--toronto", "pink"),
    ],
)
def test_points_at_once(route, card):
    """RULES 3.4: trains on every space, cards to the discards, points 1, 2, 4, 7, 10, 15 at once and for all to see."""
    rules = rules_of("north-america")
    length = rules.map.routes[rules.route_index[route]].length
    game = table(rules).hand(0, **{card: length}).game()
    events = play(game, f"claim {route} {card}:{length}")
    assert kinds(events) == ["paid", "claimed"]
    assert int(game.view(-1).record.public.score[0]) == POINTS[length]
    assert int(public(game).trains[0]) == 45 - length
    assert game.view(-1).discards == {card: length}
    assert game.view(1).routes(0) == (route,)


@pytest.mark.parametrize("name", BUILT_IN)
def test_points_by_length(name):
    """RULES 3.4, 9: the same values everywhere; New York's board prints 1, 2, 4, 7."""
    rules = rules_of(name)
    lengths = {route.length for route in rules.map.routes}
    assert {length: int(rules.board[0].route_points[length]) for length in lengths} == {n: POINTS[n] for n in lengths}


def test_new_york_counts_route_points_at_the_end():
    """RULES 3.4, 6.1: the same points; the data says when a table of people counts them."""
    assert rules_of("new-york").rule_set.route_points_counted == "at_end"
    assert rules_of("north-america").rule_set.route_points_counted == "at_once"
    game = table("new-york").own(0, "chelsea--soho").game()
    assert game.scores()[0].routes == 7


# 3.5 and 3.6 doubles


def double_of(name):
    """A double that red cards can pay on both routes, or any colour: the gray one of each board."""
    return {"switzerland": "bern--luzern", "new-york": "greenwich-village--chinatown"}.get(name, "dallas--houston")


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in BUILT_IN for players in PLAYERS[name]])
@pytest.mark.parametrize("taken", ["", ":2"])
def test_the_other_route_of_a_double(name, players, taken):
    """RULES 3.5, 3.6, 7.1, 12.1: with few players closed to all, with more open to all but the owner of the first."""
    first = double_of(name) + taken
    second = double_of(name) + ("" if taken else ":2")
    length = rules_of(name).map.routes[rules_of(name).route_index[first]].length
    move = f"claim {second} red:{length}"
    game = table(name, players).hand(0, red=length).hand(players - 1, red=length).with_(seat=players - 1).game()
    play(game, f"claim {first} red:{length}")
    assert game.seat == 0
    if players <= CLOSED_UP_TO[name]:
        assert code(game, move) == ("double-closed", "3.6")
    else:
        assert move in texts(game)
        play(game, move)
        assert game.view(0).routes(0) == (second,)


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in BUILT_IN for players in PLAYERS[name]])
def test_nobody_owns_both_routes_of_a_double(name, players):
    """RULES 3.5, 12.1: whatever the number of players; in Switzerland with three too."""
    double = double_of(name)
    length = rules_of(name).map.routes[rules_of(name).route_index[double]].length
    game = table(name, players).hand(0, red=length).own(0, double).game()
    assert code(game, f"claim {double}:2 red:{length}") == ("double-owned", "3.5")
    assert not texts(game, f"claim {double}")


@pytest.mark.parametrize("players", [4, 5])
def test_a_double_taken_by_two_is_taken(players):
    """RULES 3.5: with four and five players two of them may share a double; the third finds it taken."""
    game = (
        table("north-america", players)
        .hand(2, red=1)
        .own(0, "dallas--houston")
        .own(1, "dallas--houston:2")
        .with_(seat=2)
        .game()
    )
    assert code(game, "claim dallas--houston red:1") == ("route-taken", "3.2")
    assert code(game, "claim dallas--houston:2 red:1") == ("route-taken", "3.2")


def test_both_routes_of_a_double_are_free_at_first():
    """RULES 3.6: any of the two can be claimed, in its own colour."""
    game = table("north-america").hand(0, red=3, yellow=3).game()
    assert {"claim denver--salt-lake-city red:3", "claim denver--salt-lake-city:2 yellow:3"} <= texts(game)


def test_a_closed_double_stays_closed():
    """RULES 3.6: for the rest of the game, for the owner of the first too."""
    game = table("north-america", 3).hand(0, red=2).hand(1, red=2).hand(2, red=2).game()
    play(game, "claim dallas--houston red:1")
    for _ in range(2):
        assert code(game, "claim dallas--houston:2 red:1") == ("double-closed", "3.6")
        play_on(game, "draw", "draw")
    assert code(game, "claim dallas--houston:2 red:1") == ("double-owned", "3.5")
