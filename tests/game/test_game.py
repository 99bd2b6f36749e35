"""The friendly Game: words instead of numbers, errors instead of surprises."""

import numpy as np
import pytest

from ferrovia import (
    Claim,
    Draw,
    DrawTickets,
    FerroviaError,
    Game,
    IllegalMove,
    Keep,
    Pass,
    Refuse,
    Surcharge,
    TableError,
    Take,
    UnknownRules,
    UnreadableMove,
    load_rules,
    parse_move,
)
from ferrovia.protocol.views import view_values


def opened(name: str = "north-america-classic", players: int = 2, seed: int = 7) -> Game:
    """A game in which everybody kept all opening tickets."""
    game = Game(name, players, seed)
    while game.phase == "opening":
        game.play(game.legal_moves()[0])
    return game


def play_to_the_end(game: Game) -> Game:
    number = 0
    while not game.over:
        moves = game.legal_moves()
        claims = [move for move in moves if isinstance(move, Claim)] or moves
        game.play(claims[number % len(claims)])
        number += 1
    return game


def until(game: Game, phase: str) -> Game:
    """Play until a phase comes, claiming what can be claimed."""
    number = 0
    while game.phase != phase:
        moves = game.legal_moves()
        liked = [move for move in moves if isinstance(move, Claim)] or moves
        game.play(liked[number % len(liked)])
        number += 1
        assert number < 2000
    return game


# --- sitting down ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 6, -1, True, "2", 2.0, None])
def test_an_impossible_number_of_players_is_refused(players):
    with pytest.raises(TableError, match="2 to 5 players"):
        Game("north-america", players, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True])
def test_an_impossible_seed_is_refused(seed):
    with pytest.raises(TableError, match="seed"):
        Game("new-york", 2, seed)


def test_unknown_rules_are_refused_with_a_hint():
    with pytest.raises(UnknownRules, match="switzerland"):
        Game("switzerlnd")


def test_rules_may_be_given_loaded():
    rules = load_rules("new-york")
    assert Game(rules, 3, seed=1).rules is rules


@pytest.mark.parametrize("seat", [-2, 2, 5, 10**9, True, "0", 0.0, None])
def test_a_seat_that_is_not_at_the_table_is_refused(seat):
    game = Game("new-york", 2, seed=1)
    with pytest.raises(TableError, match="no seat"):
        game.view(seat)
    with pytest.raises(TableError, match="no seat"):
        game.tickets(seat)
    if seat is not None:
        for ask in (game.legal_moves, game.events, lambda s: game.explain("draw", s), lambda s: game.play("draw", s)):
            with pytest.raises(TableError, match="no seat"):
                ask(seat)


def test_a_spectator_sees_and_does_nothing_else():
    game = Game("new-york", 2, seed=1)
    assert game.view(-1).hand == {}
    assert game.view(-1).tickets == ()
    assert game.view(-1).offer == ()
    assert game.view(-1).legal_moves() == []
    with pytest.raises(TableError):
        game.play("draw", -1)


# --- moves by name ---------------------------------------------------------------------------------------------------


def test_the_opening_is_answered_by_keeping():
    game = Game("north-america-classic", 2, seed=7)
    first, second, third = game.view(0).offer
    assert game.keep(first, third) == []
    assert game.seat == 1
    game.keep(*game.view(1).offer)
    assert game.view(0).tickets == tuple(sorted((first, third), key=game.rules.ticket_ids.index))
    assert game.phase == "turn"
    assert game.history[0].move == Keep((first, third))
    assert second not in game.view(0).tickets


def test_the_opening_may_be_answered_in_any_order():
    game = Game("new-york", 3, seed=2)
    game.keep(*game.view(2).offer, seat=2)
    game.keep(*game.view(0).offer, seat=0)
    assert game.seat == 1
    assert game.phase == "opening"


def test_every_kind_of_move_has_a_method():
    game = opened()
    colour = next(card for card in game.view(0).market if card != "locomotive")
    assert game.take(colour)[0].kind == "took"
    assert game.draw()[0].kind == "drew"
    assert [event.kind for event in game.draw_tickets()] == ["offered"] * 3
    assert game.keep(*game.view(1).offer)[-1].kind == "tickets-kept"
    claims = [move for _ in range(30) for move in claims_after_drawing(game)]
    claim = claims[0]
    events = game.claim(claim.route, **dict(claim.cards))
    assert [event.kind for event in events[:2]].count("paid") >= 1
    assert claim.route in {event.route for event in events}


