"""`greedy`: what brings the most right now."""

import pytest

from ferrovia.core.compile import INTERPRETED
from tests.bots.bot_questions import Asked, answer
from tests.bots.silva_quirks import play
from tests.engine.table_builder import BUILT_IN, deal, rules_of, table


def test_it_keeps_tickets_worth_more_than_their_trains():
    """Seattle–New York (22 points, 20 trains) alone gains; of the others the less bad is the second to keep."""
    cards = "red red red red blue blue blue blue pink pink green green white"
    game = deal("north-america-classic", 2, cards, ("seattle--new-york", "denver--el-paso", "boston--miami"))
    assert answer(game, "greedy") == Asked("keep seattle--new-york denver--el-paso", "best-tickets")


def test_it_claims_what_brings_the_most():
    """A six brings 15; two trains on the way of Denver–El Paso (4 points, 4 trains) 2 + 2, elsewhere 2."""
    laid = table("north-america-classic").tickets(0, "denver--el-paso").hand(0, red=6)
    assert answer(laid.game(), "greedy") == Asked("claim miami--new-orleans red:6", "most-points")
    laid = table("north-america-classic").tickets(0, "denver--el-paso").hand(0, red=2)
    assert answer(laid.game(), "greedy") == Asked("claim denver--santa-fe red:2", "on-the-way")


def test_it_pays_gray_routes_with_what_it_can_spare():
    """The way to Miami wants pink for its last four: white pays for Denver–Santa Fe."""
    laid = table("north-america-classic").tickets(0, "denver--el-paso", "toronto--miami").hand(0, pink=2, white=2)
    assert answer(laid.game(), "greedy").move.endswith("white:2")


def test_it_draws_what_its_ways_lack():
    laid = table("north-america-classic").tickets(0, "denver--pittsburgh").market(black=1, yellow=4)
    assert answer(laid.game(), "greedy") == Asked("take black", "card-wanted")
    laid = table("north-america-classic").tickets(0, "denver--el-paso").market(locomotive=1, yellow=4)
    assert answer(laid.game(), "greedy") == Asked("take locomotive", "locomotive-wanted")
    laid = table("north-america-classic").tickets(0, "denver--el-paso").market(yellow=5)
    assert answer(laid.game(), "greedy") == Asked("draw", "card-blind")


def test_attractions_count():
    """RULES 8: each one touched for the first time is a point more."""
    rules = rules_of("new-york")
    board = rules.board[0]
    asked = answer(table("new-york").hand(0, blue=1).ticket_deck().game(), "greedy")
    worth = {}
    for number, name in enumerate(rules.route_ids):
        if board.route_length[number] == 1 and rules.map.routes[number].colour in ("gray", "blue"):
            touched = sum(int(board.attractions) >> int(city) & 1 for city in board.route_ends[number])
            worth[name] = 1 + touched
    assert worth[asked.move.split()[1]] == max(worth.values()) > 1


@pytest.mark.skipif(INTERPRETED, reason="hundreds of games")
@pytest.mark.parametrize("name", BUILT_IN)
def test_it_is_clearly_better_than_chance(name):
    tables = play(rules_of(name), ["greedy", "random"], 600)
    assert tables.wins()[0] > 0.85
    assert tables.points()[0] > tables.points()[1] + 15
