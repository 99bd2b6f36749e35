"""Tunnels: the attempt, the surcharge, the refusal, short decks (RULES 7.6–7.8, 7.11)."""

import pytest

from tests.engine.table_builder import code, deck_of, kinds, play, play_on, public, table, texts

SWISS = "switzerland"
DIG = "claim baden--basel red:3"  # red, three spaces, four points
GRAY = "davos--austria-davos"  # gray, three spaces


def dig(turned, hand=None, move=DIG):
    """Seat 0 tries a tunnel; these cards are turned."""
    game = table(SWISS).hand(0, **(hand or {"red": 3})).game()
    play(game, move, *turned)
    return game


# 7.6 the attempt


def test_no_matching_card_no_surcharge():
    """RULES 7.6, 7.11: three cards are turned, none matches: the tunnel is dug, nothing can be taken back."""
    game = table(SWISS).hand(0, red=3).market(blue=5).game()
    events = play(game, DIG, "pink", "blue", "white")
    assert kinds(events) == ["attempted", "paid", "turned", "turned", "turned", "claimed"]
    assert game.view(0).routes(0) == ("baden--basel",)
    assert int(public(game).score[0]) == 4
    assert game.view(-1).discards == {"red": 3, "pink": 1, "blue": 1, "white": 1}
    assert (game.seat, game.phase) == (1, "turn")
    assert code(game, "refuse", 0) == ("not-your-turn", "1.6")


@pytest.mark.parametrize(
    ("turned", "asked"),
    [
        (["red", "blue", "pink"], 1),
        (["locomotive", "blue", "pink"], 1),
        (["red", "red", "pink"], 2),
        (["red", "locomotive", "pink"], 2),
        (["locomotive", "locomotive", "pink"], 2),
        (["red", "red", "red"], 3),
        (["red", "red", "locomotive"], 3),
        (["locomotive", "locomotive", "locomotive"], 3),
    ],
)
def test_every_matching_card_and_every_locomotive_costs_one_more(turned, asked):
    """RULES 7.6: asked for all to see, before anything is claimed."""
    game = dig(turned, {"red": 6})
    assert (game.phase, game.seat) == ("tunnel", 0)
    assert int(game.view(-1).record.public.surcharge) == asked
    assert game.view(1).routes(0) == ()
    assert f"surcharge red:{asked}" in texts(game)
    play(game, f"surcharge red:{asked}")
    assert game.view(1).routes(0) == ("baden--basel",)
    assert game.view(0).hand == ({"red": 3 - asked} if asked < 3 else {})


def test_locomotives_played_with_a_colour_keep_the_colour():
    """RULES 7.6: one red and two locomotives are a red payment."""
    game = dig(["red", "blue", "locomotive"], {"red": 2, "locomotive": 2}, "claim baden--basel red:1 locomotive:2")
    assert int(public(game).surcharge) == 2
    assert texts(game) == {"refuse"}
    assert game.view(0).hand == {"red": 1}


def test_a_refusal_takes_all_played_cards_back():
    """RULES 7.6: the turn is over, the route is free, the three turned cards are discarded."""
    game = dig(
        ["red", "blue", "pink"], {"red": 2, "locomotive": 1, "white": 1}, "claim baden--basel red:2 locomotive:1"
    )
    assert game.view(0).hand == {"white": 1}
    events = play(game, "refuse")
    assert kinds(events) == ["refused"]
    assert game.view(0).hand == {"red": 2, "locomotive": 1, "white": 1}
    assert game.view(-1).discards == {"red": 1, "blue": 1, "pink": 1}
    assert (game.seat, game.view(0).routes(0), int(public(game).score[0])) == (1, (), 0)
    assert int(public(game).trains[0]) == 40


def test_the_route_may_be_tried_again_by_anybody():
    """RULES 7.6: a refused tunnel stays free."""
    game = table(SWISS).hand(0, red=3).hand(1, red=3).game()
    play(game, DIG, "red", "blue", "pink")
    play(game, "refuse")
    assert DIG in texts(game)
    play(game, DIG, "white", "white", "white")
    assert game.view(1).routes(1) == ("baden--basel",)


