"""`ferrovia verify`: checks that every table of a store agrees with its log."""

import argparse
import sys
from typing import Any

from ferrovia.cli.arguments import add_store_arguments, configured_store


def add_parser(verbs: Any) -> None:
    """Add the verb's arguments."""
    verb: argparse.ArgumentParser = verbs.add_parser(
        "verify",
        help="check the tables in a server's store against their logs",
        description="Replay every log in a store from its secret and compare the result with the stored state.",
    )
    add_store_arguments(verb)
    verb.add_argument(
        "--map",
        action="append",
        metavar="FILE",
        help="a file of rules that the server offers besides the built-in ones",
    )
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check all tables; return 1 if there are complaints."""
    from ferrovia.cli.exit_codes import packages_for

    with packages_for("this"):
        from ferrovia.server.base.rules_library import RulesLibrary
        from ferrovia.server.live.audit import complaints
        from ferrovia.server.store.opening import check_complete, open_engine
    settings = configured_store(arguments, map=tuple(arguments.map) if arguments.map else None)
    library, engine = RulesLibrary(settings.map), open_engine(settings.url, make=False)
    check_complete(engine, settings.url)
    checked = wrong = 0
    for _, complaint in complaints(library, engine):
        checked += 1
        if complaint:
            wrong += 1
            print(complaint, file=sys.stderr)
    print(f"{checked} table{'s' * (checked != 1)} checked, {wrong} wrong")
    return 1 if wrong else 0
