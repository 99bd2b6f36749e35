"""Ahead-of-time compilation of everything a game needs, on the first start on a machine: one wait instead of four."""

import hashlib
from typing import Any

import numpy as np

from ferrovia.core import compile
from ferrovia.core.code_key import code_key
from ferrovia.core.compile import announcer
from ferrovia.core.limits import NONE, TICKETS
from ferrovia.engine import batch
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import EVENT, recording_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import STATE, VIEW
from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.trail.route import trail_lengths
from ferrovia.game.translate import claim_space, members


def warm_up(board: Any) -> None:
    """Call every entry that a game with a seed, its record and a report use, once per machine; later runs load the
    compiled code."""
    if compile.FOLDER is None or (mark := compile.FOLDER / f"engine-{engine_key()}").exists():
        return
    with announcer.together():
        call_all(board)
    mark.touch()


def engine_key() -> str:
    """Content key of all entries of the engine: the name of the mark that they are compiled."""
    entries = [function.py_func for function in vars(batch).values() if hasattr(function, "py_func")]
    keys = [code_key(function) for function in entries if function.__module__ == batch.__name__]
    return hashlib.sha256("".join(keys).encode()).hexdigest()[:16]


def call_all(board: Any) -> None:
    """Call every entry and ignore the results."""
    states, views, journal = np.zeros(1, STATE), np.zeros(1, VIEW), recording_journal()
    mask = np.zeros(MASK_WORDS, np.uint64)
    batch.new_at(board, states, 0, 2, np.uint64(1), journal)
    batch.look_at(states, 0, batch.mover_at(states, 0), views, 0)
    batch.legal_in(board, views, 0, mask)
    batch.claims_in(board, views.copy(), 0, *claim_space())
    batch.refusal_in(board, views, 0, 0)
    batch.visible_at(np.zeros(1, EVENT), 0, 0, np.zeros(1, EVENT))
    batch.ways_in(board, views, 0, np.zeros(1, np.int64), np.zeros(1, WAY), np.zeros(1, WAY_SPACE))
    batch.step_at(board, states, 0, 0, NONE, journal)
    batch.advance_at(board, states.copy(), 0, next(iter(members(mask))), journal)
    batch.key_at(states, 0, np.uint64(1), np.uint64(2), np.uint64(3))
    batch.begin_at(board, states, 0, 2, journal)
    batch.score_at(board, states, 0, score_sheet(), score_space(), trail_table())
    numbers = np.zeros(TICKETS, np.int64)
    batch.ticket_values_at(board, states, 0, 0, numbers, numbers.copy(), score_space())
    trail_lengths(board, [1])