def test_who_could_pay_may_refuse():
    """RULES 7.6: cannot or will not."""
    game = dig(["red", "blue", "pink"], {"red": 9})
    assert texts(game) == {"refuse", "surcharge red:1"}
    play(game, "refuse")
    assert game.view(0).hand == {"red": 9}


def test_who_cannot_pay_is_asked_all_the_same():
    """RULES 7.6, 10: whether a refused tunnel could not or would not be paid is secret."""
    poor, rich = dig(["red", "blue", "pink"], {"red": 3}), dig(["red", "blue", "pink"], {"red": 4})
    assert texts(poor) == {"refuse"}
    assert int(public(poor).surcharge) == int(public(rich).surcharge) == 1
    for game in (poor, rich):
        play(game, "refuse")
    assert poor.events(1) == rich.events(1)


@pytest.mark.parametrize("move", ["draw", "take pink", "tickets", "pass", DIG, "claim bern--fribourg yellow:1"])
def test_the_question_must_be_answered_first(move):
    """RULES 7.6: nothing else in between."""
    game = table(SWISS).hand(0, red=9, yellow=1).market(pink=5).game()
    play(game, DIG, "red", "blue", "pink")
    assert code(game, move) == ("surcharge-pending", "7.6")


def test_no_surcharge_without_a_tunnel():
    """RULES 7.6: neither to pay nor to refuse."""
    game = table(SWISS).hand(0, red=3).game()
    assert code(game, "refuse") == ("no-surcharge", "7.6")
    assert code(game, "surcharge red:1") == ("no-surcharge", "7.6")


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("red:1", "wrong-surcharge"),
        ("red:3", "wrong-surcharge"),
        ("locomotive:3", "wrong-surcharge"),
        ("blue:2", "wrong-surcharge"),
        ("red:1 blue:1", "wrong-surcharge"),
        ("locomotive:2", "surcharge-too-dear"),
    ],
)
def test_surcharges_that_are_refused(cards, why):
    """RULES 7.6: exactly what is asked, in the colour played or locomotives, out of the hand."""
    game = dig(["red", "red", "pink"], {"red": 7, "blue": 4, "locomotive": 1})
    assert code(game, f"surcharge {cards}") == (why, "7.6")


def test_an_ordinary_route_turns_no_cards():
    """RULES 7.6: tunnels only."""
    game = table(SWISS).hand(0, blue=3).game()
    assert kinds(play(game, "claim bern--interlaken blue:3")) == ["paid", "claimed"]


# 7.7 locomotives only


def test_after_locomotives_alone_only_locomotives_cost_extra():
    """RULES 7.7: turned red cards mean nothing to a red tunnel paid in locomotives."""
    game = dig(["red", "red", "red"], {"locomotive": 3}, "claim baden--basel locomotive:3")
    assert game.view(0).routes(0) == ("baden--basel",)


def test_after_locomotives_alone_only_locomotives_pay():
    """RULES 7.7: one turned locomotive; red cards do not help."""
    game = dig(["red", "locomotive", "blue"], {"locomotive": 4, "red": 3}, "claim baden--basel locomotive:3")
    assert int(public(game).surcharge) == 1
    assert texts(game) == {"refuse", "surcharge locomotive:1"}
    assert code(game, "surcharge red:1") == ("wrong-surcharge", "7.6")
    play(game, "surcharge locomotive:1")
    assert game.view(-1).discards == {"locomotive": 5, "red": 1, "blue": 1}


def test_after_locomotives_alone_without_another_one_there_is_only_refusal():
    """RULES 7.7: the three come back and are known."""
    game = dig(["locomotive", "red", "blue"], {"locomotive": 3, "red": 5}, "claim baden--basel locomotive:3")
    assert texts(game) == {"refuse"}
    play(game, "refuse")
    assert game.view(1).known(0) == {"locomotive": 3}
    assert game.view(0).hand == {"locomotive": 3, "red": 5}


