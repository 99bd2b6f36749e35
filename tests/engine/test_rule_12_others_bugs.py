"""Where other implementations are wrong (RULES 12), one test a point, over whole boards and whole games."""

import random

import pytest

from ferrovia import Game, Games, Take, load_rules
from ferrovia.core.compile import INTERPRETED
from ferrovia.core.limits import LOCOMOTIVE, NONE
from ferrovia.errors import RulesError
from tests.engine.table_builder import (
    BUILT_IN,
    PLAYERS,
    TABLES,
    code,
    kinds,
    lane,
    open_up,
    play,
    public,
    rules_of,
    sound,
    table,
    texts,
)

CLOSED_UP_TO = {"north-america": 3, "north-america-classic": 3, "switzerland": 2, "new-york": 2}


def payment(rules, route):
    """Cards that pay for a route: its colour, or red."""
    printed = rules.map.routes[route]
    return ("red" if printed.colour == "gray" else printed.colour), printed.length


def chance(game, seed):
    """A game played at random to its end; yields before each move with the move to come."""
    generator = random.Random(seed)
    while not game.over:
        move = generator.choice(game.legal_moves())
        yield move
        game.play(move)


@pytest.mark.parametrize(("name", "players"), [each for each in TABLES if each[0] != "north-america-classic"])
@pytest.mark.thorough
def test_1_every_double_of_every_board(name, players):
    """RULES 12.1: closed to all up to the rule set's threshold, then open to others, never both to one player."""
    rules = rules_of(name)
    doubles = [route for route in range(len(rules.route_ids)) if int(rules.board[0].route_twin[route]) != NONE]
    assert doubles
    for route in doubles:
        card, length = payment(rules, route)
        brings = ["pink" if card != "pink" else "black"] * 3 if rules.map.routes[route].tunnel else []
        game = table(rules, players).hand(0, **{card: length}).game()
        play(game, f"claim {rules.route_ids[route]} {card}:{length}", *brings)
        twin = int(rules.board[0].route_twin[route])
        is_open = [bool(int(public(game).open[seat][twin >> 6]) >> (twin & 63) & 1) for seat in range(players)]
        assert is_open == [False] + [players > CLOSED_UP_TO[name]] * (players - 1)


def test_2_three_locomotives_never_lie_in_a_first_market():
    """RULES 12.2: at set-up; what was flushed lies in the discards, not in the deck."""
    for name in BUILT_IN:
        games = Games(name, PLAYERS[name][-1], seeds=range(200 if INTERPRETED else 2000), threads=1)
        table_top = games.states["public"]
        assert (table_top["market"][:, LOCOMOTIVE] < 3).all()
        assert (table_top["discards"].sum(axis=1) % 5 == 0).all()
        assert (table_top["discards"][table_top["discards"].sum(axis=1) > 0][:, LOCOMOTIVE] >= 3).all()
        assert table_top["discards"].any(), "no seed had a flush: the test tests nothing"


def test_2_three_locomotives_after_every_refill():
    """RULES 12.2: along random games three stay only where nothing else can be turned (2.8)."""
    flushes = 0
    for seed in range(12):
        game = open_up(Game("new-york", 3, seed))
        for _ in chance(game, seed):
            shown = game.view(-1).record.public
            assert int(shown.market[LOCOMOTIVE]) < 3 or int(shown.deck_size) == 0
        flushes += kinds(game.events()).count("flushed")
    assert flushes > 5


def test_3_the_reshuffle_takes_exactly_the_real_discards():
    """RULES 12.3: at each new deck its size is the number of discards, counted by the events alone."""
    renewed = 0
    for seed in range(6):
        game = open_up(Game("new-york", 4, seed))
        discards = sum(5 for event in game.events() if event.kind == "flushed")
        for _ in chance(game, seed):
            pass
        for turn in game.history:
            for event in turn.events:
                kind, count = int(event["kind"]), int(event["count"])
                if kind in (2, 12):  # flushed, paid
                    discards += count
                elif kind == 3:
                    assert count == discards
                    discards = 0
                    renewed += 1
        sound(game)
    assert renewed > 6


def test_3_empty_places_are_refilled_as_soon_as_a_claim_creates_discards():
    """RULES 12.3: the next player finds them filled."""
    game = table("new-york").hand(0, pink=4).market(blue=1).deck().game()
    play(game, "claim chelsea--soho pink:4", "pink", "pink", "pink", "pink")
    assert game.view(1).market == {"blue": 1, "pink": 4}


def test_4_no_face_up_locomotive_as_second_card_in_whole_games():
    """RULES 12.4: never legal there, though it lies there often; in Switzerland always legal when it lies there."""
    for name in BUILT_IN:
        met = 0
        for seed in range(3):
            game = open_up(Game(name, 2, seed))
            for _ in chance(game, seed):
                if game.phase == "second-card" and "locomotive" in game.view(-1).market:
                    met += 1
                    assert (Take("locomotive") in game.legal_moves()) == (name == "switzerland")
        assert met > 5


