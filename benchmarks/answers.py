"""Benchmark of the levels as a server plays them: how long a table waits for a bot's move.

python benchmarks/answers.py                     every level on every rule set, four bots at the table where it has room
python benchmarks/answers.py --rules switzerland --levels driver stationmaster --games 5

The bots think in the server's own child processes, one question after the other, as at a table; the time is from asking
to the answer, with everything between the processes; `late` are those over the 0.3 s that decision 16 promises on two
cores. `cpu` is the processor time of a move, on average and at most, which a busy machine hardly lengthens.
"""

import argparse
import asyncio
import time
from typing import NamedTuple

import numpy as np
import psutil

from ferrovia.bots.levels import level_names
from ferrovia.game.game import Game
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.server.base.settings import Settings
from ferrovia.server.workers.bot_pool import BotAsker, BotPool

PROMISED = 0.3
LIMIT = Settings().bot_seconds
SEATS = 4
WARM = 20
"""Moves of a level's first game that do not count: a process loads what it needs."""


class Wait(NamedTuple):
    """How long a table waited for a move, and the processor time of it."""

    seconds: float
    cpu: float


async def play(pool: BotPool, level: str, rules: str, games: int) -> list[Wait]:
    """Whole games with a level at every seat."""
    waits, resolved = [], load_rules(rules)
    players = min(SEATS, resolved.rule_set.players_max)
    for number in range(games):
        game, memories = Game(resolved, players, seed=number + 1), [""] * players
        while not game.over:
            seat = (
                game.seat if game.seat is not None else next(each for each in range(players) if game.legal_moves(each))
            )
            used, began = children_cpu(), time.perf_counter()
            answer = await pool.ask(level, game.view(seat), memories[seat], LIMIT, BotAsker("benchmark", "table"))
            waits.append(Wait(time.perf_counter() - began, children_cpu() - used))
            memories[seat] = answer.memory
            game.play(answer.move, seat)
    return waits[WARM:]


def children_cpu() -> float:
    """Processor time of the child processes so far."""
    times = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
    return float(sum(each.user + each.system for each in times))


async def measure(levels: list[str], rules: list[str], games: int) -> None:
    """Print a line for every level on every rule set."""
    settings = Settings()
    pool = BotPool(settings.bots + 1, settings.bot_memory)
    await pool.start(0.0)
    heads = ("median", "99 %", "most", "late", "cpu", "most")
    print(f"{'rules':24}{'level':16}{'moves':>7}{''.join(f'{head:>8}' for head in heads)}   (ms)")
    try:
        for name in rules:
            for level in levels:
                waits = 1000 * np.array(await play(pool, level, name, games))
                took, cpu = waits[:, 0], waits[:, 1]
                late = int((took > 1000 * PROMISED).sum())
                numbers = f"{np.median(took):8.1f}{np.percentile(took, 99):8.1f}{took.max():8.1f}{late:8}"
                print(f"{name:24}{level:16}{len(took):7}{numbers}{cpu.mean():8.1f}{cpu.max():8.0f}", flush=True)
    finally:
        await pool.close()


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="*", default=list(level_names()))
    parser.add_argument("--rules", nargs="*", default=built_in_rules())
    parser.add_argument("--games", type=int, default=2)
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.levels, arguments.rules, arguments.games))


if __name__ == "__main__":
    main()
