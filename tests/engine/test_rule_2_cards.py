"""Drawing cards: two a turn, face-up locomotives, a new deck, no cards left (RULES 2.1 to 2.3, 2.5 to 2.7)."""

import pytest

from tests.engine.table_builder import (
    BUILT_IN,
    code,
    deck_of,
    kinds,
    lane,
    market,
    play,
    play_on,
    public,
    table,
    texts,
)

# 2.1 two cards


@pytest.mark.parametrize("first", ["take red", "draw"])
@pytest.mark.parametrize("second", ["take blue", "draw"])
def test_two_cards_each_from_the_market_or_blind(first, second):
    """RULES 2.1: any mix of the two; then the next player is asked."""
    game = table("north-america").market(red=2, blue=3).game()
    for move in (first, second):
        assert game.seat == 0
        play_on(game, move)
    assert (game.seat, game.phase) == (1, "turn")
    assert int(public(game).hand_size[0]) == 2
    assert int(public(game).shown) == 5


def test_a_market_card_is_replaced_before_the_second_draw():
    """RULES 2.1, 12.11: the replacement is seen, and may be the second card."""
    game = table("north-america").market(red=2, blue=3).game()
    play(game, "take red", "white")
    assert game.phase == "second-card"
    assert game.view(0).market == {"red": 1, "blue": 3, "white": 1}
    assert "take white" in texts(game)
    play(game, "take white", "green")
    assert game.view(0).hand == {"red": 1, "white": 1}
    assert market(game) == {"red": 1, "blue": 3, "green": 1}


def test_the_first_blind_card_is_seen_before_the_second_is_chosen():
    """RULES 2.1, 12.11: the player sees the first card, so the choice may depend on it."""
    game = table("north-america").market(red=2, blue=3).game()
    play(game, "draw", "pink")
    assert game.view(0).hand == {"pink": 1}
    assert texts(game) == {"take red", "take blue", "draw"}


@pytest.mark.parametrize("first", ["take red", "draw"])
@pytest.mark.parametrize(
    "move", ["tickets", "pass", "claim atlanta--nashville red:1", "claim atlanta--nashville pink:1"]
)
def test_one_may_not_stop_after_one_card(first, move):
    """RULES 2.1: the drawing of cards is two cards, not one card and something else."""
    game = table("north-america").hand(0, red=1, pink=1).market(red=2, blue=3).game()
    play_on(game, first)
    assert code(game, move) == ("second-card-pending", "2.1")


def test_only_what_lies_face_up_can_be_taken():
    """RULES 2.1: a card that the market does not show is refused, as first and as second card."""
    game = table("north-america").market(red=2, blue=3).game()
    assert code(game, "take green") == ("card-not-shown", "2.1")
    assert code(game, "take locomotive") == ("card-not-shown", "2.1")
    play(game, "draw", "green")
    assert code(game, "take green") == ("card-not-shown", "2.1")


# 2.2 and 2.3 locomotives


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "new-york"])
def test_a_face_up_locomotive_is_the_only_card(name):
    """RULES 2.2: taken first, it ends the turn; its place is filled."""
    game = table(name).market(locomotive=2, blue=3).game()
    play(game, "take locomotive", "red")
    assert (game.seat, game.phase) == (1, "turn")
    assert game.view(0).hand == {"locomotive": 1}
    assert market(game) == {"locomotive": 1, "blue": 3, "red": 1}


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "new-york"])
@pytest.mark.parametrize("first", ["take blue", "draw"])
def test_a_face_up_locomotive_is_never_the_second_card(name, first):
    """RULES 2.2, 12.4: whatever came first."""
    game = table(name).market(locomotive=1, blue=4).game()
    play(game, first, "blue")
    assert code(game, "take locomotive") == ("locomotive-second", "2.2")
    assert texts(game) == {"take blue", "draw"}


@pytest.mark.parametrize("name", ["north-america", "north-america-classic", "new-york"])
def test_a_locomotive_that_replaces_the_first_card_may_not_be_taken(name):
    """RULES 2.2: not even the one that has just been turned up."""
    game = table(name).market(blue=5).game()
    play(game, "take blue", "locomotive")
    assert code(game, "take locomotive") == ("locomotive-second", "2.2")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_locomotive_drawn_blind_is_one_ordinary_card(name):
    """RULES 2.3: as first card it leaves a second, as second card it may follow any."""
    game = table(name).market(blue=5).game()
    play(game, "draw", "locomotive")
    assert (game.seat, game.phase) == (0, "second-card")
    play(game, "draw", "locomotive")
    assert game.view(0).hand == {"locomotive": 2}
    assert game.seat == 1


