"""What may be done plays; everything else is refused and leaves no trace."""

import numpy as np
import pytest

from ferrovia.batch.games import Games
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.state import STATE, VIEW
from tests.properties.sample_tables import Table, every_table, legal_mask, members, step, view_of
from tests.properties.sweeps import disagreements, sampled_states
from tests.properties.vector_invariants import wrong_states

SEATS = [-2, -1, 0, 1, 2, 3, 4, 5, 127]
BEYOND = [-(2**40), -513, -1, ACTIONS, ACTIONS + 64, 2**40]
GAMES = 32
TRIED = [*range(ACTIONS), *BEYOND]


def legal_pairs(table: Table, states) -> set[tuple[int, int]]:
    """Every seat with every action it may do."""
    return {(seat, action) for seat in table.seats for action in members(legal_mask(table, states, seat))}


def try_everything(table: Table, state) -> None:
    """Every action of every seat on a copy of one state."""
    pairs = [(seat, action) for seat in SEATS for action in TRIED]
    seats, actions = (np.array(column, np.int64) for column in zip(*pairs, strict=True))
    copies = np.repeat(state, len(pairs))
    refused = np.zeros(len(pairs), np.bool_)
    batch.step_many(table.board, copies, seats, actions, refused, no_journal())
    played = {pair for pair, no in zip(pairs, refused.tolist(), strict=True) if not no}
    assert played == legal_pairs(table, state)
    untouched = copies[refused].view(np.uint8).reshape(-1, STATE.itemsize)
    assert (untouched == state.view(np.uint8)).all()
    wrong = wrong_states(table.rules, copies[~refused]) if played else {}
    assert not wrong, f"{table}: {wrong} after one of {sorted(played)}"


def sweep(table: Table, count: int, seed: int) -> None:
    states = sampled_states(table, count, seed)
    for index in range(len(states)):
        try_everything(table, states[index : index + 1])


@every_table
def test_all_but_the_legal_actions_are_refused_without_a_trace(table):
    """Every number, every seat: exactly the actions of the mask are done, and what they lead to is sound."""
    sweep(table, 12, seed=1)


@pytest.mark.slow
@every_table
def test_all_but_the_legal_actions_are_refused_without_a_trace_in_many_states(table):
    sweep(table, 400, seed=2)


def agree(table: Table, count: int, seed: int) -> None:
    states = sampled_states(table, count, seed)
    views = np.zeros((len(table.viewers), len(states)), VIEW)
    for row, seat in enumerate(table.viewers):
        batch.look_many(states, np.full(len(states), seat), views[row])
    flat, found = views.reshape(-1), np.zeros(3, np.int64)
    wrong = disagreements(table.board, flat, np.zeros(MASK_WORDS, np.uint64), found)
    index, action, may = found.tolist()
    assert not wrong, f"{wrong} times, first action {action} (legal: {may}) in {flat[index]}"


@every_table
def test_the_mask_its_words_and_the_reasons_agree(table):
    """An action is in the mask if and only if `refusal` has nothing against it, for all seats and spectators."""
    agree(table, 150, seed=3)


@pytest.mark.slow
@every_table
def test_the_mask_its_words_and_the_reasons_agree_in_many_states(table):
    agree(table, 3000, seed=4)


@every_table
def test_a_view_allows_what_its_state_allows(table):
    """A seat's view is enough to know what it may do; a spectator may do nothing."""
    states = sampled_states(table, 25, seed=5)
    for index in range(len(states)):
        one = states[index : index + 1]
        for seat in table.seats:
            mask = np.zeros(MASK_WORDS, np.uint64)
            batch.legal_in(table.board, view_of(one, seat), 0, mask)
            assert (mask == legal_mask(table, one, seat)).all()
        mask = np.ones(MASK_WORDS, np.uint64)
        batch.legal_in(table.board, view_of(one, -1), 0, mask)
        assert not mask.any()


@every_table
def test_some_seat_can_always_act_until_the_end(table):
    """RULES 5.2: the seat to move has a legal action, the others have none; after the end no seat has."""
    states = sampled_states(table, 150, seed=6)
    masks = {seat: np.zeros((len(states), MASK_WORDS), np.uint64) for seat in table.seats}
    movers = np.zeros(len(states), np.int64)
    batch.movers_many(states, movers)
    for seat, mask in masks.items():
        batch.legal_many(table.board, states, np.full(len(states), seat), mask)
    able = np.array([mask.any(axis=1) for mask in masks.values()]).T
    opening = states["public"]["phase"] == 0
    for index, seat in enumerate(movers.tolist()):
        asked = {place for place in table.seats if able[index, place]}
        if opening[index]:
            assert asked == {place for place in table.seats if states[index].private[place].choice < 0}
            assert seat == min(asked)
        else:
            assert asked == ({seat} if seat >= 0 else set())


@every_table
def test_many_games_refuse_as_one_does(table):
    """`Games.step` sets its flag and leaves the game alone exactly where `step_at` refuses."""
    games = Games(table.rules, table.players, seeds=range(GAMES), threads=1)
    chance = np.random.default_rng(7)
    for _ in range(30):
        mask = games.legal_mask()
        whole = np.pad(mask, ((0, 0), (0, ACTIONS - games.actions)))
        assert (np.packbits(whole, axis=1, bitorder="little").view("<u8") == games.legal()).all()
        likely = np.array([chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        actions = np.where(chance.random(GAMES) < 0.7, likely, chance.integers(-1, ACTIONS + 1, GAMES))
        seats = np.where(chance.random(GAMES) < 0.9, games.movers(), chance.integers(-1, table.players, GAMES))
        before = games.states.copy()
        refused = games.step(actions, seats).refused
        for index in range(GAMES):
            one = before[index : index + 1].copy()
            assert step(table, one, int(seats[index]), int(actions[index])) != refused[index]
            assert one.tobytes() == games.states[index : index + 1].tobytes()
