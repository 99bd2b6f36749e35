"""`planner` as the rival of a network in training: it answers in some slots of a rollout."""

from typing import Any

from ferrovia.bots.kernels.memory import BotMemory, begin_memory
from ferrovia.bots.kernels.planner.planner import choose_planner
from ferrovia.core.bits import has
from ferrovia.core.compile import entry, kernel
from ferrovia.engine.actions import ACTIONS
from ferrovia.engine.chance import nth_member
from ferrovia.engine.state import State, ViewRecord
from ferrovia.engine.visibility import look
from ferrovia.rules.board import Board


@kernel
def answer(board: Board, state: State, seat: int, mask: Any, memory: BotMemory, view: ViewRecord) -> int:
    """The action of the planner in a seat. A seat that has no memory of this game yet makes a new plan."""
    look(state, seat, view)
    action = choose_planner(board, view, mask, memory)
    memory.fresh = 0
    return action if 0 <= action < ACTIONS and has(mask, action) else nth_member(mask, 0)


@kernel
def begin_rivals(memories: Any, seed: Any, seeds: Any, slot: int) -> None:
    """Let the planners of a slot forget the last game if another one has begun."""
    if seeds[slot] != seed:
        seeds[slot] = seed
        for seat in range(memories.shape[1]):
            begin_memory(memories[slot, seat])


@entry
def answer_many(
    boards: Any, states: Any, slots: Any, masks: Any, picked: Any, memories: Any, seeds: Any, views: Any, actions: Any
) -> None:
    """Overwrite the actions of the rivals in the picked slots."""
    for index in range(len(picked)):
        game = picked[index]
        seat = int(slots[game].mover)
        begin_rivals(memories, slots[game].seed, seeds, index)
        if seat != slots[game].learner:
            actions[game] = answer(boards[0], states[game], seat, masks[game], memories[index, seat], views[0])
