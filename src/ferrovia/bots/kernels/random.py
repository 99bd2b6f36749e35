"""`random`: a uniformly random legal action. The floor of every ladder."""

from typing import Any

from ferrovia.bots.kernels.memory import BotMemory
from ferrovia.bots.kernels.reason_codes import BY_CHANCE, give_plain_reason
from ferrovia.core.compile import kernel
from ferrovia.engine.playout import random_action


@kernel
def choose_random(mask: Any, memory: BotMemory, generator: Any) -> int:
    """One of the legal actions."""
    give_plain_reason(memory.reason, BY_CHANCE)
    return random_action(mask, generator)
