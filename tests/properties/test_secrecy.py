"""A seat's view and what it is shown depend on nothing hidden from it (DESIGN, bet 5)."""

import random

import numpy as np
import pytest
from hypothesis import given

from ferrovia.engine import batch
from ferrovia.engine.actions import TAKE, TICKETS
from ferrovia.engine.journal import EVENT, JOURNAL, OFFERED_AGAIN, recording_journal
from ferrovia.engine.state import OPENING
from ferrovia.game.events import is_chance, outcome
from ferrovia.game.invariants.state import broken_invariants
from tests.properties.sample_tables import (
    SPECTATOR,
    Table,
    digest,
    events_of,
    every_table,
    is_over,
    legal,
    legal_mask,
    members,
    mover,
    new_states,
    redealt,
    step,
    view_of,
)
from tests.properties.strategies import odd_tables, play_choices, positions, seeds, small_seeds
from tests.properties.sweeps import Sweep, sampled_states
from tests.properties.vector_invariants import wrong_states

# --- determinizations fit the view -----------------------------------------------------------------------------------


def check_redeal(table: Table, states, seed: int):
    """Determinize for every seat and a spectator; return the states."""
    dealt = []
    for seat in table.viewers:
        views = view_of(states, seat)
        other = redealt(table, views, seed)
        assert view_of(other, seat).tobytes() == views.tobytes(), f"{table}, seat {seat}"
        if seat != SPECTATOR:
            assert (legal_mask(table, other, seat) == legal_mask(table, states, seat)).all()
        dealt.append(other)
    return np.concatenate(dealt)


@every_table
def test_a_re_deal_looks_the_same(table):
    """`view(redeal(v)) == v`, bytes and legal actions, in all phases; and what was dealt is a sound state."""
    states = sampled_states(table, 50, seed=41)
    for index in range(len(states)):
        dealt = check_redeal(table, states[index : index + 1], seed=index)
        wrong = wrong_states(table.rules, dealt)
        assert not wrong, f"{table}: {wrong}"
        if index % 25 == 0:
            assert broken_invariants(table.rules, dealt[index % len(dealt)]) == []


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(2))
def test_many_re_deals_look_the_same(table, seed):
    states = sampled_states(table, 2000, seed=100 + seed, games=60)
    for index in range(len(states)):
        assert not wrong_states(table.rules, check_redeal(table, states[index : index + 1], seed=index))


@given(positions(), seeds)
def test_a_re_deal_of_any_position_looks_the_same(position, seed):
    table, states = position
    for dealt in check_redeal(table, states, seed):
        assert broken_invariants(table.rules, dealt) == []


@given(odd_tables(), small_seeds)
def test_a_re_deal_by_odd_rules_looks_the_same(table, seed):
    states = play_choices(table, seed, [], skip=seed % 70)
    assert not wrong_states(table.rules, check_redeal(table, states, seed))


@every_table
def test_a_re_deal_of_a_re_deal_looks_the_same(table):
    """A determinization is a game like any other: it can be determinized again, and played."""
    states = sampled_states(table, 8, seed=42)
    for index in range(len(states)):
        seat = table.seats[index % table.players]
        views = view_of(states[index : index + 1], seat)
        twice = redealt(table, view_of(redealt(table, views, 1), seat), 2)
        assert view_of(twice, seat).tobytes() == views.tobytes()
        chance = random.Random(index)
        for _ in range(100):
            if not is_over(twice):
                assert step(table, twice, mover(twice), chance.choice(legal(table, twice)))
        assert not wrong_states(table.rules, twice)


@every_table
def test_a_finished_game_is_shown_whole(table):
    """RULES 10: everything is revealed in the end, to all alike; so it is restored, not dealt."""
    sweep = Sweep(table, 6, seed=43)
    for _ in sweep:
        pass
    for index in range(6):
        one = sweep.states[index : index + 1]
        views = [view_of(one, seat) for seat in table.viewers]
        for view in views:
            assert (view["tickets"] == one["private"]["tickets"]).all()
            assert (view["public"]["known"] == one["private"]["hand"]).all()
            again = redealt(table, view, 9)
            for part in ("tickets", "hand"):
                assert (again["private"][part] == one["private"][part]).all()
            for part in ("fresh", "queue", "deck"):
                assert (again["secret"][part] == one["secret"][part]).all()


# --- two games that one seat cannot tell apart -----------------------------------------------------------------------


def seen_by(events, seat: int) -> list[str]:
    """What a seat sees of events."""
    seen = np.zeros(1, EVENT)
    return [digest(seen) for index in range(len(events)) if batch.visible_at(events, index, seat, seen)]


def hidden_from(event, seat: int) -> bool:
    """Whether a seat does not learn what chance brought."""
    seen, one = np.zeros(1, EVENT), np.zeros(1, EVENT)
    one[0] = event
    shown = batch.visible_at(one, 0, seat, seen)
    return not shown or outcome(seen[0]) != outcome(event)


def scripted(outcomes: list[int]):
    journal = np.zeros(1, JOURNAL)
    journal["recording"] = journal["scripted"] = 1
    journal["length"] = len(outcomes)
    journal["outcomes"][0, : len(outcomes)] = outcomes
    return journal