def claims_after_drawing(game: Game) -> list[Claim]:
    found = [move for move in game.legal_moves() if isinstance(move, Claim)]
    if not found and game.phase != "over":
        game.draw()
    return found


def test_a_tunnel_is_paid_or_refused():
    game = until(opened("switzerland", 2, 3), "tunnel")
    seat, before = game.seat, game.states.tobytes()
    hand = game.view(seat).hand
    route = game.rules.route_ids[int(game.states[0].public.route)]
    events = game.refuse()
    assert events[0].kind == "refused"
    assert events[0].route == route
    assert route not in game.view(-1).routes(seat)
    assert sum(game.view(seat).hand.values()) > sum(hand.values())
    game.undo()
    assert game.states.tobytes() == before
    payable = [move for move in game.legal_moves() if isinstance(move, Surcharge)]
    for move in payable:
        copy = game.copy()
        copy.pay_surcharge(**dict(move.cards))
        assert route in copy.view(-1).routes(seat)


def test_a_pass_is_a_last_resort():
    with pytest.raises(IllegalMove, match="only if you can’t do anything else") as caught:
        opened().pass_turn()
    assert caught.value.refusal.code == "pass-not-allowed"
    assert caught.value.refusal.rule == "5.2"


def test_text_and_objects_are_the_same():
    game, other = opened(), opened()
    for text in ("draw", "draw", "tickets"):
        assert game.play(text) == other.play(parse_move(text))
    assert game.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize("text", ["", "dance", "take", "take red blue", "claim", "claim a--b red", "draw draw"])
def test_nonsense_is_unreadable(text):
    game = opened()
    before = game.states.tobytes()
    with pytest.raises(UnreadableMove):
        game.play(text)
    with pytest.raises(UnreadableMove):
        game.explain(text)
    assert game.states.tobytes() == before


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("take silver", "the cards are"),
        ("claim denver--omahaa pink:4", "did you mean 'denver--omaha'"),
        ("claim denver--omaha silver:4", "no card 'silver'"),
        ("keep denver--el-pasoo", "did you mean"),
    ],
)
def test_a_name_that_means_nothing_comes_with_a_hint(text, hint):
    with pytest.raises(UnreadableMove, match=hint):
        opened().play(text)


def test_cards_may_not_be_negative_or_broken():
    game = opened()
    for cards in ({"red": -1}, {"red": 1.5}, {"red": True}):
        with pytest.raises(UnreadableMove):
            game.claim("denver--omaha", **cards)


@pytest.mark.parametrize(
    "cards",
    [
        (("pink", 3), ("pink", 1)),
        (("locomotive", 2), ("pink", 2)),
        (("pink", 5), ("locomotive", -1)),
        (("pink", 0), ("locomotive", 4)),
        (("locomotive", 1), ("locomotive", 1), ("pink", 2)),
    ],
)
def test_cards_written_in_another_way_mean_the_same_or_are_refused(cards):
    """A claim built by hand: what is paid is what was said, or the move is refused."""
    game = opened()
    state = game.states[0]
    state.private[0].hand[:] = 9
    said = {"pink": 0, "locomotive": 0}
    for card, count in cards:
        said[card] += count
    before = dict(zip(game.rules.card_names, state.private[0].hand.tolist(), strict=True))
    try:
        game.play(Claim("denver--omaha", cards), 0)
    except FerroviaError:
        return
    after = dict(zip(game.rules.card_names, game.states[0].private[0].hand.tolist(), strict=True))
    assert {card: before[card] - after[card] for card in said} == said


# --- what is seen ----------------------------------------------------------------------------------------------------


def test_everybody_sees_their_own_cards_and_nobody_elses():
    game = opened(players=3)
    game.draw()
    mine, others = game.events(0)[-1], [game.events(seat)[-1] for seat in (1, 2, -1)]
    assert mine.kind == "drew"
    assert mine.card in game.view(0).hand
    assert all((event.kind, event.seat, event.card) == ("drew", 0, None) for event in others)


def test_events_of_the_opening_show_what_was_kept_to_its_owner():
    game = opened()
    own = [event for event in game.events(1) if event.kind == "ticket-kept"]
    assert {event.ticket for event in own} == set(game.view(1).tickets)
    assert {event.seat for event in own} == {1}
    assert not [event for event in game.events(-1) if event.kind in ("ticket-kept", "ticket-returned", "mixed")]
    assert [event.count for event in game.events(-1) if event.kind == "tickets-kept"] == [3, 3]