# 7.8 on the table, short decks


def test_fewer_than_three_cards_left():
    """RULES 7.8: those there are, two, one or none; none: no extra."""
    for cards in (["blue", "pink"], ["blue"], []):
        game = table(SWISS).hand(0, red=3).market(white=5).deck(**dict.fromkeys(cards, 1)).game()
        events = play(game, DIG, *cards)
        assert kinds(events).count("turned") == len(cards)
        assert game.view(0).routes(0) == ("baden--basel",)


@pytest.mark.parametrize(("cards", "asked"), [(["red", "locomotive"], 2), (["red"], 1), (["locomotive"], 1)])
def test_a_short_deck_can_ask_too(cards, asked):
    """RULES 7.8: what was turned counts, however few."""
    game = table(SWISS).hand(0, red=3).market(white=5).deck(**dict.fromkeys(cards, 1)).game()
    play(game, DIG, *cards)
    assert (int(public(game).surcharge), int(public(game).deck_size)) == (asked, 0)
    play(game, "refuse")
    assert deck_of(game) == dict.fromkeys(cards, 1)
    assert game.view(0).hand == {"red": 3}


def test_the_deck_runs_out_while_turning():
    """RULES 7.8: reshuffle and go on; neither the played cards nor the turned ones are part of the new deck."""
    game = table(SWISS).hand(0, red=4).market(white=5).discards(blue=2, green=1).deck(red=1, pink=1).game()
    events = play(game, DIG, "red", "pink", "green")
    assert kinds(events) == ["attempted", "paid", "turned", "turned", "renewed", "turned", "charged"]
    assert deck_of(game) == {"blue": 2}
    assert game.view(-1).discards == {}
    play(game, "surcharge red:1")
    assert game.view(-1).discards == {"red": 5, "pink": 1, "green": 1}


def test_the_deck_is_one_card_and_the_discards_two():
    """RULES 7.8: all three are turned; then deck and discards are empty until the attempt is settled."""
    game = table(SWISS).hand(0, red=4).market(white=5).discards(blue=1, red=1).deck(pink=1).game()
    play(game, DIG, "pink", "blue", "red")
    assert (int(public(game).deck_size), game.view(-1).discards) == (0, {})
    events = play(game, "surcharge red:1")
    assert kinds(events) == ["paid", "claimed", "renewed"]
    assert deck_of(game) == {"red": 5, "pink": 1, "blue": 1}


def test_a_deck_emptied_by_the_last_turned_card_is_reshuffled_before_the_question():
    """RULES 7.8: at once, from the discards that lay there; so the turned cards are not in it."""
    game = table(SWISS).hand(0, red=4).market(white=5).discards(blue=3).deck(red=1, pink=2).game()
    events = play(game, DIG, "red", "pink", "pink")
    assert kinds(events)[-2:] == ["renewed", "charged"]
    assert (game.phase, deck_of(game)) == ("tunnel", {"blue": 3})
    play(game, "refuse")
    assert (deck_of(game), game.view(-1).discards) == ({"blue": 3}, {"red": 1, "pink": 2})


def test_cards_on_the_table_are_no_discards():
    """RULES 7.8: while the question is open they lie beside the discards, for all to see."""
    game = table(SWISS).hand(0, red=3, locomotive=1).market(white=5).discards(green=1).game()
    play(game, "claim baden--basel red:2 locomotive:1", "red", "blue", "pink")
    seen = game.view(1).record.public
    assert game.view(1).discards == {"green": 1}
    assert (int(seen.spent), int(seen.locomotives), int(seen.route)) == (2, 1, game.rules.route_index["baden--basel"])
    assert game.view(1).name_cards(seen.turned) == {"red": 1, "blue": 1, "pink": 1}


