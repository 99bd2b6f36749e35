"""Positions of random games, and their observations, to be asked compiled and interpreted.

FERROVIA_INTERPRETED=1 python positions.py STATES.npz ROWS.npz
"""

import sys
from functools import cache
from typing import Any

import numpy as np

from ferrovia.engine import batch
from ferrovia.engine.journal import no_journal
from ferrovia.engine.state import STATE
from ferrovia.observation import Encoder
from ferrovia.rules.files.loading import built_in_rules, load_rules

TABLES = [
    (name, players)
    for name in built_in_rules()
    for players in range(load_rules(name).rule_set.players_min, load_rules(name).rule_set.players_max + 1)
]


@cache
def random_positions(name: str, players: int, games: int = 12, seed: int = 1) -> Any:
    """States of random games, every few decisions."""
    rules = load_rules(name)
    random = np.random.default_rng(seed)
    states = np.zeros(1, STATE)
    mask, actions, found = np.zeros(8, np.uint64), np.zeros(512, np.int64), []
    for game in range(games):
        batch.new_at(rules.board, states, 0, players, np.uint64(seed * 1000 + game), no_journal())
        decisions = 0
        while batch.mover_at(states, 0) >= 0:
            if decisions % 5 == game % 5:
                found.append(states.copy())
            count = batch.actions_at(rules.board, states, 0, mask, actions)
            batch.advance_at(rules.board, states, 0, int(random.choice(actions[:count])), no_journal())
            decisions += 1
    return np.concatenate(found)


def movers(states: Any) -> Any:
    """The seat that is asked in each state."""
    return np.array([batch.mover_at(states, index) for index in range(len(states))])


def rows_of(name: str, states: Any) -> tuple[Any, Any]:
    """The ordinary and the privileged rows of the seat that is asked."""
    encoder = Encoder(load_rules(name), threads=1)
    return encoder.encode_states(states, movers(states)), encoder.encode_privileged(states, movers(states))


def main(file: str, to: str) -> None:
    """Encode the states in a file."""
    from ferrovia.core.compile import INTERPRETED

    assert INTERPRETED
    rows = {}
    with np.load(file) as saved:
        for key in saved:
            rows[key], rows[f"{key} hidden"] = rows_of(key.split()[0], saved[key].view(STATE))
    np.savez(to, **rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
