"""Setting up a game: board, hands, market, opening tickets, who begins (RULES 1)."""

from collections import Counter
from itertools import permutations

import pytest

from ferrovia import BrokenRules, Game, Keep, TableError
from ferrovia.core.limits import LOCOMOTIVE
from tests.engine.table_builder import (
    BUILT_IN,
    TABLES,
    code,
    deal,
    keeps,
    kinds,
    lane,
    open_up,
    play,
    play_on,
    public,
    rules_of,
    sound,
    table,
    texts,
)

HANDS = {"north-america": 4, "north-america-classic": 4, "switzerland": 4, "new-york": 2}
OFFERS = {"north-america": (4, 2), "north-america-classic": (3, 2), "switzerland": (5, 2), "new-york": (2, 1)}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_is_a_graph_of_routes_single_or_double(name):
    """RULES 1.1: a route joins two cities, has a length and a colour or gray; a double is two of equal length."""
    rules = rules_of(name)
    pairs = Counter(route.ends for route in rules.map.routes)
    assert set(pairs.values()) == {1, 2}
    for route in rules.map.routes:
        assert route.start != route.end
        assert {route.start, route.end} <= set(rules.city_ids)
        assert route.length >= 1
        assert route.colour in (*rules.colours, "gray")
        assert len({other.length for other in rules.map.routes if other.ends == route.ends}) == 1


def test_a_double_of_unequal_lengths_is_no_board(tmp_path):
    """RULES 1.1: the two routes of a double are of the same length."""
    lane(tmp_path)
    text = (tmp_path / "lane.toml").read_text().replace('length = 2, colour = "blue"', 'length = 3, colour = "blue"')
    (tmp_path / "crooked.toml").write_text(text)
    with pytest.raises(BrokenRules, match="length"):
        Game(str(tmp_path / "crooked.toml"), 2)


def test_hands_are_unlimited():
    """RULES 1.2: a player with nearly all the cards may draw two more."""
    game = table("north-america").hand(0).market(red=5).deck(blue=2, green=1).with_(seat=1).game()
    assert game.view(1).hand.keys() == set(game.rules.card_names)
    assert int(public(game).hand_size[1]) == 102
    play(game, "draw", "blue")
    play(game, "draw", "blue")
    assert int(public(game).hand_size[1]) == 104


def test_numbers_of_tickets_are_unlimited():
    """RULES 1.2: a player may hold every ticket of the game."""
    left = ("boston--miami", "denver--el-paso", "toronto--miami")
    game = table("north-america").ticket_deck(*left).with_(seat=1).game()
    play(game, "tickets", *left)
    play(game, f"keep {' '.join(left)}")
    assert len(game.view(1).tickets) == int(public(game).tickets[1]) == 33


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_player_has_his_supply(name):
    """RULES 1.2: trains, cards and tickets of one's own; nothing is owned or scored yet."""
    game = Game(name, players=rules_of(name).rule_set.players_max, seed=1)
    for seat in range(game.players):
        assert int(public(game).trains[seat]) == game.rules.rule_set.trains
        assert game.view(seat).routes(seat) == ()
        assert int(public(game).score[seat]) == 0


def test_the_colours_of_the_cards():
    """RULES 1.3: eight colours and the locomotive; purple is called pink here. Six colours in New York."""
    eight = {"pink", "red", "orange", "yellow", "green", "blue", "white", "black"}
    for name in BUILT_IN[:3]:
        assert set(rules_of(name).card_names) == eight | {"locomotive"}
    six = {"blue", "green", "black", "pink", "red", "orange"}
    assert set(filter(None, rules_of("new-york").card_names)) == six | {"locomotive"}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_hands_market_and_deck_after_the_set_up(name, players):
    """RULES 1.4: the opening hand for each player, five face up, the rest in the deck."""
    for seed in range(20):
        game = sound(Game(name, players, seed))
        assert public(game).hand_size[:players].tolist() == [HANDS[name]] * players
        assert int(public(game).shown) == 5
        gone = 5 + players * HANDS[name] + int(public(game).discards.sum())
        assert int(public(game).deck_size) == game.rules.rule_set.card_total - gone
        assert int(public(game).market[LOCOMOTIVE]) < 3
        assert int(public(game).discards.sum()) == 5 * kinds(game.events()).count("flushed")


