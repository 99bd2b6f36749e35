"""All verbs of the command line."""

import argparse
from importlib.metadata import version

from ferrovia.cli import arena, bench, check, play, playtest, replay, rules, serve, verify

VERBS = (play, serve, arena, playtest, rules, check, replay, verify, bench)


def parser() -> argparse.ArgumentParser:
    """All verbs with their arguments."""
    top = argparse.ArgumentParser(prog="ferrovia", description="Railway board games: play, check, replay, measure.")
    top.add_argument("--version", action="version", version=f"ferrovia {version('ferrovia')}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in VERBS:
        verb.add_parser(verbs)
    return top
