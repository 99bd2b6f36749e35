"""The observation: secrecy, equality of compiled and interpreted code, and what the numbers say."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ferrovia import parse_record
from ferrovia.batch.trajectories import trajectory
from ferrovia.core.compile import INTERPRETED
from ferrovia.engine import batch
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import OVER, STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.observation import Encoder, declare
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tests.observation.positions import TABLES, movers, random_positions, rows_of

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_rule_set = pytest.mark.parametrize("name", built_in_rules())


def part(encoder: Encoder, rows, name: str):
    """The numbers of one part of some rows."""
    offset, shape = encoder.places[name]
    return rows[:, offset : offset + int(np.prod(shape))].reshape(len(rows), *shape)


def views_of(states, seats):
    views = np.zeros(len(states), VIEW)
    batch.look_many(states, np.asarray(seats), views)
    return views


@every_table
@pytest.mark.thorough
def test_re_dealing_what_is_hidden_changes_no_number(name, players):
    rules, states = load_rules(name), random_positions(name, players)[::3]
    encoder = Encoder(rules)
    for seat in range(players):
        seats = np.full(len(states), seat)
        views = views_of(states, seats)
        dealt = np.zeros(len(states), STATE)
        for index in range(len(states)):
            batch.redeal_in(rules.board, views, index, np.uint64(index + 7), dealt, index, np.zeros(2, np.uint64))
        rows = encoder.encode_states(states, seats)
        assert (encoder.encode_states(dealt, seats) == rows).all()
        assert (encoder.encode_views(views) == rows).all()
        hidden = encoder.encode_privileged(states, seats)
        assert (encoder.encode_privileged(dealt, seats) != hidden).any(), "the critic sees what was dealt again"


@every_table
def test_plain_observations_are_parts_of_full_ones(name, players):
    """What lies on the table is the same in both, and hidden cards change nothing in either."""
    rules, states = load_rules(name), random_positions(name, players)[::5]
    full, plain = Encoder(rules), Encoder(rules, features="plain")
    assert set(plain.places) - set(full.places) == {"ticket_kept"}
    seats = movers(states)
    rows, few = full.encode_states(states, seats), plain.encode_states(states, seats)
    for each in set(plain.places) - {"ticket_kept"}:
        assert (part(full, rows, each) == part(plain, few, each)).all(), each
    kept = part(full, rows, "ticket_done") + part(full, rows, "ticket_open")
    assert (part(plain, few, "ticket_kept") == kept).all()
    assert (plain.encode_views(views_of(states, seats)) == few).all()


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare with: this run is interpreted itself")
@pytest.mark.parametrize("every", [240, pytest.param(48, marks=pytest.mark.slow)])
@pytest.mark.thorough
def test_compiled_equals_interpreted(tmp_path, every):
    states = {f"{name} {players}": random_positions(name, players)[::every].copy() for name, players in TABLES}
    np.savez(tmp_path / "states.npz", **{key: each.view(np.uint8) for key, each in states.items()})
    script = str(Path(__file__).with_name("positions.py"))
    command = [sys.executable, script, str(tmp_path / "states.npz"), str(tmp_path / "rows.npz")]
    subprocess.run(command, check=True, env={**os.environ, "FERROVIA_INTERPRETED": "1"})
    with np.load(tmp_path / "rows.npz") as rows:
        for key, each in states.items():
            ordinary, hidden = rows_of(key.split()[0], each)
            assert (rows[key] == ordinary).all(), key
            assert (rows[f"{key} hidden"] == hidden).all(), key


GOLDEN = Path(__file__).parents[1] / "golden"
LEARNED = {
    "new-york": "f7bc036ff070095a",
    "north-america": "6f5f82da84e323d9",
    "north-america-classic": "8d4c1430d66f8716",
    "switzerland": "7d3baa9e8f9ffcfa",
}
"""The first digits of SHA-256 over the rows of all golden games."""


@every_rule_set
def test_golden_games_are_observed_as_the_networks_learned(name):
    """To the byte: of several ways at the same cost, too, it must be the same one that is marked."""
    digest = hashlib.sha256()
    for path in sorted(GOLDEN.glob(f"{name}-[0-9]-[0-9].record")):
        digest.update(trajectory(parse_record(path.read_text("utf-8"))).observation.tobytes())
    assert digest.hexdigest()[:16] == LEARNED[name]


NEVER_AT_RANDOM = {
    "tunnels": {"surcharge", "tunnel_locomotives", "tunnel_card"},
    "trails": {"trail"},
    "attractions": {"attractions", "route_attractions"},
}
"""Parts that a rule set without the thing leaves 0."""


@every_rule_set
def test_every_part_is_written_in_some_game(name):
    rules = load_rules(name)
    board, encoder = rules.board[0], Encoder(rules)
    states = np.concatenate([random_positions(*table) for table in TABLES if table[0] == name])
    rows, hidden = rows_of(name, states)
    missing = {each for each in encoder.places if not part(encoder, rows, each).any()}
    expected = set()
    expected |= NEVER_AT_RANDOM["tunnels"] if not board["route_tunnel"].any() else set()
    expected |= NEVER_AT_RANDOM["trails"] if not board["longest_path_points"] else set()
    expected |= NEVER_AT_RANDOM["attractions"] if not board["attraction_points"] else set()
    assert missing - {"passes", "idle"} == expected
    for each, (offset, shape) in encoder.rival_layout.places.items():
        assert hidden[:, offset : offset + int(np.prod(shape))].any(), each


@every_table
def test_numbers_are_in_a_sane_range(name, players):
    encoder = Encoder(load_rules(name))
    rows, hidden = rows_of(name, random_positions(name, players))
    assert np.abs(rows * encoder.scales).max() <= 7
    assert np.abs(hidden * encoder.privileged_scales).max() <= 7


@every_table
def test_numbers_say_what_the_engine_says(name, players):
    """Ticket worth, trails, own routes and payable routes against the engine's own reckoning."""
    rules, states = load_rules(name), random_positions(name, players)
    encoder, seats = Encoder(rules), movers(random_positions(name, players))
    rows = encoder.encode_states(states, seats)
    for index in range(0, len(states), 7):
        sheet, seat = score_sheet(), int(seats[index])
        batch.score_at(rules.board, states, index, sheet, score_space(), trail_table())
        assert part(encoder, rows, "ticket_worth")[index] == max(-127, min(127, sheet[seat]["tickets"]))
        order = [(seat + ahead) % players for ahead in range(players)]
        assert part(encoder, rows, "trail")[index][:players].tolist() == sheet["trail"][order].tolist()
        own = np.unpackbits(states[index]["public"]["own"][seat].view(np.uint8), bitorder="little")
        assert (part(encoder, rows, "route_own")[index] == own[: int(rules.board[0]["routes"])]).all()
        assert part(encoder, rows, "ticket_done")[index].sum() == sheet[seat]["completed"]


