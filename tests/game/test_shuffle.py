"""A game from a secret: its chance can be proved afterwards and foreseen by nobody."""

import pytest

import ferrovia
from ferrovia.game import shuffle
from ferrovia.rules.files.loading import built_in_rules

SECRET = bytes(range(32))


def play_some(game, moves):
    """Draws, wherever that is legal."""
    for _ in range(moves):
        if game.over:
            break
        game.play(a_move(game))
    return game


def a_move(game):
    """A card from the deck, if possible."""
    moves = game.legal_moves()
    return next((move for move in moves if str(move) == "draw"), moves[0])


@pytest.mark.parametrize("rules", built_in_rules())
def test_the_same_secret_brings_the_same_game(rules):
    first, second = (play_some(ferrovia.Game(rules, secret=SECRET), 40) for _ in range(2))
    assert first.states.tobytes() == second.states.tobytes()
    other = ferrovia.Game(rules, secret=bytes(32))
    assert other.states.tobytes() != ferrovia.Game(rules, secret=SECRET).states.tobytes()


@pytest.mark.parametrize("rules", built_in_rules())
def test_a_game_goes_on_from_its_state_and_secret(rules):
    game = ferrovia.Game(rules, secret=SECRET)
    for number in range(60):
        if game.over:
            break
        again = ferrovia.Game.from_state(game.rules, game.states, secret=SECRET, moves=number)
        move = a_move(game)
        game.play(move)
        again.play(move)
        assert again.states.tobytes() == game.states.tobytes()


def test_the_generator_is_rekeyed_before_every_move():
    """Solving the generator after a move reveals nothing about the next one: the state's own is never used."""
    game = play_some(ferrovia.Game("switzerland", secret=SECRET), 10)
    spoiled = ferrovia.Game.from_state(game.rules, game.states, secret=SECRET, moves=10)
    spoiled.states["secret"]["generator"] = 12345
    assert spoiled.play("draw") == game.play("draw")


def test_a_move_taken_back_brings_the_same_again():
    game = play_some(ferrovia.Game("new-york", secret=SECRET), 5)
    events = game.play("draw")
    game.undo()
    assert game.play("draw") == events


@pytest.mark.parametrize("rules", built_in_rules())
def test_a_record_proves_its_shuffle(rules):
    game = play_some(ferrovia.Game(rules, secret=SECRET), 30)
    text = str(ferrovia.record_game(game))
    assert f"\nsecret {SECRET.hex()}\n" in text
    record = ferrovia.parse_record(text)
    assert str(record) == text
    assert record.replay().states.tobytes() == game.states.tobytes()


def test_a_changed_outcome_or_secret_is_found():
    text = str(ferrovia.record_game(play_some(ferrovia.Game("switzerland", secret=SECRET), 30)))
    other = text.replace(SECRET.hex(), bytes(32).hex())
    with pytest.raises(ferrovia.RecordError, match="its secret deals different cards"):
        ferrovia.parse_record(other).replay()


@pytest.mark.parametrize("line", ["secret ", "secret 12", f"secret {'g' * 64}", f"secret {'A' * 64}", "secret x y"])
def test_a_broken_secret_is_refused(line):
    text = str(ferrovia.record_game(ferrovia.Game("switzerland", secret=SECRET)))
    with pytest.raises(ferrovia.RecordError, match="line 4"):
        ferrovia.parse_record(text.replace(f"secret {SECRET.hex()}", line))


def test_seed_or_secret():
    with pytest.raises(ferrovia.TableError, match="not both"):
        ferrovia.Game("switzerland", seed=1, secret=SECRET)
    with pytest.raises(ferrovia.TableError, match="32 bytes"):
        ferrovia.Game("switzerland", secret=b"short")


def test_the_commitment_is_the_hash():
    assert shuffle.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert len({shuffle.new_secret() for _ in range(100)}) == 100
