"""Every reason why a move is refused, with its code and its rule; and that `legal` and `explain` agree."""

import re

import pytest

from ferrovia import Game, Keep, TableError
from ferrovia.engine import actions as act
from ferrovia.engine import batch
from ferrovia.engine import refusal as why
from ferrovia.engine.journal import no_journal
from ferrovia.game.explain import REFUSALS as REFUSAL_KINDS
from tests.engine.table_builder import BUILT_IN, code, deal, open_up, play, play_on, rules_of, table

OFFER = ("boston--miami", "denver--el-paso", "toronto--miami")


def opening():
    """A new game of North America, nobody has chosen."""
    return Game("north-america", 2, seed=1)


def chosen():
    """Seat 0 has chosen, seat 1 has not."""
    game = opening()
    game.keep(*game.view(0).offer, seat=0)
    return game


def over():
    """A finished game."""
    game = table("north-america").trains(0, 2).with_(last_turns=1).game()
    play_on(game, "draw", "draw")
    return game


def offered(name="north-america"):
    """Three tickets have been drawn."""
    game = table(name).hand(0, red=1).game()
    play(game, "tickets", *OFFER)
    return game


def one_card():
    """The first card has been drawn."""
    game = table("north-america").hand(0, red=1).market(locomotive=1, blue=4).game()
    play(game, "draw", "red")
    return game


def tunnel():
    """A surcharge of one is asked; nothing is left to pay it with."""
    game = table("switzerland").hand(0, red=3).game()
    play(game, "claim baden--basel red:3", "red", "blue", "pink")
    return game


def turn(name="north-america", **hand):
    """Seat 0 is to move."""
    return table(name).hand(0, **(hand or {"red": 3})).market(blue=5).game()


REFUSALS = [
    ("game-over", "5.1", over, "draw", 0),
    ("game-over", "5.1", over, f"keep {OFFER[0]}", 1),
    ("game-over", "5.1", over, "surcharge red:1", 0),
    ("not-your-turn", "1.6", turn, "draw", 1),
    ("not-your-turn", "1.6", tunnel, "refuse", 1),
    ("not-your-turn", "1.6", offered, f"keep {OFFER[0]}", 1),
    ("choice-made", "1.5", chosen, "draw", 0),
    ("choice-made", "1.5", chosen, f"keep {OFFER[0]}", 0),
    ("opening-unfinished", "1.5", opening, "draw", 0),
    ("opening-unfinished", "1.5", opening, "tickets", 1),
    ("opening-unfinished", "1.5", chosen, "pass", 1),
    ("tickets-pending", "4.1", offered, "draw", 0),
    ("tickets-pending", "4.1", offered, "claim atlanta--nashville red:1", 0),
    ("surcharge-pending", "7.6", tunnel, "draw", 0),
    ("second-card-pending", "2.1", one_card, "tickets", 0),
    ("second-card-pending", "2.1", one_card, "claim atlanta--nashville red:1", 0),
    ("nothing-offered", "4.3", turn, f"keep {OFFER[0]}", 0),
    ("nothing-offered", "4.3", one_card, f"keep {OFFER[0]}", 0),
    ("no-surcharge", "7.6", turn, "refuse", 0),
    ("no-surcharge", "7.6", turn, "surcharge red:1", 0),
    (
        "route-taken",
        "3.2",
        lambda: table("north-america").hand(0, red=1).own(1, "dallas--houston").game(),
        "claim dallas--houston red:1",
        0,
    ),
    (
        "double-closed",
        "3.6",
        lambda: table("north-america").hand(0, red=1).own(1, "dallas--houston").game(),
        "claim dallas--houston:2 red:1",
        0,
    ),
    (
        "double-owned",
        "3.5",
        lambda: table("north-america", 5).hand(0, red=1).own(0, "dallas--houston").game(),
        "claim dallas--houston:2 red:1",
        0,
    ),
    (
        "too-few-trains",
        "3.3",
        lambda: table("north-america").hand(0, pink=6).trains(0, 5, "duluth--toronto").game(),
        "claim duluth--toronto pink:6",
        0,
    ),
    ("too-few-cards", "3.1", turn, "claim helena--omaha red:5", 0),
    ("wrong-colour", "3.1", turn, "claim montreal--new-york red:3", 0),
    ("wrong-number", "3.1", turn, "claim denver--santa-fe red:3", 0),
    (
        "no-locomotives-here",
        "7.5",
        lambda: turn("switzerland", blue=2, locomotive=1),
        "claim bern--interlaken blue:2 locomotive:1",
        0,
    ),
    ("card-not-shown", "2.1", turn, "take red", 0),
    ("locomotive-second", "2.2", one_card, "take locomotive", 0),
    ("no-cards-left", "2.6", lambda: table("north-america").market(blue=5).deck().game(), "take blue", 0),
    ("no-tickets-left", "4.6", lambda: table("north-america").ticket_deck().game(), "tickets", 0),
    ("keep-more", "4.1", offered, Keep((), OFFER), 0),
    ("not-offered", "4.3", offered, "keep denver--pittsburgh", 0),
    (
        "order-fixed",
        "4.4",
        lambda: offered("north-america-classic"),
        f"keep {OFFER[0]} return {OFFER[2]} {OFFER[1]}",
        0,
    ),
    ("pass-not-allowed", "5.2", turn, "pass", 0),
    ("wrong-surcharge", "7.6", tunnel, "surcharge red:2", 0),
    ("wrong-surcharge", "7.6", tunnel, "surcharge blue:1", 0),
    ("surcharge-too-dear", "7.6", tunnel, "surcharge red:1", 0),
]


