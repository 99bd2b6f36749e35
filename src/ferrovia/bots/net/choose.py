"""`net` as a kernel: observe, run the policy, take the best legal action; `net+look` asks the critic about the best."""

from typing import Any

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.net_options import LOOK_OPTIONS, NET_OPTIONS, POLICY
from ferrovia.bots.kernels.ranking import best_of
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.net.look import look_ahead
from ferrovia.bots.net.policy import run_policy
from ferrovia.core.bits import lowest, without_lowest
from ferrovia.core.compile import entry, kernel
from ferrovia.core.generator import uniform
from ferrovia.core.limits import NONE
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import ViewRecord
from ferrovia.rollout.forced import only_action
from ferrovia.rules.board import Board

TEMPERATURE = NET_OPTIONS["temperature"].place
WINDOW = NET_OPTIONS["window"].place
WORLDS = LOOK_OPTIONS["worlds"].place


@kernel
def odds(logit: Any, most: Any, options: Any) -> float:
    """How likely an action is beside the best one: not at all outside the window, so that no level plays nonsense."""
    behind = float(most) - float(logit)
    return float(np.exp(-behind / options[TEMPERATURE])) if behind <= options[WINDOW] else 0.0


@kernel
def draw_action(mask: Any, logits: Any, options: Any, generator: Any) -> int:
    """A legal action drawn by the policy's odds."""
    best = best_of(mask, MASK_WORDS, logits)
    total = 0.0
    for word in range(MASK_WORDS):
        left = mask[word]
        while left:
            total += odds(logits[word * 64 + lowest(left)], logits[best], options)
            left = without_lowest(left)
    mark = uniform(generator) * total
    drawn = best
    for word in range(MASK_WORDS):
        left = mask[word]
        while left and mark >= 0.0:
            action = word * 64 + lowest(left)
            left = without_lowest(left)
            chance = odds(logits[action], logits[best], options)
            drawn = action if chance > 0.0 else drawn
            mark -= chance
    return drawn


@kernel
def choose_net(
    board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any, scratch: Scratch, context: Any
) -> int:
    """The action a network chooses. A forced one is not asked for: the network was not trained on those."""
    memory.fresh = 0
    action = only_action(mask)
    if action != NONE:
        return action
    run_policy(board, view.public, view.own, int(view.seat), int(memory.options[POLICY]), scratch, context)
    if memory.options[WORLDS] > 0.0:
        return look_ahead(board, view, mask, memory, generator, scratch, context)
    if memory.options[TEMPERATURE] > 0.0:
        return draw_action(mask, context.logits, memory.options, generator)
    return best_of(mask, MASK_WORDS, context.logits)


@entry
def choose_net_in(
    boards: Any, views: Any, memories: Any, index: int, mask: Any, generators: Any, scratch: Any, context: Any
) -> int:
    """The action a network chooses in the first of some views."""
    view = views[0]
    legal_actions(boards[0], view.public, view.own, int(view.seat), mask)
    return choose_net(boards[0], view, mask, memories[index], generators[index], scratch[0], context)
