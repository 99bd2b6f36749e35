"""Who may know what: views, events, a finished game (RULES 10)."""

import numpy as np
import pytest

from ferrovia import Game, TableError
from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal
from tests.engine.table_builder import (
    BUILT_IN,
    TABLES,
    kinds,
    open_up,
    play,
    play_on,
    public,
    rules_of,
    sound,
    table,
    texts,
)

EVERYBODY = (-1, 0, 1)
SECRET_KINDS = {"ticket-kept", "ticket-returned", "mixed"}


def seen(game, *seats):
    """The bytes of views."""
    return [game.view(seat).array.tobytes() for seat in seats]


# what is public


def test_what_everybody_sees():
    """RULES 10: board, market, discards, trains, score, numbers of cards and tickets are the same in every view."""
    place = table("north-america").hand(0, red=3).hand(1, blue=2).market(red=5).discards(green=4)
    game = (
        place.own(0, "denver--omaha").tickets(0, "boston--miami").tickets(1, "denver--el-paso", "toronto--miami").game()
    )
    views = [game.view(seat).record.public.tobytes() for seat in EVERYBODY]
    assert len(set(views)) == 1
    shown = game.view(-1).record.public
    assert (game.view(-1).market, game.view(-1).discards) == ({"red": 5}, {"green": 4})
    assert (shown.hand_size[:2].tolist(), shown.tickets[:2].tolist()) == ([3, 2], [1, 2])
    assert (shown.trains[:2].tolist(), shown.score[:2].tolist()) == ([41, 45], [7, 0])
    assert (int(shown.deck_size), int(shown.ticket_deck)) == (110 - 5 - 5 - 4, 30)
    assert game.view(-1).routes(0) == ("denver--omaha",)


def test_cards_taken_from_the_market_are_known_blind_ones_are_not():
    """RULES 10: and what pays for a route is known no longer."""
    game = table("north-america").market(red=5).game()
    play(game, "take red", "red")
    play(game, "draw", "blue")
    assert game.view(1).known(0) == {"red": 1}
    play_on(game, "draw", "draw")
    play(game, "claim atlanta--nashville red:1")
    assert game.view(1).known(0) == {}
    assert game.view(0).hand == {"blue": 1}


def test_a_payment_uses_what_is_known_of_its_colour():
    """RULES 10: three red of which one was known: none is known afterwards."""
    game = table("north-america").hand(0, red=4, blue=1).known(0, red=1, blue=1).game()
    play(game, "claim montreal--toronto red:3")
    assert game.view(1).known(0) == {"blue": 1}


def test_the_number_of_tickets_out_of_the_game_follows_from_public_facts():
    """RULES 10: all tickets less those in the deck and in hands."""
    game = table("switzerland").game()
    play_on(game, "tickets")
    play_on(game, f"keep {game.view(0).offer[0]}")
    shown = game.view(-1).record.public
    assert 46 - int(shown.ticket_deck) - int(shown.tickets.sum()) == 2


# what is secret


