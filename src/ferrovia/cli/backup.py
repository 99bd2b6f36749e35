"""`ferrovia backup`: copies a server's store into one file."""

import argparse
from pathlib import Path
from typing import Any

from ferrovia.cli.arguments import add_store_arguments, configured_store

EPILOG = """\
The server may keep running: the copy is a snapshot. It is an SQLite store, also of PostgreSQL, which `ferrovia verify`
checks and `ferrovia restore` writes into an empty store of either kind. Only its owner can read it: it holds the
secrets of unfinished games.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "backup",
        help="copy a server's store into a file",
        description="Copy a server's store into a new file.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.add_argument("file", metavar="FILE", help="the new file; an existing one is refused")
    add_store_arguments(verb)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ferrovia.cli.exit_codes import packages_for

    with packages_for("this"):
        from ferrovia.server.store.backups import back_up
    games = back_up(configured_store(arguments).url, Path(arguments.file))
    print(f"{games} game{'s' * (games != 1)} in {arguments.file}")
    return 0