@pytest.mark.parametrize("locomotives", [0, 1, 2])
def test_two_locomotives_in_the_first_market_may_stay(locomotives):
    """RULES 1.4: fewer than three of the five: nothing happens."""
    market = ["locomotive"] * locomotives + ["red"] * (5 - locomotives)
    game = deal("new-york", 2, " ".join(["blue"] * 4 + market))
    assert game.view(-1).market.get("locomotive", 0) == locomotives
    assert "flushed" not in kinds(game.events())


@pytest.mark.parametrize("locomotives", [3, 4, 5])
@pytest.mark.parametrize("name", BUILT_IN)
def test_three_locomotives_in_the_first_market_are_discarded(name, locomotives):
    """RULES 1.4, 2.4: three or more of the five: all five are discarded, five new ones turned."""
    market = ["locomotive"] * locomotives + ["red"] * (5 - locomotives)
    hands = ["blue"] * 2 * HANDS[name]
    game = deal(name, 2, " ".join(hands + market + ["green", "green", "pink", "pink", "pink"]))
    assert game.view(-1).market == {"green": 2, "pink": 3}
    assert Counter(game.view(-1).discards) == Counter(market)
    assert int(public(game).deck_size) == game.rules.rule_set.card_total - len(hands) - 10


def test_the_first_market_is_flushed_again_if_the_new_one_shows_three():
    """RULES 1.4, 2.4: the second market of the set-up is tested like the first."""
    three = "locomotive locomotive locomotive red red "
    game = deal("new-york", 2, "blue blue blue blue " + three + three + "green green pink pink pink")
    assert kinds(game.events()).count("flushed") == 2
    assert game.view(-1).discards == {"locomotive": 6, "red": 4}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_deck_outlasts_the_worst_set_up(name):
    """RULES 1.4: even with the largest table and as many flushes as there are locomotives for, no deck is
    reshuffled."""
    rules = rules_of(name)
    players, flushes = rules.rule_set.players_max, rules.rule_set.locomotives // 3
    plain = [card for card, count in rules.rule_set.cards for _ in range(count)]
    hands = [plain.pop() for _ in range(players * rules.rule_set.opening_hand)]
    markets = [card for _ in range(flushes) for card in ["locomotive"] * 3 + [plain.pop(), plain.pop()]]
    game = deal(rules, players, " ".join(hands + markets + [plain.pop() for _ in range(5)]))
    assert kinds(game.events()).count("flushed") == flushes
    assert "renewed" not in kinds(game.events())
    assert int(public(game).deck_size) > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_opening_tickets_and_how_many_must_be_kept(name, players):
    """RULES 1.5: the minimum or all may be kept, any of them; fewer are refused."""
    offered, fewest = OFFERS[name]
    game = Game(name, players, seed=3)
    for seat in range(players):
        offer = game.view(seat).offer
        assert len(set(offer)) == offered
        kept = {len(move.tickets) for move in keeps(game, seat)}
        assert kept == set(range(fewest, offered + 1))
        assert code(game, Keep(offer[: fewest - 1], offer[fewest - 1 :]), seat) == ("keep-more", "1.5")
    assert int(public(game).ticket_deck) == len(game.rules.tickets) - players * offered


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_opening_ticket_at_all_is_refused(name):
    """RULES 1.5, 8.2: every legal answer keeps one at least."""
    game = Game(name, 2, seed=3)
    assert code(game, Keep((), game.view(0).offer), 0) == ("keep-more", "1.5")
    assert all(move.tickets for move in keeps(game, 0))


@pytest.mark.parametrize("name", ["north-america", "switzerland"])
def test_the_order_of_the_opening_choices_leaves_no_trace(name):
    """RULES 1.5: all choose at the same time, so every order in which the answers come makes the same game."""
    ends = set()
    for order in permutations(range(3)):
        game = Game(name, 3, seed=5)
        for seat in order:
            offer = game.view(seat).offer
            game.keep(*offer[: 2 + seat], seat=seat)
        ends.add(game.states.tobytes())
    assert len(ends) == 1


