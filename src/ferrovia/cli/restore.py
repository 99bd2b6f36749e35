"""`ferrovia restore`: writes a backup into an empty store."""

import argparse
from pathlib import Path
from typing import Any

from ferrovia.cli.arguments import add_store_arguments, configured_store

EPILOG = """\
Stop the server first, and move its store away or name another one. A backup of an SQLite store can be restored to
PostgreSQL, and vice versa.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "restore",
        help="restore a backup into an empty store",
        description="Restore a backup into an empty store, completely or not at all.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.add_argument("file", metavar="FILE", help="a file written by `ferrovia backup`")
    add_store_arguments(verb)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ferrovia.cli.exit_codes import packages_for

    with packages_for("this"):
        from ferrovia.server.store.backups import restore
        from ferrovia.server.store.opening import shown
    url = configured_store(arguments).url
    games = restore(Path(arguments.file), url)
    print(f"{games} game{'s' * (games != 1)} restored to {shown(url)}")
    return 0
