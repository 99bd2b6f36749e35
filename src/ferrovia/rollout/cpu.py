"""Rollouts on the CPU: arrays of games stepped by compiled kernels on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ferrovia.core.compile import entry
from ferrovia.core.limits import NONE, SEATS
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import SCORE, SCORE_SPACE
from ferrovia.engine.state import STATE
from ferrovia.engine.trail.longest import trail_table
from ferrovia.observation.encoder import Encoder
from ferrovia.observation.kernels import clear_row, observe, observe_privileged
from ferrovia.observation.space import OBSERVATION_SPACE
from ferrovia.rollout.game import COUNTS, SLOT, advance, start


@entry
def start_many(boards: Any, states: Any, slots: Any, masks: Any, spaces: Any, journals: Any) -> None:
    """Set up the game of every slot."""
    for index in range(len(states)):
        start(boards[0], states[index], slots[index], masks[index], spaces[0], journals[0])


@entry
def observe_many(
    boards: Any,
    states: Any,
    slots: Any,
    layouts: Any,
    rivals: Any,
    block: int,
    spaces: Any,
    table: Any,
    rows: Any,
    hidden: Any,
) -> None:
    """What the seat to move sees, and what its rivals hide, in every slot."""
    for index in range(len(states)):
        state, seat = states[index], int(slots[index].mover)
        clear_row(rows[index])
        clear_row(hidden[index])
        observe(boards[0], state.public, state.private[seat], seat, layouts[0], spaces[0], table, rows[index])
        observe_privileged(boards[0], state, seat, rivals[0], block, spaces[0], hidden[index])


@entry
def advance_many(
    boards: Any,
    states: Any,
    slots: Any,
    actions: Any,
    stride: Any,
    masks: Any,
    sheets: Any,
    spaces: Any,
    table: Any,
    journals: Any,
    rewards: Any,
    over: Any,
    counts: Any,
) -> None:
    """One decision in every slot."""
    for index in range(len(states)):
        over[index] = advance(
            boards[0],
            states[index],
            slots[index],
            int(actions[index]),
            stride,
            masks[index],
            sheets,
            spaces[0],
            table,
            journals[0],
            rewards[index],
            counts[index],
        )


def new_slots(players: Any, first_seed: int, learners: Any = None) -> Any:
    """Slots for the given numbers of players, with consecutive seeds."""
    slots = np.zeros(len(players), SLOT)
    slots["players"] = players
    slots["seed"] = np.arange(first_seed, first_seed + len(players), dtype=np.uint64)
    slots["learner"] = NONE if learners is None else learners
    return slots


class CpuRollout:
    """Games of one rule set, one per slot, on the CPU. Arrays are NumPy's; results go into the caller's arrays."""

    def __init__(self, encoder: Encoder, slots: Any, threads: int | None = None) -> None:
        self.encoder = encoder
        self.board = encoder.rules.board
        self.slots = slots
        self.threads = threads or os.cpu_count() or 1
        self.states = np.zeros(len(slots), STATE)
        self.masks = np.zeros((len(slots), MASK_WORDS), np.uint64)
        self.counts = np.zeros((len(slots), COUNTS), np.float32)
        self._spread(self._start)

    def observe(self, rows: Any, hidden: Any) -> None:
        """Write the observation and the privileged row of the seat to move in every slot."""

        def work(part: slice) -> None:
            spaces, encoder = np.zeros(1, OBSERVATION_SPACE), self.encoder
            layouts = (encoder.offsets, encoder.rival_offsets, encoder.block)
            inputs = (self.board, self.states[part], self.slots[part], *layouts, spaces, trail_table())
            observe_many(*inputs, rows[part], hidden[part])

        self._spread(work)

    def step(self, actions: Any, rewards: Any, over: Any) -> None:
        """Apply an action in every slot; write the rewards of all seats, and whether the game ended and another has
        begun."""

        def work(part: slice) -> None:
            inputs = (self.board, self.states[part], self.slots[part], actions[part], np.uint64(len(self.slots)))
            scratch = (np.zeros(SEATS, SCORE), np.zeros(1, SCORE_SPACE), trail_table(), no_journal())
            advance_many(*inputs, self.masks[part], *scratch, rewards[part], over[part], self.counts[part])

        self._spread(work)

    def _start(self, part: slice) -> None:
        inputs = (self.board, self.states[part], self.slots[part], self.masks[part])
        start_many(*inputs, np.zeros(1, SCORE_SPACE), no_journal())

    def _spread(self, work: Callable[[slice], None]) -> None:
        """Run a kernel on slices of the slots, one thread each."""
        cuts = np.linspace(0, len(self.slots), self.threads + 1).astype(int).tolist()
        slices = [slice(first, last) for first, last in pairwise(cuts) if first < last]
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(work, slices))
