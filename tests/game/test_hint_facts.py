"""Facts of hints: true for positions laid out by hand, with a sentence for every legal move of whole games."""

import random

import pytest

import ferrovia
from ferrovia.core.compile import INTERPRETED
from ferrovia.game.hints.fact import FACT_CODES, MoveFact
from ferrovia.game.hints.hint import hint_facts
from ferrovia.game.moves import parse_move
from ferrovia.language.catalogue import LANGUAGES
from ferrovia.language.hints import fact_sentence
from tests.engine.table_builder import BUILT_IN, lane, table


def facts(game, move):
    return list(hint_facts(game.view(0), parse_move(move)))


def test_a_claim_tells_of_the_ticket_it_completes_and_of_the_way_round(tmp_path):
    game = table(lane(tmp_path)).hand(0, red=2).tickets(0, "ash--cedar").own(0, "ash--birch").game()
    assert facts(game, "claim birch--cedar red:2") == [
        MoveFact("completes-ticket", ticket="ash--cedar", points=3),
        MoveFact("detour", ticket="ash--cedar", count=7),
        MoveFact("extends-longest-path", count=3),
    ]


def test_a_claim_on_the_way_tells_how_many_routes_are_left(tmp_path):
    game = table(lane(tmp_path)).hand(0, red=2).tickets(0, "ash--dale").own(0, "ash--birch").game()
    assert facts(game, "claim birch--cedar red:2")[0] == MoveFact(
        "brings-closer", ticket="ash--dale", points=6, count=1
    )


def test_a_claim_names_the_rival_who_could_take_it(tmp_path):
    laid = table(lane(tmp_path)).hand(0, red=2).tickets(0, "birch--fir").own(0, "ash--birch").own(1, "elm--fir")
    game = laid.hand(1, blue=3).game()
    rival = next(fact for fact in facts(game, "claim fir--ash red:2") if fact.code == "rival-near")
    assert (rival.seat, rival.city, rival.count) == (1, "fir", 3)


def test_the_last_way_is_called_so(tmp_path):
    laid = table(lane(tmp_path)).hand(0, red=2).tickets(0, "ash--cedar").own(0, "ash--birch").own(1, "cedar--dale")
    assert MoveFact("only-way", ticket="ash--cedar", points=3) in facts(laid.game(), "claim birch--cedar red:2")


def test_a_card_tells_the_route_it_is_for_and_what_is_missing_then(tmp_path):
    laid = table(lane(tmp_path)).hand(0, blue=1).tickets(0, "cedar--elm").own(0, "dale--elm").market(blue=5)
    assert facts(laid.game(), "take blue") == [
        MoveFact("card-for-ticket", route="cedar--dale", ticket="cedar--elm", points=5, count=1)
    ]


def test_a_card_for_a_gray_route_is_not_said_to_be_for_a_route_far_away():
    """Yellow is the best colour for one gray route of the way; blue is for another one."""
    laid = table("north-america").hand(0, yellow=2, blue=1, locomotive=1).tickets(0, "vancouver--santa-fe")
    fact = facts(laid.market(blue=2, white=3).game(), "take blue")[0]
    assert (fact.code, fact.ticket) == ("card-for-ticket", "vancouver--santa-fe")


def test_while_tickets_are_open_a_card_is_for_a_long_route_only_when_that_is_almost_paid():
    few, many = (
        table("north-america")
        .hand(0, yellow=4, black=held)
        .tickets(0, "calgary--salt-lake-city")
        .market(black=2, white=3)
        for held in (1, 4)
    )
    assert facts(few.game(), "take black") == [MoveFact("collects", card="black", count=2)]
    fact = facts(many.game(), "take black")[0]
    assert (fact.code, fact.points, fact.count) == ("card-for-route", 15, 1)


def test_nothing_is_said_to_be_complete_that_is_lost(tmp_path):
    laid = table(lane(tmp_path)).hand(0, red=1).tickets(0, "ash--cedar").own(1, "birch--cedar", "cedar--dale")
    assert facts(laid.game(), "draw") == [MoveFact("tickets-lost")]


@pytest.mark.skipif(INTERPRETED, reason="whole games")
@pytest.mark.parametrize("rules", BUILT_IN)
def test_every_legal_move_has_words_and_stays_unmade(rules):
    game, chance = ferrovia.Game(rules, players=3, seed=3), random.Random(3)
    names = {0: "Ada", 1: "Bo", 2: "Cleo"}
    while not game.over:
        seat = next(each for each in range(3) if game.legal_moves(each))
        view = game.view(seat)
        before, moves = view.array.tobytes(), view.legal_moves()
        for move in chance.sample(moves, min(3, len(moves))):
            found = hint_facts(view, move)
            assert {fact.code for fact in found} <= set(FACT_CODES)
            said = [fact_sentence(game.rules, fact.values(), names, chance.choice(LANGUAGES)) for fact in found]
            assert said, str(move)
            assert all(text.endswith(".") for text in said)
        assert view.array.tobytes() == before
        game.play(chance.choice(moves), seat)
