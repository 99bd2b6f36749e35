"""`ferrovia train`: trains a network for a rule set by self-play."""

import argparse
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferrovia.arena.progress_bar import warn
from ferrovia.cli.arguments import whole_number

if TYPE_CHECKING:
    from ferrovia.learn.options import TrainingOptions

LONGEST = 7 * 24 * 60.0
MOST_GAMES = 100_000
USUAL_DECISIONS = 500_000_000
"""Roughly what the built-in weights took."""


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "train",
        help="train a network by self-play",
        description="Train a network for the bot `net` (`net:weights=DIR`) by self-play with masked PPO. A GPU trains"
        " about two million decisions a second; a CPU is enough to try small boards. Needs the extra `train`, and"
        " `gpu` for a GPU. Ctrl-C ends a run after the current round and loses nothing.",
    )
    verb.add_argument("rules", metavar="RULES", help="rule set or file")
    verb.add_argument(
        "--players", type=players, default=(), metavar="N-M", help="numbers of players to train with (default: all)"
    )
    verb.add_argument("--minutes", type=minutes, default=10.0, metavar="M", help="how long to train (default 10)")
    verb.add_argument(
        "--out", type=Path, default=Path("training"), metavar="DIR", help="folder to write to (default ./training)"
    )
    verb.add_argument("--resume", action="store_true", help="continue the run in the folder")
    verb.add_argument(
        "--seed", type=whole_number, default=1, metavar="S", help="seed of the games and networks (default 1)"
    )
    verb.add_argument(
        "--device", choices=("cuda", "cpu"), default="", help="where to train (default: a GPU if there is one)"
    )
    verb.add_argument(
        "--width",
        type=whole_number,
        default=0,
        metavar="W",
        help="width of the networks (default 512, without a GPU 128)",
    )
    verb.add_argument(
        "--strength-games",
        type=games,
        default=200,
        metavar="N",
        help="games against greedy and planner at each save (default 200; 0: none)",
    )
    verb.set_defaults(run=run)


def players(text: str) -> tuple[int, ...]:
    """`2-4`, `3` or `2,5`."""
    first, dash, last = text.partition("-")
    try:
        found = list(range(int(first), int(last) + 1)) if dash else sorted({int(number) for number in text.split(",")})
    except ValueError:
        found = []
    if not found:
        raise argparse.ArgumentTypeError(f"must be written like 2-4, 3 or 2,5, not {text}")
    return tuple(found)


def minutes(text: str) -> float:
    """The length of a plan."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= LONGEST:  # this rejects nan too
        raise argparse.ArgumentTypeError(f"must be more than 0 and at most {LONGEST:g} minutes, not {text}")
    return number


def games(text: str) -> int:
    """How many games strength is measured by."""
    number = whole_number(text)
    if not 0 <= number <= MOST_GAMES:
        raise argparse.ArgumentTypeError(f"from 0 to {MOST_GAMES:,} games, not {text}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Train, with a line of progress every few seconds."""
    from ferrovia.learn import check_torch

    check_tables(arguments.rules, arguments.players)
    check_torch()
    from ferrovia.learn import session
    from ferrovia.learn.options import TrainingOptions

    names = ("rules", "players", "minutes", "seed", "device", "width")
    options = TrainingOptions(**{name: getattr(arguments, name) for name in names})
    trainer = session.open_run(options, arguments.out, arguments.resume)
    if trainer.progress >= 1:
        warn(
            f"this run has had its {trainer.options.minutes:g} minutes; a larger number of --minutes trains it further"
        )
        return 0
    interrupted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupt(interrupted, number))
    try:
        show = TrainingProgress(options, trainer.device.type).show
        observer = session.RunObserver(show, warn, lambda: bool(interrupted), strength_games=arguments.strength_games)
        session.train_in(trainer, arguments.out, observer)
    finally:
        signal.signal(signal.SIGINT, before)
    print(f"{trainer.rules.id}: {trainer.decisions:,} decisions; play it as net:weights={arguments.out}")
    return 0


def check_tables(rules: str, numbers: tuple[int, ...]) -> None:
    """Reject unknown rules and numbers of players they do not allow."""
    from ferrovia.game.checks import check_players, check_rules

    resolved = check_rules(rules)
    for number in numbers:
        check_players(resolved, number)


def interrupt(interrupted: list[int], number: int) -> None:
    """The first Ctrl-C ends the run after its round, a second one immediately."""
    if interrupted:
        raise KeyboardInterrupt
    interrupted.append(number)
    warn("stopping after this round; what was learned is kept (Ctrl-C again stops at once)")


class TrainingProgress:
    """Progress lines for people."""

    def __init__(self, options: "TrainingOptions", device: str) -> None:
        self.options = options
        self.hint = device == "cpu"

    def show(self, line: dict[str, Any]) -> None:
        """Print one line; on a CPU, once, how long a strong network would take."""
        left = max(0.0, 60 * self.options.minutes - line["seconds"])
        tables = "; ".join(
            f"{number} players: {table['points']:.1f} points, {table['completed']:.1f} of {table['kept']:.1f} tickets, "
            f"wins {100 * table['wins']:.0f} % against older selves, "
            f"{100 * table['scripted_wins']:.0f} % against planner"
            for number, table in line["tables"].items()
            if table["games"]
        )
        tables = tables or "no game is finished yet"
        print(f"{int(left // 60)}:{int(left % 60):02} left, {line['speed']:,} decisions/s; {tables}", flush=True)
        if self.hint and line["speed"]:
            self.hint = False
            hours = USUAL_DECISIONS / line["speed"] / 3600
            warn(f"the built-in networks took {USUAL_DECISIONS:,} decisions, about {hours:,.0f} h on this CPU")
