"""Every table the properties are checked at: each rule set with each number of players, and boards made for tests."""

import hashlib
from typing import Any

import numpy as np
import pytest

from ferrovia.core.limits import WORDS
from ferrovia.engine import actions as act
from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import OVER, STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules
from tests.properties import sample_boards as boards

SPECTATOR = -1


class Table:
    """A rule set and a number of players; `note` says what is special about the rules."""

    def __init__(self, rules: Rules, players: int, note: str = "") -> None:
        self.rules = rules
        self.players = players
        self.note = note

    def __str__(self) -> str:
        return f"{self.rules.id}-{self.players}{self.note}"

    __repr__ = __str__

    @property
    def board(self) -> Any:
        return self.rules.board

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def viewers(self) -> range:
        """The seats and a spectator."""
        return range(SPECTATOR, self.players)


def tables_of(*several: Rules) -> list[Table]:
    """Each number of players of some rules."""
    return [
        Table(rules, players)
        for rules in several
        for players in range(rules.rule_set.players_min, rules.rule_set.players_max + 1)
    ]


BUILT_IN = tables_of(*map(load_rules, built_in_rules()))
TINY = tables_of(boards.tiny(), boards.tiny_out(), boards.tiny_out_under())
LIMITS = [
    Table(boards.at_limits(), 2),
    Table(boards.at_limits(), 5),
    Table(boards.at_limits_ordered(), 3),
    Table(boards.at_limits_ordered(), 5),
]
ALL = [*BUILT_IN, *TINY, *LIMITS]

every_limit_table = pytest.mark.parametrize("table", LIMITS, ids=str)
every_table = pytest.mark.parametrize("table", ALL, ids=str)


def table_called(name: str) -> Table:
    """The table of that name."""
    return next(table for table in ALL if str(table) == name)


# --- one game, by the numbers ---------------------------------------------------------------------------------------


def new_states(table: Table, seed: int, journal: Any = None) -> Any:
    """A game just set up: an array of one."""
    states = np.zeros(1, STATE)
    batch.new_at(table.board, states, 0, table.players, np.uint64(seed), no_journal() if journal is None else journal)
    return states


def mover(states: Any) -> int:
    """The seat that is asked."""
    return int(batch.mover_at(states, 0))


def is_over(states: Any) -> bool:
    return int(states[0].public.phase) == OVER


def members(mask: Any) -> list[int]:
    """The members of a set of 64-bit words."""
    whole = sum(int(word) << (64 * place) for place, word in enumerate(mask.tolist()))
    return [place for place in range(64 * len(mask)) if whole >> place & 1]


def legal_mask(table: Table, states: Any, seat: int) -> Any:
    mask = np.zeros(act.MASK_WORDS, np.uint64)
    batch.legal_at(table.board, states, 0, seat, mask)
    return mask


def legal(table: Table, states: Any, seat: int | None = None) -> list[int]:
    """The legal actions of a seat, by default the one that is asked."""
    return members(legal_mask(table, states, mover(states) if seat is None else seat))


def step(table: Table, states: Any, seat: int, action: int, journal: Any = None) -> bool:
    """Do an action; whether it was legal."""
    return bool(batch.step_at(table.board, states, 0, seat, action, no_journal() if journal is None else journal))


def view_of(states: Any, seat: int) -> Any:
    """A seat's view: an array of one."""
    views = np.zeros(1, VIEW)
    batch.look_at(states, 0, seat, views, 0)
    return views


def redealt(table: Table, views: Any, seed: int) -> Any:
    """A state that fits a view: an array of one."""
    states = np.zeros(1, STATE)
    batch.redeal_in(table.board, views, 0, np.uint64(seed), states, 0, np.zeros(WORDS, np.uint64))
    return states


def scored(table: Table, states: Any) -> Any:
    """The score sheet as the game stands."""
    sheet = score_sheet()
    batch.score_at(table.board, states, 0, sheet, score_space(), trail_table())
    return sheet[: table.players]


def events_of(journal: Any) -> Any:
    """What a recording journal has written."""
    return journal["events"][0, : int(journal["count"][0])].copy()


def digest(*arrays: Any) -> str:
    """A short name for some bytes."""
    whole = hashlib.sha256()
    for array in arrays:
        whole.update(array.tobytes())
    return whole.hexdigest()[:16]
