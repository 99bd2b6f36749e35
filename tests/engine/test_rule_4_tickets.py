"""Drawing tickets: how many, what must be kept, where refused ones go (RULES 4)."""

from itertools import permutations

import pytest

from ferrovia import Game, Keep
from tests.engine.table_builder import (
    BUILT_IN,
    code,
    deal,
    keeps,
    kinds,
    play,
    play_on,
    public,
    rules_of,
    table,
    texts,
    variant,
)

LATER = {"north-america": 3, "north-america-classic": 3, "switzerland": 3, "new-york": 2}
A, B, C, D, E = "boston--miami", "calgary--phoenix", "chicago--santa-fe", "denver--el-paso", "duluth--houston"


def queue(game):
    """The returned tickets in the deck, the next one first."""
    return [game.rules.ticket_ids[ticket] for ticket in game.states[0].secret.queue.tolist() if ticket >= 0]


def draws(game, *fresh):
    """Draw tickets; what the player is offered."""
    play(game, "tickets", *fresh)
    return game.view(game.seat).offer


# 4.1 and 4.2 how many


@pytest.mark.parametrize("name", BUILT_IN)
def test_three_are_drawn_two_in_new_york(name):
    """RULES 4.1, 9: in the order drawn; at least one is kept, any of them, or all."""
    game = table(name).game()
    top = rules_of(name).ticket_ids[: LATER[name]]
    assert draws(game, *top) == top
    assert int(public(game).ticket_deck) == len(game.rules.tickets) - len(top)
    kept = {frozenset(move.tickets) for move in keeps(game)}
    assert {len(each) for each in kept} == set(range(1, len(top) + 1))
    assert len(kept) == 2 ** len(top) - 1


@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("name", BUILT_IN)
def test_fewer_if_fewer_are_left(name, left):
    """RULES 4.1, 4.2, 12.7: one of them is kept at least; the last one must be."""
    rest = rules_of(name).ticket_ids[:left]
    game = table(name).ticket_deck(*rest).game()
    assert draws(game, *rest) == rest
    assert {len(move.tickets) for move in keeps(game)} == set(range(1, left + 1))
    play(game, f"keep {rest[0]}")
    assert game.view(0).tickets == (rest[0],)
    assert int(public(game).ticket_deck) == (0 if name == "switzerland" else left - 1)


def test_the_last_ticket_in_new_york_must_be_kept():
    """RULES 4.2: it is drawn, and there is one answer."""
    game = table("new-york").ticket_deck("east-village--soho").game()
    draws(game, "east-village--soho")
    assert texts(game) == {"keep east-village--soho"}


def test_the_drawing_cannot_be_taken_back():
    """RULES 4.1, 12.11: the tickets are seen before the choice, and something must be kept before anything else."""
    game = table("north-america").hand(0, red=1).game()
    draws(game, A, B, C)
    for move in ("draw", "take red", "pass", "tickets", "claim atlanta--nashville red:1"):
        assert code(game, move) == ("tickets-pending", "4.1")
    assert all(move.tickets for move in keeps(game))


def test_keeping_none_is_refused(tmp_path):
    """RULES 4.1: the minimum is a number of the rules; here two of three."""
    game = table(variant(tmp_path, "north-america", later_keep=2)).game()
    draws(game, A, B, C)
    assert code(game, f"keep {A}") == ("keep-more", "4.1")
    play(game, f"keep {A} {C}")
    assert queue(game) == [B]


# 4.3 for good


def test_kept_tickets_are_never_given_back():
    """RULES 4.3: only the ones just drawn can be refused."""
    game = table("north-america").tickets(0, E).game()
    assert code(game, f"keep {E}") == ("nothing-offered", "4.3")
    draws(game, A, B, C)
    assert code(game, f"keep {A} return {B} {C} {E}") == ("not-offered", "4.3")
    assert code(game, f"keep {A} {E}") == ("not-offered", "4.3")
    assert code(game, f"keep {A} {D}") == ("not-offered", "4.3")
    play(game, f"keep {A}")
    assert set(game.view(0).tickets) == {A, E}


def test_every_offered_ticket_is_kept_or_returned_once():
    """RULES 4.3: not both, not neither, not twice."""
    game = table("north-america").game()
    draws(game, A, B, C)
    for answer in (
        f"keep {A} return {A} {B} {C}",
        f"keep {A} return {B}",
        f"keep {A} {A}",
        f"keep {A} {B} return {B} {C}",
    ):
        assert code(game, answer) == ("not-offered", "4.3")


