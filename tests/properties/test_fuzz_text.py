"""Text from anywhere: it is read, or a FerroviaError says what is wrong; nothing else ever comes out."""

import random
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ferrovia.errors import FerroviaError, MoveError
from ferrovia.game.game import Game
from ferrovia.game.invariants.state import broken_invariants
from ferrovia.game.moves import Move, parse_move
from ferrovia.game.text.position import parse_position, position_text
from ferrovia.game.text.record import record_game
from ferrovia.game.text.record_parser import parse_record
from tests.properties.sample_tables import ALL, is_over, legal, mover, step, table_called
from tests.properties.strategies import games, moves_of, tables
from tests.properties.sweeps import sampled_states

letters = st.text(st.characters(codec="utf-8"), max_size=200)
VERBS = ["take", "claim", "keep", "return", "surcharge", "draw", "pass", "red", "a--b"]
COUNTS = [
    "red:1",
    ":",
    "red:",
    ":1",
    "red:-1",
    "red:1.5",
    "red:0",
    "red:00001",
    "red:1000",
    "locomotive:3",
    "red:²",
    "٣",
]
words = st.lists(st.sampled_from([*VERBS, *COUNTS]), max_size=12).map(" ".join)


@given(st.one_of(letters, words))
@example("")
@example(" ")
@example("keep")
@example("claim x red:²")
@example("take " * 1000)
@example("surcharge red:99999999999999999999")
def test_any_text_is_a_move_or_an_unreadable_one(text):
    try:
        move = parse_move(text)
    except MoveError:
        return
    assert isinstance(move, Move)
    assert parse_move(str(move)) == move


@given(letters)
@example("")
@example("ferrovia-position 1")
@example("ferrovia-position 1 rules")
@example("ferrovia-position 1 rules=\x00 hash=")
@example("ferrovia-position 1 rules=/etc hash=")
@example("ferrovia record 1\nrules \x00 x\n")
@example("ferrovia record 1\nrules . x\nplayers 2")
@example("ferrovia record 1\nrules x y\nrules-json {")
@example("ferrovia record 1\nrules x y\nrules-json " + "[" * 100_000)
@example("ferrovia record 1\nrules x y\nrules-json 1" + "0" * 5000)
def test_any_text_is_read_or_refused(text):
    for parse in (parse_position, parse_record):
        with pytest.raises(FerroviaError):
            parse(text)


NAMES = [str(table) for table in ALL]


@cache
def right_positions(name: str) -> list[str]:
    """Positions of a table, in all phases."""
    table = table_called(name)
    states = sampled_states(table, 8, seed=111)
    return [position_text(Game.from_state(table.rules, states[index : index + 1])) for index in range(len(states))]


VALUES = ["", "-1", "-2", "0", "1", "2", "3", "4", "5", "8", "9", "50", "127", "128", "255", "9999", "-9999", "99999"]
VALUES += [
    "x",
    "red:1",
    "red:-1",
    "red:200",
    ":1",
    ",",
    "/",
    "+",
    "1,1",
    "red",
    "9" * 30,
    "٣",
    "1_0",
    "+1",
    "0x1",
    "nan",
]


@st.composite
def wrong_positions(draw: st.DrawFn) -> tuple[str, str]:
    """A position with a few fields changed, lost, doubled or invented."""
    name = draw(st.sampled_from(NAMES))
    text = draw(st.sampled_from(right_positions(name))).split(" ")
    fields = [
        f"public.{field}"
        for field in ("colour", "route", "seat", "phase", "players", "offered", "last_turns", "passes")
    ]
    fields += [
        f"private.{seat}.{field}" for seat in (0, 1, 4) for field in ("route", "choice", "offer", "hand", "returned")
    ]
    fields += [
        "secret.deck",
        "secret.queue",
        "secret.generator",
        "public.surcharge",
        "public.mixed",
        "public.idle",
        "odd",
    ]
    fields += ["public.turns", "public.ending", "public.spent", "public.locomotives", "public.queue", "public.bound"]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(2, len(text) - 1))
        path = draw(st.one_of(st.just(text[place].partition("=")[0]), st.sampled_from(fields)))
        text = [word for word in text if not word.startswith(f"{path}=")]
        if draw(st.booleans()) or path.startswith(("public", "private", "secret")):
            text.append(f"{path}={draw(st.sampled_from(VALUES))}")
    return name, " ".join(text)


@given(wrong_positions())
def test_a_wrong_position_is_refused_or_can_be_played(wrong):
    """What is accepted is a game like any other: it continues, stays sound, and ends."""
    name, text = wrong
    table = table_called(name)
    try:
        game = parse_position(text, table.rules)
    except FerroviaError:
        return
    states = game.states
    assert position_text(game) == text
    assert broken_invariants(table.rules, states[0]) == []
    chance = random.Random(text)
    for _ in range(400):
        if is_over(states):
            break
        actions = legal(table, states)
        assert actions, "nothing can be done, and the game is not over"
        assert step(table, states, mover(states), chance.choice(actions))
        assert chance.random() > 0.05 or broken_invariants(table.rules, states[0]) == []


FORGED = {
    "a choice that is no answer": ("new-york-2", 0, "private.0.choice=9999"),
    "a choice of too many": ("new-york-2", 0, "private.0.choice=3"),
    "an unknown colour": ("switzerland-2", 3, "public.colour=50"),
    "an unknown route": ("new-york-2", 1, "private.0.route=127"),
    "a route that cannot be claimed": ("north-america-2", 1, "private.0.route=ROUTE"),
    "turns left that cannot be": ("new-york-2", 1, "public.last_turns=100"),
    "more turns without gain than there may be": ("new-york-2", 1, "public.idle=-100"),
    "a negative number of passes": ("new-york-2", 1, "public.passes=-100"),
    "an impossible generator": ("new-york-2", 1, "secret.generator=0,0,0"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_position_is_refused(what):
    """Numbers that no game can reach, some of which would have the kernels read beyond their tables."""
    name, phase, forged = FORGED[what]
    table = table_called(name)
    path = forged.partition("=")[0]
    states = sampled_states(table, 60, seed=112)
    tried = 0
    for index in range(len(states)):
        one = states[index : index + 1]
        if int(one[0].public.phase) != phase or (phase == 1 and int(one[0].public.seat) != 0):
            continue
        if (one["private"]["choice"] >= 0).any() or (one["private"]["route"] >= 0).any():
            continue
        text = position_text(Game.from_state(table.rules, one))
        words_ = [word for word in text.split(" ") if not word.startswith(f"{path}=")]
        closed = min(set(range(len(table.rules.route_ids))) - set(legal(table, one)), default=127)
        with pytest.raises(FerroviaError):
            parse_position(" ".join([*words_, forged.replace("ROUTE", str(closed))]), table.rules)
        tried += 1
    assert tried


@given(games(of=tables, most=6), st.data())
def test_a_garbled_record_is_read_or_refused(game, data):
    """Lines lost, doubled, cut, letters changed: a FerroviaError or a game."""
    text = str(record_game(game))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + data.draw(st.one_of(letters, words, st.just(text[start:end] * 2))) + text[end:]
    with suppress(FerroviaError):
        record = parse_record(text)
        assert str(record).removesuffix("\n") == text.removesuffix("\n")
        record.replay()


@given(tables.flatmap(lambda table: st.tuples(st.just(table), moves_of(table.rules))), letters)
def test_any_move_is_understood_or_refused(pair, text):
    table, move = pair
    game = Game(table.rules, table.players, seed=5)
    for said in (move, str(move), text, f"{move} {text}"):
        with suppress(FerroviaError):
            game.copy().play(said)