def test_everything_is_discarded_together_and_then_the_deck_is_made():
    """RULES 7.8, 2.5: played, surcharge and turned cards in one new deck."""
    game = table(SWISS).hand(0, red=3, locomotive=1).market(white=5).deck(red=1, pink=2).game()
    play(game, DIG, "red", "pink", "pink")
    assert int(public(game).deck_size) == 0
    play(game, "surcharge locomotive:1")
    assert deck_of(game) == {"red": 4, "pink": 2, "locomotive": 1}


def test_a_settled_tunnel_fills_the_market_and_tests_it():
    """RULES 7.8, 2.4, 2.7: played locomotives fill empty places and are flushed at once."""
    game = table(SWISS).hand(0, red=1, locomotive=2).market(white=2, locomotive=1).deck().game()
    new = ["red", "white", "white", "locomotive", "locomotive"]
    events = play(game, "claim baden--basel red:1 locomotive:2", "locomotive", "locomotive", *new)
    after = ["renewed", "filled", "filled", "flushed", "filled", "renewed", *["filled"] * 4]
    assert kinds(events) == ["attempted", "paid", "paid", "claimed", *after]
    assert (game.view(-1).market, deck_of(game)) == ({"red": 1, "white": 2, "locomotive": 2}, {"locomotive": 1})


def test_a_settled_tunnel_can_leave_three_locomotives_without_a_deck():
    """RULES 7.8, 2.8: two cards fill two places; nothing is left, so nothing is flushed."""
    game = table(SWISS).hand(0, locomotive=2).market(white=2, locomotive=1).deck().game()
    events = play(game, "claim brig--interlaken locomotive:2", "locomotive", "locomotive")
    assert "flushed" not in kinds(events)
    assert game.view(-1).market == {"white": 2, "locomotive": 3}


# 7.11 rulings


def test_the_surcharge_in_any_mix():
    """RULES 7.11: the player chooses how many of the colour and how many locomotives."""
    game = dig(["red", "red", "locomotive"], {"red": 6, "locomotive": 3})
    assert texts(game) == {
        "refuse",
        "surcharge red:3",
        "surcharge red:2 locomotive:1",
        "surcharge red:1 locomotive:2",
        "surcharge locomotive:3",
    }


@pytest.mark.parametrize("answer", ["surcharge red:2", "surcharge red:1 locomotive:1", "surcharge locomotive:2"])
def test_what_is_paid_is_discarded(answer):
    """RULES 7.11: with the played and the turned cards."""
    game = dig(["red", "red", "pink"], {"red": 5, "locomotive": 2})
    play(game, answer)
    paid = {card: int(count) for card, count in (part.split(":") for part in answer.split()[1:])}
    found = game.view(-1).discards
    assert found["red"] == 3 + 2 + paid.get("red", 0)
    assert found.get("locomotive", 0) == paid.get("locomotive", 0)
    assert sum(game.view(0).hand.values()) == 7 - 3 - 2


def test_only_the_mixes_the_hand_can_pay():
    """RULES 7.11: out of one red and two locomotives left."""
    game = dig(["red", "red", "pink"], {"red": 4, "locomotive": 2})
    assert texts(game) == {"refuse", "surcharge red:1 locomotive:1", "surcharge locomotive:2"}


def test_the_surcharge_needs_no_trains_and_scores_nothing():
    """RULES 7.11: three trains are enough for three spaces and a surcharge of three; four points, not seven."""
    game = table(SWISS).hand(0, red=6).trains(0, 3, "baden--basel").game()
    before = int(public(game).score[0])
    play(game, DIG, "red", "red", "red")
    play(game, "surcharge red:3")
    assert int(public(game).trains[0]) == 0
    assert int(public(game).score[0]) == before + 4


def test_an_attempt_needs_trains_and_cards_for_the_printed_length_only():
    """RULES 7.11: three cards and three trains, and not fewer."""
    assert DIG in texts(table(SWISS).hand(0, red=3).trains(0, 3, "baden--basel").game())
    assert code(table(SWISS).hand(0, red=3).trains(0, 2, "baden--basel").game(), DIG) == ("too-few-trains", "3.3")
    assert code(table(SWISS).hand(0, red=2).game(), DIG) == ("too-few-cards", "3.1")


