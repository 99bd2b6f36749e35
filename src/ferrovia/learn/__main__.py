"""`python -m ferrovia.learn RULES --minutes M --out DIR`: `ferrovia train` with every option, for experiments."""

import argparse
from pathlib import Path
from typing import Any

from ferrovia.errors import FerroviaError
from ferrovia.learn import check_torch
from ferrovia.learn.options import TrainingOptions


def show(line: dict[str, Any]) -> None:
    """Print one line of progress."""
    tables = " | ".join(
        f"{players}p {table['points']:.1f}/{table['best']:.1f} {table['completed']:.2f}/{table['kept']:.2f} "
        f"r{table['rounds']:.0f} t{table['trail']:.0f} w{100 * table['wins']:.0f}% s{100 * table['scripted_wins']:.0f}%"
        for players, table in line["tables"].items()
    )
    print(
        f"{line['seconds']:.0f} s {line['decisions'] / 1e6:.0f}M {line['speed'] / 1e6:.2f}M/s lr {line['rate']:.5f} "
        f"v {line['value']:.3f} ent {line['entropy']:.3f} kl {line['divergence']:.4f} "
        f"clip {line['clipped']:.3f} | {tables}",
        flush=True,
    )


def parse() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m ferrovia.learn", description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--players", type=int, nargs="+", default=[])
    parser.add_argument("--out", type=Path, default=Path("training"))
    parser.add_argument("--begin", type=Path, help="folder with weights to begin from")
    parser.add_argument("--begin-rules", help="the rule set those weights were trained for")
    parser.add_argument("--against", default="", help="folder with weights to train an exploiter against")
    parser.add_argument("--veterans", nargs="+", default=[], help="folders with weights that stay in the pool")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint in the folder")
    parser.add_argument("--device", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=10.0)
    for name in ("games", "steps", "epochs", "batch", "width", "blocks"):
        parser.add_argument(f"--{name}", type=int, default=getattr(TrainingOptions(""), name))
    for name in ("rate", "last_rate", "entropy", "last_entropy", "pool_share", "scripted_share", "against_temperature"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=getattr(TrainingOptions(""), name))
    return parser.parse_args()


def main() -> None:
    """Train and save."""
    arguments = vars(parse())
    out, begin, begin_rules, every, resume = (
        arguments.pop(name) for name in ("out", "begin", "begin_rules", "every", "resume")
    )
    try:
        options = TrainingOptions(**arguments | {name: tuple(arguments[name]) for name in ("players", "veterans")})
        check_torch()
        from ferrovia.learn.session import RunObserver, open_run, train_in

        trainer = open_run(options, out, resume, (begin, begin_rules or options.rules) if begin else None)
        train_in(trainer, out, RunObserver(show, print, every=every))
    except FerroviaError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
