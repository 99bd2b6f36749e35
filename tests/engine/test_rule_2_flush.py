"""The flush of three locomotives, and no endless one (RULES 2.4, 2.8)."""

from collections import Counter

from tests.engine.table_builder import (
    BUILT_IN,
    deck_of,
    kinds,
    market,
    play,
    play_on,
    public,
    rules_of,
    table,
    texts,
    variant,
)

# 2.4 the flush


def test_three_locomotives_flush_the_market_before_the_second_card():
    """RULES 2.4: all five go to the discards at once, five new ones are turned, then the second card is chosen."""
    game = table("north-america").market(locomotive=2, blue=3).game()
    events = play(game, "take blue", "locomotive", "red", "red", "pink", "white", "black")
    assert kinds(events) == ["took", "filled", "flushed", "filled", "filled", "filled", "filled", "filled"]
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2}
    assert game.phase == "second-card"
    assert texts(game) == {"take red", "take pink", "take white", "take black", "draw"}


def test_three_locomotives_flush_the_market_after_the_second_card():
    """RULES 2.4: the second card's replacement is tested too, before the next player's turn."""
    game = table("north-america").market(locomotive=2, blue=3).game()
    play(game, "take blue", "blue")
    play(game, "take blue", "locomotive", "red", "red", "pink", "white", "black")
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2}
    assert (game.seat, market(game)) == (1, {"red": 2, "pink": 1, "white": 1, "black": 1})


def test_the_market_is_flushed_again_if_the_new_cards_show_three():
    """RULES 2.4: three locomotives in the market flush it, again if the new ones show three; all go to the discards."""
    game = table("north-america").market(locomotive=2, blue=3).game()
    second = ["locomotive"] * 4 + ["red"]
    events = play(game, "take blue", "locomotive", *second, *second, "red", "red", "pink", "white", "black")
    assert kinds(events).count("flushed") == 3
    assert game.view(-1).discards == {"locomotive": 11, "blue": 2, "red": 2}
    assert "renewed" not in kinds(events)


def test_a_taken_locomotive_can_bring_on_a_flush():
    """RULES 2.4: the place of a face-up locomotive is filled and tested like any other."""
    game = table("north-america").market(locomotive=2, blue=3).game()
    play(game, "take locomotive", "locomotive")
    play(game, "draw", "red")
    play(game, "take blue", "locomotive", *["red"] * 5)
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2}


def test_a_flush_waits_until_the_refill_is_complete():
    """RULES 2.4: three locomotives among the first three new cards: the other two are turned all the same."""
    game = table("north-america").market(locomotive=2, blue=3).game()
    new = ["locomotive", "locomotive", "locomotive", "pink", "pink"]
    events = play(game, "take blue", "locomotive", *new, "red", "red", "white", "white", "black")
    flushes = [place for place, event in enumerate(events) if event.kind == "flushed"]
    assert [event.count for event in events if event.kind == "flushed"] == [5, 5]
    assert flushes[1] - flushes[0] == 6
    assert game.view(-1).discards == {"locomotive": 6, "blue": 2, "pink": 2}


def test_a_claim_fills_the_market_and_two_locomotives_stay():
    """RULES 2.4, 2.5: a claim makes a new deck, empty places are filled, then the market is tested."""
    game = table("north-america").hand(0, red=5).market(locomotive=2, blue=1).deck().game()
    events = play(game, "claim helena--omaha red:5", "red", "red")
    assert kinds(events) == ["paid", "claimed", "renewed", "filled", "filled"]
    assert market(game) == {"locomotive": 2, "blue": 1, "red": 2}
    assert deck_of(game) == {"red": 3}


def test_the_market_is_flushed_after_a_claim_that_fills_it():
    """RULES 2.4: played locomotives can come back face up at once, and be flushed at once."""
    game = table("north-america").hand(0, red=2, locomotive=3).market(locomotive=2, blue=1).deck().game()
    events = play(
        game,
        "claim helena--omaha red:2 locomotive:3",
        *["locomotive", "red"],  # the market shows three locomotives, a blue and a red; three cards lie in the deck
        *["locomotive", "locomotive", "red"],  # flushed: the deck's three, then the five discarded are the deck
        *["red", "blue"],
    )
    assert kinds(events).count("flushed") == 1
    assert kinds(events).count("renewed") == 2
    assert market(game) == {"locomotive": 2, "red": 2, "blue": 1}
    assert deck_of(game) == {"locomotive": 3}


def flooded(name="north-america", **hand):
    """A market of three locomotives that a spent limit of flushes has left (RULES 2.8)."""
    return table(name).hand(0, **hand).market(locomotive=3, blue=2)


def test_a_claim_tests_the_market_even_if_no_place_was_empty():
    """RULES 2.4, 2.8: a market left with three locomotives is tested again after a claim."""
    game = flooded(red=1).game()
    play(game, "claim atlanta--nashville red:1", "red", "red", "pink", "white", "black")
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2, "red": 1}


