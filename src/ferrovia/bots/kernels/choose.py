"""One door to every compiled bot: a view and its legal actions go in, an action comes out."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.greedy.greedy import choose_greedy
from ferrovia.bots.kernels.memory import (
    HUNGRY,
    LONG_ROUTE,
    ONE_STEP,
    PATH,
    PLANNER,
    RANDOM,
    SEARCH,
    Mind,
    begin_mind,
)
from ferrovia.bots.kernels.planner.planner import choose_planner
from ferrovia.bots.kernels.published.hungry import choose_hungry
from ferrovia.bots.kernels.published.long_route import choose_long_route
from ferrovia.bots.kernels.published.one_step import choose_one_step
from ferrovia.bots.kernels.published.path import choose_path
from ferrovia.bots.kernels.published.styles import begin_style, settle_claim
from ferrovia.bots.kernels.random import choose_random
from ferrovia.bots.kernels.scratch import Room
from ferrovia.bots.kernels.search.search import choose_search
from ferrovia.core.compile import entry, kernel
from ferrovia.core.generator import key_generator
from ferrovia.core.limits import NONE
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import ViewRecord
from ferrovia.rules.board import Board

STREAM: Final = np.uint64(0x626F742773206F77)
"""Keeps the streams of bots apart from the chance of any game."""


@kernel
def choose(board: Board, view: ViewRecord, mask: Any, mind: Mind, generator: Any, room: Room) -> int:
    """The action a bot chooses. It is given what its seat may know, and nothing else."""
    action = ask(board, view, mask, mind, generator, room)
    mind.fresh = 0
    return action


@kernel
def ask(board: Board, view: ViewRecord, mask: Any, mind: Mind, generator: Any, room: Room) -> int:
    """Ask the bot that it is."""
    if mind.bot == SEARCH:
        return choose_search(board, view, mask, mind, generator, room)
    if mind.bot == PLANNER:
        return choose_planner(board, view, mask, mind)
    if mind.bot == RANDOM:
        return choose_random(mask, mind, generator)
    return ask_scripted(board, view, mask, mind, generator)


@kernel
def ask_scripted(board: Board, view: ViewRecord, mask: Any, mind: Mind, generator: Any) -> int:
    """Ask `greedy` or a published style. A claim that it has begun is finished first, by all of them in one way."""
    if mind.fresh:
        begin_style(mind.style)
    action = settle_claim(board, view, mask, mind.style, mind.reason)
    if action != NONE:
        return action
    if mind.bot == HUNGRY:
        return choose_hungry(board, view, mask, mind, generator)
    if mind.bot == LONG_ROUTE:
        return choose_long_route(board, view, mask, mind, generator)
    if mind.bot == ONE_STEP:
        return choose_one_step(board, view, mask, mind, generator)
    if mind.bot == PATH:
        return choose_path(board, view, mask, mind, generator)
    return choose_greedy(board, view, mask, mind, generator)


@kernel
def key_stream(generator: Any, seed: Any, seat: int) -> None:
    """The random stream of the bot at a seat, in the game of a seed."""
    key_generator(generator, np.uint64(seed), np.uint64(seat), STREAM)


@entry
def begin_in(minds: Any, index: int, seed: Any, seat: int, generators: Any) -> None:
    """Make a mind ready for a new game."""
    begin_mind(minds[index])
    key_stream(generators[index], seed, seat)


@entry
def choose_in(boards: Any, views: Any, minds: Any, index: int, mask: Any, generators: Any, rooms: Any) -> int:
    """The action a bot chooses in the first of some views."""
    view = views[0]
    legal_actions(boards[0], view.public, view.own, int(view.seat), mask)
    return choose(boards[0], view, mask, minds[index], generators[index], rooms[0])
