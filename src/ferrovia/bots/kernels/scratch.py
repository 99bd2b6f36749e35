"""The room a bot may try things in: games of its own, dealt anew from its view, and all they need to be played."""

from typing import Any, Final

import numpy as np

from ferrovia.bots.kernels.memory import Mind
from ferrovia.core.fields import Array, dtype_of, part, parts, uint64
from ferrovia.core.limits import SEATS, WORDS
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import Journal
from ferrovia.engine.scoring import ScoreRecord, ScoreSpace
from ferrovia.engine.state import State, ViewRecord
from ferrovia.engine.trail.space import TABLE_CAPACITY, TABLE_WORDS


class Room:
    """Scratch space, one for each thread; nothing in it outlives a decision."""

    mask: Array = uint64("legal actions in a playout", MASK_WORDS, of="actions")
    pool: Array = uint64("tickets to deal", WORDS, of="tickets")
    table: Array = uint64("state table of the longest trail", TABLE_CAPACITY, TABLE_WORDS)
    minds: Array = parts(Mind, "the bots of a playout", SEATS)
    scores: Array = parts(ScoreRecord, "the score of a playout", SEATS)
    space: ScoreSpace = part(ScoreSpace, "room for scoring")
    journal: Journal = part(Journal, "nothing is written, chance is the generator's")
    world: State = part(State, "a game that fits the view")
    state: State = part(State, "the game being played out")
    sight: ViewRecord = part(ViewRecord, "what the seat to move sees of it")


ROOM: Final[np.dtype[Any]] = dtype_of(Room)


def new_room() -> Array:
    """A room: an array of one."""
    return np.zeros(1, ROOM)