def test_a_refused_tunnel_tests_the_market():
    """RULES 2.4: after a tunnel attempt, refused ones included."""
    game = flooded("switzerland", red=3).game()
    play(game, "claim baden--basel red:3", "red", "pink", "pink")
    assert game.view(-1).market == {"locomotive": 3, "blue": 2}
    play(game, "refuse", "red", "red", "pink", "white", "black")
    assert game.view(-1).discards == {"locomotive": 3, "blue": 2, "red": 1, "pink": 2}


def test_no_test_of_the_market_after_a_blind_draw_tickets_or_a_pass():
    """RULES 2.4: only a refill, a claim or a tunnel attempt brings the test."""
    game = flooded().game()
    for move in ("draw", "draw", "tickets"):
        play_on(game, move)
    play(game, f"keep {' '.join(game.view(1).offer)}")
    assert market(game) == {"locomotive": 3, "blue": 2}
    passing = table("switzerland").hand(0).market(locomotive=3, blue=2).deck().ticket_deck().game()
    assert texts(passing) == {"pass"}
    play(passing, "pass")
    assert market(passing) == {"locomotive": 3, "blue": 2}


def test_a_market_card_taken_from_a_flooded_market_brings_the_test():
    """RULES 2.4, 2.8: the next refill checks again."""
    game = flooded().game()
    play(game, "take blue", "red", *["red", "red", "pink", "white", "black"])
    assert game.view(-1).discards == {"locomotive": 3, "blue": 1, "red": 1}


def test_four_and_five_locomotives_flush_too():
    """RULES 2.4: three or more."""
    game = table("north-america").market(locomotive=4, blue=1).game()
    play(game, "take blue", "locomotive", *["red"] * 5)
    assert game.view(-1).discards == {"locomotive": 5}


def test_a_flush_with_a_reshuffle_in_the_middle():
    """RULES 2.4, 2.5, 12.3: the discarded market takes part in the reshuffle that the refill needs."""
    game = table("north-america").market(locomotive=2, blue=3).discards(pink=2).deck(locomotive=1, green=2).game()
    events = play(game, "take blue", "locomotive", "green", "green", "pink", "blue", "blue")
    assert kinds(events).count("renewed") == 1
    assert market(game) == {"green": 2, "pink": 1, "blue": 2}
    assert deck_of(game) == {"pink": 1, "locomotive": 3}
    assert game.view(-1).discards == {}


# 2.8 no endless flush


def test_no_flush_without_deck_and_discards():
    """RULES 2.8: the same cards would come back; the market stays as it is."""
    game = table("north-america").market(locomotive=3, red=2).deck(green=1).game()
    play(game, "draw", "green")
    events = play(game, "take red")
    assert "flushed" not in kinds(events)
    assert market(game) == {"locomotive": 3, "red": 1}


def test_the_last_card_as_third_locomotive_flushes_nothing():
    """RULES 2.8: the refill is complete, three locomotives lie there, but there is nothing else to turn."""
    game = table("north-america").market(locomotive=2, red=3).deck(locomotive=1).game()
    assert kinds(play(game, "take red", "locomotive")) == ["took", "filled"]
    assert market(game) == {"locomotive": 3, "red": 2}
    assert texts(game) == {"take red"}


def test_one_card_in_the_deck_is_enough_for_a_flush():
    """RULES 2.8: then the market goes to the discards, and most of it comes back."""
    game = table("north-america").market(locomotive=2, red=3).deck(locomotive=1, white=1).game()
    events = play(game, "take red", "locomotive", "white", "red", "red", "locomotive", "locomotive")
    assert kinds(events) == ["took", "filled", "flushed", "filled", "renewed", *["filled"] * 4]
    assert deck_of(game) == {"locomotive": 1}


def endless(name="north-america"):
    """Six locomotives and three other cards beside the hands; one taken, every market of five shows three."""
    return table(name).market(locomotive=2, red=3).deck(locomotive=4).game()


def test_ten_flushes_in_a_row_and_no_more():
    """RULES 2.8: within one test; then the market stays, three locomotives and all."""
    game = endless()
    events = play_on(game, "take red")
    assert kinds(events).count("flushed") == 10
    assert market(game)["locomotive"] >= 3
    assert int(public(game).deck_size) > 0
    assert game.phase == "second-card"


def test_the_next_check_counts_from_zero():
    """RULES 2.8: the limit belongs to one test, so the next refill flushes ten times again."""
    game = endless("switzerland")
    for move in ("take red", "take locomotive"):
        assert kinds(play_on(game, move)).count("flushed") == 10


def test_the_limit_is_a_number_of_the_rules(tmp_path):
    """RULES 2.8: ten in all four rule sets; a variant may say otherwise."""
    assert [rules_of(name).rule_set.flush_limit for name in BUILT_IN] == [10] * 4
    rules = variant(tmp_path, "north-america", flush_limit=2)
    game = table(rules).market(locomotive=2, red=3).deck(locomotive=4).game()
    assert kinds(play_on(game, "take red")).count("flushed") == 2


def test_cards_are_conserved_through_ten_flushes():
    """RULES 2.8, 12.2: eight cards go round and round, none is lost."""
    game = endless()
    play_on(game, "take red")
    found = Counter(market(game)) + Counter(deck_of(game)) + Counter(game.view(-1).discards)
    assert found == Counter(locomotive=6, red=2)