# 2.5 a new deck


def test_an_empty_deck_is_reshuffled_immediately():
    """RULES 2.5: the last card drawn with discards present: the deck is never seen empty."""
    game = table("north-america").market(red=5).discards(pink=2, white=1).deck(blue=1).game()
    events = play(game, "draw", "blue")
    assert kinds(events) == ["drew", "renewed"]
    assert (deck_of(game), game.view(-1).discards) == ({"pink": 2, "white": 1}, {})
    play(game, "draw", "white")
    assert game.view(0).hand == {"blue": 1, "white": 1}


def test_the_replacement_can_be_the_last_card_of_the_deck():
    """RULES 2.5: then the discards are the deck before the second card is chosen."""
    game = table("north-america").market(red=5).discards(pink=2).deck(blue=1).game()
    assert kinds(play(game, "take red", "blue")) == ["took", "filled", "renewed"]
    assert deck_of(game) == {"pink": 2}


def test_the_reshuffle_takes_exactly_the_discards():
    """RULES 2.5, 12.3: what was discarded since the last deck, and nothing else; no card appears or vanishes."""
    game = table("north-america").hand(0, red=1).market(blue=5).discards(pink=1).deck(green=1, white=1).game()
    play(game, "claim atlanta--nashville red:1")
    play(game, "draw", "white")
    events = play(game, "draw", "green")
    assert [(event.kind, event.count) for event in events[1:]] == [("renewed", 2)]
    assert deck_of(game) == {"pink": 1, "red": 1}
    hands = int(public(game).hand_size.sum())
    assert hands + 5 + 2 == game.rules.rule_set.card_total


def test_after_a_claim_discard_new_deck_market_test():
    """RULES 2.5: in this order, so that the cards just played are the new deck and fill the market."""
    game = table("north-america").hand(0, pink=6).market(blue=2).deck().game()
    events = play(game, "claim duluth--toronto pink:6", "pink", "pink", "pink")
    assert kinds(events) == ["paid", "claimed", "renewed", "filled", "filled", "filled"]
    assert (market(game), deck_of(game)) == ({"blue": 2, "pink": 3}, {"pink": 3})


def test_a_claim_with_a_full_deck_only_discards():
    """RULES 2.5: cards played lie in the discards until the deck is empty."""
    game = table("north-america").hand(0, pink=6).market(blue=5).deck(red=1).game()
    assert kinds(play(game, "claim duluth--toronto pink:6")) == ["paid", "claimed"]
    assert (deck_of(game), game.view(-1).discards) == ({"red": 1}, {"pink": 6})


# 2.6 no cards left


@pytest.mark.parametrize("name", BUILT_IN)
def test_without_deck_and_discards_no_cards_are_drawn_even_from_the_market(name):
    """RULES 2.6: the other two actions are left, though cards lie face up."""
    game = table(name).hand(0, red=1).market(red=2, blue=3).deck().game()
    assert code(game, "draw") == ("no-cards-left", "2.6")
    assert code(game, "take red") == ("no-cards-left", "2.6")
    assert "tickets" in texts(game)
    assert texts(game, "claim")
    assert not texts(game, "take") | texts(game, "draw")


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_last_card_drawn_without_discards_leaves_a_sound_game(name):
    """RULES 2.6, 2.7, 12.3: when a blind draw takes the last card of all, the position is one that can be."""
    game = table(name).market(red=2, blue=3).deck(green=2).game()
    play(game, "draw", "green")
    play(game, "draw", "green")
    assert code(game, "draw") == ("no-cards-left", "2.6")


# 2.7 cards run out during the action


def test_the_deck_ends_with_the_first_card_and_the_market_gives_the_second():
    """RULES 2.7: the action continues; the second card comes from the market and its place stays empty."""
    game = table("north-america").market(red=2, blue=2, locomotive=1).deck(green=1).game()
    play(game, "draw", "green")
    assert texts(game) == {"take red", "take blue"}
    assert code(game, "draw") == ("no-cards-left", "2.6")
    assert code(game, "take locomotive") == ("locomotive-second", "2.2")
    play(game, "take red")
    assert (game.seat, market(game)) == (1, {"red": 1, "blue": 2, "locomotive": 1})


