"""Dispatcher of the compiled bots: a view and its legal actions in, an action out."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.greedy.greedy import choose_greedy
from ferrovia.bots.kernels.memory import BotMemory, begin_memory
from ferrovia.bots.kernels.planner.planner import choose_planner
from ferrovia.bots.kernels.published.hungry import choose_hungry
from ferrovia.bots.kernels.published.long_route import choose_long_route
from ferrovia.bots.kernels.published.one_step import choose_one_step
from ferrovia.bots.kernels.published.path import choose_path
from ferrovia.bots.kernels.published.styles import begin_style, settle_claim
from ferrovia.bots.kernels.random import choose_random
from ferrovia.bots.kernels.registry import HUNGRY, LONG_ROUTE, ONE_STEP, PATH, PLANNER, RANDOM, SEARCH
from ferrovia.bots.kernels.scratch import Scratch
from ferrovia.bots.kernels.search.search import choose_search
from ferrovia.core.compile import entry, kernel
from ferrovia.core.generator import key_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

STREAM: Final = np.uint64(0x626F742773206F77)
"""Separates the random streams of bots from the chance of any game."""


@kernel
def choose(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any, scratch: Scratch) -> int:
    """The action a bot chooses. It receives what its seat may know, and nothing else."""
    action = ask(board, view, mask, memory, generator, scratch)
    memory.fresh = 0
    return action


@kernel
def ask(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any, scratch: Scratch) -> int:
    """Dispatch on the bot's number."""
    if memory.bot == SEARCH:
        return choose_search(board, view, mask, memory, generator, scratch)
    if memory.bot == PLANNER:
        return choose_planner(board, view, mask, memory)
    if memory.bot == RANDOM:
        return choose_random(mask, memory, generator)
    return ask_scripted(board, view, mask, memory, generator)


@kernel
def ask_scripted(board: Board, view: ViewRecord, mask: Any, memory: BotMemory, generator: Any) -> int:
    """Dispatch to `greedy` or a published style. An unfinished claim is completed first, in the same way for all of
    them."""
    if memory.fresh:
        begin_style(memory.style)
    action = settle_claim(board, view, mask, memory.style, memory.reason)
    if action != NONE:
        return action
    if memory.bot == HUNGRY:
        return choose_hungry(board, view, mask, memory, generator)
    if memory.bot == LONG_ROUTE:
        return choose_long_route(board, view, mask, memory, generator)
    if memory.bot == ONE_STEP:
        return choose_one_step(board, view, mask, memory, generator)
    if memory.bot == PATH:
        return choose_path(board, view, mask, memory, generator)
    return choose_greedy(board, view, mask, memory, generator)


@kernel
def key_stream(generator: Any, seed: Any, seat: int) -> None:
    """The random stream of the bot in a seat, in the game of a seed."""
    key_generator(generator, np.uint64(seed), np.uint64(seat), STREAM)


@entry
def begin_in(memories: Any, index: int, seed: Any, seat: int, generators: Any) -> None:
    """Reset a bot's memory for a new game."""
    begin_memory(memories[index])
    key_stream(generators[index], seed, seat)


@entry
def choose_in(boards: Any, views: Any, memories: Any, index: int, mask: Any, generators: Any, scratch: Any) -> int:
    """The action a bot chooses in the first of several views."""
    view = views[0]
    legal_actions(boards[0], view.public, view.own, int(view.seat), mask)
    return choose(boards[0], view, mask, memories[index], generators[index], scratch[0])
