"""The end: the last round, passing, forty idle turns (RULES 5)."""

import pytest

from ferrovia import Games
from ferrovia.core.compile import INTERPRETED
from tests.engine.table_builder import (
    BUILT_IN,
    TABLES,
    code,
    kinds,
    lane,
    play,
    play_on,
    public,
    rules_of,
    table,
    texts,
)

LONG = {"new-york": ("chelsea--soho", "pink"), "switzerland": ("geneve--yverdon", "red")}
LANE_ROUTES = ("ash--birch", "birch--cedar", "cedar--dale", "dale--elm", "elm--fir", "fir--ash")


def about_to_end(name, players, seat, left):
    """A seat whose next claim leaves it this many trains."""
    route, card = LONG.get(name, ("duluth--toronto", "pink"))
    rules = rules_of(name)
    length = rules.map.routes[rules.route_index[route]].length
    game = table(name, players).hand(seat, **{card: length}).trains(seat, length + left, route).with_(seat=seat).game()
    return game, f"claim {route} {card}:{length}"


def seats_until_the_end(game):
    """Everybody draws; the seats that still had a turn."""
    seats = []
    while not game.over:
        seats.append(game.seat)
        play_on(game, "draw", "draw")
        assert len(seats) <= game.players, "the game goes on"
    return seats


# 5.1 the last round


@pytest.mark.parametrize(
    ("name", "players", "seat"), [(name, players, seat) for name, players in TABLES for seat in range(players)]
)
def test_everybody_has_exactly_one_more_turn(name, players, seat):
    """RULES 5.1, 12.5: beginning with the next player clockwise; the one who triggered it is last."""
    game, claim = about_to_end(name, players, seat, 2)
    events = play(game, claim)
    assert kinds(events)[-1] == "last-round"
    assert int(public(game).last_turns) == players
    assert seats_until_the_end(game) == [(seat + turn) % players for turn in range(1, players + 1)]
    assert kinds(game.events())[-1] == "ended"
    assert game.seat is None