# 4.4 where refused tickets go


@pytest.mark.parametrize("order", list(permutations([B, C])))
def test_in_document_000_they_go_under_the_deck_in_the_players_order(order):
    """RULES 4.4: the first named lies higher and is drawn first."""
    game = table("north-america").game()
    draws(game, A, B, C)
    play(game, f"keep {A} return {order[0]} {order[1]}")
    assert queue(game) == list(order)
    assert int(public(game).ticket_deck) == 32


@pytest.mark.parametrize("name", ["north-america-classic", "new-york"])
def test_in_the_other_documents_they_go_under_in_the_order_drawn(name):
    """RULES 4.4 [ruling]: 002, 003 and 004 leave no choice of order."""
    top = rules_of(name).ticket_ids[: LATER[name]]
    game = table(name).game()
    draws(game, *top)
    play(game, f"keep {top[0]}")
    assert queue(game) == list(top[1:])


def test_another_order_than_drawn_is_refused_by_its_name():
    """RULES 4.4 [ruling]: in 002 and 003 the order is not the player's to choose, and the refusal says so."""
    game = table("north-america-classic").game()
    draws(game, A, B, C)
    assert code(game, f"keep {A} return {C} {B}") == ("order-fixed", "4.4")


@pytest.mark.parametrize("places", [(0, 1), (1, 0), (2, 3), (3, 2), (3, 0)])
def test_where_order_means_nothing_any_order_will_do(places):
    """RULES 4.4, 4.5: opening returns are shuffled; named in either order they are the same answer."""
    ends = set()
    for order in (places, places[::-1]):
        game = Game("north-america", 2, seed=1)
        offer = game.view(0).offer
        kept = tuple(ticket for place, ticket in enumerate(offer) if place not in places)
        game.play(Keep(kept, tuple(offer[place] for place in order)), 0)
        ends.add(game.states.tobytes())
    assert len(ends) == 1


def test_swiss_returns_leave_the_game_in_any_order():
    """RULES 4.4, 7.9: later ones too, for nobody sees them again."""
    ends = set()
    for gone in ("bern--chur geneve--sion", "geneve--sion bern--chur"):
        game = table("switzerland").game()
        draws(game, "basel--bern", "bern--chur", "geneve--sion")
        play(game, f"keep basel--bern return {gone}")
        ends.add(game.states.tobytes())
    assert len(ends) == 1


def test_without_a_named_order_the_order_drawn_is_meant():
    """RULES 4.4: in 000 too."""
    game = table("north-america").game()
    draws(game, C, A, B)
    play(game, f"keep {A}")
    assert queue(game) == [C, B]


def test_returned_tickets_are_drawn_when_the_fresh_ones_are_gone():
    """RULES 4.4, 12.7: from the bottom, in the order they lie in; no chance is involved."""
    game = table("north-america").returned(1, D, E).ticket_deck(A).game()
    assert draws(game, A) == (A, D, E)
    play(game, f"keep {A} return {E} {D}")
    assert queue(game) == [E, D]
    assert draws(game) == (E, D)
    play(game, f"keep {E}")
    assert draws(game) == (D,)
    play(game, f"keep {D}")
    assert code(game, "tickets") == ("no-tickets-left", "4.6")


def test_drawing_a_returned_ticket_tells_the_others_only_that():
    """RULES 4.4, 10: everybody knows from the sizes that it is one; which, only its drawer sees."""
    game = table("north-america").returned(1, D).ticket_deck(A).game()
    events = play(game, "tickets", A)
    assert [(event.kind, event.ticket) for event in events] == [("offered", A), ("offered-again", D)]
    assert game.events(0) == events
    for seat in (-1, 1):
        assert [(event.kind, event.ticket) for event in game.events(seat)] == [
            ("offered", None),
            ("offered-again", None),
        ]


def test_returns_of_several_players_lie_one_under_the_other():
    """RULES 4.4: later returns lie lower."""
    game = table("north-america").game()
    draws(game, A, B, C)
    play(game, f"keep {A} return {C} {B}")
    draws(game, D, E, "dallas--new-york")
    play(game, f"keep {D} {E}")
    assert queue(game) == [C, B, "dallas--new-york"]