@pytest.mark.parametrize("name", BUILT_IN)
def test_anothers_hand_changes_nothing_in_ones_view(name):
    """RULES 10, 12.13: seat 1 holds a red and the deck a blue card, or the other way round: nobody else can tell."""
    one = table(name).hand(0, green=1).hand(1, red=1).game()
    other = table(name).hand(0, green=1).hand(1, blue=1).market(**one.view(-1).market).game()
    assert seen(one, -1, 0) == seen(other, -1, 0)
    assert seen(one, 1) != seen(other, 1)
    assert texts(one, seat=0) == texts(other, seat=0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_anothers_tickets_change_nothing_in_ones_view(name):
    """RULES 10, 12.13: nor does what lies in the ticket deck."""
    first, second = rules_of(name).ticket_ids[:2]
    one, other = (table(name).tickets(1, ticket).game() for ticket in (first, second))
    assert seen(one, -1, 0) == seen(other, -1, 0)
    assert seen(one, 1) != seen(other, 1)


def test_the_generator_is_in_no_view():
    """RULES 10: the order of both decks is secret; another generator is another order."""
    game = table("north-america").game()
    other = Game.from_state(game.rules, game.states)
    batch.seed_at(other.states, 0, np.uint64(99))
    assert game.states.tobytes() != other.states.tobytes()
    assert seen(game, *EVERYBODY) == seen(other, *EVERYBODY)


def test_a_spectator_has_no_private_part():
    """RULES 10: neither hand nor tickets nor offer."""
    game = Game("north-america", 2, seed=1)
    view = game.view(-1)
    assert (view.hand, view.tickets, view.offer, view.legal_moves()) == ({}, (), (), [])


def test_anothers_tickets_cannot_be_asked_for():
    """RULES 10: only one's own before the end."""
    game = table("north-america").tickets(0, "boston--miami").game()
    assert game.view(0).tickets_of(0) == ("boston--miami",)
    for seat in (-1, 1):
        with pytest.raises(TableError, match="secret"):
            game.view(seat).tickets_of(0)


def test_the_opening_choices_are_secret_until_all_are_made():
    """RULES 10, 1.5: a choice made changes neither the others' views nor their events."""
    game = Game("switzerland", 3, seed=1)
    before, told = seen(game, -1, 1, 2), [game.events(seat) for seat in (-1, 1, 2)]
    game.keep(*game.view(0).offer[:2], seat=0)
    assert seen(game, -1, 1, 2) == before
    assert [game.events(seat) for seat in (-1, 1, 2)] == told
    assert game.view(1).legal_moves()


def test_two_different_opening_choices_look_alike():
    """RULES 10: while the others are still choosing, nobody can tell what was kept."""
    games = []
    for count in (2, 4):
        game = Game("north-america", 2, seed=1)
        game.keep(*game.view(0).offer[:count], seat=0)
        games.append(game)
    assert seen(games[0], -1, 1) == seen(games[1], -1, 1)
    assert seen(games[0], 0) != seen(games[1], 0)


@pytest.mark.parametrize("passes", [0, 1])
def test_a_route_chosen_and_not_yet_paid_is_private(passes):
    """RULES 10: others see a claim when it is paid (DESIGN, bet 5); not even passes before it are forgotten earlier."""
    place = table("north-america").hand(0, red=2, blue=2).market(red=5).deck().ticket_deck()
    game = place.with_(passes=passes, idle=passes).game()
    before = seen(game, -1, 1)
    assert batch.step_at(game.rules.board, game.states, 0, 0, game.rules.route_index["denver--santa-fe"], no_journal())
    assert seen(game, -1, 1) == before
    assert int(game.view(0).record.own.route) == game.rules.route_index["denver--santa-fe"]
    sound(game)


def test_drawn_tickets_are_seen_by_their_drawer_only():
    """RULES 10: the others see how many."""
    game = table("north-america").game()
    play(game, "tickets", "boston--miami", "denver--el-paso", "toronto--miami")
    assert game.view(0).offer == ("boston--miami", "denver--el-paso", "toronto--miami")
    for seat in (-1, 1):
        assert game.view(seat).offer == ()
        assert int(game.view(seat).record.public.offered) == 3


def test_who_returned_tickets_knows_them_and_their_place():
    """RULES 10: nobody else does."""
    game = table("north-america").returned(1, "denver--pittsburgh").game()
    play(game, "tickets", "boston--miami", "denver--el-paso", "toronto--miami")
    play(game, "keep boston--miami return toronto--miami denver--el-paso")
    names = game.rules.ticket_index
    places = {seat: game.view(seat).record.places[:4].tolist() for seat in EVERYBODY}
    assert places[0] == [-1, names["toronto--miami"], names["denver--el-paso"], -1]
    assert places[1] == [names["denver--pittsburgh"], -1, -1, -1]
    assert places[-1] == [-1] * 4


def test_who_returned_opening_tickets_knows_them_but_not_their_place():
    """RULES 10, 4.5: they are shuffled with the others'."""
    game = Game("north-america", 2, seed=1)
    gone = [game.view(seat).offer[2:] for seat in range(2)]
    for seat in range(2):
        game.keep(*game.view(seat).offer[:2], seat=seat)
    for seat in range(2):
        view = game.view(seat)
        assert set(view.record.places.tolist()) == {-1}
        remembered = sum(int(word) << 64 * place for place, word in enumerate(view.record.own.returned.tolist()))
        assert remembered == sum(1 << game.rules.ticket_index[ticket] for ticket in gone[seat])


def test_the_mixed_order_of_opening_returns_is_in_no_view():
    """RULES 10, 4.5: two orders of the same returns look alike to everybody."""
    base = table("north-america").returned(0, "boston--miami").returned(1, "denver--el-paso").game()
    swapped = table("north-america").returned(1, "denver--el-paso").returned(0, "boston--miami").game()
    for game in (base, swapped):
        game.states[0].public.mixed = 2
        sound(game)
    assert seen(base, *EVERYBODY) == seen(swapped, *EVERYBODY)


def test_a_tunnels_payment_is_seen_before_it_is_settled():
    """RULES 10, 7.6: the cards played and turned lie on the table."""
    game = table("switzerland").hand(0, red=4).game()
    play(game, "claim baden--basel red:3", "red", "blue", "pink")
    views = [game.view(seat).record.public.tobytes() for seat in EVERYBODY]
    assert len(set(views)) == 1
    assert int(game.view(1).record.public.hand_size[0]) == 1


# events


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_events_show_a_seat_its_own_cards_and_tickets_only(name, players):
    """RULES 10: of cards dealt or drawn blind and tickets offered, others learn that it happened, not what it was."""
    game = open_up(Game(name, players, seed=2))
    play_on(game, "draw", "draw", "tickets")
    play_on(game, f"keep {game.view(game.seat).offer[0]}")
    for seat in range(-1, players):
        for event in game.events(seat):
            if event.kind in ("dealt", "drew"):
                assert (event.card is not None) == (event.seat == seat)
            elif event.kind in ("offered", "offered-again"):
                assert (event.ticket is not None) == (event.seat == seat)
            elif event.kind in SECRET_KINDS:
                assert event.seat == seat != -1


def test_how_many_events_of_each_kind_everybody_gets():
    """RULES 10: the number of cards and tickets is public, so masked events are visible to all."""
    game = open_up(Game("north-america", 3, seed=2))
    for seat in (-1, 0, 1, 2):
        told = kinds(game.events(seat))
        assert (told.count("dealt"), told.count("offered"), told.count("tickets-kept")) == (12, 12, 3)
        assert told.count("ticket-kept") == (0 if seat < 0 else 4)


def test_public_events_are_told_whole():
    """RULES 10: cards taken, cards paid, routes claimed, cards turned and refused tunnels."""
    game = table("switzerland").hand(0, red=4).market(pink=5).game()
    play(game, "claim baden--basel red:3", "red", "blue", "pink")
    play(game, "refuse")
    play(game, "take pink", "white")
    for seat in EVERYBODY:
        assert game.events(seat) == game.events()


def test_the_mixing_is_told_to_nobody():
    """RULES 10, 4.5: the order of the ticket deck is secret."""
    game = Game("north-america", 2, seed=1)
    for seat in range(2):
        game.keep(*game.view(seat).offer[:2], seat=seat)
    assert kinds(game.events()).count("mixed") == 4
    for seat in EVERYBODY:
        assert "mixed" not in kinds(game.events(seat))


def test_a_later_return_is_told_to_the_returner():
    """RULES 10, 4.4: which, and in which order."""
    game = table("north-america").game()
    play(game, "tickets", "boston--miami", "denver--el-paso", "toronto--miami")
    play(game, "keep boston--miami return toronto--miami denver--el-paso")
    told = [event.ticket for event in game.events(0) if event.kind == "ticket-returned"]
    assert told == ["toronto--miami", "denver--el-paso"]
    assert "ticket-returned" not in kinds(game.events(1)) + kinds(game.events(-1))


# the end


def finished(name="north-america"):
    """A game that has just ended, with cards in hands, tickets kept, returned and fresh."""
    place = table(name).hand(0, red=2).hand(1, blue=3, locomotive=1).tickets(0, rules_of(name).ticket_ids[0])
    game = place.tickets(1, rules_of(name).ticket_ids[1]).trains(1, 2).with_(last_turns=1).game()
    play_on(game, "tickets")
    play_on(game, f"keep {game.view(0).offer[0]}")
    assert game.over
    return game


@pytest.mark.parametrize("name", BUILT_IN)
def test_everything_is_revealed_when_the_game_is_over(name):
    """RULES 10 [ruling]: hands and tickets of all, to all, spectators included."""
    game = finished(name)
    for seat in EVERYBODY:
        view = game.view(seat)
        assert view.known(0) == {"red": 2}
        assert view.known(1) == {"blue": 3, "locomotive": 1}
        assert len(view.tickets_of(0)) == 2
        assert view.tickets_of(1) == (rules_of(name).ticket_ids[1],)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_ticket_deck_is_revealed_too(name):
    """RULES 10 [ruling]: the returned ones in their order, then the fresh ones."""
    game = finished(name)
    deck = game.states[0].secret
    queue = [ticket for ticket in deck.queue.tolist() if ticket >= 0]
    for seat in EVERYBODY:
        places = [ticket for ticket in game.view(seat).record.places.tolist() if ticket >= 0]
        assert places[: len(queue)] == queue
        assert len(places) == int(public(game).ticket_deck)


def test_nothing_is_revealed_one_move_before_the_end():
    """RULES 10: the last decision of the game is made in the dark."""
    place = table("north-america").hand(1, blue=3).tickets(1, "boston--miami").trains(1, 2)
    game = place.with_(last_turns=1).game()
    play_on(game, "draw")
    assert game.view(0).known(1) == {}
    assert not game.view(0).record.tickets.any()
    assert set(game.view(0).record.places.tolist()) == {-1}
    play_on(game, "draw")
    assert game.view(0).known(1) == {"blue": 3}


# what a view is good for


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_redealt_game_fits_the_view(name):
    """RULES 10, 12.13: a determinization keeps what a seat knows, byte for byte."""
    game = open_up(Game(name, 2, seed=9))
    play_on(game, "draw", "draw", "tickets")
    for seat in EVERYBODY:
        for seed in range(5):
            dealt = sound(game.view(seat).redeal(seed))
            assert dealt.view(seat).array.tobytes() == game.view(seat).array.tobytes()
