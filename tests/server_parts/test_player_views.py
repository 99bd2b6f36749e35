"""What leaves for a seat: its own cards and nobody else's, its legal moves, and the part of the log it may know."""

import json

import pytest

from ferrovia.game.game import SPECTATOR
from ferrovia.server.live import player_views, steps
from tests.server_parts.table_steps import GRACE, NOW, first_move, rules_of, started


@pytest.fixture
def begun():
    return started("me me me")


def test_a_seat_sees_its_own_hand_and_only_that(begun):
    _, game = begun
    for seat in range(3):
        seen = player_views.sight(game, seat, [])
        assert seen["view"]
        assert seen["view"]["hand"] == {card: count for card, count in game.view(seat).hand.items() if count}
        others = [number for number in range(3) if number != seat]
        text = json.dumps(seen)
        for ticket in {ticket for other in others for ticket in game.view(other).offer} - set(game.view(seat).offer):
            assert f'"{ticket}"' not in text


def test_a_spectator_is_offered_nothing(begun):
    _, game = begun
    seen = player_views.sight(game, SPECTATOR, [])
    assert seen["legal"] is None
    assert seen["view"]
    assert not seen["view"]["hand"]


def test_legal_moves_are_those_of_the_game(begun):
    row, game = begun
    for seat in range(3):
        step = steps.move(row, game, seat, first_move(game, seat), None, NOW + 2, GRACE)
        assert step.game is not None
        row, game = step.row, step.game
    legal = player_views.legal(game.view(0))
    assert legal is not None
    claims = {f"claim {route} {cards}" for route, payments in legal["claims"].items() for cards in payments}
    assert {*legal["moves"], *claims} == {str(move) for move in game.legal_moves(0)}
    assert player_views.legal(game.view(1)) is None


def test_only_its_seat_is_told_which_tickets_it_keeps(begun):
    """All choose at the same time: the last choice reveals, to each its own."""
    row, game = begun
    offers = [game.view(seat).offer for seat in range(3)]
    for seat in range(3):
        step = steps.move(row, game, seat, first_move(game, seat), None, NOW + 2, GRACE)
        assert step.game is not None
        row, game = step.row, step.game
    told = {seat: json.dumps(player_views.happening(rules_of(), step.entry, seat, row.setup)) for seat in (0, 1, 2, -1)}
    for seat, offer in enumerate(offers):
        for ticket in offer:
            assert [each for each in told if f'"{ticket}"' in told[each]] == [seat]
