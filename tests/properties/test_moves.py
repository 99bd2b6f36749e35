"""Moves and actions say the same; a move that is not legal raises and leaves the game as it was."""

from hypothesis import given
from hypothesis import strategies as st

from ferrovia.engine.actions import TAKE
from ferrovia.errors import IllegalMove, MoveError, UnreadableMove
from ferrovia.game.game import Game
from ferrovia.game.moves import Claim, Keep, Surcharge, as_cards, parse_move
from tests.properties.sample_tables import every_table, legal_mask, members, mover
from tests.properties.strategies import games, moves_of, tables
from tests.properties.sweeps import sampled_states


def paid_claims(view) -> list[tuple[int, int]]:
    """Every claim with every payment, by the numbers: the route is chosen, then the mask is asked again."""
    pairs = []
    for route in members(view.legal_mask()):
        if route < TAKE:
            chosen = view.array.copy()
            chosen["own"]["route"] = route
            pairs += [(route, payment) for payment in members(type(view)(view.rules, chosen).legal_mask())]
    return pairs


@every_table
def test_moves_are_the_actions_in_words(table):
    """Every legal action is a legal move and every legal move its actions, both ways, none twice, none missing."""
    states = sampled_states(table, 10, seed=91)
    for index in range(len(states)):
        one = states[index : index + 1]
        if (one["private"]["route"] >= 0).any():
            continue  # a route chosen and not paid: games of moves never stop there
        game = Game.from_state(table.rules, one)
        for seat in table.seats:
            view = game.view(seat)
            moves = view.legal_moves()
            numbers = [tuple(view.actions(move)) for move in moves]
            mask = members(legal_mask(table, one, seat))
            expected = [*paid_claims(view), *((action,) for action in mask if action >= TAKE)]
            assert sorted(numbers) == sorted(expected)
            assert len(set(moves)) == len(moves) == len(set(map(str, moves)))
            assert moves == game.legal_moves(seat)


@every_table
def test_every_legal_move_plays(table):
    """As an object and as text, with the same result; and none leaves the game where it was."""
    states = sampled_states(table, 6, seed=92)
    for index in range(len(states)):
        one = states[index : index + 1]
        if (one["private"]["route"] >= 0).any():
            continue
        game = Game.from_state(table.rules, one)
        seat = mover(one)
        for move in game.legal_moves()[::3][:30]:
            said, meant = game.copy(), game.copy()
            assert game.explain(move) is None
            assert said.play(str(move)) == meant.play(move, seat)
            assert said.states.tobytes() == meant.states.tobytes() != one.tobytes()
            assert game.states.tobytes() == one.tobytes()


@given(games(of=tables), st.data())
def test_any_move_plays_or_raises_and_changes_nothing(game, data):
    """Moves made of real and false names, for any seat: legal exactly if it is one of the legal ones."""
    seat = data.draw(st.integers(0, game.players - 1))
    view = game.view(seat)
    before = game.states.tobytes()
    for move in data.draw(st.lists(moves_of(game.rules, view.offer), min_size=1, max_size=8)):
        legal = [other for other in view.legal_moves() if view.actions(other) == actions_or_none(view, move)]
        error = failure(game, move, seat)
        if error is None:
            assert legal, f"{move} is not legal, but plays"
            assert same_meaning(move, legal[0])
        else:
            assert not legal, f"{move} is legal, but {error}"
        if isinstance(error, IllegalMove):
            assert game.explain(move, seat) == error.refusal
            assert error.refusal.sentence in str(error)
        assert game.states.tobytes() == before
        assert len(game.history) == len(game.copy().history)


def failure(game: Game, move, seat: int) -> MoveError | None:
    """What is said against a move."""
    try:
        game.copy().play(move, seat)
    except (IllegalMove, UnreadableMove) as error:
        return error
    return None


def actions_or_none(view, move):
    """The actions of a move; None where its names mean nothing, or its cards are not the ones the action plays."""
    try:
        actions = view.actions(move)
    except UnreadableMove:
        return None
    if isinstance(move, Claim):
        length = int(view.rules.board[0].route_length[actions[0]])
        return actions if sum(count for _, count in move.cards) == length and len(actions) == 2 else None
    return actions if view.explain(move) is None else None


def same_meaning(move, other) -> bool:
    """Whether two moves differ in the order of names only."""
    if isinstance(move, (Claim, Surcharge)):
        return bool(move.cards == other.cards)
    if isinstance(move, Keep):
        return set(move.tickets) == set(other.tickets) or len(move.tickets) == len(other.tickets)
    return bool(move == other)


@given(games(of=tables))
def test_moves_of_the_wrong_seat_are_refused(game):
    """RULES 1.6: nobody moves out of turn, in any phase, and nobody when the game is over."""
    before = game.states.tobytes()
    for seat in range(game.players):
        if not game.legal_moves(seat):
            for move in [*game.legal_moves(), parse_move("draw"), parse_move("pass")]:
                refusal = game.explain(move, seat)
                assert refusal is not None
                assert refusal.code in {"not-your-turn", "choice-made", "game-over"}
    assert game.states.tobytes() == before


@given(games(of=tables))
def test_explanations_name_every_word_they_promise(game):
    """No sentence is left with a hole, and every refusal quotes its rule."""
    for seat in range(game.players):
        for text in ("draw", "tickets", "pass", "refuse", "take locomotive", "keep a--b", "surcharge locomotive:1"):
            try:
                refusal = game.explain(text, seat)
            except UnreadableMove:
                continue
            if refusal:
                assert "{" not in refusal.sentence
                assert str(refusal).endswith(f"(rule {refusal.rule})")
                named = {name: value for name, value in refusal.parameters.items() if name not in FACTS}
                assert all(str(value) in refusal.sentence for value in named.values()), (refusal, text)


FACTS = {"asked", "held", "payable", "wild", "route", "colour", "length", "card"}
"""Parameters of refusals that programs read; sentences name them in other words, or not at all."""


@given(st.dictionaries(st.sampled_from(["red", "blue", "locomotive", "pink"]), st.integers(0, 9)))
def test_cards_are_written_one_way_only(cards):
    """None twice, none zero times, locomotives last; whatever the order they came in."""
    written = as_cards(cards)
    assert written == as_cards(reversed(list(cards.items())))
    assert dict(written) == {card: count for card, count in cards.items() if count}
    assert [card for card, _ in written if card == "locomotive"] == [
        card for card, _ in written[-1:] if card == "locomotive"
    ]
