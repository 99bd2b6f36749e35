"""What leaves for a seat: its own cards and nobody else's, its legal moves, and the part of the log it may know."""

import json
from random import Random
from typing import Any

import pytest

from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.moves import Claim
from ferrovia.game.payments import by_thrift
from ferrovia.game.view import View
from ferrovia.protocol.views import asked_seats, view_values
from ferrovia.rules.files.loading import built_in_rules
from ferrovia.server.live import player_views, sight_encoder, steps
from tests.server_parts.table_steps import GRACE, NOW, first_move, rules_of, started


@pytest.fixture
def begun():
    return started("me me me")


def test_a_seat_sees_its_own_hand_and_only_that(begun):
    _, game = begun
    for seat in range(3):
        seen = json.loads(player_views.sight(game, seat))
        assert seen["view"]
        assert seen["view"]["hand"] == {card: count for card, count in game.view(seat).hand.items() if count}
        others = [number for number in range(3) if number != seat]
        text = json.dumps(seen)
        for ticket in {ticket for other in others for ticket in game.view(other).offer} - set(game.view(seat).offer):
            assert f'"{ticket}"' not in text


def test_a_spectator_is_offered_nothing(begun):
    _, game = begun
    seen = json.loads(player_views.sight(game, SPECTATOR))
    assert seen["legal"] is None
    assert seen["view"]
    assert not seen["view"]["hand"]


def test_legal_moves_are_those_of_the_game(begun):
    row, game = begun
    for seat in range(3):
        step = steps.move(row, game, seat, first_move(game, seat), None, NOW + 2, GRACE)
        assert step.game is not None
        row, game = step.row, step.game
    legal = json.loads(player_views.sight(game, 0))["legal"]
    claims = {f"claim {route} {cards}" for route, payments in legal["claims"].items() for cards in payments}
    assert {*legal["moves"], *claims} == {str(move) for move in game.legal_moves(0)}
    assert json.loads(player_views.sight(game, 1))["legal"] is None


def test_only_its_seat_is_told_which_tickets_it_keeps(begun):
    """All choose at the same time: the last choice reveals, to each its own."""
    row, game = begun
    offers = [game.view(seat).offer for seat in range(3)]
    for seat in range(3):
        step = steps.move(row, game, seat, first_move(game, seat), None, NOW + 2, GRACE)
        assert step.game is not None
        row, game = step.row, step.game
    told = {seat: player_views.happening(rules_of(), step.entry, seat, row.setup).decode() for seat in (0, 1, 2, -1)}
    for seat, offer in enumerate(offers):
        for ticket in offer:
            assert [each for each in told if f'"{ticket}"' in told[each]] == [seat]


# ── encoded, whatever was encoded before ──────────────────────────────────────────────────────────────────────────────


def expected_legal(view: View) -> Any:
    """Legal moves by the game itself, in the order that people are offered them."""
    moves = [] if view.seat == SPECTATOR else view.legal_moves()
    claims: dict[str, list[Claim]] = {}
    for move in moves:
        if isinstance(move, Claim):
            claims.setdefault(move.route, []).append(move)
    payments = {
        route: [str(claim).split(" ", 2)[2] for claim in by_thrift(found, view.hand)] for route, found in claims.items()
    }
    found = {"moves": [str(move) for move in moves if not isinstance(move, Claim)], "claims": payments}
    takes = [f"take {card}" for card in view.market if f"take {card}" not in found["moves"]]
    codes = {take: refusal.code for take in takes if (refusal := view.explain(take))}
    refused = {"refused": codes} if codes and view.phase == "second-card" else {}
    return {**found, **refused} if moves else None


def check_positions(rules: str, players: int, seed: int) -> None:
    """Play a game, and look at it from every seat after every move."""
    game, chance = Game(rules, players, seed=seed), Random(seed)
    while not game.over:
        mover = asked_seats(game)[0]
        game.play(chance.choice(game.view(mover).legal_moves()), mover)
        for seat in (*range(players), SPECTATOR):
            view = game.view(seat)
            found = json.loads(player_views.sight(game, seat, b'[{"seq":7}]', decides=seat in asked_seats(game)))
            assert found["view"] == json.loads(json.dumps(view_values(view)))
            assert found["legal"] == expected_legal(view)
            assert (found["seat"], found["happenings"]) == (seat, [{"seq": 7}])


@pytest.mark.parametrize("rules", built_in_rules())
@pytest.mark.thorough
def test_every_position_is_encoded_as_it_is(rules: str) -> None:
    check_positions(rules, 3, seed=11)


def test_a_full_cache_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight_encoder, "MOST_PARTS", 5)
    check_positions("new-york", 2, seed=3)
    encoder = sight_encoder.encoder_of(Game("new-york", 2, seed=3).rules)
    assert len(encoder.piles) <= 5
