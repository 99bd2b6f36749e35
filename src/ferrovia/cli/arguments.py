"""Arguments that several verbs share, and their types."""

import argparse
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.bots.specs import BotSpec
    from ferrovia.server.base.settings import Settings

USUAL_SEED = 1
LONGEST_NUMBER = 20
"""Most digits, with a sign: a 64-bit seed has as many."""

SEED_HELP = "the same seed plays the same games (default 1; random, and printed, with third-party bots)"


def whole_number(text: str) -> int:
    """An integer, for `type=`. Python's `int` would accept `1_0`, ` 7` and digits of any script."""
    from ferrovia.game.checks import quoted

    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"a whole number, not {quoted(text)}")
    return int(text)


def add_run_arguments(verb: argparse.ArgumentParser, table: str) -> None:
    """Arguments of every arena run: number of games, seed, number of cores."""
    verb.add_argument(
        "--games", type=whole_number, default=1000, metavar="N", help=f"number of games {table} (default 1000)"
    )
    verb.add_argument("--seed", type=whole_number, metavar="NUMBER", help=SEED_HELP)
    verb.add_argument(
        "--processes", type=whole_number, metavar="N", help="number of parallel games (default: one per core)"
    )


def seed_of(arguments: argparse.Namespace, specs: "Iterable[BotSpec]") -> int:
    """The seed of a run. With third-party bots it is random: they could deal all games of a seed they can guess."""
    from ferrovia.errors import ArenaError

    if arguments.seed is not None:
        return int(arguments.seed)
    if all(spec.compiled for spec in specs):
        return USUAL_SEED
    if arguments.resume:
        raise ArenaError(
            "--resume needs the --seed of the run to continue, because with third-party bots the seed is random"
        )
    return secrets.randbits(64)


def processes_of(arguments: argparse.Namespace) -> int | None:
    """The number of parallel games, if given."""
    from ferrovia.arena.workers import check_processes

    return None if arguments.processes is None else check_processes(arguments.processes)


def add_store_arguments(verb: argparse.ArgumentParser) -> None:
    """Arguments of every verb that works on a server's store."""
    verb.add_argument("--store", metavar="STORE", help="the store, as for `ferrovia serve`")
    verb.add_argument("--config", metavar="FILE", help="the server's configuration, which names its store")


def configured_store(arguments: argparse.Namespace, **flags: Any) -> "Settings":
    """The settings of the server that owns the store, for one process: a store may be moved to a database that does not
    support several."""
    from ferrovia.server.base.configuration import configured

    return configured({"store": arguments.store, "workers": 1, **flags}, arguments.config)
