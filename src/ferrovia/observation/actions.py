"""The action space of a rule set: the engine's numbers, cut off after the last one its board can use."""

import numpy as np

from ferrovia.core.limits import KEEPS
from ferrovia.engine.actions import KEEP
from ferrovia.rules.resolved import Rules


def action_count(rules: Rules) -> int:
    """One more than the largest action that can occur under these rules."""
    board = rules.board[0]
    answers = np.concatenate([board["keep_opening"][None], board["keep_later"][: int(board["later_tickets"]) + 1]])
    used = np.unpackbits(np.bitwise_or.reduce(answers, axis=0).view(np.uint8), bitorder="little")[:KEEPS]
    return KEEP + int(np.flatnonzero(used)[-1]) + 1