def step_both(table: Table, states, other, seat: int, action: int, viewer: int) -> bool:
    """The same action in both games, with the same chance as far as the viewer can see it. False: chance could not
    bring the same in the other game, so that it shows the viewer something."""
    journal = recording_journal()
    assert step(table, states, seat, action, journal)
    events = events_of(journal)
    chance = [event for event in events if is_chance(event)]
    hidden = [event for event in chance if hidden_from(event, viewer)]
    assert not hidden or len(hidden) == len(chance), "chance that is half hidden in one step"
    twin = recording_journal() if hidden else scripted([outcome(event) for event in chance])
    assert step(table, other, seat, action, twin)
    if int(twin["fault"][0]):
        return False
    if action == TICKETS and seat == viewer and any(event["kind"] == OFFERED_AGAIN for event in events):
        return seen_by(events_of(twin), viewer) == seen_by(
            events, viewer
        )  # returned tickets, in an order it did not know
    assert seen_by(events_of(twin), viewer) == seen_by(events, viewer)
    return True


def fork(table: Table, states, viewer: int, chance: random.Random, most: int) -> int:
    """Play a game and its determinization in parallel; return the number of actions for which they look the same."""
    other = redealt(table, view_of(states, viewer), chance.getrandbits(64))
    for number in range(most):
        assert view_of(other, viewer).tobytes() == view_of(states, viewer).tobytes()
        if is_over(states):
            return number
        seat = mover(states)
        assert mover(other) == seat or seat != viewer
        actions = legal(table, states, seat)
        if seat == viewer:
            assert actions == legal(table, other, seat)
        else:
            actions = sorted(set(actions) & set(legal(table, other, seat)))
        if not actions or not step_both(table, states, other, seat, chance.choice(actions), viewer):
            return number
        if is_over(states) or is_over(other):
            return number
    return most


def forks(table: Table, count: int, seed: int) -> int:
    chance = random.Random(seed)
    states = sampled_states(table, count, seed)
    total = 0
    for index in range(len(states)):
        viewer = chance.choice(table.viewers)
        one = states[index : index + 1].copy()
        answered = {seat for seat in table.seats if int(one[0].private[seat].choice) >= 0}
        unpaid = {seat for seat in table.seats if int(one[0].private[seat].route) >= 0}
        if answered | unpaid <= {viewer}:  # others' hidden decisions are not part of a re-deal
            total += fork(table, one, viewer, chance, 60)
    return total


@every_table
def test_a_game_and_its_re_deal_cannot_be_told_apart(table):
    """Fed the same moves, with the same chance where the seat sees it, all its views and all it is shown stay equal."""
    assert forks(table, 30, seed=44) > 100


@pytest.mark.slow
@every_table
def test_many_games_and_their_re_deals_cannot_be_told_apart(table):
    assert forks(table, 1500, seed=45) > 5000


@every_table
def test_the_opening_and_its_re_deal_cannot_be_told_apart(table):
    """RULES 1.5: from the deal through everybody's choices into the first turns."""
    chance = random.Random(46)
    lengths = [fork(table, new_states(table, seed), chance.choice(table.viewers), chance, 30) for seed in range(10)]
    assert max(lengths) > table.players


# --- decisions that nobody may see yet -------------------------------------------------------------------------------


@every_table
def test_an_opening_choice_shows_nothing_before_the_last(table):
    """RULES 1.5: how many each kept becomes public when the last has chosen."""
    states = new_states(table, 47)
    for seat in table.seats[:-1]:
        chooser = table.seats[-1] - seat
        before = {viewer: view_of(states, viewer).tobytes() for viewer in table.viewers if viewer != chooser}
        after = set()
        for action in legal(table, states, chooser):
            one, journal = states.copy(), recording_journal()
            assert step(table, one, chooser, action, journal)
            assert all(not seen_by(events_of(journal), viewer) for viewer in before)
            after.add(tuple(view_of(one, viewer).tobytes() for viewer in before))
        assert after == {tuple(before.values())}
        assert step(table, states, chooser, action)
    assert int(states[0].public.phase) == OPENING


@every_table
def test_a_route_that_is_not_paid_yet_shows_nothing(table):
    """DESIGN, bet 5: others see a claim when it is paid, not when the route is chosen."""
    states = sampled_states(table, 120, seed=48, games=40)
    tried = 0
    for index in range(len(states)):
        one = states[index : index + 1]
        seat = mover(one)
        claims = [action for action in (legal(table, one) if seat >= 0 else []) if action < TAKE]
        for action in claims[:3]:
            chosen, journal = one.copy(), recording_journal()
            assert step(table, chosen, seat, action, journal)
            assert len(events_of(journal)) == 0
            for viewer in set(table.viewers) - {seat}:
                assert view_of(chosen, viewer).tobytes() == view_of(one, viewer).tobytes(), f"{table}, seat {viewer}"
            tried += 1
    assert tried > 10


def test_a_route_that_is_not_paid_yet_shows_nothing_after_a_pass():
    """The number of passes in a row is public: choosing a route must not reset it before the route is paid."""
    from tests.properties.sample_boards import tiny_out

    table = Table(tiny_out(), 3)
    for states in Sweep(table, 300, seed=49):
        waiting = (states["public"]["passes"] > 0) & (states["public"]["phase"] == 1)
        for index in np.flatnonzero(waiting):
            one = states[index : index + 1].copy()
            claims = [action for action in legal(table, one) if action < TAKE]
            if claims:
                before = view_of(one, SPECTATOR).tobytes()
                assert step(table, one, mover(one), claims[0])
                assert view_of(one, SPECTATOR).tobytes() == before
                return
    pytest.fail("no such position was met")


@every_table
def test_members_of_masks_are_counted_alike(table):
    """The tests' own way of listing a mask is the engine's."""
    states = new_states(table, 50)
    mask, listed = np.zeros(8, np.uint64), np.zeros(512, np.int64)
    count = batch.actions_at(table.board, states, 0, mask, listed)
    assert members(mask) == listed[:count].tolist()
