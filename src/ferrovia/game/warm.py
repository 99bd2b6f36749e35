"""Compiling all a game needs in one go, the first time on a machine: better one wait than four."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np

from ferrovia.core import compile
from ferrovia.core.limits import NONE, TICKETS
from ferrovia.engine import batch
from ferrovia.engine.actions import MASK_WORDS
from ferrovia.engine.journal import EVENT, recording_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import STATE, VIEW
from ferrovia.engine.status import WAY, WAY_SPACE
from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.trail.route import trail_lengths
from ferrovia.game.translate import claim_space, members

MARK = "engine-compiled"

_inside = False


@contextmanager
def in_one_go() -> Iterator[None]:
    """What is compiled here is announced once, however long it takes. There are pauses in it after which
    `compile.Announcement` would speak again; once it has spoken none counts, until this is over."""
    global _inside
    if compile.INTERPRETED or _inside:
        yield
        return
    from numba.core import event

    _inside, pause = True, compile.PAUSE
    try:
        with cast(Any, event).install_listener("numba:compile", hush()):
            yield
    finally:
        _inside, compile.PAUSE = False, pause  # type: ignore[misc]


def hush() -> Any:
    """A listener that makes the pause endless. It is told after the announcement, which listened before."""
    from numba.core import event

    class Hush(event.Listener):
        def on_start(self, event: Any) -> None:
            compile.PAUSE = math.inf  # type: ignore[misc]

        def on_end(self, event: Any) -> None:
            pass

    return Hush()


def warm_up(board: Any) -> None:
    """Call every door that a game with a seed, its record and a report use, once on each machine; later runs load what
    this compiled."""
    folder = None if compile.INTERPRETED else compile.FOLDER
    if folder is None or (folder / MARK).exists():
        return
    with in_one_go():
        call_all(board)
    (folder / MARK).touch()


def call_all(board: Any) -> None:
    """Every door, whatever comes of it."""
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