@pytest.mark.parametrize(("left", "ends"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
@pytest.mark.parametrize("name", BUILT_IN)
def test_two_trains_or_fewer_bring_on_the_last_round(name, left, ends):
    """RULES 5.1: 0, 1 or 2 trains at the end of a turn; three are enough to go on."""
    game, claim = about_to_end(name, 2, 0, left)
    play(game, claim)
    assert int(public(game).trains[0]) == left
    assert (int(public(game).last_turns) == 2) is ends


def test_the_last_round_is_not_brought_on_a_second_time():
    """RULES 5.1, 12.5: the next player runs low in the last round, and it stays one turn each."""
    place = table("north-america", 3).hand(0, red=1).hand(1, red=1).hand(2, red=1)
    for seat in range(3):
        place.trains(seat, 3, "atlanta--nashville", "dallas--houston", "kansas-city--omaha")
    game = place.game()
    assert kinds(play(game, "claim atlanta--nashville red:1"))[-1] == "last-round"
    assert kinds(play(game, "claim dallas--houston red:1"))[-1] == "claimed"
    assert kinds(play(game, "claim kansas-city--omaha red:1"))[-1] == "claimed"
    assert (game.seat, game.over) == (0, False)
    play_on(game, "draw", "draw")
    assert game.over


def test_the_last_turn_is_a_whole_turn():
    """RULES 5.1, 12.5: not cut short; both cards are drawn, tickets are chosen."""
    game, claim = about_to_end("north-america", 2, 1, 0)
    play(game, claim)
    play_on(game, "tickets")
    assert not game.over
    play_on(game, f"keep {game.view(0).offer[0]}")
    play_on(game, "draw")
    assert (game.over, game.phase) == (False, "second-card")
    play_on(game, "draw")
    assert game.over
    assert int(public(game).hand_size[1]) == 2


def test_the_one_who_triggered_it_may_claim_once_more():
    """RULES 5.1, 12.6: with the two trains left."""
    place = table("north-america").hand(0, red=3).trains(0, 3, "atlanta--nashville", "denver--santa-fe")
    game = place.game()
    play(game, "claim atlanta--nashville red:1")
    play_on(game, "draw", "draw")
    play(game, "claim denver--santa-fe red:2")
    assert game.over
    assert int(public(game).trains[0]) == 0


def test_nothing_can_be_done_after_the_end():
    """RULES 5.1: the game is over."""
    game, claim = about_to_end("new-york", 2, 0, 0)
    play(game, claim)
    seats_until_the_end(game)
    for move in ("draw", "tickets", "pass", "take red", claim, "keep east-village--soho", "refuse"):
        for seat in (0, 1):
            assert code(game, move, seat) == ("game-over", "5.1")
    assert game.legal_moves() == []
    assert game.winners


def test_the_supply_is_looked_at_when_a_turn_ends():
    """RULES 5.1: it is the mover's own supply that counts, and claims alone lower it."""
    game = table("north-america").trains(1, 3).game()
    play_on(game, "draw", "draw", "draw", "draw")
    assert int(public(game).last_turns) == -1


# 5.2 passing


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_player_who_can_do_something_must(name):
    """RULES 5.2: no free pass while cards, a route or tickets are to be had."""
    cards = table(name).ticket_deck().game()
    assert code(cards, "pass") == ("pass-not-allowed", "5.2")
    routes = table(name).hand(0, red=1).market().deck().ticket_deck().game()
    assert texts(routes) == texts(routes, "claim") != set()
    assert code(routes, "pass") == ("pass-not-allowed", "5.2")


@pytest.mark.parametrize("name", BUILT_IN)
def test_tickets_must_be_drawn_if_nothing_else_is_left(name):
    """RULES 5.2: even if only drawing tickets is left."""
    game = table(name).market().deck().game()
    assert texts(game) == {"tickets"}
    assert code(game, "pass") == ("pass-not-allowed", "5.2")


def test_a_tunnels_printed_length_counts_as_able():
    """RULES 5.2: a tunnel can be tried, so a pass is refused."""
    game = table("switzerland").hand(0, locomotive=1).market(blue=5).deck().ticket_deck().game()
    assert texts(game) == texts(game, "claim")
    assert "claim basel--germany-basel locomotive:1" in texts(game)
    assert code(game, "pass") == ("pass-not-allowed", "5.2")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_player_who_can_do_nothing_passes(name):
    """RULES 5.2, 12.10: and only then; the next player follows."""
    game = table(name).market(blue=5).deck().ticket_deck().game()
    assert texts(game) == {"pass"}
    assert kinds(play(game, "pass")) == ["passed"]
    assert game.seat == 1
    assert texts(game, "claim")


def stuck(rules, players, **fields):
    """Every route is owned, every card in a hand or face up, every ticket kept: nobody can do anything."""
    place = table(rules, players).market(red=5).deck().ticket_deck()
    return place.own(0, *LANE_ROUTES[:3]).own(1, *LANE_ROUTES[3:]).with_(**fields).game()


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("first", [0, 1])
def test_all_pass_in_a_row(tmp_path, players, first):
    """RULES 5.2, 12.10: the game ends and is scored, without a last round."""
    game = stuck(lane(tmp_path), players, seat=first)
    for turn in range(players):
        assert not game.over
        assert game.seat == (first + turn) % players
        assert texts(game) == {"pass"}
        events = play(game, "pass")
    assert game.over
    assert kinds(events) == ["passed", "ended"]
    assert (int(public(game).ending), int(public(game).last_turns)) == (2, -1)
    assert game.scores()[0].routes == 1 + 2 + 4


def test_a_pass_is_forgotten_when_a_player_acts(tmp_path):
    """RULES 5.2: all must pass in a row."""
    rules = lane(tmp_path)
    place = table(rules, 3).hand(1, red=1).market(red=5).deck().ticket_deck()
    game = place.own(0, *LANE_ROUTES[1:]).game()
    play(game, "pass")
    play(game, "claim ash--birch red:1")
    assert int(public(game).passes) == 0
    play(game, "draw", "red")
    assert not game.over


def test_a_pass_in_the_last_round_uses_up_the_last_turn(tmp_path):
    """RULES 5.2: and changes nothing else; the others have theirs."""
    game = stuck(lane(tmp_path, trains=8), 3, last_turns=3, seat=1)
    for left in (2, 1):
        play(game, "pass")
        assert (int(public(game).last_turns), game.over) == (left, False)
    play(game, "pass")
    assert game.over
    assert int(public(game).ending) == 1


def test_all_passing_in_the_last_round_is_still_the_last_round(tmp_path):
    """RULES 5.1, 5.2: seats 1 and 2 pass, seat 0 has its last turn all the same, and the last round is why it ends."""
    rules = lane(tmp_path, trains=14)
    place = table(rules, 3).hand(0, red=1).market(red=4).deck().ticket_deck()
    game = place.own(0, *LANE_ROUTES[1:]).game()
    assert kinds(play(game, "claim ash--birch red:1", "red"))[-1] == "last-round"
    for seat in (1, 2, 0):
        assert (game.over, game.seat, texts(game)) == (False, seat, {"pass"})
        play(game, "pass")
    assert (game.over, int(public(game).ending)) == (True, 1)


# 5.3 idle turns


def in_vain():
    """Three locomotives are all that is not in a hand: every tunnel asks for three more, refused forever."""
    return table("switzerland").hand(0, red=3).hand(1, blue=1).market(pink=5).deck(locomotive=3).game()


def test_forty_refused_tunnels_end_the_game():
    """RULES 5.3: forty turns in a row without a card, a route or a ticket gained; thirty-nine are not enough."""
    game = in_vain()
    for turn in range(40):
        assert (game.over, int(public(game).idle)) == (False, turn)
        move = "claim baden--basel red:3" if turn % 2 == 0 else "claim basel--germany-basel blue:1"
        play_on(game, move)
        events = play_on(game, "refuse")
    assert game.over
    assert kinds(events)[-1] == "ended"
    assert int(public(game).ending) == 3
    assert int(public(game).turns) == 40
    assert [score.total for score in game.scores()] == [0, 0]


@pytest.mark.parametrize("gain", [("draw", "draw"), ("tickets", "keep"), ("claim bern--fribourg yellow:1",)])
def test_any_gain_restarts_the_count(gain):
    """RULES 5.3: a card, a ticket or a route."""
    place = table("switzerland").hand(0, red=3, yellow=1).hand(1, blue=1).market(pink=5).deck(locomotive=3)
    game = place.with_(idle=39).game()
    for move in gain:
        play_on(game, f"keep {game.view(0).offer[0]}" if move == "keep" else move)
    assert (game.over, int(public(game).idle)) == (False, 0)


def test_a_tunnel_dug_is_a_gain():
    """RULES 5.3: with or without a surcharge."""
    for hand, answer in (({"red": 3, "locomotive": 3}, "surcharge locomotive:3"), ({"red": 6}, "surcharge red:3")):
        game = table("switzerland").hand(0, **hand).market(pink=5).deck(locomotive=3).with_(idle=39).game()
        play_on(game, "claim baden--basel red:3", answer)
        assert (game.over, int(public(game).idle)) == (False, 0)


def test_passes_count_among_the_forty(tmp_path):
    """RULES 5.3: a pass is a turn in which nobody gained."""
    game = stuck(lane(tmp_path), 3, idle=38)
    play(game, "pass")
    assert not game.over
    play(game, "pass")
    assert (game.over, int(public(game).ending)) == (True, 3)


def test_forty_idle_turns_are_a_number_of_the_rules(tmp_path):
    """RULES 5.3: the same in all four; a variant with two shows that passes count."""
    assert {rules_of(name).rule_set.idle_turns for name in BUILT_IN} == {40}
    game = stuck(lane(tmp_path, idle_turns=2), 3)
    play(game, "pass")
    play(game, "pass")
    assert (game.over, int(public(game).ending)) == (True, 3)


def test_every_random_game_ends():
    """RULES 5.3, 12.10: a hundred games at every table, played at random, end in one of three ways."""
    for name, players in TABLES:
        games = Games(name, players, seeds=range(2 if INTERPRETED else 100), threads=1)
        games.play_out(seed=1)
        assert games.over.all()
        assert set(games.states["public"]["ending"].tolist()) <= {1, 2, 3}