@every_rule_set
def test_actions_are_trimmed_to_what_the_board_needs(name):
    rules = load_rules(name)
    encoder, largest = Encoder(rules), -1
    for table in TABLES:
        if table[0] == name:
            states = random_positions(*table)
            for index in range(len(states)):
                mask = np.zeros(MASK_WORDS, np.uint64)
                batch.legal_at(rules.board, states, index, int(batch.mover_at(states, index)), mask)
                largest = max(largest, int(np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))[-1]))
    assert largest == encoder.actions - 1


def test_a_finished_game_and_a_spectator_are_encoded_too():
    rules = load_rules("new-york")
    states = random_positions("new-york", 2)[-1:].copy()
    mask, actions = np.zeros(MASK_WORDS, np.uint64), np.zeros(512, np.int64)
    from ferrovia.engine.journal import no_journal

    while batch.mover_at(states, 0) >= 0:
        batch.actions_at(rules.board, states, 0, mask, actions)
        batch.advance_at(rules.board, states, 0, int(actions[0]), no_journal())
    assert states[0]["public"]["phase"] == OVER
    encoder = Encoder(rules)
    assert encoder.encode_states(states, [0]).any()
    assert not encoder.encode_states(states, [-1]).any()
    assert not encoder.encode_views(views_of(states, [-1])).any()


