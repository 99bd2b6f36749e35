"""Every refusal has a code, a rule and a sentence; and each of them can be met."""

import re
from typing import Any

import pytest

import ferrovia
from ferrovia import Claim, Game, Keep, Move, Refusal, Surcharge, UnreadableMove
from ferrovia.engine import refusal as why
from ferrovia.game.explain import REFUSALS
from ferrovia.game.view import PHASES
from ferrovia.language.catalogue import LANGUAGES, catalogue
from ferrovia.language.refusals import refusal_sentence

PARAMETERS = {kind.code: kind.parameters for kind in REFUSALS.values()}
BY_NUMBER_ONLY = {"no-such-move", "payment-pending", "no-route-chosen"}
"""Refusals of single actions: a move holds its payment, and names only what there is."""


def tried(game: Game) -> list[str]:
    """Moves that a player may try anywhere."""
    cards = [card for card in game.rules.card_names if card]
    moves = [
        "draw",
        "tickets",
        "pass",
        "refuse",
        "surcharge locomotive:1",
        f"surcharge {cards[0]}:9",
        f"keep {game.rules.ticket_ids[0]}",
    ]
    moves += [f"take {card}" for card in cards]
    for seat in range(game.players):
        offer = game.view(seat).offer
        if offer:
            moves += [
                f"keep {offer[0]}",
                f"keep {' '.join(offer[:1])} return {' '.join(reversed(offer[1:]))}".removesuffix(" return "),
            ]
            moves += [f"keep return {' '.join(offer)}"]
    for number, route in list(enumerate(game.rules.route_ids))[:: 1 if game.phase == "turn" else 20]:
        length = int(game.rules.board[0].route_length[number])
        colour = int(game.rules.board[0].route_colour[number])
        right = cards[colour] if colour >= 0 else cards[number % (len(cards) - 1)]
        moves += [f"claim {route} {right}:{length}", f"claim {route} locomotive:{length}"]
        if number % 5 == 0:
            moves += [f"claim {route} {cards[number % len(cards)]}:{length}", f"claim {route} {right}:{length + 1}"]
    return moves


def refusals(game: Game) -> dict[str, Refusal]:
    found: dict[str, Any] = {}
    asked = game.seat or 0
    for seat in {asked, (asked + 1) % game.players}:
        for text in tried(game)[: None if seat == asked else 20]:
            try:
                refusal = game.explain(text, seat)
            except UnreadableMove:
                continue
            if refusal:
                found.setdefault(refusal.code, refusal)
    return found


@pytest.fixture(scope="module")
def met() -> dict[str, Refusal]:
    """All refusals met along some games, hoarders' and claimers'."""
    found: dict[str, Refusal] = {}
    for number, (name, players) in enumerate(
        (("north-america", 2), ("north-america-classic", 4), ("switzerland", 2), ("new-york", 2))
    ):
        for style in range(3):
            game, looks = Game(name, players, seed=style + number), dict.fromkeys(map(str, PHASES), 0)
            while not game.over:
                seen = looks[game.phase]
                if seen % (60 if game.phase == "turn" else 25) == 1:
                    found = refusals(game) | found
                looks[game.phase] += 1
                game.play(liked(game, style, len(game.history)))
            found = refusals(game) | found
    return found


def liked(game: Game, style: int, number: int) -> Move:
    """The move of a player who does anything, claims, or hoards."""
    moves = game.legal_moves()
    claims = [move for move in moves if isinstance(move, Claim)]
    others = [move for move in moves if not isinstance(move, Claim)]
    some = {0: moves, 1: claims or moves, 2: others or moves}[style]
    keeps = [move for move in some if isinstance(move, Keep)]
    return keeps[0] if keeps else some[number % len(some)]


@pytest.mark.thorough
def test_every_reason_is_met(met):
    """Each of the reasons the documentation lists can be given to a player."""
    codes = {reason.code for reason in REFUSALS.values()}
    assert codes - set(met) == BY_NUMBER_ONLY


def test_every_reason_has_a_number_of_its_own():
    numbers = {name: value for name, value in vars(why).items() if name.isupper() and isinstance(value, int)}
    reasons = {value for name, value in numbers.items() if value in REFUSALS and name == name.upper()}
    assert reasons == set(REFUSALS)
    assert why.LEGAL not in REFUSALS
    assert len({reason.code for reason in REFUSALS.values()}) == len(REFUSALS)


@pytest.mark.parametrize("number", sorted(REFUSALS))
def test_every_reason_names_a_rule(number):
    reason = REFUSALS[number]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reason.code)
    assert re.fullmatch(r"\d+\.\d+", reason.rule)
    assert f"refusals.{reason.code}" in catalogue("en")


def test_sentences_are_filled_in(met):
    for code, refusal in met.items():
        assert "{" not in refusal.sentence, code
        assert "None" not in refusal.sentence, code
        assert " -1" not in refusal.sentence, code
        assert set(refusal.parameters) == set(PARAMETERS[code]), code
        for language in LANGUAGES:
            words = refusal_sentence(ferrovia.load_rules("switzerland"), code, refusal.parameters, language)
            assert words.endswith("."), code
            assert "{" not in words, code


def test_an_order_that_is_not_the_players_is_called_that():
    """RULES 4.4: in the classic edition tickets go under in the order drawn."""
    game = Game("north-america-classic", 2, seed=7)
    while game.phase == "opening":
        game.play(game.legal_moves()[0])
    game.play("tickets")
    first, second, third = game.view(0).offer
    assert game.explain(Keep((first,), (second, third))) is None
    refusal = game.explain(Keep((first,), (third, second)))
    assert refusal is not None
    assert refusal.code == "order-fixed"


def test_the_order_is_the_players_in_the_current_edition():
    game = Game("north-america", 2, seed=7)
    while game.phase == "opening":
        game.play(game.legal_moves()[0])
    game.play("tickets")
    first, second, third = game.view(0).offer
    one, other = game.copy(), game.copy()
    one.play(Keep((first,), (second, third)))
    other.play(Keep((first,), (third, second)))
    queues = [each.states[0].secret.queue[:2].tolist() for each in (one, other)]
    assert queues[0] == list(reversed(queues[1]))


def test_a_surcharge_that_cannot_be_paid_says_so():
    game = Game("switzerland", 2, seed=3)
    number = 0
    while game.phase != "tunnel":
        moves = game.legal_moves()
        claims = [move for move in moves if isinstance(move, Claim)] or moves
        game.play(claims[number % len(claims)])
        number += 1
    asked = int(game.states[0].public.surcharge)
    other = game.explain(Surcharge((("locomotive", asked + 1),)))
    assert other is not None
    assert other.code in ("wrong-number", "wrong-surcharge")
    assert game.explain("refuse") is None
    refusal = game.explain("draw")
    assert refusal
    assert refusal.code == "surcharge-pending"