def test_nobody_sees_who_has_chosen_or_how_many():
    """RULES 1.5, 10: until the last has chosen, neither views nor options of the others change."""
    game = Game("north-america", 3, seed=5)
    before = [game.view(seat).array.tobytes() for seat in (-1, 0, 1)]
    options = [game.legal_moves(seat) for seat in (0, 1)]
    play(game, f"keep {' '.join(game.view(2).offer[:2])}", seat=2)
    assert [game.view(seat).array.tobytes() for seat in (-1, 0, 1)] == before
    assert [game.legal_moves(seat) for seat in (0, 1)] == options
    assert public(game).tickets.tolist() == [0] * 5
    assert game.history[-1].events.size == 0


def test_how_many_were_kept_is_public_when_the_last_has_chosen():
    """RULES 1.5: and not earlier."""
    game = Game("north-america", 3, seed=5)
    for seat, count in ((2, 2), (0, 4), (1, 3)):
        assert public(game).tickets.tolist() == [0] * 5
        game.keep(*game.view(seat).offer[:count], seat=seat)
    assert public(game).tickets.tolist() == [4, 3, 2, 0, 0]
    counts = [(event.seat, event.count) for event in game.events(-1) if event.kind == "tickets-kept"]
    assert counts == [(0, 4), (1, 3), (2, 2)]


def test_before_choosing_one_knows_hand_market_and_seating():
    """RULES 1.5: the hand and the market lie there before the tickets are chosen."""
    game = deal("new-york", 2, "red red blue blue green green pink pink black")
    view = game.view(1)
    assert (view.hand, view.market, view.seat) == ({"blue": 2}, {"green": 2, "pink": 2, "black": 1}, 1)
    assert view.phase == "opening"


def test_a_choice_is_made_once():
    """RULES 1.5: neither a second answer nor another move before all have chosen."""
    game = Game("north-america", 2, seed=5)
    offer = game.view(0).offer
    play(game, f"keep {' '.join(offer)}", seat=0)
    assert code(game, f"keep {' '.join(offer)}", 0) == ("choice-made", "1.5")
    assert code(game, "draw", 0) == ("choice-made", "1.5")
    assert code(game, "draw", 1) == ("opening-unfinished", "1.5")
    assert game.legal_moves(0) == []


def test_tickets_must_suffice_for_the_largest_table(tmp_path):
    """RULES 1.5: seven tickets are enough for three players and two each, not for four players."""
    assert lane(tmp_path, players_max=3).rule_set.players_max == 3
    with pytest.raises(BrokenRules, match="tickets"):
        lane(tmp_path, players_max=4)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_seat_0_begins_and_play_goes_clockwise(name, players):
    """RULES 1.6: in the order of the seats, one action a turn."""
    game = open_up(Game(name, players, seed=2))
    for turn in range(2 * players + 1):
        assert game.seat == turn % players
        assert int(public(game).turns) == turn
        play_on(game, "draw", "draw")


def test_a_turn_is_one_of_three_things():
    """RULES 1.6: draw cards, claim one route, draw tickets; after it the next player is asked."""
    for move in ("take red", "draw", "tickets", "claim atlanta--nashville red:1"):
        game = table("north-america").hand(0, red=1).market(red=1, blue=4).game()
        assert move in texts(game)
        play_on(game, move)
        if game.phase == "second-card":
            play_on(game, "draw")
        elif game.phase == "tickets":
            play_on(game, f"keep {game.view(0).offer[0]}")
        assert game.seat == 1
        assert code(game, "draw", 0) == ("not-your-turn", "1.6")


@pytest.mark.parametrize("name", BUILT_IN)
def test_numbers_of_players(name):
    """RULES 1.6, 9: fewer or more players than the box is for are refused."""
    rules = rules_of(name)
    for players in (1, rules.rule_set.players_max + 1):
        with pytest.raises(TableError, match="players"):
            Game(rules, players)