def test_4_the_last_card_does_not_swallow_the_second_draw():
    """RULES 12.4: after the last card of deck and discards the second card is still drawn, from the market."""
    game = table("new-york").market(red=4, locomotive=1).deck(pink=1).game()
    play(game, "draw", "pink")
    assert (game.seat, texts(game)) == (0, {"take red"})


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.thorough
def test_5_exactly_one_more_turn_in_whole_games(name, players):
    """RULES 12.5: turns after the trigger, counted in games played at random."""
    games = Games(name, players, seeds=range(40), threads=1)
    found = 0
    for index in range(3):
        game = games.game(index)
        trigger = None
        for _ in chance(game, index):
            if trigger is None and int(public(game).last_turns) > 0:
                trigger = int(public(game).turns)
        if int(public(game).ending) == 1:
            assert trigger is not None
            assert int(public(game).turns) - trigger == players
            found += 1
    assert found or name == "switzerland"


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_6_a_route_as_long_as_the_supply(length):
    """RULES 12.6: for every length there is."""
    route, card = {
        1: ("atlanta--nashville", "red"),
        2: ("denver--santa-fe", "red"),
        3: ("montreal--new-york", "blue"),
        4: ("denver--omaha", "pink"),
        5: ("helena--omaha", "red"),
        6: ("duluth--toronto", "pink"),
    }[length]
    game = table("north-america").hand(0, **{card: length}).trains(0, length, route).game()
    play(game, f"claim {route} {card}:{length}")
    assert int(public(game).trains[0]) == 0


def test_7_returned_tickets_come_back_from_the_bottom_only():
    """RULES 12.7: returned ones are not drawn while fresh ones are left; then fewer than three, then none."""
    game = table("new-york").ticket_deck("east-village--soho", "central-park--chelsea", "chelsea--brooklyn").game()
    play(game, "tickets", "east-village--soho", "central-park--chelsea")
    play(game, "keep east-village--soho")
    play(game, "tickets", "chelsea--brooklyn")
    assert game.view(1).offer == ("chelsea--brooklyn", "central-park--chelsea")
    play(game, "keep chelsea--brooklyn")
    play(game, "tickets")
    assert game.view(0).offer == ("central-park--chelsea",)
    play(game, "keep central-park--chelsea")
    assert code(game, "tickets") == ("no-tickets-left", "4.6")


def longest(edges):
    """The longest trail by trying everything: an oracle that shares nothing with the engine."""

    def walk(city, left):
        ways = [(place, edge) for place, edge in enumerate(left) if city in edge[:2]]
        return max((e[2] + walk(e[1] if city == e[0] else e[0], left[:p] + left[p + 1 :]) for p, e in ways), default=0)

    return max((walk(city, edges) for city in {city for edge in edges for city in edge[:2]}), default=0)


@pytest.mark.parametrize("name", ["north-america", "switzerland"])
def test_8_the_longest_path_is_exact(name):
    """RULES 12.8: against an exhaustive search on thickets of a dozen routes, loops and all."""
    rules, generator = rules_of(name), random.Random(8)
    for _ in range(40):
        chosen: list[int] = []
        cities = {generator.choice(rules.city_ids)}
        while len(chosen) < 11:
            near = [n for n, route in enumerate(rules.map.routes) if cities & set(route.ends) and n not in chosen]
            near = [n for n in near if int(rules.board[0].route_twin[n]) not in chosen]
            if not near:
                break
            chosen.append(generator.choice(near))
            cities |= set(rules.map.routes[chosen[-1]].ends)
        edges = [(*rules.map.routes[n].ends, rules.map.routes[n].length) for n in chosen]
        if sum(edge[2] for edge in edges) > int(rules.board[0].trains):
            continue
        score = table(rules).own(0, *(rules.route_ids[n] for n in chosen)).game().scores()[0]
        assert score.trail_length == longest(edges)
        assert sum(rules.map.routes[rules.route_index[route]].length for route in score.trail) == score.trail_length


def test_9_ties_are_broken_in_order():
    """RULES 12.9: points, tickets, bonus: the three steps in one table of four."""
    place = table("north-america", 4).own(0, "duluth--toronto", "el-paso--houston")  # 30, path 6
    place.own(1, "denver--phoenix", "denver--omaha", "duluth--omaha", "atlanta--nashville")  # 20 + 10, path 11
    place.own(2, "boston--new-york", "boston--montreal", "helena--seattle", "atlanta--miami").tickets(2)  # 29
    place.own(3, "miami--new-orleans", "denver--santa-fe", "el-paso--santa-fe", "chicago--omaha")  # 26 + ticket 4
    game = place.tickets(3, "denver--el-paso").game()
    assert [score.total for score in game.scores()] == [30, 30, 29, 30]
    assert [score.place for score in game.scores()] == [3, 2, 4, 1]


