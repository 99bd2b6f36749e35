"""Scratch space of a bot: its determinized games and what playing them out needs."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.core.fields import Array, dtype_of, part, parts, uint64
from ferrovia.core.limits import SEATS, WORDS
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import Journal
from ferrovia.engine.scoring import ScoreRecord, ScoreSpace
from ferrovia.engine.state import State, ViewRecord
from ferrovia.engine.trail.space import TABLE_CAPACITY, TABLE_WORDS


class Scratch:
    """Scratch space, one per thread; nothing in it outlives a decision."""

    mask: Array = uint64("legal actions in a playout", MASK_WORDS, of="actions")
    pool: Array = uint64("tickets to deal", WORDS, of="tickets")
    table: Array = uint64("state table of the longest trail", TABLE_CAPACITY, TABLE_WORDS)
    memories: Array = parts(BotMemory, "the bots of a playout", SEATS)
    scores: Array = parts(ScoreRecord, "the score of a playout", SEATS)
    space: ScoreSpace = part(ScoreSpace, "scratch space of the scoring")
    journal: Journal = part(Journal, "idle: no event is written, chance is the generator's")
    world: State = part(State, "a game that fits the view")
    state: State = part(State, "the game being played out")
    sight: ViewRecord = part(ViewRecord, "what the seat to move sees of it")


SCRATCH: Final[np.dtype[Any]] = dtype_of(Scratch)


def new_scratch() -> Array:
    """Scratch space, as an array of one."""
    return np.zeros(1, SCRATCH)
