"""All verbs of the command line."""

import argparse
from importlib.metadata import version
from typing import Any, NoReturn

from ferrovia.cli import (
    arena,
    backup,
    bench,
    benchmark,
    check,
    export,
    play,
    playtest,
    replay,
    restore,
    rules,
    serve,
    train,
    verify,
)
from ferrovia.cli.exit_codes import REFUSED, say

VERBS = (play, serve, arena, benchmark, playtest, rules, check, replay, verify, backup, restore, export, train, bench)


class CommandParser(argparse.ArgumentParser):
    """Argument parser whose errors are one sentence, like all other errors, instead of a usage page."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown arguments here, where the verb is known: argparse leaves that to the parser of all verbs."""
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown

    def error(self, message: str) -> NoReturn:
        hint = "" if message.startswith("argument ") else f"; see {self.prog} --help"
        raise SystemExit(say(message + hint, REFUSED))


def parser() -> argparse.ArgumentParser:
    """The parser with all verbs and their arguments."""
    top = CommandParser(prog="ferrovia", description="Railway board games: play, check, replay, measure.")
    top.add_argument("--version", action="version", version=f"ferrovia {version('ferrovia')}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in VERBS:
        verb.add_parser(verbs)
    return top