@pytest.mark.parametrize("colour", ["red", "blue", "black"])
def test_on_a_gray_tunnel_the_colour_is_the_one_played(colour):
    """RULES 7.11: its own cards match, others do not."""
    game = dig([colour, "pink", "pink"], {colour: 4}, f"claim {GRAY} {colour}:3")
    assert int(public(game).surcharge) == 1
    assert texts(game) == {"refuse", f"surcharge {colour}:1"}
    free = dig(["pink", "pink", "pink"], {colour: 3}, f"claim {GRAY} {colour}:3")
    assert free.view(0).routes(0) == (GRAY,)


@pytest.mark.parametrize("route", ["baden--basel", GRAY])
def test_locomotives_alone_are_one_option_without_a_colour(route):
    """RULES 7.11, 12.12: on coloured and gray tunnels alike."""
    game = table(SWISS).hand(0, locomotive=4, red=1, blue=1).game()
    alone = {move for move in texts(game, f"claim {route} ") if "locomotive:3" in move}
    assert alone == {f"claim {route} locomotive:3"}


def test_payments_of_a_gray_tunnel():
    """RULES 7.11, 3.1: any single colour with any number of locomotives, and locomotives alone once."""
    game = table(SWISS).hand(0, locomotive=3, red=2, blue=1).game()
    assert texts(game, f"claim {GRAY} ") == {
        f"claim {GRAY} red:2 locomotive:1",
        f"claim {GRAY} red:1 locomotive:2",
        f"claim {GRAY} blue:1 locomotive:2",
        f"claim {GRAY} locomotive:3",
    }


def test_a_refusal_in_the_last_round_uses_up_the_last_turn():
    """RULES 7.11, 5.1: no other turn comes."""
    game = table(SWISS).hand(0, red=3).trains(1, 2, "baden--basel").with_(last_turns=1).game()
    play(game, DIG, "red", "blue", "pink")
    events = play(game, "refuse")
    assert kinds(events) == ["refused", "ended"]
    assert game.over
    assert int(public(game).ending) == 1
    assert game.view(1).known(0) == game.view(0).hand == {"red": 3}


def test_a_tunnel_can_bring_on_the_last_round():
    """RULES 7.11, 5.1: dug after a surcharge, with the trains then left."""
    game = table(SWISS).hand(0, red=4).trains(0, 5, "baden--basel").game()
    play(game, DIG, "red", "pink", "pink")
    assert kinds(play(game, "surcharge red:1"))[-1] == "last-round"


# what is known after a refusal (RULES 10)


@pytest.mark.parametrize(
    ("before", "after"),
    [({}, {"red": 3}), ({"red": 1}, {"red": 3}), ({"red": 3}, {"red": 3}), ({"red": 5}, {"red": 5})],
)
def test_cards_shown_and_taken_back_are_known(before, after):
    """RULES 10, 7.6: per colour, the larger of what was known and what was shown."""
    game = table(SWISS).hand(0, red=6, blue=1).known(0, **before).game()
    play(game, DIG, "red", "blue", "pink")
    play(game, "refuse")
    for seat in (-1, 0, 1):
        assert game.view(seat).known(0) == after


def test_locomotives_shown_and_taken_back_are_known_too():
    """RULES 10, 7.6: colour by colour; what was known of other colours stays."""
    game = table(SWISS).hand(0, red=2, locomotive=4, blue=2).known(0, blue=1, locomotive=2).game()
    play(game, "claim baden--basel red:2 locomotive:1", "red", "red", "pink")
    play(game, "refuse")
    assert game.view(1).known(0) == {"red": 2, "locomotive": 2, "blue": 1}


def test_a_tunnel_that_succeeds_uses_known_cards_first():
    """RULES 10: what was played is no longer known to be in the hand."""
    game = table(SWISS).hand(0, red=6).known(0, red=4).game()
    play(game, DIG, "white", "blue", "pink")
    assert game.view(1).known(0) == {"red": 1}
    play_on(game, "draw", "draw")
