"""Digests of all kernel results for some states: computed at both speeds and compared.

FERROVIA_INTERPRETED=1 python -m tests.properties.kernel_answers STATES.npz ANSWERS.json
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.core.limits import TICKETS
from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import EVENT, recording_journal
from ferrovia.engine.scoring import score_sheet, score_space
from ferrovia.engine.state import STATE
from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
from ferrovia.engine.trail.longest import trail_table
from tests.properties.sample_tables import (
    ALL,
    Table,
    digest,
    events_of,
    is_over,
    legal_mask,
    members,
    mover,
    new_states,
    redealt,
    step,
    view_of,
)


def look_around(table: Table, states: Any) -> list[str]:
    """Views, legal actions, reasons, re-deals and what is visible, seat by seat."""
    said = []
    chance = random.Random(states.tobytes())
    for seat in table.viewers:
        views = view_of(states, seat)
        mask = np.zeros(MASK_WORDS, np.uint64)
        batch.legal_in(table.board, views, 0, mask)
        tried = members(mask)[:5] + [chance.randrange(-1, ACTIONS + 1) for _ in range(12)]
        reasons = [int(batch.refusal_in(table.board, views, 0, action)) for action in tried]
        said.append(f"seat {seat}: {digest(views)} {digest(mask)} {reasons}")
    seat = chance.choice(table.viewers)
    said.append(f"re-deal for seat {seat}: {digest(redealt(table, view_of(states, seat), chance.getrandbits(64)))}")
    return said


def follow(table: Table, states: Any) -> list[str]:
    """What some of the legal actions lead to, and which events they show to whom."""
    said: list[str] = []
    chance = random.Random(states.tobytes())
    if is_over(states):
        return said
    seat = mover(states)
    actions = members(legal_mask(table, states, seat))
    for action in chance.sample(actions, min(3, len(actions))):
        after, journal = states.copy(), recording_journal()
        assert step(table, after, seat, action, journal)
        events = events_of(journal)
        said.append(f"action {action}: {digest(after)} {digest(events)} then seat {mover(after)}")
        for viewer in (-1, chance.choice(table.seats)):
            seen = np.zeros(1, EVENT)
            shown = [digest(seen) for index in range(len(events)) if batch.visible_at(events, index, viewer, seen)]
            said.append(f"shown to {viewer}: {' '.join(shown)}")
    return said


def count_points(table: Table, states: Any) -> list[str]:
    """Scores, ticket values and ways to join tickets."""
    sheet, values, targets = score_sheet(), np.zeros(TICKETS, np.int64), np.zeros(TICKETS, np.int64)
    batch.score_at(table.board, states, 0, sheet, score_space(), trail_table())
    chance = random.Random(states.tobytes())
    seat = chance.choice(table.seats)
    batch.ticket_values_at(table.board, states, 0, seat, values, targets, score_space())
    tickets = np.array(chance.sample(range(len(table.rules.tickets)), 3))
    ways = np.zeros(3, WAY)
    batch.ways_in(table.board, view_of(states, seat), 0, tickets, ways, np.zeros(1, WAY_SPACE))
    return [f"scores {digest(sheet)} tickets {digest(values, targets)} ways {digest(ways)}"]


def play_along(table: Table, seed: int, most: int) -> list[str]:
    """A whole game, or its beginning, step by step: every state, every mask."""
    states = new_states(table, seed)
    said = [digest(states)]
    chance = random.Random(f"{table} {seed}")
    for _ in range(most):
        if is_over(states):
            return [*said, *count_points(table, states)]
        seat = mover(states)
        mask = legal_mask(table, states, seat)
        action = chance.choice(members(mask))
        assert step(table, states, seat, action)
        said.append(f"{seat} {action} {digest(mask)} {digest(states)}")
    return said


def answers(saved: dict[str, Any], seeds: range, most: int) -> dict[str, list[str]]:
    """All that is said of the tables whose states were saved."""
    said = {}
    for table in (table for table in ALL if str(table) in saved):
        mine: list[str] = []
        for seed in seeds:
            mine += play_along(table, seed, most)
        states = saved[str(table)].view(STATE)
        for index in range(len(states)):
            one = states[index : index + 1].copy()
            mine += [f"state {index}", *look_around(table, one), *follow(table, one), *count_points(table, one)]
        said[str(table)] = mine
    return said


def main(file: str, to: str, games: int, most: int) -> None:
    """Answer for the states in a file."""
    from ferrovia.core.compile import INTERPRETED

    assert INTERPRETED
    with np.load(file) as saved:
        said = answers(dict(saved), range(games), most)
    Path(to).write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
