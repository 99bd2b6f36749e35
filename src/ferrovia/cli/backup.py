"""`ferrovia backup`: copies a server's store into one file."""

import argparse
from pathlib import Path
from typing import Any

from ferrovia.cli.arguments import add_store_arguments, configured_store

EPILOG = """\
The server may keep running: the copy is a consistent snapshot. It is always an SQLite file, even if the store is in
PostgreSQL. `ferrovia verify` checks it, and `ferrovia restore` writes it into an empty store of either kind. Only its
owner can read it, because it contains the secrets of unfinished games.
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
    verb.add_argument("file", metavar="FILE", help="the file to write; it must not exist")
    add_store_arguments(verb)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ferrovia.cli.exit_codes import packages_for

    with packages_for("this"):
        from ferrovia.server.store.backups import back_up
    games = back_up(configured_store(arguments).url, Path(arguments.file))
    print(f"{games} game{'s' * (games != 1)} in {arguments.file}")
    return 0