def test_the_replacement_is_the_last_card_and_may_be_the_second():
    """RULES 2.7, 12.4: the last card of the deck does not swallow the second draw."""
    game = table("north-america").market(red=5).deck(green=1).game()
    play(game, "take red", "green")
    assert texts(game) == {"take red", "take green"}
    play(game, "take green")
    assert (game.seat, market(game)) == (1, {"red": 4})


def test_in_switzerland_a_locomotive_may_be_that_second_card():
    """RULES 2.7, 7.4: except in Switzerland."""
    game = table("switzerland").market(red=3, locomotive=2).deck(green=1).game()
    play(game, "draw", "green")
    assert texts(game) == {"take red", "take locomotive"}
    play(game, "take locomotive")
    assert game.view(0).hand == {"green": 1, "locomotive": 1}
    assert market(game) == {"red": 3, "locomotive": 1}


def small(folder, **changes):
    """A market of two, so that locomotives alone can fill it and two of them flush nothing."""
    return lane(folder, market_size=2, flush_at=0, **changes)


def test_only_face_up_locomotives_left_end_the_turn_with_one_card(tmp_path):
    """RULES 2.7: no second card can be taken, so the turn ends with one."""
    game = table(small(tmp_path)).market(locomotive=2).deck(red=1).game()
    play(game, "draw", "red")
    assert (game.seat, game.phase) == (1, "turn")
    assert int(public(game).hand_size[0]) == 1
    assert market(game) == {"locomotive": 2}


def test_only_face_up_locomotives_left_can_be_drawn_where_they_are_ordinary(tmp_path):
    """RULES 2.7, 7.4: the same position continues under Swiss drawing."""
    rules = small(tmp_path, face_up_locomotive='"ordinary"')
    game = table(rules).market(locomotive=2).deck(red=1).game()
    play(game, "draw", "red")
    assert texts(game) == {"take locomotive"}


def test_the_replacement_is_the_last_card_and_a_locomotive(tmp_path):
    """RULES 2.2, 2.7: nothing but locomotives lie there after the first card: one card is all."""
    game = table(small(tmp_path)).market(red=1, locomotive=1).deck(locomotive=1).game()
    play(game, "take red", "locomotive")
    assert (game.seat, game.phase) == (1, "turn")


@pytest.mark.parametrize("first", ["draw", "take red"])
def test_a_market_of_one_and_the_last_card(tmp_path, first):
    """RULES 2.7: one face-up card and one in the deck make a whole turn; then nothing at all is left."""
    game = table(lane(tmp_path, market_size=1, flush_at=0)).market(red=1).deck(blue=1).game()
    play(game, first, "blue")
    play_on(game, "take red" if first == "draw" else "take blue")
    assert (game.seat, market(game), deck_of(game)) == (1, {}, {})
    assert game.view(0).hand == {"red": 1, "blue": 1}
    assert code(game, "draw") == ("no-cards-left", "2.6")


def test_empty_places_are_filled_as_soon_as_a_claim_makes_a_deck():
    """RULES 2.7, 12.3: three empty places, four cards played: three are turned, one is the deck."""
    game = table("north-america").hand(0, pink=4).market(blue=2).deck().game()
    play(game, "claim denver--omaha pink:4", "pink", "pink", "pink")
    assert (market(game), deck_of(game)) == ({"blue": 2, "pink": 3}, {"pink": 1})


def test_a_claim_too_small_to_fill_the_market_fills_what_it_can():
    """RULES 2.7: one card for two empty places; deck and discards are empty again, so is one place."""
    game = table("north-america").hand(0, pink=1).market(blue=3).deck().game()
    play(game, "claim atlanta--nashville pink:1", "pink")
    assert (market(game), deck_of(game), game.view(-1).discards) == ({"blue": 3, "pink": 1}, {}, {})
    assert code(game, "draw") == ("no-cards-left", "2.6")


def test_empty_places_are_filled_after_a_tunnel():
    """RULES 2.7, 7.8: no card to turn, so no surcharge; the played cards fill the market."""
    game = table("switzerland").hand(0, red=3).market(blue=3).deck().game()
    play(game, "claim baden--basel red:3", "red", "red")
    assert (market(game), deck_of(game)) == ({"blue": 3, "red": 2}, {"red": 1})
    assert game.view(0).routes(0) == ("baden--basel",)