@pytest.mark.parametrize(("expected", "rule", "position", "move", "seat"), REFUSALS)
def test_each_refusal_has_its_code_and_its_rule(expected, rule, position, move, seat):
    """RULES 1.5, 1.6, 2, 3, 4, 5, 7: whatever is against them is refused by name, and nothing changes."""
    assert code(position(), move, seat) == (expected, rule)


def test_keeping_too_few_names_the_rule_of_its_offer():
    """RULES 1.5, 4.1: in the opening the minimum is another one."""
    game = opening()
    offer = game.view(0).offer
    assert code(game, f"keep {offer[0]}", 0) == ("keep-more", "1.5")
    assert code(game, Keep((), offer), 0) == ("keep-more", "1.5")
    assert code(offered(), Keep((), OFFER)) == ("keep-more", "4.1")


def test_reasons_that_only_action_numbers_can_meet():
    """RULES 3.1: a payment without a route, anything before a payment, and numbers that mean nothing."""
    game = table("north-america").hand(0, red=2).game()
    assert ask(game, act.PAY_LOCOMOTIVES) == ask(game, act.PAY) == why.NO_ROUTE_CHOSEN
    for action in (-1, act.ACTIONS, act.REFUSE + 1, act.PAY - 1, len(game.rules.route_ids)):
        assert ask(game, action) == why.NO_SUCH_ACTION
    batch.step_at(game.rules.board, game.states, 0, 0, game.rules.route_index["denver--santa-fe"], no_journal())
    for action in (act.BLIND, act.TICKETS, act.PASS, 0):
        assert ask(game, action) == why.PAYMENT_PENDING


def ask(game, action):
    """The reason's number for an action of seat 0."""
    return int(batch.refusal_in(game.rules.board, game.view(0).array, 0, action))


def test_a_chosen_route_can_only_be_paid():
    """RULES 3.1, 3.2: the friendly view of a half-finished claim lists its payments and nothing else."""
    game = table("north-america").hand(0, red=2, locomotive=2).game()
    batch.step_at(game.rules.board, game.states, 0, 0, game.rules.route_index["denver--santa-fe"], no_journal())
    listed = {str(move) for move in game.view(0).legal_moves()}
    assert listed == {f"claim denver--santa-fe {cards}" for cards in ("red:2", "red:1 locomotive:1", "locomotive:2")}
    assert code(game, "draw") == ("payment-pending", "3.1")
    play(game, "claim denver--santa-fe red:1 locomotive:1")
    assert game.view(1).routes(0) == ("denver--santa-fe",)


def test_every_reason_is_tested_here():
    """RULES 10: a new reason needs an example in this file."""
    by_number = {"no-such-move", "payment-pending", "no-route-chosen"}
    assert {kind.code for kind in REFUSAL_KINDS.values()} == {entry[0] for entry in REFUSALS} | by_number


def test_every_reason_names_a_rule():
    """RULES 1 to 7: by number. `tests/locales` reads the sentences."""
    for kind in REFUSAL_KINDS.values():
        assert re.fullmatch(r"[1-7]\.\d+", kind.rule)


@pytest.mark.parametrize("name", BUILT_IN)
def test_legal_and_refused_are_opposites(name):
    """RULES 1.6: along random games, an action is in the mask exactly if there is no reason against it."""
    game = open_up(Game(name, 2, seed=11))
    for number in range(60):
        for seat in range(2):
            view = game.view(seat)
            mask = view.legal_mask()
            for action in range(act.ACTIONS):
                legal = bool(int(mask[action >> 6]) >> (action & 63) & 1)
                assert (batch.refusal_in(game.rules.board, view.array, 0, action) == why.LEGAL) == legal
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[number * 7 % len(moves)])


def test_sentences_name_what_matters():
    """RULES 3.1: the sentence says what was asked and what is there, and quotes the rule."""
    refusal = turn().explain("claim helena--omaha red:5")
    told = "You don’t have the cards for that. It takes 5 red cards; you have 3 red cards. (rule 3.1)"
    assert str(refusal) == told
    assert refusal.parameters == {
        **{"asked": "red:5", "held": "red:3", "payable": {"red": 3}, "wild": True},
        **{"route": "helena--omaha", "colour": "red", "length": 5},
    }


def test_a_refused_setup_changes_nothing():
    """RULES 1.4: the helper's own script must fit: a wrong card is noticed, not dealt."""
    with pytest.raises(TableError, match="chance"):
        deal("new-york", 2, "blue blue blue blue blue blue blue red red")
    assert rules_of("new-york").rule_set.cards[0] == ("blue", 6)