def test_all_events_are_all_there_is():
    game = play_to_the_end(opened(seed=9))
    assert len(game.events()) > len(game.events(0)) > len(game.events(-1))
    assert game.events()[-1].kind == "ended"


def test_tickets_of_others_are_secret_until_the_end():
    game = opened()
    assert game.view(0).tickets_of(0) == game.view(0).tickets
    with pytest.raises(TableError, match="secret"):
        game.view(0).tickets_of(1)
    play_to_the_end(game)
    assert game.view(0).tickets_of(1) == game.view(1).tickets
    assert game.view(-1).tickets_of(1) == game.view(1).tickets
    assert game.view(-1).known(1) == game.view(1).hand


def test_a_game_that_is_over_refuses_everything_and_says_so():
    game = play_to_the_end(opened(seed=9))
    assert game.seat is None
    assert game.legal_moves() == []
    assert game.winners
    for move in (Draw(), DrawTickets(), Pass(), Refuse(), Take("red"), Claim("denver--omaha", (("pink", 4),))):
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert caught.value.refusal.code == "game-over"


def test_a_view_says_what_it_is():
    game = opened()
    assert repr(game.view(0)) == "<View of north-america-classic, seat 0, turn>"
    assert repr(game).startswith("<Game north-america-classic, 2 players, seed 7, 2 moves, turn>")
    assert sum(game.view(0).market.values()) == 5
    assert sum(game.view(0).hand.values()) == 4
    assert game.view(0).known(1) == {}


def test_a_re_deal_is_a_game():
    game = opened()
    view = game.view(0)
    other = view.redeal(5)
    assert other.view(0).array.tobytes() == view.array.tobytes()
    assert view.redeal(5).states.tobytes() == other.states.tobytes() != view.redeal(6).states.tobytes()
    assert play_to_the_end(other).winners


@pytest.mark.parametrize("seed", [-1, 2**64, "x", 1.5])
def test_an_impossible_seed_of_a_re_deal_is_refused(seed):
    with pytest.raises(TableError):
        opened().view(0).redeal(seed)


def test_scripted_games_refuse_outcomes_that_cannot_be():
    rules = load_rules("new-york")
    with pytest.raises(TableError):
        Game.scripted(rules, 2, [])
    game = Game(rules, 2, seed=3)
    from ferrovia.game.events import is_chance, outcome

    outcomes = [outcome(event) for event in game.setup_events if is_chance(event)]
    again = Game.scripted(rules, 2, outcomes)
    assert again.states["public"].tobytes() == game.states["public"].tobytes()
    for wrong in (
        [*outcomes, 0],
        outcomes[:-1],
        [7, *outcomes[1:]],
        [-1, *outcomes[1:]],
        [500, *outcomes[1:]],
        [0] * 500,
    ):
        with pytest.raises(TableError):
            Game.scripted(rules, 2, wrong)


def test_a_scripted_move_that_does_not_fit_changes_nothing():
    game = opened("new-york")
    before = game.states.tobytes()
    for outcomes in ([], [0, 0], [99], [7]):
        with pytest.raises(TableError):
            game.play_scripted(Draw(), 0, outcomes)
        assert game.states.tobytes() == before
        assert len(game.history) == 2


def test_states_belong_to_the_game():
    """An array that was handed in stays the caller's."""
    states = Game("new-york", seed=1).states
    game = Game.from_state(load_rules("new-york"), states)
    game.play(game.legal_moves()[0])
    assert states.tobytes() == Game("new-york", seed=1).states.tobytes()
    assert not np.shares_memory(states, game.states)


@pytest.mark.parametrize("name", ["new-york", "north-america"])
def test_a_view_counts_the_attractions_everybody_has_touched(name):
    """The same points as on the score sheet, at any time, for any viewer."""
    game, seen = opened(name), set()
    number = 0
    while not game.over:
        points = [score.attractions for score in game.scores()]
        for seat in (-1, 0, 1):
            view = game.view(seat)
            assert [view.attraction_points(each) for each in range(2)] == points
            assert [each["attraction_points"] for each in view_values(view)["seats"]] == points
        seen.update(points)
        moves = game.legal_moves()
        game.play(moves[number % len(moves)])
        number += 1
    assert (len(seen) > 3) == (name == "new-york")
