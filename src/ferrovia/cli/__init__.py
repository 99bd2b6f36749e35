"""The command line: one file per verb, each with `add_parser` and `run`. Heavy imports wait until a verb runs."""

import argparse
import sys
from importlib.metadata import version

from ferrovia.cli import bench, check, play, replay, rules
from ferrovia.errors import FerroviaError

VERBS = (play, rules, check, replay, bench)


def parser() -> argparse.ArgumentParser:
    """All verbs."""
    top = argparse.ArgumentParser(prog="ferrovia", description="Railway board games: play, check, replay, measure.")
    top.add_argument("--version", action="version", version=f"ferrovia {version('ferrovia')}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in VERBS:
        verb.add_parser(verbs)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a verb. Bad input ends in one sentence and exit code 2, never in a traceback."""
    chosen = parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except FerroviaError as error:
        print(f"ferrovia: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has gone; that is no error of ours
        return 0
