"""Fills the compiled cache before tests run in parallel: their processes load it instead of waiting for one another.

python -m tools.warm            everything, in three processes; nothing to do takes some seconds
python -m tools.warm engine     one part of it: engine, bots, nets
"""

import subprocess
import sys
from collections.abc import Callable
from typing import Final


def warm_engine() -> None:
    """A game, many games, and the kernels that the tests themselves have."""
    from ferrovia import Game, Games
    from tests.properties.sample_tables import table_called
    from tests.properties.sweeps import sampled_states

    Game("new-york", 2, 1)
    games = Games("new-york", 2, [1])
    games.step(games.sample(), reset=True)
    games.observe(), games.legal_mask(), games.rewards(), games.redeal()
    games.play_out()
    sampled_states(table_called("new-york-2"), 1)


def warm_bots() -> None:
    """Every compiled bot: asked for a move, in an array of games, and at a table of the arena."""
    from ferrovia import Game, Games
    from ferrovia.arena.plan import plan_table
    from ferrovia.arena.runner import Runner
    from ferrovia.arena.workers import Threads
    from ferrovia.bots.specs import parse_specs

    game, specs = Game("new-york", 2, 1), tuple(parse_specs("planner,random"))
    specs[0].make(game.rules, 2, 0, 0).choose(game.view(0), game.legal_moves(0))
    Games("new-york", 2, [1]).act("random")
    workers = Threads(1)
    Runner(plan_table(game.rules, specs, 2, 1), workers).run()
    workers.close()


def warm_nets() -> None:
    """A net: asked for a move and a win share, and at a table of the arena."""
    from ferrovia import Game
    from ferrovia.arena.job_player import play_job
    from ferrovia.arena.jobs import Job, Signals
    from ferrovia.arena.plan import plan_table
    from ferrovia.bots.net.win_share import win_share
    from ferrovia.bots.specs import parse_spec

    game, net = Game("new-york", 2, 1), parse_spec("net")
    net.make(game.rules, 2, 0, 0).choose(game.view(0), game.legal_moves(0))
    win_share(game.view(0))
    play_job(Job(plan_table(game.rules, (net, net), 1, 1).tables[0], 1, 0, 0), Signals())


PARTS: Final[dict[str, Callable[[], None]]] = {"engine": warm_engine, "bots": warm_bots, "nets": warm_nets}


def main(names: list[str]) -> int:
    """Compile one part here, or each part in a process of its own."""
    if names:
        for name in names:
            PARTS[name]()
        return 0
    parts = [subprocess.Popen([sys.executable, "-m", "tools.warm", name]) for name in PARTS]
    return max([part.wait() for part in parts])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
