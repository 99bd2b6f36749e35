"""Long random play, many games side by side, with players of several tempers; and small kernels that look at states."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np

from ferrovia.core.compile import entry, kernel
from ferrovia.core.generator import seed_generator
from ferrovia.engine import batch
from ferrovia.engine.actions import BLIND, KEEP, MASK_WORDS, PAY, PAY_LOCOMOTIVES, REFUSE, TAKE, TICKETS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.legal import legal_actions, legal_word
from ferrovia.engine.playout import random_action
from ferrovia.engine.refusal import refusal
from ferrovia.engine.state import OVER, STATE
from ferrovia.engine.turn import step, to_move
from tests.properties.sample_tables import Table

UNIFORM: Final = 0  # any legal action
CLAIMER: Final = 1  # claims whatever can be claimed, refuses no surcharge that can be paid
REFUSER: Final = 2  # the same, but refuses every surcharge
BLIND_DRAWER: Final = 3  # draws from the deck as long as there is one
HOARDER: Final = 4  # never claims as long as cards or tickets can be drawn
COLLECTOR: Final = 5  # draws tickets first and returns as many as it may, in the oddest order
TAKER: Final = 6  # takes face-up cards, and claims when there is none
TEMPERS: Final = 7

OTHERS: Final = TAKE >> 6


def word_range(first: int, last: int) -> np.uint64:
    """The bits of the actions from one to another, all in one word."""
    return np.uint64(sum(1 << (action & 63) for action in range(first, last + 1)))


MARKET_BITS: Final = word_range(TAKE, BLIND - 1)
BLIND_BIT: Final = word_range(BLIND, BLIND)
TICKET_BIT: Final = word_range(TICKETS, TICKETS)
REFUSE_BIT: Final = word_range(REFUSE, REFUSE)
LOCOMOTIVE_BIT: Final = word_range(PAY_LOCOMOTIVES, PAY_LOCOMOTIVES)
LAST_WORD: Final = MASK_WORDS - 1
ALL_BITS: Final = np.uint64(0xFFFFFFFFFFFFFFFF)
NO_BITS: Final = np.uint64(0)
assert PAY >> 6 == OTHERS + 1
assert KEEP >> 6 == OTHERS + 2


@kernel
def narrow(mask: Any, claims: Any, others: Any) -> None:
    """Leave only these of the claims and of the other actions, if any of them is legal."""
    if (mask[0] | mask[1]) & claims or mask[OTHERS] & others:
        mask[0] &= claims
        mask[1] &= claims
        mask[OTHERS] &= others
        for word in range(OTHERS + 1, MASK_WORDS):
            mask[word] = NO_BITS


@kernel
def narrow_answers(mask: Any) -> None:
    """Leave only the highest answers: those that return the most."""
    found = False
    for number in range(MASK_WORDS - OTHERS - 2):
        word = LAST_WORD - number
        if found:
            mask[word] = NO_BITS
        elif mask[word]:
            found = True


@kernel
def prefer(mask: Any, temper: int) -> None:
    """Leave of the legal actions those a temper likes best."""
    if temper == CLAIMER:
        if mask[OTHERS] & ~REFUSE_BIT:
            mask[OTHERS] &= ~REFUSE_BIT
        narrow(mask, ALL_BITS, NO_BITS)
    elif temper == REFUSER:
        narrow(mask, ALL_BITS, REFUSE_BIT)
    elif temper == BLIND_DRAWER:
        narrow(mask, NO_BITS, BLIND_BIT)
    elif temper == HOARDER:
        narrow(mask, NO_BITS, MARKET_BITS | BLIND_BIT)
        narrow(mask, NO_BITS, TICKET_BIT)
    elif temper == COLLECTOR:
        narrow(mask, NO_BITS, TICKET_BIT)
        narrow_answers(mask)
    elif temper == TAKER:
        narrow(mask, NO_BITS, MARKET_BITS)
        narrow(mask, ALL_BITS, LOCOMOTIVE_BIT)


@entry
def advance_many(boards: Any, states: Any, tempers: Any, generators: Any, mask: Any, moves: Any, journals: Any) -> int:
    """One action in every game that goes on, as the temper of the seat likes it; how many games went on. `moves` gets
    the seat and the action of each game, -1 where it is over."""
    running = 0
    for index in range(len(states)):
        state = states[index]
        moves[index, 0] = -1
        moves[index, 1] = -1
        if state.public.phase != OVER:
            seat = to_move(state)
            legal_actions(boards[0], state.public, state.private[seat], seat, mask)
            prefer(mask, int(tempers[index, seat]))
            action = random_action(mask, generators[index])
            step(boards[0], state, seat, action, journals[0])
            moves[index, 0] = seat
            moves[index, 1] = action
            running += 1
    return running


@entry
def seed_many(generators: Any, first: Any) -> None:
    """A generator for each game."""
    for index in range(len(generators)):
        seed_generator(generators[index], first + np.uint64(index))


@entry
def disagreements(boards: Any, views: Any, mask: Any, found: Any) -> int:
    """Count where `legal_actions`, `legal_word` and `refusal` disagree over a view; the first goes to `found`."""
    wrong = 0
    for index in range(len(views)):
        view = views[index]
        seat = int(view.seat)
        legal_actions(boards[0], view.public, view.own, seat, mask)
        for action in range(MASK_WORDS * 64):
            may = bool(mask[action >> 6] >> np.uint64(action & 63) & np.uint64(1))
            word = legal_word(boards[0], view.public, view.own, seat, action >> 6)
            same = bool(word >> np.uint64(action & 63) & np.uint64(1))
            free = refusal(boards[0], view.public, view.own, seat, action) == 0
            if may != same or may != free:
                if wrong == 0:
                    found[0], found[1], found[2] = index, action, may
                wrong += 1
    return wrong


class Sweep:
    """Many games of one table, played side by side."""

    def __init__(self, table: Table, games: int, seed: int = 0) -> None:
        self.table = table
        self.states = np.zeros(games, STATE)
        seeds = np.arange(games, dtype=np.uint64) + np.uint64(seed * 1_000_003)
        batch.new_many(table.board, self.states, table.players, seeds, no_journal())
        self.generators = np.zeros((games, 4), np.uint64)
        seed_many(self.generators, np.uint64(seed * 7_368_787 + 17))
        self.tempers = tempers_of(games, seed)
        self.mask = np.zeros(MASK_WORDS, np.uint64)
        self.moves = np.zeros((games, 2), np.int64)
        self.decisions = 0

    def advance(self) -> bool:
        """One action in every game; whether any went on."""
        running = advance_many(
            self.table.board, self.states, self.tempers, self.generators, self.mask, self.moves, no_journal()
        )
        self.decisions += running
        return bool(running)

    def __iter__(self) -> Iterator[Any]:
        """The states that an action has changed, round after round, the openings first, until all games are over."""
        yield self.states
        while self.advance():
            yield self.states[self.moves[:, 0] >= 0]


def tempers_of(games: int, seed: int) -> Any:
    """Half the games by seats of any temper, the rest by mixed ones."""
    chance = np.random.default_rng(seed)
    tempers = chance.integers(0, TEMPERS, (games, 5))
    tempers[::2] = np.where(chance.random((len(tempers[::2]), 5)) < 0.7, UNIFORM, tempers[::2])
    return tempers


def collect_states(table: Table, seed: int, games: int) -> list[list[Any]]:
    """States of many games of every temper, by kind: phase, hidden decisions under way, what has run out."""
    chance = np.random.default_rng(seed)
    met: dict[tuple[int, ...], list[Any]] = {}
    for states in Sweep(table, games, seed):
        for index in chance.choice(len(states), min(len(states), 6), replace=False):
            one = states[index : index + 1].copy()
            public, private = one[0].public, one["private"]
            hidden = (int((private["route"] >= 0).any()), int((private["choice"] >= 0).sum()))
            late = int(public.deck_size == 0) + 2 * int(public.ticket_deck == 0) + 4 * int(public.queue > public.mixed)
            met.setdefault((int(public.phase), *hidden, late), []).append(one)
    return list(met.values())


@cache
def usual_states(table: Table) -> list[list[Any]]:
    """The same for all tests: playing is quick, inspecting that many states is not."""
    return collect_states(table, seed=11, games=24)


def sampled_states(table: Table, count: int, seed: int = 0, games: int | None = None) -> Any:
    """Some states of every kind that was met, the rare ones as often as the common ones: an array. With a number of
    games these are played for the occasion."""
    chance = np.random.default_rng(seed)
    met = usual_states(table) if games is None else collect_states(table, seed, games)
    kinds = [list(chance.permutation(len(kind))) for kind in met]
    picked: list[Any] = []
    while len(picked) < count and any(kinds):
        picked += [kind[order.pop()] for kind, order in zip(met, kinds, strict=True) if order]
    return np.concatenate([picked[place] for place in sorted(chance.permutation(len(picked))[: max(count, 1)])])