def test_10_some_seat_can_always_act(tmp_path):
    """RULES 12.10: along random games on a board where cards, tickets and routes run out, no list of moves is empty."""
    rules = lane(tmp_path, cards="{ red = 5, blue = 4 }", locomotives=2, trains=30)
    passes = 0
    for seed in range(30):
        game = Game(rules, 3, seed)
        generator = random.Random(seed)
        while not game.over:
            moves = game.legal_moves()
            assert moves
            game.play(generator.choice(moves))
        passes += kinds(game.events()).count("passed")
    assert passes > 0


def test_10_a_rule_set_without_opening_tickets_begins_or_is_refused(tmp_path):
    """RULES 12.10, 1.5: with nothing to choose the game must not wait for a choice that nobody can make."""
    try:
        rules = lane(tmp_path, opening_tickets=0, opening_keep=0)
    except RulesError:
        return
    assert Game(rules, 2, seed=1).legal_moves()


def test_11_choices_come_after_what_they_depend_on():
    """RULES 12.11: tickets are seen before the choice among them, the replacement before the second card."""
    game = table("north-america").market(red=5).game()
    assert not texts(game, "keep")
    play(game, "tickets", "boston--miami", "denver--el-paso", "toronto--miami")
    assert game.view(0).offer == ("boston--miami", "denver--el-paso", "toronto--miami")
    play(game, "keep boston--miami")
    play(game, "take red", "green")
    assert "take green" in texts(game)


@pytest.mark.parametrize("name", BUILT_IN)
def test_12_every_payment_of_every_route(name):
    """RULES 12.12, 3.1, 7.5: counted from the rule, for a hand of three of each card."""
    rules = rules_of(name)
    hand = dict.fromkeys([*rules.colours, "locomotive"], 3)
    found = texts(table(rules).hand(0, **hand).game(), "claim")
    expected = set()
    for route, spaces in zip(rules.route_ids, rules.map.routes, strict=True):
        wild = 3 if name != "switzerland" or spaces.tunnel else 0
        for colour in rules.colours if spaces.colour == "gray" else [spaces.colour]:
            for locomotives in range(min(wild, spaces.length - 1) + 1):
                if spaces.length - locomotives <= 3:
                    tail = f" locomotive:{locomotives}" if locomotives else ""
                    expected.add(f"claim {route} {colour}:{spaces.length - locomotives}{tail}")
        if spaces.length <= wild:
            expected.add(f"claim {route} locomotive:{spaces.length}")
    assert found == expected


@pytest.mark.parametrize("name", BUILT_IN)
def test_13_a_view_and_its_legal_moves_depend_on_no_secret(name):
    """RULES 12.13, 10: everything unseen is dealt again at every third decision: the mover sees and may do the same."""
    game = Game(name, 2, seed=13)
    for number, _ in enumerate(chance(game, 13)):
        if number % 3 == 0:
            other = game.view(game.seat).redeal(number)
            assert other.view(game.seat).array.tobytes() == game.view(game.seat).array.tobytes()
            assert other.legal_moves(game.seat) == game.legal_moves()


def test_14_the_boards_that_others_draw_wrong():
    """RULES 12.14: Denver–Salt Lake City red and yellow, San Francisco–Salt Lake City five long, no track missing."""
    rules = load_rules("north-america")
    routes = dict(zip(rules.route_ids, rules.map.routes, strict=True))
    colours = {routes["denver--salt-lake-city"].colour, routes["denver--salt-lake-city:2"].colour}
    assert colours == {"red", "yellow"}
    both = [routes[name] for name in ("salt-lake-city--san-francisco", "salt-lake-city--san-francisco:2")]
    assert [(route.length, route.colour) for route in both] == [(5, "orange"), (5, "white")]
    assert [len(rules_of(name).map.routes) for name in BUILT_IN] == [100, 100, 88, 41]


def test_14_the_rule_books_own_routes():
    """RULES 12.14, 3.1: Montréal–New York is blue and three long, Toronto–Pittsburgh and Montréal–Toronto are gray."""
    routes = {
        name: (route.length, route.colour)
        for name, route in zip(rules_of("north-america").route_ids, rules_of("north-america").map.routes, strict=True)
    }
    assert routes["montreal--new-york"] == (3, "blue")
    assert routes["pittsburgh--toronto"] == (2, "gray")
    assert routes["montreal--toronto"] == (3, "gray")


@pytest.mark.thorough
def test_no_game_at_random_breaks_an_invariant():
    """RULES 12.3, 12.10: every position of whole games is one that can be."""
    for name in BUILT_IN:
        game = Game(name, PLAYERS[name][-1], seed=21)
        for number, _ in enumerate(chance(game, 21)):
            if number % 4 == 0:
                sound(game)
        sound(game)