def test_refused_tickets_leave_the_game_in_switzerland():
    """RULES 4.4, 7.9: they are in no deck and no hand, and only the refuser knows them."""
    game = table("switzerland").game()
    draws(game, "basel--bern", "bern--chur", "geneve--sion")
    play(game, "keep bern--chur")
    assert queue(game) == []
    assert int(public(game).ticket_deck) == 43
    assert game.view(0).tickets == ("bern--chur",)
    mine, other = game.view(0).record.own.returned, game.view(1).record.own.returned
    assert (sum(int(word).bit_count() for word in mine), int(other.sum())) == (2, 0)


# 4.5 opening returns


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "new-york"])
def test_opening_returns_are_shuffled_together_under_the_deck(name):
    """RULES 4.5: of all players, in an order that chance decides after the last choice."""
    rules = rules_of(name)
    offered, fewest = rules.rule_set.opening_tickets, rules.rule_set.opening_keep
    cards = " ".join(["red"] * 2 * rules.rule_set.opening_hand + ["blue"] * 5)
    tickets = rules.ticket_ids[: 2 * offered]
    gone = [tickets[place] for place in range(2 * offered) if place % offered >= fewest]
    orders = set()
    for wanted in (gone, gone[::-1]):
        game = deal(rules, 2, cards, tickets)
        play(game, f"keep {' '.join(tickets[:fewest])}", seat=0)
        play(game, f"keep {' '.join(tickets[offered : offered + fewest])}", *wanted, seat=1)
        orders.add(tuple(queue(game)))
        assert int(public(game).mixed) == int(public(game).queue) == len(gone)
        assert int(public(game).ticket_deck) == len(rules.tickets) - 2 * fewest
    assert orders == {tuple(gone), tuple(gone[::-1])}


def test_every_order_of_the_opening_returns_comes_up():
    """RULES 4.5: three players return one each; over sixty seeds all six orders are seen."""
    found = set()
    for seed in range(60):
        game = Game("north-america-classic", 3, seed)
        refuser = {game.view(seat).offer[2]: seat for seat in range(3)}
        for seat in range(3):
            game.keep(*game.view(seat).offer[:2], seat=seat)
        found.add(tuple(refuser[ticket] for ticket in queue(game)))
    assert found == set(permutations(range(3)))


def test_later_returns_lie_under_the_mixed_ones():
    """RULES 4.4, 4.5: opening returns are drawn first, in their mixed order."""
    game = table("north-america").returned(0, A, B).ticket_deck(C, D, E).game()
    game.states[0].public.mixed = 2
    draws(game, C, D, E)
    play(game, f"keep {C} return {E} {D}")
    assert queue(game) == [A, B, E, D]
    assert draws(game) == (A, B, E)


def test_opening_returns_leave_the_game_in_switzerland():
    """RULES 4.5, 7.9: three of five may go, for good."""
    game = Game("switzerland", 3, seed=1)
    for seat in range(3):
        offer = game.view(seat).offer
        game.keep(*offer[: 2 + seat], seat=seat)
    assert queue(game) == []
    assert int(public(game).ticket_deck) == 46 - 15
    assert public(game).tickets[:3].tolist() == [2, 3, 4]


# 4.6 none left


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_ticket_left_no_action(name):
    """RULES 4.6, 12.7: it is not offered, and refused by its own reason."""
    game = table(name).ticket_deck().game()
    assert code(game, "tickets") == ("no-tickets-left", "4.6")
    assert "tickets" not in texts(game)


def test_drawing_tickets_to_the_end_of_the_deck_in_switzerland():
    """RULES 4.6, 7.9: refused tickets never come back, so the deck runs out."""
    game = table("switzerland", 3).game()
    drawn = 0
    while int(public(game).ticket_deck):
        play_on(game, "tickets")
        drawn += len(game.view(game.seat).offer)
        play_on(game, f"keep {game.view(game.seat).offer[0]}")
    assert drawn == 46
    assert public(game).tickets[:3].tolist() == [6, 5, 5]
    assert code(game, "tickets") == ("no-tickets-left", "4.6")


def test_how_many_were_drawn_and_kept_is_told_to_all():
    """RULES 4.1, 10: the events say how many, not which."""
    game = table("north-america").game()
    draws(game, A, B, C)
    play(game, f"keep {A} {C}")
    assert kinds(game.events(1)) == ["offered"] * 3 + ["tickets-kept"]
    assert game.events(1)[-1].count == 2
    assert all(event.ticket is None for event in game.events(1))