@pytest.mark.parametrize("features", ["plain", "full"])
def test_what_another_board_has_is_refused(features):
    """It would be written beyond its row, into the one after it."""
    encoder, states = Encoder("new-york", features=features), random_positions("north-america", 2)[-1:]
    room, hidden = np.zeros((3, encoder.size), np.int8), np.zeros((3, encoder.privileged_size), np.int8)
    with pytest.raises(ValueError, match="that new-york has not"):
        encoder.encode_states(states, 0, out=room[1:2])
    with pytest.raises(ValueError, match="that new-york has not"):
        encoder.encode_views(views_of(states, [0]), out=room[1:2])
    with pytest.raises(ValueError, match="that new-york has not"):
        encoder.encode_privileged(states, 0, out=hidden[1:2])
    assert not room.any()
    assert not hidden.any()


def test_more_players_than_the_rules_allow_are_refused():
    states = random_positions("new-york", 4)[-1:].copy()
    states["public"]["players"] = 5
    for encode in (Encoder("new-york").encode_states, Encoder("new-york").encode_privileged):
        with pytest.raises(ValueError, match="has players that new-york has not"):
            encode(states, 0)


@pytest.mark.parametrize("seat", [2, 5, 100, -2])
def test_the_view_of_a_seat_that_does_not_exist_is_refused(seat):
    views = views_of(random_positions("new-york", 2)[-2:], [0, 0])
    views["seat"][1] = seat
    with pytest.raises(ValueError, match="number 1 has a seat that"):
        Encoder("new-york").encode_views(views)


@every_table
def test_every_view_fits_its_own_board(name, players):
    states, encoder = random_positions(name, players)[::5], Encoder(name, features="plain")
    for seat in range(-1, players):
        seats = np.full(len(states), seat)
        assert (encoder.encode_views(views_of(states, seats)) == encoder.encode_states(states, seats)).all()


def test_the_hash_changes_with_the_declaration(monkeypatch):
    rules = load_rules("new-york")
    layout = declare.ordinary_layout(rules)
    first = layout.parts[0]
    others = [
        replace(layout, parts=(replace(first, name="other"), *layout.parts[1:])),
        replace(layout, parts=(replace(first, scale=0.5), *layout.parts[1:])),
        replace(layout, parts=layout.parts[1:]),
        replace(layout, sizes={**layout.sizes, "routes": 40}),
    ]
    monkeypatch.setattr(declare, "VERSION", declare.VERSION + 1)
    assert len({layout.hash(), *(each.hash() for each in others)}) == 5
    monkeypatch.undo()
    assert layout.hash() == Encoder(rules).hash
    assert replace(layout, parts=(replace(first, meaning="said otherwise"), *layout.parts[1:])).hash() == layout.hash()


def test_wrong_arrays_are_refused():
    encoder = Encoder(load_rules("new-york"))
    with pytest.raises(ValueError, match="array of states"):
        encoder.encode_states(np.zeros(3), [0, 0, 0])
    for out in (np.zeros((1, 3), np.int8), np.zeros((encoder.size, 2), np.int8).T[:1], [0]):
        with pytest.raises(ValueError, match="of int8 and shape"):
            encoder.encode_states(np.zeros(1, STATE), [0], out=out)
    for seats in ([0], [0, 0, 0], [[0, 0]], [0.5, 0.5], "ab"):
        with pytest.raises(ValueError, match="one for each of the 2 states"):
            encoder.encode_states(np.zeros(2, STATE), seats)


def test_an_encoder_says_what_it_is_and_refuses_impossible_options():
    assert repr(Encoder("new-york", features="plain")).startswith("<Encoder new-york, plain features, ")
    with pytest.raises(ValueError, match="threads: at least 1, not 0"):
        Encoder("new-york", threads=0)
    with pytest.raises(ValueError, match="features: 'full' or 'plain'"):
        Encoder("new-york", features="some")
